#include "ui/line_strip.h"

#include <algorithm>
#include <cmath>

namespace framelane {
namespace {

// Cosine of the turn from which on two stretches end bluntly instead of sharing corners.
constexpr float kSharp = 0.8F;

ImVec2 across(ImVec2 from, ImVec2 to) {
  const float x = to.x - from.x, y = to.y - from.y;
  const float length = std::max(std::sqrt(x * x + y * y), 1e-6F);
  return {-y / length, x / length};
}

float cosine(ImVec2 a, ImVec2 b) {
  return a.x * b.x + a.y * b.y;
}

ImVec2 mitre(ImVec2 before, ImVec2 after) {
  const float grow = 1 / (1 + cosine(before, after));
  return {(before.x + after.x) * grow, (before.y + after.y) * grow};
}

// Rows of corners across a line, with triangles between them.
class Rows {
 public:
  Rows(ImDrawList& list, ImU32 color, float thickness)
      : list_(list),
        color_(color),
        thin_(thickness < kThin),
        outer_((thickness + 1) / 2),
        inner_((thickness - 1) / 2) {}

  [[nodiscard]] unsigned width() const { return thin_ ? 3 : 4; }
  void add(ImVec2 at, ImVec2 way) {
    const ImU32 clear = color_ & ~IM_COL32_A_MASK;
    corner(at, way, -outer_, clear);
    if (!thin_) corner(at, way, -inner_, color_);
    corner(at, way, thin_ ? 0 : inner_, color_);
    corner(at, way, outer_, clear);
  }
  // Between the row added last and the one that is added next.
  void join() {
    const unsigned next = list_._VtxCurrentIdx;
    for (unsigned i = next - width(); i + 1 < next; ++i)
      for (const unsigned index : {i, i + 1, i + width() + 1, i, i + width() + 1, i + width()})
        list_.PrimWriteIdx(static_cast<ImDrawIdx>(index));
  }

 private:
  // A thin line is a ridge; a thicker one has a plateau between its slopes of one pixel.
  static constexpr float kThin = 1.25F;

  void corner(ImVec2 at, ImVec2 way, float by, ImU32 color) {
    list_.PrimWriteVtx({at.x + by * way.x, at.y + by * way.y}, white_, color);
  }

  ImDrawList& list_;
  ImVec2 white_ = ImGui::GetFontTexUvWhitePixel();
  ImU32 color_;
  bool thin_;
  float outer_, inner_;
};

}  // namespace

void add_line_strip(ImDrawList& list, std::span<const ImVec2> points, float scale, ImU32 color,
                    float thickness) {
  if (points.size() < 2) return;
  Rows rows(list, color, thickness);
  const std::size_t stretches = points.size() - 1;
  const auto width = static_cast<int>(rows.width()), most = static_cast<int>(stretches);
  list.PrimReserve(6 * (width - 1) * most, 2 * width * most);
  int shared = 0;
  const auto at = [&](std::size_t i) { return ImVec2{points[i].x * scale, points[i].y * scale}; };
  ImVec2 way = across(points[0], points[1]);
  rows.add(at(0), way);
  for (std::size_t i = 1; i < stretches; ++i) {
    const ImVec2 next = across(points[i], points[i + 1]);
    const bool blunt = cosine(way, next) < kSharp;
    rows.join();
    rows.add(at(i), blunt ? way : mitre(way, next));
    if (blunt) rows.add(at(i), next);
    shared += blunt ? 0 : 1;
    way = next;
  }
  rows.join();
  rows.add(at(stretches), way);
  list.PrimUnreserve(0, shared * width);
}

void add_area_strip(ImDrawList& list, std::span<const ImVec2> points, float scale, float bottom,
                    ImU32 color) {
  if (points.size() < 2) return;
  const auto count = static_cast<int>(points.size());
  const ImVec2 white = ImGui::GetFontTexUvWhitePixel();
  list.PrimReserve(6 * (count - 1), 2 * count);
  const unsigned first = list._VtxCurrentIdx;
  for (const ImVec2& point : points) {
    list.PrimWriteVtx({point.x * scale, point.y * scale}, white, color);
    list.PrimWriteVtx({point.x * scale, bottom}, white, color);
  }
  for (unsigned i = first; i + 2 < list._VtxCurrentIdx; i += 2)
    for (const unsigned index : {i, i + 2, i + 3, i, i + 3, i + 1})
      list.PrimWriteIdx(static_cast<ImDrawIdx>(index));
}

}  // namespace framelane
