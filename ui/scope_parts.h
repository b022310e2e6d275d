#pragma once
#include <array>
#include <string>
#include <vector>

#include "ui/actions.h"
#include "ui/canvas.h"
#include "ui/scopes_model.h"

namespace framelane {

// What the scopes' panels have in common.

inline constexpr std::array<ImU32, 3> kScopeColors{rgb_color(0xFF6058), rgb_color(0x5CD678),
                                                   rgb_color(0x6EA0FF)};

// How one panel is drawn.
struct ScopeLook {
  bool side_switch = false;  // it carries the switch between before and after, which is one for all
  bool every_number = true;  // of the axes; else every second
};

// The row at a panel's top: name, switch, a few words where there is room, and the cost in ms.
void draw_scope_head(Canvas& canvas, const ScopesModel& model, Scope scope,
                     const std::string& words, const ScopeLook& look, std::vector<Action>& actions);

// Below it, to the panel's padding.
[[nodiscard]] Rect scope_area(const Canvas& canvas);

[[nodiscard]] inline TextLine axis_text(const std::string& text) {
  return {{text, Theme::kDim, TextSize::small}};
}

}  // namespace framelane
