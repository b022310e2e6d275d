#pragma once
#include <imgui.h>

#include "ui/geometry.h"
#include "ui/hud_model.h"

namespace framelane {

constexpr ImU32 rgb_color(unsigned hex, unsigned alpha_percent = 100) {
  return IM_COL32(hex >> 16 & 255U, hex >> 8 & 255U, hex & 255U, (alpha_percent * 255 + 50) / 100);
}
constexpr ImU32 white(unsigned alpha_percent) {
  return rgb_color(0xFFFFFF, alpha_percent);
}

// Colours and measures of the panels, in one place. Measures are logical pixels.
struct Theme {
  static constexpr ImU32 kPanel = rgb_color(0x0F1216, 86);
  static constexpr ImU32 kText = rgb_color(0xF2F4F6);
  static constexpr ImU32 kDim = rgb_color(0xB0B8C1);
  static constexpr ImU32 kFaint = rgb_color(0x7C8590);
  static constexpr ImU32 kInk = rgb_color(0x0B0D10);
  static constexpr ImU32 kFault = rgb_color(0xFF5A52);
  static constexpr ImU32 kControl = white(12);
  static constexpr ImU32 kControlHover = white(20);
  static constexpr ImU32 kControlPressed = white(30);
  static constexpr ImU32 kControlOn = rgb_color(0xE6E9EC);
  static constexpr ImU32 kWell = white(6);
  static constexpr ImU32 kRowHover = white(7);
  static constexpr ImU32 kTrack = white(16);
  static constexpr ImU32 kBuffered = white(32);
  static constexpr ImU32 kScrollThumb = white(40);
  static constexpr ImU32 kGrab = rgb_color(0xE6E9EC);

  static constexpr float kMargin = 16;  // of the window
  static constexpr float kGap = 8;      // between panels
  static constexpr float kPadding = 16;
  static constexpr float kPanelRadius = 8;
  static constexpr float kButtonRadius = 4;
  static constexpr float kBarRadius = 2;
};

// A window with room for the transport and one line above it, and for no panel.
constexpr bool is_tight(Size logical_window) {
  return logical_window.width < 480 || logical_window.height < 270;
}
constexpr float margin_of(Size logical_window) {
  return is_tight(logical_window) ? Theme::kGap : Theme::kMargin;
}

constexpr ImU32 stage_color(Stage stage) {
  switch (stage) {
    case Stage::decode:
      return rgb_color(0xE69F00);
    case Stage::upload:
      return rgb_color(0x56B4E9);
    case Stage::passes:
      return rgb_color(0x009E73);
    case Stage::download:
      return rgb_color(0xCC79A7);
    case Stage::present:
      break;
  }
  return rgb_color(0xF0E442);
}

}  // namespace framelane
