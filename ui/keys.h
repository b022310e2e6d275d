#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ui/actions.h"
#include "ui/input.h"

namespace framelane {

// One key and what it does. The handler, the list of live keys and the README are made from
// key_bindings().
struct KeyBinding {
  std::string_view key;  // as in Input::key
  bool shift = false;
  Action::Kind action = Action::Kind::toggle_pause;
  double value = 0;
  std::string_view help;  // neighbours with the same help share one line of the lists
  bool ctrl = false;
};

[[nodiscard]] std::span<const KeyBinding> key_bindings();
// The action bound to a key input. Keys held with Alt are bound to nothing.
[[nodiscard]] std::optional<Action> action_of(const Input& input);
// The first key bound to an action, as a tooltip names it; empty when there is none.
[[nodiscard]] std::string key_name(Action::Kind action, double value = 0);

struct KeyLine {
  std::vector<std::string> keys;
  std::string_view help;
};
[[nodiscard]] std::vector<KeyLine> key_lines();
// A Markdown table of key_lines() with a head, for the README.
[[nodiscard]] std::string key_markdown();

}  // namespace framelane
