#include <gtest/gtest.h>

#include <algorithm>

#include "gpu/errors.h"
#include "gpu/filters/test_filters.h"
#include "gpu/filters/testing.h"

// What holds whatever the filter: layouts, sizes, untouched planes, extremes.
namespace framelane::testing {
namespace {

constexpr const char* kChains[] = {
    "eq=contrast=1.3:brightness=0.05:saturation=1.4:gamma=1.2",
    "exposure=exposure=0.6:black=0.03",
    "negate",
    "hue=h=35:s=1.2:b=0.4",
    "colorbalance=rs=0.3:gm=-0.2:bh=0.4:pl=1,vibrance=intensity=0.7",
    "colorchannelmixer=rr=0.7:ra=0.2:ab=0.3:aa=0.8:pc=pwr:pa=0.6,colorlevels=rimin=0.1:preserve="
    "nrm",
    "vignette=angle=0.9,zebra=low=60",
    "gblur=sigma=2",
    "gblur=sigma=9",
    "unsharp=7:5:1.3:5:5:0.7",
    "sobel=scale=0.5:delta=3",
    "prewitt=scale=0.5",
    "erosion=coordinates=150",
    "dilation=threshold0=30",
    "cas=0.8",
    "convolution=0m=0 -1 0 -1 5 -1 0 -1 0:1m=1 2 3 4 5 5 4 3 2 1 0 0 9 0 0 1 2 3 4 5 5 4 3 2 1",
    "boxblur",
    "boxblur=7:2:5:3",
    "deband",
    "bilateral=sigmaS=1:planes=15",
    "nlmeans=s=3:p=5:r=5",
    "median",
    "median=radius=3:radiusV=2:percentile=0.3",
    "tmix=frames=3:weights=1 2 1",
    "yadif",
    "bwdif=mode=send_frame:parity=bff",
    "hqdn3d",
    "deflicker=size=2",
    "eq=contrast=1.1,exposure=exposure=0.3,hue=h=10,gblur=sigma=1.5,negate,tmix"};

// The samples of one layout stored as another of the same components and depth.
Raw restored(const Raw& raw, const FrameFacts& from, const FrameFacts& to) {
  return run_chain("", from, raw, {OutputFormat::Kind::named, to.format});
}

struct Pair {
  const char* one;
  const char* other;
};

TEST(Layouts, TheSameSamplesGiveTheSameResultHoweverTheyLie) {
  for (const Pair& pair :
       {Pair{"yuv420p", "nv12"}, Pair{"yuv420p", "nv21"}, Pair{"yuv422p", "nv16"},
        Pair{"yuv444p", "nv24"}, Pair{"yuv420p10le", "p010le"}, Pair{"yuv444p16le", "p416le"},
        Pair{"gbrp", "rgb24"}, Pair{"gbrp", "bgr0"}, Pair{"gbrap", "argb"},
        Pair{"gbrp16le", "bgr48le"}})
    for (const auto& [width, height] : {std::pair{34, 20}, std::pair{17, 9}, std::pair{1, 1}}) {
      const FrameFacts one = facts_of(pair.one, width, height);
      const FrameFacts other = facts_of(pair.other, width, height);
      const Raw scene = make_scene(one, 2);
      const Raw moved = restored(scene, one, other);
      ASSERT_EQ(restored(moved, other, one), scene) << pair.other;
      for (const char* chain : kChains) {
        const Raw expected = run_chain(chain, one, scene), actual = run_chain(chain, other, moved);
        for (int c = 0; c < 4; ++c) {
          if (!one.format->has_component(c)) continue;
          EXPECT_EQ(codes_of(expected, one, c), codes_of(actual, other, c))
              << chain << " " << pair.one << " " << pair.other << " " << width << " component "
              << c;
        }
      }
    }
}

TEST(Layouts, EveryFormatTakesEveryFilterAtOddSizes) {
  for (const PixelFormat& format : pixel_formats())
    for (const auto& [width, height] : {std::pair{19, 11}, std::pair{1, 1}, std::pair{2, 1}}) {
      const FrameFacts facts = facts_of(std::string(format.name).c_str(), width, height);
      const Raw scene = make_scene(facts, 4);
      for (const char* chain : kChains) {
        const Raw result = run_chain(chain, facts, scene);
        ASSERT_EQ(result.size(), scene.size());
        for (int c = 0; c < 4; ++c) {
          if (!format.has_component(c)) continue;
          ASSERT_LE(std::ranges::max(codes_of(result, facts, c)), format.max_code())
              << format.name << " " << chain;
        }
      }
    }
}

TEST(Layouts, BrightnessLeavesChromaBitExact) {
  for (const char* name : {"yuv420p", "nv12", "yuv444p10le", "yuv420p16le"}) {
    const FrameFacts facts = facts_of(name, 63, 41);
    const Raw scene = make_scene(facts, 6);
    const Raw result = run_chain("eq=brightness=.1", facts, scene);
    EXPECT_NE(codes_of(result, facts, 0), codes_of(scene, facts, 0));
    EXPECT_EQ(codes_of(result, facts, 1), codes_of(scene, facts, 1));
    EXPECT_EQ(codes_of(result, facts, 2), codes_of(scene, facts, 2));
  }
}

TEST(Layouts, UnselectedPlanesPassBitForBitAlsoThroughWorkingSamples) {
  for (const char* name : {"yuv420p", "yuv422p10le", "yuv444p16le", "gbrap"})
    for (const char* chain :
         {"gblur=sigma=2:planes=1", "median=planes=1,sobel=planes=1", "gblur=sigma=20:planes=1",
          "tmix=planes=1,median=radius=4:planes=1,gblur=planes=1"}) {
      const FrameFacts facts = facts_of(name, 37, 23);
      const Raw scene = make_scene(facts, 8);
      const Raw result = run_chain(chain, facts, scene);
      const int touched = facts.format->family == ColorFamily::rgb ? 1 : 0;
      for (int c = 0; c < 4; ++c) {
        if (!facts.format->has_component(c)) continue;
        const bool same = codes_of(result, facts, c) == codes_of(scene, facts, c);
        EXPECT_EQ(same, c != touched) << name << " " << chain << " component " << c;
      }
    }
}

TEST(Layouts, AlphaPassesPointFiltersUntouched) {
  for (const char* name : {"yuva420p", "yuva444p10le", "ya8", "rgba", "gbrap16le"}) {
    const FrameFacts facts = facts_of(name, 21, 13);
    const Raw scene = make_scene(facts, 8);
    for (const char* chain : {"eq=contrast=1.4", "exposure=exposure=1", "hue=h=50:b=1", "negate",
                              "colorbalance=rs=0.2", "vignette", "zebra=low=50"})
      EXPECT_EQ(codes_of(run_chain(chain, facts, scene), facts, 3), codes_of(scene, facts, 3))
          << name << " " << chain;
  }
}

TEST(Layouts, WhatNoFilterTouchesSurvivesTheWayThroughRgb) {
  // A step so small that no code changes: only the conversions could do harm.
  for (const char* name : {"yuv420p", "yuv422p10le", "gray"}) {
    const FrameFacts facts = facts_of(name, 34, 26);
    Raw scene = make_scene(facts, 3);
    if (facts.format->depth == 8)
      for (auto& sample : scene)
        sample = static_cast<std::uint8_t>(96 + sample / 8);
    if (facts.format->depth == 10) continue;
    EXPECT_EQ(run_chain("exposure=exposure=0.00001", facts, scene), scene) << name;
  }
}

TEST(Layouts, WhatAFormatCannotHoldIsGoneForWhatFollows) {
  const FrameFacts facts = facts_of("yuva444p", 20, 14);
  const Raw scene = make_scene(facts, 3);
  const Raw gray = run_chain("format=gray,format=yuva444p", facts, scene);
  EXPECT_EQ(codes_of(gray, facts, 0), codes_of(scene, facts, 0));
  EXPECT_EQ(codes_of(gray, facts, 1), std::vector<double>(20 * 14, 128));
  EXPECT_EQ(codes_of(gray, facts, 3), std::vector<double>(20 * 14, 255));
  const FrameFacts opaque = facts_of("yuv444p", 20, 14);
  EXPECT_EQ(run_chain("format=gbrap,format=gray,format=gbrp,format=yuv444p", opaque,
                      make_scene(opaque, 3)),
            run_chain("format=gray,format=yuv444p", opaque, make_scene(opaque, 3)));
}

TEST(Layouts, GrayStaysGrayThroughRgb) {
  const FrameFacts facts = facts_of("gray", 40, 30);
  const Raw scene = make_scene(facts, 3);
  const Raw brighter = run_chain("exposure=exposure=1", facts, scene);
  const FrameFacts rgb = facts_of("gbrp", 40, 30);
  const Raw as_rgb =
      run_chain("exposure=exposure=1", facts, scene, {OutputFormat::Kind::named, rgb.format});
  EXPECT_EQ(codes_of(as_rgb, rgb, 0), codes_of(as_rgb, rgb, 1));
  EXPECT_EQ(codes_of(as_rgb, rgb, 0), codes_of(as_rgb, rgb, 2));
  EXPECT_GT(brighter[7 * 40 + 20], scene[7 * 40 + 20]);
}

TEST(Layouts, ExtremesOfEveryOptionGiveCodes) {
  for (const FilterSpec* filter : shipped_filters())
    for (const Parameter& p : filter->parameters)
      for (const double value : {p.minimum, p.maximum}) {
        const bool slides = p.type == Parameter::Type::number || p.type == Parameter::Type::integer;
        if (!slides || p.name == "frames") continue;
        const std::string chain = std::string(filter->name) + "=" + std::string(p.name) + "=" +
                                  std::to_string(value) + ",negate,gblur=sigma=1";
        for (const char* name : {"yuv420p", "yuv444p10le", "gbrp12le"}) {
          const FrameFacts facts = facts_of(name, 12, 10);
          std::shared_ptr<const ChainPlan> plan;
          try {
            plan = plan_chain(parse_chain(chain), facts, {});
          } catch (const UsageError&) {
            continue;  // so small a picture cannot be taken
          }
          const Raw result = run_chain(chain, facts, make_scene(facts, 1));
          for (int c = 0; c < 3; ++c)
            ASSERT_LE(std::ranges::max(codes_of(result, plan->result, c)),
                      plan->result.format->max_code())
                << chain;
        }
      }
}

TEST(Layouts, ATableIsReadInEveryFormatAndAlphaPasses) {
  for (const char* name : {"gbrp", "gbrap12le", "rgba", "gbrp16le"}) {
    const FrameFacts facts = facts_of(name, 33, 17);
    const Raw scene = make_scene(facts, 6);
    const Raw result = run_chain("test_curve=power=2", facts, scene);
    const double top = facts.format->max_code();
    for (int c = 0; c < 4; ++c) {
      if (!facts.format->has_component(c)) continue;
      const auto before = codes_of(scene, facts, c), after = codes_of(result, facts, c);
      for (std::size_t i = 0; i < before.size(); ++i)
        ASSERT_NEAR(after[i], c == 3 ? before[i] : before[i] * before[i] / top, 0.51 + top * 1e-6)
            << name << " component " << c;
    }
  }
}

TEST(Layouts, AChangeOfRangeOrFormatConvertsTheCodes) {
  const FrameFacts facts = facts_of("yuv420p", 34, 26);
  const Raw scene = make_scene(facts, 3);
  const Raw full = run_chain("test_become=full", facts, scene);
  for (std::size_t i = 0; i < 34 * 26; ++i)
    ASSERT_NEAR(full[i], std::clamp((scene[i] - 16) * 255.0 / 219, 0.0, 255.0), 0.51);
  const auto plan =
      plan_chain(parse_chain("test_become=yuv444p,negate", filters_with_tests()), facts, {});
  EXPECT_EQ(plan->result.format->name, "yuv444p");
  const Raw wide = run_chain("test_become=yuv444p", facts, scene);
  ASSERT_EQ(wide.size(), 3U * 34 * 26);
  EXPECT_TRUE(std::equal(wide.begin(), wide.begin() + 34 * 26, scene.begin()));
}

TEST(Layouts, ExposureWithoutASpanIsFinite) {
  const FrameFacts facts = facts_of("gbrp12le", 9, 5);
  const Raw result =
      run_chain("exposure=exposure=0:black=1,gblur=sigma=1", facts, make_scene(facts, 1));
  for (int c = 0; c < 3; ++c)
    EXPECT_LE(std::ranges::max(codes_of(result, facts, c)), facts.format->max_code());
}

TEST(Layouts, TwoOutputsAndLookaheadMixTheRightPictures) {
  const FrameFacts facts = facts_of("gray", 3, 2);
  const std::vector<Raw> pictures = {Raw(6, 10), Raw(6, 40), Raw(6, 100)};
  const auto results = run_chain("test_double_rate=past=1:here=2:next=0", facts, pictures);
  ASSERT_EQ(results.size(), 6U);
  const int expected[] = {10, 20, 30, 60, 80, 100};
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_EQ(results[i][0], expected[i]) << i;
}

TEST(Layouts, CropAndHalvingAverageTheRightPixels) {
  const FrameFacts facts = facts_of("yuv420p", 12, 8);
  Raw scene(12 * 8 + 2 * 6 * 4, 128);
  for (std::size_t i = 0; i < 96; ++i)
    scene[i] = static_cast<std::uint8_t>(i % 12 * 4 + i / 12);
  const Raw half = run_chain("test_halve=left=2:top=4", facts, scene);
  ASSERT_EQ(half.size(), 5U * 2 + 2 * 3 * 1);
  EXPECT_EQ(half[0], (8 + 12) / 2 + 4);  // columns 2 and 3, rows 4 and 5: 14.5, halves to even
  EXPECT_EQ(half[4], (40 + 44) / 2 + 4);
}

// The same program runs for both, but only the second has an alpha to look up.
TEST(Layouts, AConversionWithoutAlphaLeavesNoTraceInOneWithIt) {
  const OutputFormat to{OutputFormat::Kind::named, find_pixel_format("gbrap16le")};
  const FrameFacts opaque = facts_of("gbrp", 9, 5), facts = facts_of("gbrap", 9, 5);
  (void)run_chain("", opaque, make_scene(opaque, 1), to);
  const Raw scene = make_scene(facts, 1);
  const Raw result = run_chain("", facts, scene, to);
  const auto in = codes_of(scene, facts, 3);
  const auto out = codes_of(result, facts_of("gbrap16le", 9, 5), 3);
  ASSERT_EQ(in.size(), out.size());
  for (std::size_t i = 0; i < in.size(); ++i)
    EXPECT_EQ(out[i], in[i] * 257);
}

}  // namespace
}  // namespace framelane::testing
