#include <cmath>
#include <numbers>

#include "gpu/filters/color_text.h"
#include "gpu/filters/filters.h"

namespace framelane {
namespace {

enum { low, high, width, stripe_angle, stripe_color };

using Type = Parameter::Type;
constexpr Parameter kZebraParameters[] = {
    {"low", Type::number, "%", -10, 120, 95, "lowest luma marked; 0 is black, 100 white"},
    {"high", Type::number, "%", -10, 120, 120, "highest luma marked"},
    {"width", Type::number, "pixels", 1, 256, 4, "width of a stripe"},
    {"angle", Type::number, "degrees", -360, 360, 45, "turn of the stripes"},
    {.name = "color",
     .type = Type::text,
     .help = "colour of the stripes, between which the picture shows",
     .standard_text = "black"},
};

// Stripes stand still, so that a frame depends on its input alone.
FilterStep plan_zebra(const FilterValues& values, const FrameFacts& facts) {
  const double lowest = values[low].number, highest = values[high].number;
  FilterStep step;
  if (lowest > highest) return step;
  const Rgb8 rgb = color_value("zebra", "color", values[stripe_color].text);
  const auto stripe = codes_of_color({rgb[0] / 255.0, rgb[1] / 255.0, rgb[2] / 255.0}, facts);
  const CodeSpan luma = code_span(facts, 0);
  const auto code = [&](double percent) {
    return static_cast<float>(luma.zero + luma.span * percent / 100);
  };
  const double turn = values[stripe_angle].number * std::numbers::pi / 180;
  PointOp op;
  op.kind = PointOp::Kind::zebra;
  op.limit = static_cast<float>(facts.format->max_code());
  op.m[0][0] = static_cast<float>(std::cos(turn) / values[width].number);
  op.m[0][1] = static_cast<float>(std::sin(turn) / values[width].number);
  op.m[0][2] = code(lowest);
  op.m[0][3] = code(highest);
  for (std::size_t c = 0; c < 3; ++c)
    op.m[1][c] = static_cast<float>(stripe[c]);
  step.point.push_back(op);
  return step;
}

}  // namespace

constinit const FilterSpec kZebraFilter{"zebra",
                                        "stripes over what is bright",
                                        "Ours. Marks pixels whose luma lies between low and high: "
                                        "95 and over for what is about to clip, "
                                        "65 to 75\nfor skin. The stripes do not move.",
                                        FilterSpace::yuv_planes,
                                        kZebraParameters,
                                        plan_zebra,
                                        "zebra=low=90"};

}  // namespace framelane
