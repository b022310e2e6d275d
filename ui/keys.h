#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ui/actions.h"
#include "ui/input.h"

namespace framelane {

// Held with the key. Shift is apart from it: in a typed text it is part of the text.
enum class Modifier : std::uint8_t { none, alt, ctrl };

// One key and what it does. The handler and the list of live keys are made from key_bindings(), and
// the README's table is checked against it.
struct KeyBinding {
  std::string_view key;  // as in Input::key; "wheel" for the mouse's, whose steps multiply `value`
  bool shift = false;
  Action::Kind action = Action::Kind::toggle_pause;
  double value = 0;
  std::string_view help;  // neighbours with the same help share one line of the lists
  Modifier modifier = Modifier::none;
};

[[nodiscard]] std::span<const KeyBinding> key_bindings();
// The action bound to a key or to the wheel.
[[nodiscard]] std::optional<Action> action_of(const Input& input);
// The first key bound to an action, as a tooltip names it; empty when there is none.
[[nodiscard]] std::string key_name(Action::Kind action, double value = 0);

struct KeyLine {
  std::vector<std::string> keys;
  std::string_view help;
};
[[nodiscard]] std::vector<KeyLine> key_lines();

}  // namespace framelane
