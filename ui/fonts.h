#pragma once
#include <imgui.h>

namespace framelane {

enum class TextSize : unsigned char { small, body, large };  // 12, 14, 28

// The one face in its three sizes, rasterised for one scale. Lives in the current Dear ImGui
// context.
class Fonts {
 public:
  // Rasterises anew when the scale changed; call it outside of a Dear ImGui frame. True when the
  // atlas' texture must be made again.
  [[nodiscard]] bool use_scale(double scale);
  [[nodiscard]] ImFont* face(TextSize size) const;
  // From the middle of a line down to its baseline, device pixels, not rounded: what Dear ImGui's
  // own rounding of the ascent would shift.
  [[nodiscard]] float baseline(TextSize size) const;

 private:
  double scale_ = 0;
  ImFont* faces_[3] = {};
  float baselines_[3] = {};
};

}  // namespace framelane
