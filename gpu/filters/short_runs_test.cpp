#include "gpu/filters/short_runs_test.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "gpu/filters/lattice_luma.h"
#include "gpu/filters/short_math.h"
#include "gpu/filters/tone_math.h"
#include "gpu/host/passes/half.h"

namespace framelane::testing {
namespace {

using Kind = ShortStep::Kind;

struct LinesAt {
  std::span<const CurveLine> lines;
  int first = 0;
  [[nodiscard]] LinesAt from(int line) const { return {lines, line}; }
  CurveLine operator()(std::uint32_t i) const {
    const auto line = static_cast<std::size_t>(static_cast<int>(i) + first);
    EXPECT_LT(line, lines.size());
    return line < lines.size() ? lines[line] : CurveLine{};
  }
};

struct HalvesAt {
  const std::byte* table;
  LatticeEntry operator()(std::uint32_t i) const {
    std::uint16_t halves[4];
    std::memcpy(halves, table + i * sizeof halves, sizeof halves);
    return {{half_to_float(halves[0]), half_to_float(halves[1]), half_to_float(halves[2])}};
  }
};

class ShortRun {
 public:
  ShortRun(const ShortProgram& program, const Pass& pass) : program_(program) {
    for (int i = 0; i < program.count; ++i)
      near_.push_back(lines_for(program.steps[i], pass));
    for (const PassTableRef& table : pass.tables)
      tables_.push_back(table->bytes.data());
  }
  // Codes of four pixels' luma and of the chroma under them.
  void block(float (&luma)[4], float (&u)[1], float (&v)[1]) const {
    if (program_.split) {
      split(luma, u, v);
    } else {
      color(luma, u, v);
    }
    for (float* value : {&luma[0], &luma[1], &luma[2], &luma[3], &u[0], &v[0]})
      *value = round_even(in_unit(*value) * program_.highest);
  }

 private:
  static std::vector<CurveLine> lines_for(const ShortStep& step, const Pass& pass) {
    std::vector<CurveLine> found;
    if (step.lines == 0) return found;
    const std::byte* table = pass.tables[static_cast<std::size_t>(step.table)]->bytes.data();
    const auto* lines = reinterpret_cast<const CurveLine*>(table);
    for (int i = 0; i < step.lines; ++i) {
      const int row = step.kind == Kind::curve ? i / step.size * step.size : 0;
      const float* values = reinterpret_cast<const float*>(table) + row;
      found.push_back(step.kind == Kind::curve  ? line_of_curve(step, values, i - row)
                      : step.kind == Kind::ramp ? line_of_ramp(step, lines, i)
                                                : lines[i]);
    }
    return found;
  }

  void apply(int i, float (&v)[3][4]) const {
    const ShortStep& step = program_.steps[i];
    const LinesAt lines{near_[static_cast<std::size_t>(i)]};
    if (step.linear())
      return step.clamp ? short_matrix<true>(step, v) : short_matrix<false>(step, v);
    if (step.kind == Kind::curve || step.kind == Kind::ramp) return short_even(step, lines, v);
    if (step.kind == Kind::lines) return short_lines(step, lines, v);
    if (step.kind == Kind::peak_gain) return short_peak_gain(step, lines, v);
    if (step.kind == Kind::luma_mix) return short_luma_mix(step, v);
    if (step.kind == Kind::lattice) return short_lattice(step, HalvesAt{halves(step)}, v);
    for (int c = 0; c < 3; ++c)
      apply_short(step, c, v[c]);
  }

  [[nodiscard]] const std::byte* halves(const ShortStep& step) const {
    const auto size = static_cast<std::size_t>(step.size);
    return tables_[static_cast<std::size_t>(step.table)] + size * size * size * 4 * sizeof(float);
  }

