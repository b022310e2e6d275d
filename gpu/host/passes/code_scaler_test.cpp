#include "gpu/host/passes/code_scaler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "gpu/host/passes/scaled_by_test.h"

// Scaling codes of more than 8 bits with fused sums, across first, against the other sums of
// floats.
namespace framelane::testing {
namespace {

bool can_scale_codes() {
  return wide_code_sums() != nullptr;
}

// A raw picture of samples of 16 bits, whatever their place.
Raw codes_picture(const FrameFacts& facts, const std::function<int(std::uint32_t)>& code) {
  Raw raw = make_scene(facts, 1);
  std::mt19937 random(7);
  for (std::size_t i = 0; i + 1 < raw.size(); i += 2) {
    const int sample = code(static_cast<std::uint32_t>(random() >> 8)) << facts.format->shift;
    raw[i] = static_cast<std::uint8_t>(sample);
    raw[i + 1] = static_cast<std::uint8_t>(sample >> 8);
  }
  return raw;
}

// Codes of every size, or only the least and the largest that is even, which overshoot most: half
// of an odd one lies between two codes, so that the last bits of a sum would decide.
Raw noise_codes(const FrameFacts& facts, bool extreme) {
  const int top = facts.format->max_code();
  return codes_picture(facts, [&](std::uint32_t random) {
    const int code = static_cast<int>(random) & top;
    return extreme ? (code > top / 2 ? top - 1 : 0) : code;
  });
}

std::vector<int> samples_of(const Raw& raw, const FrameFacts& facts) {
  std::vector<int> samples;
  for (std::size_t i = 0; i + 1 < raw.size(); i += 2)
    samples.push_back((raw[i] | raw[i + 1] << 8) >> facts.format->shift);
  return samples;
}

// Samples that differ, in thousandths; none by more than a code.
double codes_off(const Raw& a, const Raw& b, const FrameFacts& facts) {
  const std::vector<int> one = samples_of(a, facts), other = samples_of(b, facts);
  EXPECT_EQ(one.size(), other.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    const int apart = std::abs(one[i] - other[i]);
    EXPECT_LE(apart, 1) << "sample " << i;
    if (apart != 0) ++count;
  }
  return 1000.0 * static_cast<double>(count) / static_cast<double>(one.size());
}

Scaled by_codes(const std::string& chain, const FrameFacts& facts, const Raw& picture,
                int threads = 2) {
  const ScaleWay way = [](const ScaleWork& work, const HostPassCall& call) {
    return scale_codes(work, call);
  };
  return scaled_by(way, chain, facts, picture, threads);
}

void expect_codes_near(const char* format, int width, int height, const std::string& chain,
                       double most) {
  const FrameFacts facts = facts_of(format, width, height);
  for (const bool extreme : {false, true}) {
    const Raw picture = noise_codes(facts, extreme);
    const Scaled made = by_codes(chain, facts, picture);
    ASSERT_TRUE(made.taken) << format << " " << chain;
    EXPECT_LE(codes_off(made.raw, scaled_by(exactly, chain, facts, picture).raw, facts), most)
        << format << " " << width << "x" << height << " " << chain;
  }
}

class CodeScaler : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!can_scale_codes()) GTEST_SKIP() << "no AVX2 and FMA";
  }
};

TEST_F(CodeScaler, IsNextToNeverACodeOffTheOtherSums) {
  for (const char* kernel : {"bilinear", "bicubic", "lanczos", "lanczos:param0=5"})
    for (const char* size : {"640:400", "213:133", "161:301", "500:90", "320:150", "160:100",
                             "120:200", "80:70", "64:40", "56:190"})
      expect_codes_near("yuv420p10le", 320, 200, std::string("scale=") + size + ":flags=" + kernel,
                        0.5);
}

TEST_F(CodeScaler, HalvesGoToEvenCodesAsInTheOtherSums) {
  for (const char* size : {"320:200", "80:50", "160:200", "320:100"})
    for (const char* format : {"yuv444p10le", "gray16le"})
      expect_codes_near(format, 160, 100, std::string("scale=") + size + ":flags=bilinear", 0);
}

