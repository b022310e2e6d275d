#include "gpu/filters/short_program.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gpu/filters/short_runs_test.h"
#include "gpu/filters/test_tables.h"
#include "gpu/filters/testing.h"

// Short programs, which the GPU's kernels run, against the plain ones that they are made of.
namespace framelane::testing {
namespace {

struct Case {
  const char* chain;
  const char* format = "yuv420p";
  Transfer transfer = Transfer::pq;  // above 8 bit
  int width = 64, height = 32;
};
void PrintTo(const Case& test, std::ostream* out) {
  *out << test.chain << " " << test.format;
}

class ShortProgramOf : public ::testing::TestWithParam<Case> {};

using MakeRunner = PassRunner (*)(int& count);
void expect_the_plain_result(const Case& test, MakeRunner make_runner) {
  FrameFacts facts = facts_of(test.format, test.width, test.height);
  const bool hdr = facts.format->depth > 8;
  if (hdr) {
    facts.color.transfer = test.transfer;
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
        run_chain(chain, facts, std::vector<Raw>{scene}, output, make_runner(count))[0];
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

TEST_P(ShortProgramOf, GivesThePlainOnesResult) {
  expect_the_plain_result(GetParam(), short_runner);
}

class ToneProgramOf : public ::testing::TestWithParam<Case> {};

TEST_P(ToneProgramOf, GivesThePlainOnesResult) {
  expect_the_plain_result(GetParam(), tone_runner);
}

class LumaEntriesOf : public ::testing::TestWithParam<Case> {};

TEST_P(LumaEntriesOf, GiveThePlainResult) {
  expect_the_plain_result(GetParam(), luma_runner);
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

// What follows the lattice may change luma and each chroma for itself.
INSTANTIATE_TEST_SUITE_P(
    Chains, LumaEntriesOf,
    ::testing::Values(Case{"lut3d=file=%/l33i.cube"}, Case{"lut3d=file=%/l2i.cube"},
                      Case{"lut3d=file=%/l65i.cube"},
                      Case{"lut3d=file=%/l33i.cube", "yuv420p", Transfer::pq, 336, 68}));

// Of the larger ones, some pixels have little left of a colour that the gray of fading gives back,
// where a little more is several codes. The last one is what the benchmark has a limit for.
INSTANTIATE_TEST_SUITE_P(
    Chains, ToneProgramOf,
    ::testing::Values(
        Case{"tonemap=hable", "yuv420p10le"}, Case{"tonemap=reinhard:desat=0.5", "yuv420p10le"},
        Case{"tonemap=gamma:desat=0:peak=8", "yuv420p10le"},
        Case{"tonemap=bt2390:desat=0", "yuv420p10le"},
        Case{"tonemap=reinhard:desat=0.5", "yuv420p10le", Transfer::hlg, 336, 68},
        Case{"tonemap=hable", "yuv420p10le", Transfer::hlg, 2064, 20},
        Case{"colorspace=fast=1:primaries=bt2020,tonemap=hable,colorspace=format=yuv420p",
             "yuv420p10le"}));

}  // namespace
}  // namespace framelane::testing
