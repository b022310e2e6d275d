#pragma once
#include <imgui.h>

#include <string_view>

#include "ui/more_glyphs.h"

namespace framelane {

enum class TextSize : unsigned char { small, body, large };  // 12, 14, 28

// The one face in its three sizes, rasterised for one scale; characters that it lacks come from
// other faces of the machine once a text has them. Lives in the current Dear ImGui context.
class Fonts {
 public:
  Fonts();
  ~Fonts();
  Fonts(const Fonts&) = delete;
  Fonts& operator=(const Fonts&) = delete;
  // Rasterises anew when the scale changed or texts had other characters; call it outside of a Dear
  // ImGui frame. True when the atlas' texture must be made again.
  [[nodiscard]] bool prepare(double scale);
  // Of every text that is drawn.
  void note(std::string_view text) { more_.note(text); }
  // The last frame had characters that the next prepare() brings.
  [[nodiscard]] bool pending() const { return more_.pending(); }
  [[nodiscard]] ImFont* face(TextSize size) const;
  // From the middle of a line down to its baseline, device pixels, not rounded: what Dear ImGui's
  // own rounding of the ascent would shift.
  [[nodiscard]] float baseline(TextSize size) const;

 private:
  MoreGlyphs more_;
  double scale_ = 0;
  ImFont* faces_[3] = {};
  float baselines_[3] = {};
};

}  // namespace framelane