  void color(float (&luma)[4], float (&u)[1], float (&v)[1]) const {
    float all[3][4] = {
        {luma[0], luma[1], luma[2], luma[3]}, {u[0], u[0], u[0], u[0]}, {v[0], v[0], v[0], v[0]}};
    for (int i = 0; i < program_.count; ++i)
      apply(i, all);
    std::copy_n(all[0], 4, luma);
    u[0] = 0.25F * (all[1][0] + all[1][1] + all[1][2] + all[1][3]);
    v[0] = 0.25F * (all[2][0] + all[2][1] + all[2][2] + all[2][3]);
  }

  void split(float (&luma)[4], float (&u)[1], float (&v)[1]) const {
    float all[3][4] = {{luma[0], luma[1], luma[2], luma[3]}, {u[0], 0, 0, 0}, {v[0], 0, 0, 0}};
    for (int i = 0; i < program_.count; ++i)
      apply(i, all);
    std::copy_n(all[0], 4, luma);
    u[0] = all[1][0];
    v[0] = all[2][0];
  }

  ShortProgram program_;
  std::vector<std::vector<CurveLine>> near_;
  std::vector<const std::byte*> tables_;
};

float read_sample(const ImageView& view, int c, int x, int y) {
  const std::byte* at = view.data[c] + y * view.pitch_bytes[c] + x * view.step_bytes[c];
  if (view.type == SampleType::u8) return static_cast<float>(std::to_integer<int>(*at));
  std::uint16_t word;
  std::memcpy(&word, at, sizeof word);
  return static_cast<float>(word);
}

void write_sample(const ImageView& view, int c, int x, int y, float value) {
  std::byte* at = view.data[c] + y * view.pitch_bytes[c] + x * view.step_bytes[c];
  const auto word = static_cast<std::uint16_t>(value);
  std::memcpy(at, &word, view.type == SampleType::u8 ? 1 : 2);
}

// As the kernel of tone programs takes a block.
class ToneRun {
 public:
  ToneRun(const ToneProgram& program, const Pass& pass) : program_(program) {
    const auto table = [&pass](const ShortStep& step) {
      const auto index = static_cast<std::size_t>(step.table);
      return reinterpret_cast<const CurveLine*>(pass.tables[index]->bytes.data());
    };
    for (int i = 0; i < program.ramp.lines; ++i)
      ramp_.push_back(ramp_line(program, table(program.ramp)[place_in_ramp(program.ramp, i)]));
    for (int i = 0; i < program.curve.lines; ++i)
      curve_.push_back(curve_line(program, table(program.curve)[i]));
  }
  void block(float (&luma)[4], float (&u)[1], float (&v)[1]) const {
    const LinesAt ramp{ramp_, -static_cast<int>(kFloorBits)}, curve{curve_, program_.origin};
    float all[3][4], sums[3] = {};
    for (int i = 0; i < 4; ++i) {
      for (int c = 0; c < 3; ++c) {
        const float added = tone_added(program_, c, u[0] * kCodeAsHalf, v[0] * kCodeAsHalf);
        all[c][i] = tone_light(program_, ramp, c, luma[i] * kCodeAsHalf, added);
      }
      tone_pixel(program_, curve, all[0][i], all[1][i], all[2][i]);
      luma[i] = tone_stored(program_, 0, all[0][i], all[1][i], all[2][i]);
      for (int c = 0; c < 3; ++c)
        sums[c] += all[c][i];
    }
    u[0] = tone_stored(program_, 1, sums[0], sums[1], sums[2]);
    v[0] = tone_stored(program_, 2, sums[0], sums[1], sums[2]);
    for (float* value : {&luma[0], &luma[1], &luma[2], &luma[3], &u[0], &v[0]})
      *value = round_even(*value * program_.highest);
  }

