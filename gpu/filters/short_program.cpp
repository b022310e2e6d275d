#include "gpu/filters/short_program.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "gpu/filters/color.h"

namespace framelane {
namespace {

using StepKind = ShortStep::Kind;

// Lines that a block may keep in shared memory, so that four blocks share a processor.
constexpr int kMostLines = 6 * 1024;
// More places for lines of one width than these, and those of curve_lines.h are kept as they are.
constexpr int kMostEven = 2048;
constexpr int kFractionBits = 23;

ColorMap diagonal(double gain, double offset = 0) {
  ColorMap map;
  for (std::size_t c = 0; c < 3; ++c) {
    map.m[c][c] = gain;
    map.m[c][3] = offset;
  }
  return map;
}

bool near(double a, double b) {
  return std::abs(a - b) < 1e-6;
}

bool mixes(const ColorMap& map) {
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 3; ++c)
      if (r != c && map.m[r][c] != 0) return true;
  return false;
}

bool keeps(const ColorMap& map, std::size_t c) {
  return near(map.m[c][c], 1) && near(map.m[c][3], 0);
}

// Whether it maps 0 .. 1 onto itself, so that it may come before the clamping as well.
bool turns_unit(const ColorMap& map) {
  if (mixes(map)) return false;
  for (std::size_t c = 0; c < 3; ++c)
    if (!keeps(map, c) && !(near(map.m[c][c], -1) && near(map.m[c][3], 1))) return false;
  return true;
}

// Collects the steps; `map` is a linear one's, kept exact until the end.
class ShortCompiler {
 public:
  ShortCompiler(int in_max, bool whole) : unit_(in_max), range_(whole ? 1 : 0) {}

  // Operation `index` of the plain program.
  bool add(const PointOp& op, int index) { return add_known(op) || add_other(op, index); }

  std::optional<ShortProgram> finish(int in_max, int out_max) {
    push_linear(diagonal(unit_ / out_max), false);
    if (!arrange(in_max) || program_.lines > kMostLines) return std::nullopt;
    program_.highest = static_cast<float>(out_max);
    return program_;
  }

 private:
  bool add_known(const PointOp& op) {
    switch (op.kind) {
      case PointOp::Kind::scale:
      case PointOp::Kind::matrix:
        return add_linear(op);
      case PointOp::Kind::gamma:
        return add_gamma(op);
      case PointOp::Kind::lattice:
        return add_lattice(op);
      case PointOp::Kind::curve:
        return add_curve(op);
      case PointOp::Kind::lines:
        return add_lines(op);
      case PointOp::Kind::luma_mix:
        return add_luma_mix(op);
      case PointOp::Kind::peak_gain:
        return add_peak_gain(op);
      default:
        return op.kind == PointOp::Kind::alpha;  // there is none
    }
  }

  bool add_other(const PointOp& op, int index) {
    if (op.plain() || op.sets_alpha() || op.kind == PointOp::Kind::lattice || program_.other >= 0)
      return false;
    leave_unit();
    (void)push_reader(op, StepKind::other);
    program_.other = index;
    const bool grade = op.kind == PointOp::Kind::mixer || op.kind == PointOp::Kind::balance ||
                       op.kind == PointOp::Kind::vibrance || op.kind == PointOp::Kind::vignette;
    range_ = grade ? op.limit : 0;
    return true;
  }

  struct Step {
    ShortStep step;
    ColorMap map;      // of a linear one
    double range = 0;  // what it reads is in 0 .. range; 0: not known
  };

  [[nodiscard]] bool last_is_linear() const {
    return !steps_.empty() && steps_.back().step.linear();
  }

  // In units on both sides. Joined with the step before where that changes no result.
  void push_linear(const ColorMap& map, bool clamp) {
    if (!last_is_linear() || !joined(map, clamp)) {
      Step step;
      step.map = map;
      step.step.clamp = clamp;
      step.range = range_;
      steps_.push_back(step);
    }
    range_ = steps_.back().step.clamp || stays_inside(steps_.back()) ? 1 : 0;
  }

  // Whether what it makes is in 0 .. 1 by what it reads.
  static bool stays_inside(const Step& step) {
    constexpr double kRounding = 1e-6;
    for (const auto& row : step.map.m) {
      double low = row[3], high = row[3];
      for (std::size_t c = 0; c < 3; ++c)
        (row[c] < 0 ? low : high) += row[c] * step.range;
      if (low < -kRounding || high > 1 + kRounding) return false;
    }
    return step.range > 0;
  }

  bool joined(const ColorMap& map, bool clamp) {
    Step& last = steps_.back();
    if (!last.step.clamp) {
      last.map = after(map, last.map);
      last.step.clamp = clamp;
      return true;
    }
    if (!turns_unit(map) && !(clamp && acts_apart(last, map))) return false;
    last.map = after(map, last.map);
    return true;
  }

