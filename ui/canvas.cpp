#include "ui/canvas.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "ui/line_strip.h"
#include "ui/text_line.h"

namespace framelane {
namespace {

constexpr std::string_view kEllipsis = "\u2026";
constexpr std::string_view kThinSpace = "\u2009";

// Steps back over the last UTF-8 character.
void drop_last(std::string& text) {
  while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0U) == 0x80U) {
    text.pop_back();
  }
  if (!text.empty()) text.pop_back();
}

// Of a thin space, for a face that has none.
float thin_gap(const ImFont* face) {
  return std::round(0.15F * face->FontSize);
}

}  // namespace

TextLine numbers_lit(std::string_view text, TextSize size, ImU32 bright, ImU32 quiet) {
  TextLine line;
  for (std::size_t i = 0; i < text.size();) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    std::size_t end = i + 1;
    while (end < text.size() && (text[end] >= '0' && text[end] <= '9') == digit)
      ++end;
    line.push_back({std::string(text.substr(i, end - i)), digit ? bright : quiet, size});
    i = end;
  }
  return line;
}

Canvas::Canvas(ImDrawList& list, Fonts& fonts, double scale, Interaction& interaction,
               std::vector<TextBox>* boxes)
    : list_(&list),
      fonts_(&fonts),
      scale_(static_cast<float>(scale)),
      interaction_(&interaction),
      boxes_(boxes) {}

void Canvas::begin_panel(std::string_view name, Rect box, float alpha, bool live, float radius) {
  panel_ = box;
  alpha_ = alpha;
  live_ = live;
  if (live) interaction_->add_panel(name, box);
  fill(box, Theme::kPanel, radius);
}

void Canvas::leave_panel() {
  panel_ = {};
  alpha_ = 1;
  live_ = true;
}

ImU32 Canvas::tint(ImU32 color) const {
  const float alpha = static_cast<float>(color >> IM_COL32_A_SHIFT & 255U) * alpha_;
  return (color & ~IM_COL32_A_MASK) | static_cast<ImU32>(std::lround(alpha)) << IM_COL32_A_SHIFT;
}

float Canvas::px(float logical) const {
  return std::round(logical * scale_);
}

ImVec2 Canvas::at(ImVec2 logical) const {
  return {logical.x * scale_, logical.y * scale_};
}

float Canvas::stroke(float logical) const {
  return std::max(1.0F, logical * scale_);
}

void Canvas::clip(Rect box) {
  clips_.push_back(visible(box));
  list_->PushClipRect({px(box.x), px(box.y)}, {px(box.right()), px(box.bottom())}, true);
}

void Canvas::unclip() {
  clips_.pop_back();
  list_->PopClipRect();
}

// The part of a box that is not clipped away; empty when nothing is left.
Rect Canvas::visible(Rect box) const {
  if (clips_.empty()) return box;
  const Rect& clip = clips_.back();
  const float x = std::max(box.x, clip.x), y = std::max(box.y, clip.y);
  const float right = std::min(box.right(), clip.right());
  const float bottom = std::min(box.bottom(), clip.bottom());
  return right > x && bottom > y ? Rect{x, y, right - x, bottom - y} : Rect{};
}

void Canvas::fill(Rect box, ImU32 color, float radius) {
  const ImVec2 from{px(box.x), px(box.y)};
  const ImVec2 to{std::max(from.x + 1, px(box.right())), std::max(from.y + 1, px(box.bottom()))};
  list_->AddRectFilled(from, to, tint(color), radius * scale_);
}

void Canvas::outline(Rect box, ImU32 color, float radius, float thickness) {
  list_->AddRect({px(box.x), px(box.y)}, {px(box.right()), px(box.bottom())}, tint(color),
                 radius * scale_, 0, stroke(thickness));
}

void Canvas::line(ImVec2 from, ImVec2 to, ImU32 color, float thickness) {
  list_->AddLine(at(from), at(to), tint(color), stroke(thickness));
}

void Canvas::polyline(std::span<const ImVec2> points, ImU32 color, float thickness) {
  // Segment by segment: a joined line grows long mitres at sharp turns.
  for (std::size_t i = 1; i < points.size(); ++i) {
    line(points[i - 1], points[i], color, thickness);
  }
}

void Canvas::triangle(ImVec2 a, ImVec2 b, ImVec2 c, ImU32 color) {
  list_->AddTriangleFilled(at(a), at(b), at(c), tint(color));
}

void Canvas::disc(ImVec2 centre, float radius, ImU32 color) {
  list_->AddCircleFilled(at(centre), radius * scale_, tint(color));
}

void Canvas::ring(ImVec2 centre, float radius, ImU32 color, float thickness) {
  list_->AddCircle(at(centre), radius * scale_, tint(color), 0, stroke(thickness));
}

void Canvas::curve(std::span<const ImVec2> points, ImU32 color, float thickness) {
  add_line_strip(*list_, points, scale_, tint(color), stroke(thickness));
}

void Canvas::area(std::span<const ImVec2> points, float bottom, ImU32 color) {
  add_area_strip(*list_, points, scale_, px(bottom), tint(color));
}

void Canvas::image(Rect box, unsigned texture, const std::array<ImVec2, 4>& corners, ImU32 color) {
  const ImVec2 from{px(box.x), px(box.y)}, to{px(box.right()), px(box.bottom())};
  // NOLINTNEXTLINE(performance-no-int-to-ptr): how Dear ImGui's OpenGL renderer names textures
  auto* const id = reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(texture));
  list_->AddImageQuad(id, from, {to.x, from.y}, to, {from.x, to.y}, corners[0], corners[1],
                      corners[2], corners[3], tint(color));
}