TEST_F(CodeScaler, TakesEveryDepthAndComponentsSideBySide) {
  using Bound = std::pair<const char*, double>;
  for (const auto& [format, most] :
       {Bound{"p010le", 0.4}, Bound{"gbrp10le", 0.4}, Bound{"yuva444p10le", 0.4},
        Bound{"yuv422p12le", 2}, Bound{"gray16le", 20}, Bound{"ya16le", 20}, Bound{"rgba64le", 20}})
    for (const char* size : {"97:61", "40:200", "401:230"})
      expect_codes_near(format, 203, 117, std::string("scale=") + size, most);
}

TEST_F(CodeScaler, TakesEverySize) {
  using Extents = std::pair<int, int>;
  for (const auto& [width, height] : {Extents{1, 1}, Extents{2, 3}, Extents{15, 17}, Extents{64, 2},
                                      Extents{65, 33}, Extents{129, 1}})
    for (const char* format : {"gray10le", "p010le", "rgba64le"})
      for (const auto& [w, h] : {Extents{1, 1}, Extents{3, 2}, Extents{31, 16}, Extents{32, 1},
                                 Extents{33, 5}, Extents{127, 12}, Extents{128, 40}})
        if (w * 8 >= width && h * 8 >= height && Extents{w, h} != Extents{width, height})
          expect_codes_near(format, width, height,
                            "scale=" + std::to_string(w) + ":" + std::to_string(h), 340);
}

TEST_F(CodeScaler, GivesTheSameCodesWhateverTheBands) {
  const FrameFacts facts = facts_of("yuv420p10le", 301, 402);
  const Raw picture = noise_codes(facts, false);
  for (const char* chain :
       {"scale=417:533:flags=lanczos", "scale=200:151:flags=lanczos", "scale=301:300"}) {
    const Raw first = by_codes(chain, facts, picture, 1).raw;
    for (const int threads : {2, 3, 5})
      EXPECT_EQ(by_codes(chain, facts, picture, threads).raw, first) << chain << " " << threads;
  }
}

TEST_F(CodeScaler, FlatCodesStayFlat) {
  for (const char* format : {"gray10le", "gray16le"}) {
    const FrameFacts facts = facts_of(format, 130, 70);
    const int top = facts.format->max_code();
    for (const int code : {0, 1, top / 2, top - 1, top})
      for (const char* chain : {"scale=277:151:flags=lanczos", "scale=77:31", "scale=131:71"}) {
        const Raw flat = codes_picture(facts, [code](std::uint32_t) { return code; });
        const auto made = samples_of(by_codes(chain, facts, flat).raw, facts);
        EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(made, code)), made.size())
            << format << " " << chain;
      }
  }
}

TEST_F(CodeScaler, LeavesOutBitsBelowTheCode) {
  const FrameFacts facts = facts_of("p010le", 90, 50);
  const Raw clean = noise_codes(facts, false);
  Raw dirty = clean;
  for (std::size_t i = 0; i < dirty.size(); i += 2)
    dirty[i] |= 0x3F;
  EXPECT_EQ(by_codes("scale=120:77", facts, dirty).raw, by_codes("scale=120:77", facts, clean).raw);
}

TEST_F(CodeScaler, IsTheWayOfCodesAlone) {
  const auto taken = [&](const char* format, const char* chain) {
    const FrameFacts facts = facts_of(format, 3200, 180);
    return by_codes(chain, facts, make_scene(facts, 1)).taken;
  };
  for (const char* chain :
       {"scale=640:360", "scale=400:20", "scale=3200:20", "scale=3200:170", "scale=3201:180"})
    EXPECT_TRUE(taken("gray10le", chain)) << chain;
  EXPECT_FALSE(taken("gray", "scale=640:360"));
  EXPECT_FALSE(taken("gray10le", "scale=1066:180:flags=lanczos:param0=16"));  // too many taps
  EXPECT_FALSE(taken("gray10le", "scale=3200:60:flags=lanczos:param0=16"));
  EXPECT_FALSE(taken("rgb48le", "scale=640:360"));  // windows hold no two pixels of it
}

}  // namespace
}  // namespace framelane::testing
