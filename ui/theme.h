#pragma once
#include <imgui.h>

#include "ui/hud_model.h"

namespace framelane {

// Colours and measures of the panels, in one place. Measures are logical pixels.
namespace theme {

constexpr ImU32 rgb(unsigned hex, float alpha = 1.0F) {
  const auto a = static_cast<unsigned>(alpha * 255.0F + 0.5F);
  return IM_COL32(hex >> 16 & 255U, hex >> 8 & 255U, hex & 255U, a);
}
constexpr ImU32 white(float alpha) {
  return rgb(0xFFFFFF, alpha);
}

inline constexpr ImU32 kPanel = rgb(0x0F1216, 0.86F);
inline constexpr ImU32 kText = rgb(0xF2F4F6);
inline constexpr ImU32 kDim = rgb(0xB0B8C1);
inline constexpr ImU32 kFaint = rgb(0x7C8590);
inline constexpr ImU32 kInk = rgb(0x0B0D10);
inline constexpr ImU32 kFault = rgb(0xFF5A52);
inline constexpr ImU32 kControl = white(0.12F);
inline constexpr ImU32 kControlHover = white(0.20F);
inline constexpr ImU32 kControlPressed = white(0.30F);
inline constexpr ImU32 kControlOn = rgb(0xE6E9EC);
inline constexpr ImU32 kWell = white(0.06F);
inline constexpr ImU32 kRowHover = white(0.07F);
inline constexpr ImU32 kTrack = white(0.16F);
inline constexpr ImU32 kBuffered = white(0.32F);
inline constexpr ImU32 kGrab = rgb(0xE6E9EC);

inline constexpr float kMargin = 16;  // of the window
inline constexpr float kGap = 8;      // between panels
inline constexpr float kPadding = 16;
inline constexpr float kPanelRadius = 8;
inline constexpr float kButtonRadius = 4;
inline constexpr float kBarRadius = 2;

constexpr ImU32 of(Stage stage) {
  switch (stage) {
    case Stage::decode:
      return rgb(0xE69F00);
    case Stage::upload:
      return rgb(0x56B4E9);
    case Stage::passes:
      return rgb(0x009E73);
    case Stage::download:
      return rgb(0xCC79A7);
    case Stage::present:
      break;
  }
  return rgb(0xF0E442);
}

}  // namespace theme
}  // namespace framelane
