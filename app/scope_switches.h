#pragma once
#include <optional>
#include <string>
#include <vector>

#include "gpu/scopes/scope_tables.h"
#include "ui/actions.h"

namespace framelane {

// Which scopes are on, and of which picture. Thread-safety: one thread at a time.
class ScopeSwitches {
 public:
  [[nodiscard]] const ScopeWants& on() const { return on_; }
  // The one switched on last.
  [[nodiscard]] Scope latest() const { return latest_; }

  // Carries out a key or button of the scopes; false for any other action.
  bool apply(const Action& action);
  // Another panel takes their place: off, until it gives that back. Whether anything changed.
  bool set_aside(bool aside);

  // As they are named among the panels that are kept; other names are passed over.
  [[nodiscard]] std::vector<std::string> names() const;
  void show(const std::vector<std::string>& names);

 private:
  void toggle(Scope scope);
  void toggle_all();

  ScopeWants on_;
  ScopeWants before_{true, true, true};  // what toggle_all() switches on
  std::optional<ScopeWants> aside_;
  Scope latest_ = Scope::histogram;
};

}  // namespace framelane