float Canvas::span_width(const TextSpan& span) const {
  const ImFont* face = fonts_->face(span.size);
  float width = 0;
  std::string_view left = span.text;
  const bool has_thin = face->FindGlyphNoFallback(0x2009) != nullptr;
  while (!left.empty()) {
    const std::size_t thin = has_thin ? std::string_view::npos : left.find(kThinSpace);
    const std::string_view part = left.substr(0, thin);
    width += face->CalcTextSizeA(face->FontSize, 1e9F, 0, part.data(), part.data() + part.size()).x;
    if (thin == std::string_view::npos) break;
    width += thin_gap(face);
    left.remove_prefix(thin + kThinSpace.size());
  }
  return width / scale_;
}

float Canvas::width(std::span<const TextSpan> line) const {
  widths_.clear();
  float sum = 0;
  for (const TextSpan& span : line)
    sum += widths_.emplace_back(span_width(span));
  return sum;
}

void Canvas::draw_span(float x, Rect box, const TextSpan& span) {
  fonts_->note(span.text);
  ImFont* face = fonts_->face(span.size);
  const float middle = (box.y + box.h / 2) * scale_;
  const float top = std::round(middle + fonts_->baseline(span.size)) - face->Ascent;
  std::string_view left = span.text;
  float pen = std::round(x * scale_);
  while (!left.empty()) {
    const std::size_t thin = face->FindGlyphNoFallback(0x2009) != nullptr ? std::string_view::npos
                                                                          : left.find(kThinSpace);
    const std::string_view part = left.substr(0, thin);
    const char* end = part.data() + part.size();
    list_->AddText(face, face->FontSize, {pen, top}, tint(span.color), part.data(), end);
    if (thin == std::string_view::npos) break;
    pen += face->CalcTextSizeA(face->FontSize, 1e9F, 0, part.data(), end).x + thin_gap(face);
    left.remove_prefix(thin + kThinSpace.size());
  }
}

// Leaves no more than one character that finds no room.
void Canvas::trim(TextSpan& span, float room) const {
  if (span.text.find(kThinSpace) != std::string::npos) return;
  const ImFont* face = fonts_->face(span.size);
  const char *from = span.text.data(), *end = from + span.text.size(), *rest = end;
  face->CalcTextSizeA(face->FontSize, std::max(room, 0.0F) * scale_, 0, from, end, &rest);
  if (rest < end) ++rest;
  while (rest < end && (static_cast<unsigned char>(*rest) & 0xC0U) == 0x80U)
    ++rest;
  span.text.resize(static_cast<std::size_t>(rest - from));
}

TextLine Canvas::cut(std::span<const TextSpan> line, float room) const {
  TextLine kept;
  float before = 0;  // the span in which the room ends
  for (const TextSpan& span : line) {
    kept.push_back(span);
    const float wide = span_width(span);
    if (before + wide > room) {
      trim(kept.back(), room - before);
      break;
    }
    before += wide;
  }
  while (!kept.empty()) {
    TextSpan& last = kept.back();
    drop_last(last.text);
    if (last.text.empty()) {
      kept.pop_back();
      continue;
    }
    last.text += kEllipsis;
    if (width(kept) <= room) return kept;
    last.text.resize(last.text.size() - kEllipsis.size());
  }
  return kept;
}

float Canvas::text(Rect box, std::span<const TextSpan> line, Align align) {
  if (!shows(box)) return 0;
  if (const std::optional<TextLine> clean = without_controls(line)) return text(box, *clean, align);
  const float wide = width(line);
  if (wide <= box.w + 0.75F / scale_) return draw_spans(box, line, wide, false, align);
  const TextLine shown = cut(line, box.w);
  const float seen = draw_spans(box, shown, width(shown), true, align);
  if (hovers(box)) interaction_->offer_tooltip(plain(line), visible(box), panel_);
  return seen;
}

// The spans were measured last.
float Canvas::draw_spans(Rect box, std::span<const TextSpan> line, float wide, bool cut,
                         Align align) {
  const float slack = box.w - wide;
  float x = box.x;
  if (align == Align::right) x += slack;
  if (align == Align::center) x += slack / 2;
  const float height = fonts_->face(line.empty() ? TextSize::body : line.front().size)->FontSize;
  const Rect drawn{x, box.y + (box.h - height / scale_) / 2, wide, height / scale_};
  const Rect seen = visible(drawn);
  if (seen.w <= 0) return wide;
  if (boxes_ != nullptr) boxes_->push_back({plain(line), seen, panel_, cut});
  for (std::size_t i = 0; i < line.size(); ++i) {
    draw_span(x, box, line[i]);
    x += widths_[i];
  }
  return wide;
}

Control Canvas::control(std::string_view id, Rect box, std::string_view tooltip, bool enabled) {
  if (!live_) return {};
  const Control control = interaction_->control(id, visible(box), enabled);
  if (control.focused && visible(box).w > 0) {
    outline({box.x - 1.5F, box.y - 1.5F, box.w + 3, box.h + 3}, white(100),
            Theme::kButtonRadius + 1);
  }
  interaction_->offer_tooltip(tooltip, visible(box), panel_);
  return control;
}

Control Canvas::drag_area(std::string_view id, Rect box, bool enabled) {
  return live_ ? interaction_->control(id, visible(box), enabled, false) : Control{};
}

void Canvas::tooltip(std::string_view text, Rect box) {
  if (live_) interaction_->offer_tooltip(text, visible(box), panel_);
}

bool Canvas::hovers(Rect box) const {
  return live_ && interaction_->pointer_in(visible(box));
}

float Canvas::wheel(std::string_view id, Rect box, bool whole) {
  return live_ ? interaction_->take_wheel(id, visible(box), whole) : 0;
}

}  // namespace framelane