 private:
  ToneProgram program_;
  std::vector<CurveLine> ramp_, curve_;
};

// As the lattice's kernel takes a block where the table has entries of luma.
class LumaRun {
 public:
  LumaRun(const ShortProgram& program, const LumaOfColors& parts, const Pass& pass)
      : program_(program),
        parts_(parts),
        entries_(pass.tables[static_cast<std::size_t>(program.lattice)]->bytes.data() +
                 luma_entries_at(program.lattice_size)) {}
  void block(float (&luma)[4], float (&u)[1], float (&v)[1]) const {
    float all[3][4] = {
        {luma[0], luma[1], luma[2], luma[3]}, {u[0], u[0], u[0], u[0]}, {v[0], v[0], v[0], v[0]}};
    short_matrix<true>(program_.steps[0], all);
    short_lattice(program_.steps[1], HalvesAt{entries_}, all);
    const auto mean = [](const float(&of)[4]) { return 0.25F * (of[0] + of[1] + of[2] + of[3]); };
    for (int i = 0; i < 4; ++i)
      luma[i] = stored_part(parts_, 0, all[2][i]);
    u[0] = stored_part(parts_, 1, mean(all[0]));
    v[0] = stored_part(parts_, 2, mean(all[1]));
    for (float* value : {&luma[0], &luma[1], &luma[2], &luma[3], &u[0], &v[0]})
      *value = round_even(*value * program_.highest);
  }

 private:
  ShortProgram program_;
  LumaOfColors parts_;
  const std::byte* entries_;
};

template <typename Run>
void run_short(const Run& run, const ImageView& in, const ImageView& out) {
  for (int y = 0; y < in.height; y += 2)
    for (int x = 0; x < in.width; x += 2) {
      float luma[4], u[1] = {read_sample(in, 1, x / 2, y / 2)},
                     v[1] = {read_sample(in, 2, x / 2, y / 2)};
      for (int k = 0; k < 4; ++k)
        luma[k] = read_sample(in, 0, x + k % 2, y + k / 2);
      run.block(luma, u, v);
      for (int k = 0; k < 4; ++k)
        write_sample(out, 0, x + k % 2, y + k / 2, luma[k]);
      write_sample(out, 1, x / 2, y / 2, u[0]);
      write_sample(out, 2, x / 2, y / 2, v[0]);
    }
}

}  // namespace

PassRunner short_runner(int& count) {
  return [&count, host = host_runner()](const PassRun& run) {
    const auto* work = std::get_if<PointWork>(&run.pass.work);
    const ImageView in = run.in[0]->view(), out = run.out[0]->view();
    const auto program =
        work == nullptr ? std::nullopt : short_program(*work, in.max_code, out.max_code);
    if (!program || program->other >= 0) return host(run);
    ++count;
    run_short(ShortRun(*program, run.pass), in, out);
  };
}

PassRunner tone_runner(int& count) {
  return [&count, host = host_runner()](const PassRun& run) {
    const auto* work = std::get_if<PointWork>(&run.pass.work);
    const ImageView in = run.in[0]->view(), out = run.out[0]->view();
    const auto program =
        work == nullptr ? std::nullopt : short_program(*work, in.max_code, out.max_code);
    const auto tone = program ? tone_program(*program, in.max_code) : std::nullopt;
    if (!tone) return host(run);
    ++count;
    run_short(ToneRun(*tone, run.pass), in, out);
  };
}

PassRunner luma_runner(int& count) {
  return [&count, host = host_runner()](const PassRun& run) {
    const auto* work = std::get_if<PointWork>(&run.pass.work);
    const ImageView in = run.in[0]->view(), out = run.out[0]->view();
    const auto program =
        work == nullptr ? std::nullopt : short_program(*work, in.max_code, out.max_code);
    const auto parts = program ? luma_of_colors(*program) : std::nullopt;
    if (!parts ||
        std::none_of(work->ops, work->ops + work->count, [](const PointOp& op) { return op.luma; }))
      return host(run);
    ++count;
    run_short(LumaRun(*program, *parts, run.pass), in, out);
  };
}

}  // namespace framelane::testing