  // Whether each component is changed by one of the two at most.
  static bool acts_apart(const Step& last, const ColorMap& map) {
    if (mixes(last.map) || mixes(map)) return false;
    for (std::size_t c = 0; c < 3; ++c)
      if (!keeps(map, c) && !(last.range == 1 && keeps(last.map, c))) return false;
    return true;
  }

  // Whether the components it leaves out are what they are after a clamp of all.
  [[nodiscard]] bool may_clamp_all(const PointOp& op) const {
    return (op.kind != PointOp::Kind::matrix && (op.components & 7) != 7)
               ? range_ == 1 && near(unit_, op.limit)
               : true;
  }

  bool add_linear(const PointOp& op) {
    if (op.clamp && !may_clamp_all(op)) return false;
    const double unit = op.clamp ? op.limit : unit_;
    push_linear(after(diagonal(1 / unit), after(to_map(op), diagonal(unit_))), op.clamp);
    unit_ = unit;
    return true;
  }

  bool add_gamma(const PointOp& op) {
    if (!may_clamp_all(op)) return false;
    if (steps_.empty()) push_linear({}, true);
    ShortStep step;
    step.kind = StepKind::gamma;
    step.components = op.components & 7;
    step.a = op.top / op.limit;
    step.b = op.bias / op.limit;
    ShortStep& last = steps_.back().step;
    const bool joins = last.kind == StepKind::gamma && (last.components & step.components) == 0 &&
                       last.a == step.a && last.b == step.b;
    if (joins) {
      last.components |= step.components;
    } else {
      steps_.push_back({step, {}, range_});
    }
    for (std::size_t c = 0; c < 3; ++c) {
      if ((op.components >> c & 1) == 0) continue;
      std::copy_n(op.m[c], 4, steps_.back().step.m[c]);
      steps_.back().step.m[c][0] *= static_cast<float>(unit_);
    }
    unit_ = op.limit;
    range_ = 1;
    return true;
  }

  // Places m[c][0] * v[c] + m[c][1] from `low` to `high`, as parts of that; moved up by `up`.
  void push_places(const PointOp& op, double low, double high, double up = 0) {
    ColorMap map;
    for (std::size_t c = 0; c < 3; ++c) {
      map.m[c][c] = op.m[c][0] * unit_ / (high - low);
      map.m[c][3] = (op.m[c][1] - low + up) / (high - low);
    }
    push_linear(map, true);
  }

  ShortStep& push_reader(const PointOp& op, StepKind kind) {
    Step step;
    step.step.kind = kind;
    step.step.table = static_cast<std::int8_t>(op.table);
    step.step.size = static_cast<std::int16_t>(op.size);
    steps_.push_back(step);
    range_ = 0;
    unit_ = 1;
    return steps_.back().step;
  }

  void keep_near(ShortStep& step, int lines) {
    step.lines = static_cast<std::int16_t>(lines);
    step.near = static_cast<std::int16_t>(program_.lines);
    const bool even = step.kind == StepKind::curve || step.kind == StepKind::ramp;
    step.origin = -(even ? static_cast<int>(kFloorBits) : step.first);
    program_.lines = std::min(program_.lines + lines, kMostLines + 1);
  }

  bool add_lattice(const PointOp& op) {
    if (op.lookup != PointOp::Lookup::tetrahedral || !op.halves || program_.lattice >= 0)
      return false;
    program_.lattice = op.table;
    program_.lattice_size = op.size;
    constexpr double kHalfPart = 0.5 / 1024;  // places are cut off to 1024ths: so they are rounded
    push_places(op, 0, op.size - 1, kHalfPart);
    ShortStep& step = push_reader(op, StepKind::lattice);
    step.clamp = op.clamp;
    range_ = op.clamp ? 1 : op.limit;  // unclamped where the entries are inside
    if (op.clamp) {
      step.a = 1 / op.limit;
      unit_ = op.limit;
    }
    return true;
  }

  bool add_curve(const PointOp& op) {
    if (op.lookup != PointOp::Lookup::linear || (op.components & 7) != 7 || op.size < 2 ||
        3 * op.size > kMostLines)
      return false;
    push_places(op, 0, op.size - 1);
    ShortStep& step = push_reader(op, StepKind::curve);
    keep_near(step, 3 * op.size);
    step.clamp = op.clamp;
    range_ = op.clamp ? 1 : 0;
    step.a = 1 / op.limit;
    unit_ = op.limit;
    return true;
  }

  static bool lines_fit(const LinePlaces& places) { return line_count(places) <= kMostLines; }

