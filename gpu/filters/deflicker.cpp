#include "gpu/filters/deflicker_math.h"
#include "gpu/filters/filters.h"

namespace framelane {
namespace {

enum { size, mode, bypass };

using Type = Parameter::Type;
constexpr Parameter::Choice kDeflickerModes[] = {{"am", 0}, {"gm", 1}, {"hm", 2},    {"qm", 3},
                                                 {"cm", 4}, {"pm", 5}, {"median", 6}};
constexpr Parameter kDeflickerParameters[] = {
    {.name = "size",
     .type = Type::integer,
     .unit = "frames",
     .minimum = 2,
     .maximum = kMostDeflickered,
     .standard = 5,
     .help = "the frame and those after it",
     .short_name = "s"},
    {.name = "mode",
     .type = Type::choice,
     .maximum = 6,
     .help = "mean of luminances: arithmetic, geometric, harmonic, quadratic, cubic, power, median",
     .short_name = "m",
     .choices = kDeflickerModes},
    {.name = "bypass", .type = Type::boolean, .maximum = 1, .help = "leave frames unchanged"},
};

FilterStep plan_deflicker(const FilterValues& values, const FrameFacts& facts) {
  FilterStep step;
  if (values[bypass].number != 0) return step;
  DeflickerWork work;
  work.size = static_cast<int>(values[size].number);
  work.mean = static_cast<DeflickerWork::Mean>(static_cast<int>(values[mode].number));
  FilterStep::Work pass{work, facts};
  pass.state_bytes = static_cast<std::size_t>(work.size) * sizeof(LumaSum);
  pass.scratch_bytes = sizeof(float);
  step.works.push_back(std::move(pass));
  step.ahead = work.size - 1;
  return step;
}

}  // namespace

constinit const FilterSpec kDeflickerFilter{
    "deflicker",
    "even out the luminance of successive frames",
    "At the end of a stream the last frame repeats, in one shorter than `size` too. Means that\n"
    "overflow in FFmpeg are right here, median is the median, and a black frame stays black.",
    FilterSpace::yuv_planes,
    kDeflickerParameters,
    plan_deflicker,
    "deflicker=size=5:mode=am"};

}  // namespace framelane
