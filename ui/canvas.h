#pragma once
#include <imgui.h>

#include <array>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ui/fonts.h"
#include "ui/interaction.h"
#include "ui/overlay.h"
#include "ui/theme.h"

namespace framelane {

// A stretch of a line of text in one tone and size.
struct TextSpan {
  std::string text;
  ImU32 color = Theme::kText;
  TextSize size = TextSize::body;
};
using TextLine = std::vector<TextSpan>;
enum class Align : unsigned char { left, right, center };

// Text with its numbers in `bright` and its words in `quiet`.
[[nodiscard]] TextLine numbers_lit(std::string_view text, TextSize size,
                                   ImU32 bright = Theme::kText, ImU32 quiet = Theme::kDim);

// Draws in logical pixels on Dear ImGui's draw list, rounded to whole device pixels, and asks the
// pointer. One frame's worth. Thread-safety: main thread, inside a Dear ImGui frame.
class Canvas {
 public:
  // Every text drawn is added to `boxes`, if there are any.
  Canvas(ImDrawList& list, Fonts& fonts, double scale, Interaction& interaction,
         std::vector<TextBox>* boxes);

  // Begins a panel: what follows belongs to it and takes its alpha (0 to 1). A panel that is
  // fading out takes no input.
  void begin_panel(std::string_view name, Rect box, float alpha, bool live = true,
                   float radius = Theme::kPanelRadius);
  [[nodiscard]] Rect panel() const { return panel_; }
  // What follows lies on the picture itself.
  void leave_panel();

  // What follows, until unclip(), is drawn and takes the pointer only inside the box.
  void clip(Rect box);
  void unclip();
  // False when nothing of the box is inside the clip.
  [[nodiscard]] bool shows(Rect box) const { return clips_.empty() || visible(box).w > 0; }

  void fill(Rect box, ImU32 color, float radius = 0);
  void outline(Rect box, ImU32 color, float radius, float thickness = 1);
  void line(ImVec2 from, ImVec2 to, ImU32 color, float thickness = 1);
  void polyline(std::span<const ImVec2> points, ImU32 color, float thickness);
  // The same for a long line from left to right.
  void curve(std::span<const ImVec2> points, ImU32 color, float thickness);
  void triangle(ImVec2 a, ImVec2 b, ImVec2 c, ImU32 color);
  void disc(ImVec2 centre, float radius, ImU32 color);
  void ring(ImVec2 centre, float radius, ImU32 color, float thickness);
  // What lies between a line from left to right and `bottom`.
  void area(std::span<const ImVec2> points, float bottom, ImU32 color);
  // A texture stretched to the box; its corners from the box's top left on, clockwise.
  void image(Rect box, unsigned texture, const std::array<ImVec2, 4>& corners, ImU32 color);

  // One line, centred in the box's height. Cut with an ellipsis where it is wider than the box, and
  // then its whole text is the tooltip. Returns the width drawn.
  float text(Rect box, std::span<const TextSpan> line, Align align = Align::left);
  float text(Rect box, std::initializer_list<TextSpan> line, Align align = Align::left) {
    return text(box, std::span(line.begin(), line.size()), align);
  }
  [[nodiscard]] float width(std::span<const TextSpan> line) const;
  [[nodiscard]] float width(std::initializer_list<TextSpan> line) const {
    return width(std::span(line.begin(), line.size()));
  }
  [[nodiscard]] float scale() const { return scale_; }

  // A control's state; draws the keyboard's ring when it has it.
  Control control(std::string_view id, Rect box, std::string_view tooltip, bool enabled = true);
  // The same for what is only dragged: the keyboard's ring passes it by.
  Control drag_area(std::string_view id, Rect box, bool enabled);
  // Of something that is no control.
  void tooltip(std::string_view text, Rect box);
  // A row that only shows something: true while the pointer is on it.
  [[nodiscard]] bool hovers(Rect box) const;
  [[nodiscard]] float pointer_x() const { return interaction_->x(); }
  [[nodiscard]] float pointer_y() const { return interaction_->y(); }
  // Turns of the wheel over the box, as Interaction::take_wheel().
  float wheel(std::string_view id, Rect box, bool whole);
  // False while the panel is fading out: it takes no input.
  [[nodiscard]] bool live() const { return live_; }
  [[nodiscard]] Interaction& interaction() { return *interaction_; }

 private:
  [[nodiscard]] Rect visible(Rect box) const;
  [[nodiscard]] ImU32 tint(ImU32 color) const;
  [[nodiscard]] float px(float logical) const;
  [[nodiscard]] ImVec2 at(ImVec2 logical) const;
  [[nodiscard]] float stroke(float logical) const;
  [[nodiscard]] float span_width(const TextSpan& span) const;
  void draw_span(float x, Rect box, const TextSpan& span);
  float draw_spans(Rect box, std::span<const TextSpan> line, float wide, bool cut, Align align);
  void trim(TextSpan& span, float room) const;
  [[nodiscard]] TextLine cut(std::span<const TextSpan> line, float room) const;

  ImDrawList* list_;
  Fonts* fonts_;
  float scale_;
  Interaction* interaction_;
  std::vector<TextBox>* boxes_;
  Rect panel_;
  std::vector<Rect> clips_;
  mutable std::vector<float> widths_;  // of the spans measured last
  float alpha_ = 1;
  bool live_ = true;
};

}  // namespace framelane
