#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "gpu/filters/testing.h"

// Colour filters against FFmpeg's of their names, in the filter's own space.
namespace framelane::testing {
namespace {

struct ColorCase {
  const char* format;
  const char* chain;
  const char* graph = nullptr;  // FFmpeg's, where the text differs
  // FFmpeg 5.1's colorlevels mixes rows up unless they are multiples of 64 bytes.
  int width = 323;
};

void PrintTo(const ColorCase& test, std::ostream* out) {
  *out << test.format << " " << test.chain;
}

class ColorAgainstFfmpeg : public ::testing::TestWithParam<ColorCase> {};

TEST_P(ColorAgainstFfmpeg, IsCloseInEveryTile) {
  const ColorCase& test = GetParam();
  const FrameFacts facts = facts_of(test.format, test.width, 181);
  const Raw scene = make_scene(facts, 5);
  const Raw expected =
      run_ffmpeg(test.graph != nullptr ? test.graph : test.chain, facts, {scene}, test.format);
  const Raw actual = run_chain(test.chain, facts, scene);
  ASSERT_EQ(expected.size(), actual.size());
  for (int c = 0; c < 4; ++c) {
    if (!facts.format->has_component(c)) continue;
    const Distance d =
        distance(codes_of(expected, facts, c), codes_of(actual, facts, c),
                 facts.format->component_width(c, facts.width),
                 facts.format->component_height(c, facts.height), facts.format->max_code());
    std::printf("%-9s %-48s component %d: %6.1f dB, worst tile %6.1f, border %6.1f, largest %g\n",
                test.format, test.chain, c, d.psnr, d.worst_tile, d.worst_border_tile, d.largest);
    EXPECT_GE(d.psnr, 50) << "component " << c;
    EXPECT_GE(d.worst_tile, 40) << "component " << c;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Balance, ColorAgainstFfmpeg,
    ::testing::Values(ColorCase{"gbrp", "colorbalance=rs=0.3:gm=-0.2:bh=0.4"},
                      ColorCase{"gbrp", "colorbalance=rs=-1:gs=1:bm=0.7:rh=-0.5:gh=1"},
                      ColorCase{"gbrp", "colorbalance=rs=0.3:gm=-0.2:bh=0.4:pl=1"},
                      ColorCase{"gbrap", "colorbalance=rm=-0.4:bs=0.2:pl=1"},
                      ColorCase{"gbrp10le", "colorbalance=rs=0.3:gm=-0.2:bh=0.4"},
                      ColorCase{"gbrp12le", "colorbalance=rs=-0.3:gm=0.2:bh=-0.4:pl=1"},
                      ColorCase{"rgb48le", "colorbalance=rm=0.5:gs=0.2"}));

INSTANTIATE_TEST_SUITE_P(
    Mixer, ColorAgainstFfmpeg,
    ::testing::Values(
        ColorCase{"gbrp", "colorchannelmixer=.393:.769:.189:0:.349:.686:.168:0:.272:.534:.131"},
        ColorCase{"gbrp", "colorchannelmixer=rr=-1.3:rg=1.2:gb=2:bb=-0.4:br=1"},
        ColorCase{"gbrap", "colorchannelmixer=ra=0.3:ga=-0.4:ar=0.5:ag=0.2:aa=0.6"},
        ColorCase{"rgba", "colorchannelmixer=aa=0.5:rr=0.9"},
        ColorCase{"gbrp10le", "colorchannelmixer=rr=0.4:rg=0.8:bb=1.4"},
        ColorCase{"gbrp12le", "colorchannelmixer=rr=0.4:rg=0.8:bb=1.4:pc=lum:pa=0.7"},
        ColorCase{"rgb48le", "colorchannelmixer=gg=0.7:gr=0.3:bb=0.5:pc=max:pa=1"},
        ColorCase{"gbrp", "colorchannelmixer=rr=0.6:rg=0.3:bb=1.2:pc=lum:pa=1"},
        ColorCase{"gbrp", "colorchannelmixer=rr=0.6:rg=0.3:bb=1.2:pc=max:pa=0.5"},
        ColorCase{"gbrp", "colorchannelmixer=rr=0.6:rg=0.3:bb=1.2:pc=avg:pa=1"},
        ColorCase{"gbrp", "colorchannelmixer=rr=0.6:rg=0.3:bb=1.2:pc=sum:pa=1"},
        ColorCase{"gbrp", "colorchannelmixer=rr=0.6:rg=0.3:bb=1.2:pc=nrm:pa=1"},
        ColorCase{"gbrap", "colorchannelmixer=rr=0.6:rg=0.3:bb=1.2:pc=pwr:pa=1:ra=0.1"},
        ColorCase{"gbrp", "colorchannelmixer=rr=0.8:rb=-0.3:gb=-0.2:pc=sum:pa=1"}));

INSTANTIATE_TEST_SUITE_P(
    Temperature, ColorAgainstFfmpeg,
    ::testing::Values(ColorCase{"gbrp", "colortemperature=temperature=3200"},
                      ColorCase{"gbrp", "colortemperature=temperature=1500:mix=0.6"},
                      ColorCase{"gbrap", "colortemperature=temperature=12000:pl=1"},
                      ColorCase{"gbrp", "colortemperature=temperature=4000:pl=0.4:mix=0.8"},
                      ColorCase{"gbrp10le", "colortemperature=temperature=9000:pl=1"},
                      ColorCase{"rgb48le", "colortemperature"}));

INSTANTIATE_TEST_SUITE_P(
    Vibrance, ColorAgainstFfmpeg,
    ::testing::Values(ColorCase{"gbrp", "vibrance=intensity=0.8"},
                      ColorCase{"gbrp", "vibrance=intensity=-1.5:rbal=2:gbal=-1"},
                      ColorCase{"gbrap",
                                "vibrance=intensity=1:alternate=1:rlum=0.3:glum=0.4:blum=0.3"},
                      ColorCase{"gbrp10le", "vibrance=intensity=0.5:bbal=3"},
                      ColorCase{"rgb48le", "vibrance=intensity=-2"}));

INSTANTIATE_TEST_SUITE_P(
    Levels, ColorAgainstFfmpeg,
    ::testing::Values(
        ColorCase{"gbrp", "colorlevels=rimin=0.1:gimax=0.8:bomin=0.2:bomax=0.7", nullptr, 320},
        ColorCase{"gbrap", "colorlevels=aimin=0.1:aimax=0.9:aomax=0.5:romin=1:romax=0", nullptr,
                  320},
        ColorCase{"rgb48le", "colorlevels=rimin=0.3:rimax=0.2:gimin=0.05", nullptr, 320},
        ColorCase{"gbrp16le", "colorlevels=rimin=0.1:gimax=0.8:preserve=lum", nullptr, 320},
        ColorCase{"gbrp", "colorlevels=rimin=0.1:gimax=0.8:bomax=0.7:preserve=lum", nullptr, 320},
        ColorCase{"gbrp", "colorlevels=rimin=0.1:gimax=0.8:bomax=0.7:preserve=max", nullptr, 320},
        ColorCase{"gbrp", "colorlevels=rimin=0.1:gimax=0.8:bomax=0.7:preserve=avg", nullptr, 320},
        ColorCase{"gbrp", "colorlevels=rimin=0.1:gimax=0.8:bomax=0.7:preserve=sum", nullptr, 320},
        ColorCase{"gbrp", "colorlevels=rimin=0.1:gimax=0.8:bomax=0.7:preserve=nrm", nullptr, 320},
        ColorCase{"gbrp", "colorlevels=rimin=0.1:gimax=0.8:bomax=0.7:preserve=pwr", nullptr, 320}));

INSTANTIATE_TEST_SUITE_P(Vignette, ColorAgainstFfmpeg,
                         ::testing::Values(ColorCase{"yuv420p", "vignette", "vignette=dither=0"},
                                           ColorCase{"yuv444p", "vignette=angle=1.2:x0=100:y0=40",
                                                     "vignette=angle=1.2:x0=100:y0=40:dither=0"},
                                           ColorCase{"yuv422p", "vignette=mode=backward:angle=0.5",
                                                     "vignette=mode=backward:angle=0.5:dither=0"},
                                           ColorCase{"rgb24", "vignette=aspect=1.5:a=1",
                                                     "vignette=aspect=1.5:a=1:dither=0"},
                                           ColorCase{"gray", "vignette=aspect=0.6:a=1.5",
                                                     "vignette=aspect=0.6:a=1.5:dither=0"}));

}  // namespace
}  // namespace framelane::testing
