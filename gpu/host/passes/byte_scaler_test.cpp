#include "gpu/host/passes/byte_scaler.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <string>

#include "gpu/filters/scale_taps.h"
#include "gpu/host/passes/scaled_by_test.h"

// Scaling bytes with integers, against the exact sums.
namespace framelane::testing {
namespace {

std::vector<const ByteSums*> known_byte_sums() {
  std::vector<const ByteSums*> known;
  for (const ByteSums* sums : {wide_byte_sums(), widest_byte_sums()})
    if (sums != nullptr) known.push_back(sums);
  return known;
}

ScaleWay bytes_by(const ByteSums& sums) {
  return [&sums](const ScaleWork& work, const HostPassCall& call) {
    return scale_bytes(work, call, sums);
  };
}

// Codes of every size, or only the least and the largest, which overshoot most.
Raw noise_picture(const FrameFacts& facts, bool extreme) {
  Raw raw = make_scene(facts, 1);
  std::mt19937 random(7);
  for (std::uint8_t& byte : raw) {
    const auto code = static_cast<std::uint8_t>(random() >> 24);
    byte = extreme ? static_cast<std::uint8_t>(code < 128 ? 0 : 255) : code;
  }
  return raw;
}

// Samples that differ, in thousandths; none by more than a code.
double thousandths_off(const Raw& a, const Raw& b) {
  EXPECT_EQ(a.size(), b.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const int apart = std::abs(int{a[i]} - int{b[i]});
    EXPECT_LE(apart, 1) << "byte " << i;
    if (apart != 0) ++count;
  }
  return 1000.0 * static_cast<double>(count) / static_cast<double>(a.size());
}

void expect_near(const char* format, int width, int height, const std::string& chain, double most) {
  const FrameFacts facts = facts_of(format, width, height);
  for (const bool extreme : {false, true}) {
    const Raw picture = noise_picture(facts, extreme);
    const Raw exact = scaled_by(exactly, chain, facts, picture).raw;
    for (const ByteSums* sums : known_byte_sums()) {
      const Scaled made = scaled_by(bytes_by(*sums), chain, facts, picture);
      EXPECT_TRUE(made.taken) << format << " " << chain;
      EXPECT_LE(thousandths_off(made.raw, exact), most)
          << format << " " << width << "x" << height << " " << chain << " " << sums->lanes;
    }
  }
}

TEST(ByteScaler, IsHardlyEverACodeOffTheExactSums) {
  for (const char* kernel : {"bilinear", "bicubic", "lanczos", "lanczos:param0=2"})
    for (const char* size :
         {"640:400", "213:133", "161:301", "500:90", "320:150", "120:200", "64:40"})
      expect_near("yuv420p", 320, 200, std::string("scale=") + size + ":flags=" + kernel, 12);
}

TEST(ByteScaler, HalvesGoToEvenCodesAsTheyDoExactly) {
  expect_near("yuv444p", 160, 100, "scale=320:200:flags=bilinear", 0);
  expect_near("gray", 160, 100, "scale=80:50:flags=bilinear", 0);
}

TEST(ByteScaler, TakesComponentsSideBySide) {
  for (const char* format : {"nv12", "rgb24", "rgba", "rgb0", "bgra", "gbrap", "yuva420p"})
    for (const char* size : {"97:61", "401:230"})
      expect_near(format, 203, 117, std::string("scale=") + size, 12);
}

TEST(ByteScaler, TakesEverySize) {
  using Size = std::pair<int, int>;
  for (const auto& [width, height] :
       {Size{1, 1}, Size{2, 3}, Size{15, 17}, Size{64, 2}, Size{65, 33}, Size{129, 1}})
    for (const char* format : {"gray", "nv12", "rgb24"})
      for (const auto& [w, h] : {Size{1, 1}, Size{3, 2}, Size{31, 16}, Size{32, 1}, Size{33, 5},
                                 Size{127, 12}, Size{128, 40}})
        if (w * 3 >= width && h * 3 >= height && Size{w, h} != Size{width, height})
          expect_near(format, width, height, "scale=" + std::to_string(w) + ":" + std::to_string(h),
                      340);
}

TEST(ByteScaler, EveryWayGivesTheSameBytesWhateverTheBands) {
  const FrameFacts facts = facts_of("yuv420p", 301, 402);
  const Raw picture = noise_picture(facts, false);
  for (const char* chain : {"scale=417:533:flags=lanczos", "scale=200:151:flags=lanczos"}) {
    Raw first;
    for (const ByteSums* sums : known_byte_sums())
      for (const int threads : {1, 2, 5}) {
        const Raw made = scaled_by(bytes_by(*sums), chain, facts, picture, threads).raw;
        if (first.empty()) first = made;
        EXPECT_EQ(made, first) << chain << " " << sums->lanes << " " << threads;
      }
  }
}

TEST(ByteScaler, FlatBytesStayFlat) {
  const FrameFacts facts = facts_of("gray", 130, 70);
  for (const int code : {0, 1, 127, 128, 254, 255})
    for (const char* chain : {"scale=277:151:flags=lanczos", "scale=77:31", "scale=131:71"})
      for (const ByteSums* sums : known_byte_sums()) {
        const Raw flat(130 * 70, static_cast<std::uint8_t>(code));
        const Raw made = scaled_by(bytes_by(*sums), chain, facts, flat).raw;
        EXPECT_EQ(made, Raw(made.size(), static_cast<std::uint8_t>(code))) << chain;
      }
}

TEST(ByteScaler, IsTheWayOfBytesAlone) {
  const ScaleWay way = [](const ScaleWork& work, const HostPassCall& call) {
    return scale_bytes(work, call);
  };
  const auto taken = [&](const char* format, const char* chain) {
    const FrameFacts facts = facts_of(format, 320, 180);
    return scaled_by(way, chain, facts, make_scene(facts, 1)).taken;
  };
  const bool can = !known_byte_sums().empty();
  for (const char* chain : {"scale=640:360:flags=lanczos", "scale=213:120", "scale=107:60"})
    EXPECT_EQ(taken("yuv420p", chain), can) << chain;
  EXPECT_FALSE(taken("yuv420p10le", "scale=640:360"));
  EXPECT_FALSE(taken("yuv420p", "scale=16:9"));                       // too many taps
  EXPECT_FALSE(taken("yuv420p", "scale=640:360:param0=9:param1=9"));  // sums would not fit
}

TEST(ScaleTaps, IntegerWeightsSumToOne) {
  for (const auto kernel : {ScaleKernel::bilinear, ScaleKernel::bicubic, ScaleKernel::lanczos})
    for (const int outputs : {1, 40, 77, 101, 150, 202, 333}) {
      const ScaleTable made = make_scale_table({kernel}, 101, outputs, 0.5);
      if (!made.axis.shorts) continue;
      const float* weights = taps_of(made.axis, made.table->bytes.data()).weights;
      const std::int16_t* shorts = short_weights_of(made.axis, made.table->bytes.data());
      for (int i = 0; i < outputs * made.axis.taps; i += made.axis.taps) {
        int sum = 0;
        for (int k = i; k < i + made.axis.taps; ++k) {
          EXPECT_LT(std::abs(weights[k] * (1 << kShortWeightBits) - shorts[k]), 1.01F);
          sum += shorts[k];
        }
        EXPECT_EQ(sum, 1 << kShortWeightBits) << "output " << i / made.axis.taps;
      }
    }
}

}  // namespace
}  // namespace framelane::testing
