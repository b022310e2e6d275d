#include <gtest/gtest.h>

#include <algorithm>

#include "gpu/errors.h"
#include "gpu/filters/color_text.h"
#include "gpu/filters/point_mixer.h"
#include "gpu/filters/test_filters.h"
#include "gpu/filters/testing.h"

namespace framelane::testing {
namespace {

std::shared_ptr<const ChainPlan> plan_of(const std::string& chain, const char* format) {
  return plan_chain(parse_chain(chain, filters_with_tests()), facts_of(format, 34, 20), {});
}

TEST(Grades, WithoutEffectTheyAreNoPass) {
  for (const char* chain :
       {"colorbalance", "colorbalance=pl=1", "colorchannelmixer", "colorchannelmixer=pc=lum:pa=1",
        "colortemperature=mix=0", "colortemperature=temperature=6600:pl=1", "vibrance",
        "vibrance=rbal=3:alternate=1", "colorlevels", "colorlevels=preserve=nrm",
        "vignette=angle=0", "falsecolor=style=color:opacity=0", "zebra=low=50:high=40"})
    for (const char* format : {"yuv420p", "gbrap", "gray10le"})
      EXPECT_TRUE(plan_of(chain, format)->passes.empty()) << chain << " " << format;
}

TEST(Grades, LinearOnesStayPlainAndMerge) {
  const auto plan =
      plan_of("colorchannelmixer=rr=0.9:rg=0.1,colorlevels=rimin=0.1,colortemperature", "yuv420p");
  ASSERT_EQ(plan->passes.size(), 1U);
  const auto& work = std::get<PointWork>(plan->passes[0].work);
  EXPECT_TRUE(work.plain);
  EXPECT_LE(work.count, 4);
}

TEST(Grades, ExtremesGiveCodesOfTheRange) {
  for (const char* chain :
       {"colorbalance=1:1:1:1:1:1:1:1:1:1", "colorbalance=-1:-1:-1:-1:-1:-1:-1:-1:-1:1",
        "colorchannelmixer=-2:-2:-2:-2:-2:2:-2:2:-2:-2:2:2:2:-2:2:-2:pwr:1",
        "colorchannelmixer=0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:nrm:1",
        "colorchannelmixer=rr=2:bb=-2:pc=sum:pa=1", "colortemperature=1000:1:1",
        "colortemperature=40000:1:1", "vibrance=2:10:-10:10:0:0:0", "vibrance=-2:10:10:10:1:1:1:1",
        "colorlevels=rimin=1:rimax=1:gimin=0:gimax=0:preserve=pwr",
        "colorlevels=romin=1:romax=0:bimin=1:bimax=0:aimin=0.5:aimax=0.5:preserve=lum",
        "vignette=angle=1.5707963:mode=backward:x0=0:y0=30000", "vignette=aspect=0",
        "vignette=aspect=1000", "zebra=low=-10:high=120:width=1", "falsecolor=stops:color:0.5"})
    for (const char* format : {"yuva444p10le", "rgba", "ya8", "yuv420p16le"}) {
      // The blur reads what a working picture holds: a NaN there would spread.
      const FrameFacts facts = facts_of(format, 33, 17);
      FrameFacts result = facts;
      result.format = plan_of(chain, format)->result.format;
      const Raw raw = run_chain(std::string(chain) + ",gblur=sigma=2", facts, make_scene(facts, 2));
      for (int c = 0; c < 4; ++c) {
        if (!result.format->has_component(c)) continue;
        const auto codes = codes_of(raw, result, c);
        EXPECT_LE(std::ranges::max(codes), result.format->max_code()) << chain << " " << format;
      }
    }
}

TEST(Grades, TheCubeRootIsRight) {
  EXPECT_LT(cube_root(0), 1e-12F);
  for (const float value : {1e-20F, 0.001F, 0.5F, 1.0F, 8.0F, 12345.0F, 3e14F, 1e30F})
    EXPECT_NEAR(cube_root(value) / std::cbrt(value), 1, 5e-7) << value;
}

TEST(Falsecolor, MakesGrayPicturesColoured) {
  EXPECT_EQ(plan_of("falsecolor", "gray")->result.format->name, "yuv444p");
  EXPECT_EQ(plan_of("falsecolor", "ya16le")->result.format->name, "yuva444p16le");
  EXPECT_EQ(plan_of("falsecolor", "yuv420p")->result.format->name, "yuv420p");
  EXPECT_EQ(plan_of("falsecolor", "rgb24")->result.format->name, "rgb24");
}

TEST(Chromakey, GivesEveryFormatAlpha) {
  for (const auto& [format, keyed] :
       {std::pair{"yuv420p", "yuva420p"}, std::pair{"nv16", "yuva422p"},
        std::pair{"yuv420p12le", "yuva420p16le"}, std::pair{"p010le", "yuva420p10le"},
        std::pair{"rgb24", "rgba"}, std::pair{"bgr24", "bgra"}, std::pair{"0rgb", "argb"},
        std::pair{"bgr0", "bgra"}, std::pair{"gbrp", "gbrap"}, std::pair{"gbrp14le", "gbrap16le"},
        std::pair{"bgr48le", "bgra64le"}, std::pair{"gray", "ya8"}, std::pair{"gray10le", "ya16le"},
        std::pair{"yuva444p12le", "yuva444p12le"}})
    EXPECT_EQ(plan_of("chromakey", format)->result.format->name, keyed);
}

TEST(Chromakey, LeavesTheColoursOfEveryFormat) {
  for (const PixelFormat& format : pixel_formats())
    for (const auto& [width, height] : {std::pair{33, 17}, std::pair{1, 1}, std::pair{2, 3}}) {
      const FrameFacts facts = facts_of(std::string(format.name).c_str(), width, height);
      const Raw scene = make_scene(facts, 2);
      const Raw keyed =
          run_chain("chromakey=gray:0.1:0.4", facts, scene, {OutputFormat::Kind::named, &format});
      for (int c = 0; c < format.color_count; ++c) {
        const auto before = codes_of(scene, facts, c), after = codes_of(keyed, facts, c);
        double furthest = 0;
        for (std::size_t i = 0; i < before.size(); ++i)
          furthest = std::max(furthest, std::abs(before[i] - after[i]));
        EXPECT_LE(furthest, format.family == ColorFamily::rgb && format.depth > 8 ? 1 : 0)
            << format.name << " component " << c;
      }
    }
}

TEST(ColorText, ReadsFfmpegsSyntax) {
  EXPECT_EQ(parse_color("green"), (Rgb8{0, 128, 0}));
  EXPECT_EQ(parse_color("LightGoldenRodYellow"), (Rgb8{0xFA, 0xFA, 0xD2}));
  EXPECT_EQ(parse_color("0x12aBef"), (Rgb8{0x12, 0xAB, 0xEF}));
  EXPECT_EQ(parse_color("#12ABEF80"), (Rgb8{0x12, 0xAB, 0xEF}));
  EXPECT_EQ(parse_color("12ABEF"), (Rgb8{0x12, 0xAB, 0xEF}));
  EXPECT_EQ(parse_color("red@0.5"), (Rgb8{255, 0, 0}));
  EXPECT_EQ(parse_color("red@0x80"), (Rgb8{255, 0, 0}));
  for (const char* text : {"", "0x", "#12345", "greenish", "red@", "red@2", "red@0x1FF", "0x12345G",
                           "random", "-12345"})
    EXPECT_FALSE(parse_color(text)) << text;
}

TEST(ColorText, IsRefusedWithTheFiltersName) {
  EXPECT_THROW((void)plan_of("chromakey=color=nocolour", "yuv420p"), UsageError);
  EXPECT_THROW((void)plan_of("zebra=color=0x1", "yuv420p"), UsageError);
}

}  // namespace
}  // namespace framelane::testing
