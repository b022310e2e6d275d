#include "ui/vectorscope_panel.h"

#include <cmath>
#include <numbers>

namespace framelane {
namespace {

constexpr float kRadius = 70;                                 // of Cb or Cr of 0.5
constexpr float kVectorNames = kRadius + 12;                  // of the bars' names
constexpr float kReach = kRadius * kScopeBins / kChromaSpan;  // of half the table

struct Bar {
  const char* name;
  double r, g, b;
};
constexpr std::array kBars{Bar{"R", 1, 0, 0},  Bar{"Yl", 1, 1, 0}, Bar{"G", 0, 1, 0},
                           Bar{"Cy", 0, 1, 1}, Bar{"B", 0, 0, 1},  Bar{"Mg", 1, 0, 1}};

// Cb and Cr of a bar at 75 %, -0.5 to 0.5.
ImVec2 chroma_of(const Bar& bar, const Rows3& to_yuv) {
  const auto row = [&](std::size_t r) {
    return static_cast<float>(0.75 *
                              (to_yuv[r][0] * bar.r + to_yuv[r][1] * bar.g + to_yuv[r][2] * bar.b));
  };
  return {row(1), row(2)};
}

void draw_bars(Canvas& canvas, ImVec2 centre, Matrix matrix) {
  const Rows3 to_yuv = rgb_to_yuv(matrix);
  for (const Bar& bar : kBars) {
    const ImVec2 chroma = chroma_of(bar, to_yuv);
    const float x = centre.x + 2 * chroma.x * kRadius, y = centre.y - 2 * chroma.y * kRadius;
    canvas.outline({x - 3.5F, y - 3.5F, 7, 7}, Theme::kDim, 0);
    // Outside the ring, in the bar's direction: there no line crosses a name and no trace hides it.
    const float out = kVectorNames / std::hypot(chroma.x, chroma.y);
    canvas.text({centre.x + chroma.x * out - 12, centre.y - chroma.y * out - 8, 24, 16},
                axis_text(bar.name), Align::center);
  }
}

void draw_graticule(Canvas& canvas, ImVec2 centre) {
  canvas.ring(centre, kRadius, white(25), 1);
  canvas.fill({centre.x - kRadius, centre.y, 2 * kRadius, 1}, white(16));
  canvas.fill({centre.x, centre.y - kRadius, 1, 2 * kRadius}, white(16));
  constexpr float kSkin = 123 * std::numbers::pi_v<float> / 180;
  canvas.line(centre, {centre.x + std::cos(kSkin) * kRadius, centre.y - std::sin(kSkin) * kRadius},
              white(45));
}

}  // namespace

void draw_vectorscope(Canvas& canvas, const ScopesModel& model, unsigned texture,
                      const ScopeLook& look, std::vector<Action>& actions) {
  const auto& tables = model.tables.of(model.on.side);
  draw_scope_head(canvas, model, Scope::vectorscope, {}, look, actions);
  const Rect area = scope_area(canvas);
  const ImVec2 centre{std::round(area.x + area.w / 2), std::round(area.y + area.h / 2)};
  draw_graticule(canvas, centre);
  if (texture != 0) {
    // Row 0 of the texture is the lowest Cr. Bin 128 is chroma 0: its middle lies in the centre.
    constexpr float kHalf = 0.5F / kScopeBins;
    canvas.image(
        {centre.x - kReach, centre.y - kReach, 2 * kReach, 2 * kReach}, texture,
        {ImVec2{kHalf, 1 + kHalf}, {1 + kHalf, 1 + kHalf}, {1 + kHalf, kHalf}, {kHalf, kHalf}},
        Theme::kText);
  }
  draw_bars(canvas, centre, tables ? scope_matrix(tables->facts) : Matrix::bt709);
}

}  // namespace framelane