  static float least_of(const LinePlaces& places) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(places.first) << places.shift);
  }

  // How many lines as wide as the lowest one there are.
  static int even_lines(const LinePlaces& places) {
    const double width = least_of(places) * std::ldexp(1.0, places.shift - kFractionBits);
    return static_cast<int>(std::min(std::ceil((places.high - least_of(places)) / width), 1e6));
  }

  // Places are moved up by what the lowest line's end is above its beginning, which is nothing.
  bool add_lines(const PointOp& op) {
    const float low = op.lines.low, high = op.lines.high, least = least_of(op.lines);
    const bool close = low == least || (low < least && least <= 0x1p-20F * high);
    if (!lines_fit(op.lines) || (op.components & 7) != 7 || !close) return false;
    push_places(op, low, high);
    ShortStep& step = push_reader(op, StepKind::lines);
    step.shift = static_cast<std::int16_t>(op.lines.shift);
    step.first = op.lines.first;
    step.a = std::nextafter(high - least, 0.0F);
    step.b = least;
    if (const int even = even_lines(op.lines); low == least && even <= kMostEven) {
      step.kind = StepKind::ramp;
      step.size = static_cast<std::int16_t>(even + 1);
      keep_near(step, step.size);
    } else {
      keep_near(step, line_count(op.lines));
      step.m[0][0] = op.share;
      step.m[0][1] = op.top * std::pow(high, op.share);
    }
    return true;
  }

  // Values as they are, in code units or light.
  void leave_unit() {
    if (unit_ == 1) return;
    push_linear(diagonal(unit_), false);
    unit_ = 1;
  }

  bool add_luma_mix(const PointOp& op) {
    leave_unit();
    ShortStep& step = push_reader(op, StepKind::luma_mix);
    std::copy_n(op.m[0], 3, step.m[0]);
    step.a = op.m[1][0];
    return true;
  }

  bool add_peak_gain(const PointOp& op) {
    if (!lines_fit(op.lines)) return false;
    leave_unit();
    ShortStep& step = push_reader(op, StepKind::peak_gain);
    step.shift = static_cast<std::int16_t>(op.lines.shift);
    step.first = op.lines.first;
    keep_near(step, line_count(op.lines));
    step.a = op.m[1][0];
    step.b = least_of(op.lines);
    step.m[0][0] = op.lines.high;
    return true;
  }

  static bool splits(const ShortStep& step) {
    return step.mixes_none() || (step.kind == StepKind::matrix && step.m[0][1] == 0 &&
                                 step.m[0][2] == 0 && step.m[1][0] == 0 && step.m[2][0] == 0);
  }

  void write_maps(int in_max) {
    steps_.front().map = after(steps_.front().map, diagonal(1.0 / in_max));
    for (Step& step : steps_) {
      if (!step.step.linear()) continue;
      step.step.kind = mixes(step.map) ? StepKind::matrix : StepKind::scale;
      for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t c = 0; c < 4; ++c)
          step.step.m[r][c] = static_cast<float>(step.map.m[r][c]);
    }
  }

  bool arrange(int in_max) {
    write_maps(in_max);
    program_.split =
        std::ranges::all_of(steps_, [](const Step& step) { return splits(step.step); });
    if (!program_.split) {
      const auto mixing =
          std::ranges::find_if(steps_, [](const Step& step) { return !step.step.mixes_none(); });
      const bool reader = !mixing->step.linear();
      program_.spread = static_cast<int>(mixing - steps_.begin()) - (reader ? 1 : 0);
      if (program_.spread < 0 || !steps_[static_cast<std::size_t>(program_.spread)].step.linear())
        return false;
      if (program_.spread + 1 == static_cast<int>(steps_.size())) push_unchanged();
    }
    if (steps_.size() > std::size_t{kMaxShortSteps}) return false;
    program_.count = static_cast<int>(steps_.size());
    for (std::size_t i = 0; i < steps_.size(); ++i)
      program_.steps[i] = steps_[i].step;
    return true;
  }

  void push_unchanged() {
    ShortStep step;
    for (std::size_t c = 0; c < 3; ++c)
      step.m[c][c] = 1;
    steps_.push_back({step, {}, 0});
  }

  std::vector<Step> steps_;
  ShortProgram program_;
  double unit_;   // what a value of 1 stands for
  double range_;  // values are in 0 .. range_; 0: not known
};

}  // namespace

std::optional<ShortProgram> short_program(const PointWork& work, int in_max, int out_max,
                                          bool whole) {
  ShortCompiler compiler(in_max, whole);
  for (int i = 0; i < work.count; ++i)
    if (!compiler.add(work.ops[i], i)) return std::nullopt;
  return compiler.finish(in_max, out_max);
}

}  // namespace framelane
