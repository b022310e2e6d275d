#include "gpu/filters/short_program.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <span>

#include "gpu/filters/short_math.h"
#include "gpu/filters/test_tables.h"
#include "gpu/filters/testing.h"
#include "gpu/host/passes/half.h"

// Short programs, which the GPU's kernels run, against the plain ones that they are made of.
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

void run_short(const ShortRun& run, const ImageView& in, const ImageView& out) {
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

// Counts the passes that it ran as short programs.
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

struct Case {
  const char* chain;
  const char* format = "yuv420p";
  const char* output = nullptr;
};
void PrintTo(const Case& test, std::ostream* out) {
  *out << test.chain << " " << test.format;
}

class ShortProgramOf : public ::testing::TestWithParam<Case> {};

TEST_P(ShortProgramOf, GivesThePlainOnesResult) {
  const Case& test = GetParam();
  FrameFacts facts = facts_of(test.format, 64, 32);
  const bool hdr = facts.format->depth > 8;
  if (hdr) {
    facts.color.transfer = Transfer::pq;
    facts.color.primaries = Primaries::bt2020;
    facts.color.matrix = Matrix::bt2020nc;
  }
  const OutputFormat output{OutputFormat::Kind::named, find_pixel_format("yuv420p")};
  const std::string chain = with_tables(test.chain);
  int count = 0;
  for (const unsigned seed : {1U, 2U, 3U}) {
    const Raw scene = make_scene(facts, seed);
    const Raw plain = run_chain(chain, facts, scene, output);
    const Raw made =
        run_chain(chain, facts, std::vector<Raw>{scene}, output, short_runner(count))[0];
    ASSERT_EQ(plain.size(), made.size());
    int worst = 0, differing = 0;
    for (std::size_t i = 0; i < plain.size(); ++i) {
      worst = std::max(worst, std::abs(plain[i] - made[i]));
      differing += plain[i] != made[i];
    }
    EXPECT_LE(worst, 1);
    EXPECT_LE(differing, static_cast<int>(plain.size()) / 8);  // blocks of one colour at a half
  }
  EXPECT_EQ(count, 3);
}

// Places are 1024ths of a cell, which is the whole range here: cut off instead of rounded they
// would leave a twentieth of a code on the average.
TEST(ShortPrograms, PlacesInALatticeAreRounded) {
  const FrameFacts facts = facts_of("yuv420p", 256, 128);
  const std::string chain = with_tables("lut3d=file=%/l2i.cube");
  const Raw scene = make_scene(facts, 1);
  int count = 0;
  const Raw plain = run_chain(chain, facts, scene);
  const Raw made = run_chain(chain, facts, std::vector<Raw>{scene}, {}, short_runner(count))[0];
  ASSERT_EQ(count, 1);
  ASSERT_EQ(plain.size(), made.size());
  double sum = 0;
  for (std::size_t i = 0; i < plain.size(); ++i)
    sum += made[i] - plain[i];
  EXPECT_NEAR(sum / static_cast<double>(plain.size()), 0, 0.03);
}

INSTANTIATE_TEST_SUITE_P(
    Chains, ShortProgramOf,
    ::testing::Values(
        Case{"eq=contrast=1.2:brightness=0.05:saturation=1.4"}, Case{"eq=gamma=1.3"},
        Case{"eq=gamma_r=1.5:gamma_b=0.7:gamma_weight=0.8:contrast=-1.3"},
        Case{"eq=saturation=1.7"}, Case{"exposure=exposure=0.5"},
        Case{"exposure=exposure=-1:black=0.1"}, Case{"hue=h=40:s=1.5"}, Case{"negate"},
        Case{"negate=components=y"}, Case{"eq=contrast=1.2,exposure=exposure=0.5,hue=h=20,negate"},
        Case{"eq=contrast=1.2:saturation=2,exposure=exposure=0.5"},
        Case{"hue=h=120:s=2,eq=contrast=1.7:saturation=0.5"},
        Case{"colortemperature=temperature=4000"}, Case{"colorlevels=rimin=0.1"},
        Case{"colorchannelmixer=rr=0.7:rg=0.2:gb=0.4"}, Case{"curves=preset=strong_contrast"},
        Case{"curves=preset=vintage,negate"},
        Case{"curves=preset=vintage,eq=gamma=0.7,exposure=exposure=0.3"},
        Case{"lut3d=file=%/l33.cube"}, Case{"lut3d=file=%/l17d.cube"},
        Case{"lut3d=file=%/l33i.cube"}, Case{"lut3d=file=%/l65i.cube"},
        Case{"eq=contrast=1.2,exposure=exposure=0.5,lut3d=file=%/l5.cube,negate"},
        Case{"tonemap=hable", "yuv420p10le"}, Case{"tonemap=hable"},
        Case{"tonemap=reinhard:desat=0.5", "yuv420p10le"},
        Case{"tonemap=gamma:desat=0:peak=8", "yuv420p10le"},
        Case{"eq=contrast=1.1,hue=h=20", "yuv420p10le"},
        Case{"colorspace=fast=1:primaries=bt2020,tonemap=hable,colorspace=format=yuv420p",
             "yuv420p10le"}));

}  // namespace
}  // namespace framelane::testing
