#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>

#include "ui/overlay_fixture_test.h"
#include "ui/scope_strip.h"
#include "ui/scope_textures.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;
using Kind = Action::Kind;

class ScopesPanelsTest : public OverlayTest {
 protected:
  ScopesPanelsTest() {
    scopes_ = synthetic_scopes();
    transport_.scopes = true;
  }
  [[nodiscard]] Rect box(const char* name) const { return overlay_.panel_box(name); }
};

TEST_F(ScopesPanelsTest, LieInTheTimelinesPlaceAndShareTheWidth) {
  (void)draw(0s);
  EXPECT_EQ(box("waveform").y, 760);
  EXPECT_EQ(box("waveform").h, 224);
  EXPECT_EQ(box("waveform").x, 16);
  EXPECT_EQ(box("histogram").x, box("waveform").right() + 8);
  EXPECT_EQ(box("vectorscope").x, box("histogram").right() + 8);
  EXPECT_EQ(box("vectorscope").w, 248);
  EXPECT_EQ(box("vectorscope").right(), 1904);
  scopes_.on = {true, false, false};
  (void)draw(1s);
  EXPECT_EQ(box("histogram"), (Rect{16, 760, 848, 224}));
  EXPECT_EQ(box("waveform").w, 0);
}

TEST(ScopeStripTest, HasTheTargetsWidthsBesideThePixelPanel) {
  const ScopeStrip strip = scope_strip({1920, 1080}, 984, true, {true, true, true});
  EXPECT_EQ(strip.pixel, (Rect{16, 760, 560, 224}));
  EXPECT_EQ(strip.scopes[static_cast<std::size_t>(Scope::waveform)], (Rect{584, 760, 632, 224}));
  EXPECT_EQ(strip.scopes[static_cast<std::size_t>(Scope::histogram)], (Rect{1224, 760, 424, 224}));
  EXPECT_EQ(strip.scopes[static_cast<std::size_t>(Scope::vectorscope)],
            (Rect{1656, 760, 248, 224}));
}

TEST(ScopeStripTest, StaysInsideTheWindowAtEveryWidth) {
  for (int width = 1280; width <= 3840; width += 40)
    for (unsigned on = 1; on < 16; ++on) {
      const ScopeWants wants{(on & 1U) != 0, (on & 2U) != 0, (on & 4U) != 0};
      const ScopeStrip strip = scope_strip({width, 1080}, 984, (on & 8U) != 0, wants);
      float x = 16;
      for (const Rect& box : {strip.pixel, strip.scopes[1], strip.scopes[0], strip.scopes[2]}) {
        if (box.w == 0) continue;
        EXPECT_EQ(box.x, x) << width << ", " << on;
        x = box.right() + 8;
      }
      EXPECT_LE(x - 8, static_cast<float>(width) - 15) << on;
    }
}

TEST_F(ScopesPanelsTest, SayTheirCostAndADashBeforeThereIsOne) {
  (void)draw(0s);
  for (const char* cost : {"0.006 ms", "0.011 ms", "0.005 ms"})
    EXPECT_TRUE(says(cost)) << cost;
  EXPECT_TRUE(says("after filled, before white line"));
  EXPECT_TRUE(says("RGB, %"));
  scopes_.cost_ms = {};
  (void)draw(1s);
  EXPECT_TRUE(says("– ms"));
  EXPECT_FALSE(says("0.011"));
}

TEST_F(ScopesPanelsTest, OneSwitchChoosesThePictureOfAll) {
  (void)draw(0s);
  EXPECT_THAT(click(overlay_.control_box("scopes_before"), 0s),
              testing::ElementsAre(Action{Kind::set_scopes_side, 0}));
  EXPECT_THAT(click(overlay_.control_box("scopes_after"), 0s),
              testing::ElementsAre(Action{Kind::set_scopes_side, 1}));
  EXPECT_GE(overlay_.control_box("scopes_after").h, 24);
  for (const ScopeWants& on : {ScopeWants{true, false, false}, ScopeWants{false, false, true}}) {
    scopes_.on = on;
    (void)draw(1s);
    EXPECT_GT(overlay_.control_box("scopes_before").w, 24);
  }
}

TEST_F(ScopesPanelsTest, KeysAskForEachAndTheButtonForAll) {
  (void)draw(0s);
  EXPECT_THAT(feed(key("F1"), 0s), testing::ElementsAre(Action{Kind::toggle_histogram}));
  EXPECT_THAT(feed(key("F2"), 0s), testing::ElementsAre(Action{Kind::toggle_vectorscope}));
  EXPECT_THAT(feed(key("F3"), 0s), testing::ElementsAre(Action{Kind::toggle_waveform}));
  EXPECT_THAT(click(overlay_.control_box("scopes"), 0s),
              testing::ElementsAre(Action{Kind::toggle_scopes}));
}

TEST_F(ScopesPanelsTest, WithoutAFileOrSwitchedOffThereAreNone) {
  scopes_.on = {};
  (void)draw(0s);
  EXPECT_EQ(box("waveform").w + box("histogram").w + box("vectorscope").w, 0);
  scopes_.on = {true, true, true};
  transport_ = {};
  (void)draw(1s);
  EXPECT_EQ(box("waveform").w + box("histogram").w + box("vectorscope").w, 0);
}

TEST_F(ScopesPanelsTest, ASmallWindowShowsTheLatestAlone) {
  scopes_.latest = Scope::vectorscope;
  resize({1000, 600});
  (void)draw(0s);
  EXPECT_EQ(box("vectorscope"), (Rect{16, 280, 320, 224}));
  EXPECT_EQ(box("waveform").w + box("histogram").w, 0);
  EXPECT_GT(box("transport").w, 0);
  resize({500, 280});
  (void)draw(1s);
  EXPECT_EQ(box("vectorscope"), (Rect{16, 40, 320, 224}));
  EXPECT_EQ(box("transport").w, 0);
  EXPECT_EQ(box("hud").w, 0);
}

TEST_F(ScopesPanelsTest, NoTextIsCutNorMeetsAnotherAtAnyScaleAndSize) {
  Nanoseconds now{0};
  for (const Size size : {Size{1280, 720}, Size{1920, 1080}, Size{3840, 2160}})
    for (const double scale : {1.0, 1.5, 2.0})
      for (const ScopeWants& on : {ScopeWants{true, true, true}, ScopeWants{false, false, true},
                                   ScopeWants{true, false, true}}) {
        scale_ = scale;
        scopes_.on = on;
        resize(size);
        now += 1s;
        (void)draw(now);
        const auto& boxes = overlay_.text_boxes();
        for (std::size_t i = 0; i < boxes.size(); ++i) {
          if (boxes[i].panel.h != 224) continue;
          EXPECT_FALSE(boxes[i].cut) << boxes[i].text << " at " << size.width << " / " << scale;
          EXPECT_GE(boxes[i].box.x, boxes[i].panel.x + 4) << boxes[i].text;
          EXPECT_LE(boxes[i].box.right(), boxes[i].panel.right() - 4) << boxes[i].text;
          for (std::size_t j = i + 1; j < boxes.size(); ++j)
            EXPECT_FALSE(boxes[j].panel.h == 224 && boxes[i].box.meets(boxes[j].box))
                << boxes[i].text << " | " << boxes[j].text << " at " << size.width << " / "
                << scale;
        }
      }
}

TEST_F(ScopesPanelsTest, TheFiltersEndAboveThemAndThePixelPanelSharesTheStrip) {
  filters_ = synthetic_long_chain();
  const PixelModel pixel = synthetic_pixel();
  overlay_.apply({Kind::toggle_filters});
  overlay_.apply({Kind::toggle_pixel});
  Nanoseconds now{0};
  for (const Size size : {Size{1920, 1080}, Size{1280, 720}}) {
    resize(size);
    now += 1s;
    Overlay::Frame frame{&hud_, &transport_, size, 1.0, now};
    frame.filters = &*filters_;
    frame.pixel = &pixel;
    frame.scopes = &scopes_;
    (void)overlay_.draw(frame);
    const float top = box("waveform").y;
    EXPECT_GT(box("filters").h, 0);
    EXPECT_LE(box("filters").bottom(), top - 8);
    EXPECT_LE(box("hud").bottom(), top - 8);
    EXPECT_EQ(box("pixel").x, 16);
    EXPECT_EQ(box("pixel").y, top);
    EXPECT_EQ(box("waveform").x, box("pixel").right() + 8);
    EXPECT_LE(box("vectorscope").right(), static_cast<float>(size.width) - 15);
    for (const TextBox& text : overlay_.text_boxes())
      EXPECT_FALSE(text.panel.h == 224 && text.cut) << text.text << " at " << size.width;
  }
}

// Pixels of a panel that the pointed-at colour dominates.
int colored(const RgbaImage& image, Rect in, std::size_t channel) {
  int count = 0;
  for (int y = static_cast<int>(in.y); y < static_cast<int>(in.bottom()); ++y)
    for (int x = static_cast<int>(in.x); x < static_cast<int>(in.right()); ++x) {
      const auto at = (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.size.width) +
                       static_cast<std::size_t>(x)) *
                      4;
      const int value = static_cast<int>(image.pixels[at + channel]);
      const int others = std::max(static_cast<int>(image.pixels[at + (channel + 1) % 3]),
                                  static_cast<int>(image.pixels[at + (channel + 2) % 3]));
      count += value > others + 40 ? 1 : 0;
    }
  return count;
}

TEST_F(ScopesPanelsTest, TheWaveformShowsRedGreenAndBlueSideBySide) {
  (void)draw(0s);
  const RgbaImage image = window_.read_back();
  const Rect panel = box("waveform");
  const float wide = (panel.w - 32 - 32 - 24) / 3;
  for (std::size_t c = 0; c < 3; ++c) {
    const Rect wave{panel.x + 48 + static_cast<float>(c) * (wide + 12), panel.y + 43, wide, 156};
    EXPECT_GT(colored(image, wave, c), 1000) << c;
    EXPECT_EQ(colored(image, wave, (c + 1) % 3), 0) << c;
  }
}

HostPicture flat(std::uint8_t r, std::uint8_t g, std::uint8_t b) {
  FrameFacts facts;
  facts.format = find_pixel_format("rgb24");
  facts.width = 64;
  facts.height = 32;
  HostPicture picture = empty_picture(facts);
  for (std::size_t y = 0; y < 32; ++y)
    for (std::size_t x = 0; x < 64; ++x) {
      std::byte* pixel = picture.first + y * picture.pitch(0) + 3 * x;
      pixel[0] = std::byte{r};
      pixel[1] = std::byte{g};
      pixel[2] = std::byte{b};
    }
  return picture;
}

struct Spot {
  double x = 0, y = 0, weight = 0;
};

// Where the green of two images differs, on average, from the corner of `in`.
Spot difference(const RgbaImage& a, const RgbaImage& b, Rect in) {
  Spot spot;
  for (int y = 0; y < static_cast<int>(in.h); ++y)
    for (int x = 0; x < static_cast<int>(in.w); ++x) {
      const auto row = static_cast<std::size_t>(y) + static_cast<std::size_t>(in.y);
      const auto i = (row * static_cast<std::size_t>(a.size.width) + static_cast<std::size_t>(x) +
                      static_cast<std::size_t>(in.x)) *
                         4 +
                     1;
      const double more = std::abs(static_cast<int>(a.pixels[i]) - static_cast<int>(b.pixels[i]));
      spot.x += more * (x + 0.5);
      spot.y += more * (y + 0.5);
      spot.weight += more;
    }
  return {spot.x / spot.weight, spot.y / spot.weight, spot.weight};
}

TEST_F(ScopesPanelsTest, AColourLiesWhereItsBoxIsAndALevelOnItsLine) {
  view_.clear();
  transport_.paused = true;  // every draw shows the tables given
  const auto shown = [&](std::shared_ptr<const ScopeTables> tables) {
    scopes_.tables = {nullptr, std::move(tables)};
    ++scopes_.revision;
    (void)draw(0s);
    return window_.read_back();
  };
  const RgbaImage empty = shown(nullptr);
  const Rect vectors = box("vectorscope"), waves = box("waveform");
  const Rect round{vectors.x, vectors.y + 36, vectors.w, 170};
  // 75 % yellow: Cb -0.375, Cr 0.034 in BT.709. The panel's middle is 124, 85 below the head.
  const Spot yellow = difference(shown(synthetic_tables(flat(191, 191, 0))), empty, round);
  EXPECT_NEAR(yellow.x, 124 - 2 * 0.375 * 70, 1.5);
  EXPECT_NEAR(yellow.y, 85 - 2 * 0.034 * 74, 1.5);
  const Spot gray = difference(shown(synthetic_tables(flat(90, 90, 90))), empty, round);
  EXPECT_NEAR(gray.x, 124, 1);
  EXPECT_NEAR(gray.y, 85, 1);
  const float wide = (waves.w - 88) / 3;
  const Rect green{waves.x + 60 + wide, waves.y + 43, wide, 156};
  const Spot level = difference(shown(synthetic_tables(flat(0, 191, 0))), empty, green);
  EXPECT_NEAR(level.x, wide / 2, 2);
  EXPECT_NEAR(level.y, 156 * (1 - 191.5 / 256), 1.5);
}

TEST(ScopeLevels, AreTheSquareRootOfTheCountAndFullFromThereOn) {
  const std::array<std::uint32_t, 5> counts{0, 1, 25, 100, 4'000'000};
  std::array<std::uint8_t, 5> levels{};
  make_scope_levels(counts, 100, levels.data());
  EXPECT_THAT(levels, testing::ElementsAre(0, 25, 127, 255, 255));
}

TEST_F(ScopesPanelsTest, TexturesAreMadeAnewOnlyForNewTables) {
  ScopeTextures textures;
  const ScopeTextures::Turn turn{0s, true, 190};
  textures.renew(scopes_, turn);
  const unsigned vectors = textures.vectorscope();
  const WaveTexture waves = textures.waveform();
  ASSERT_NE(vectors, 0U);
  // 512 columns for 190 pixels are put together by twos: 256 rows for each wave.
  EXPECT_FLOAT_EQ(waves.rows[1].first, 256.5F / 768);
  std::array<std::uint8_t, 256 * 256> before{}, after{};
  const auto read = [&](auto& into) {
    glBindTexture(GL_TEXTURE_2D, vectors);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RED, GL_UNSIGNED_BYTE, into.data());
  };
  read(before);
  scopes_.tables.after = synthetic_tables(flat(90, 90, 90));
  textures.renew(scopes_, turn);
  EXPECT_EQ(textures.vectorscope(), vectors);
  read(after);
  EXPECT_EQ(before, after);
  ++scopes_.revision;
  textures.renew(scopes_, turn);
  EXPECT_EQ(textures.vectorscope(), vectors);
  read(after);
  EXPECT_NE(before, after);
  EXPECT_EQ(std::accumulate(after.begin(), after.end(), 0), 255);
  scopes_.tables = {};
  textures.renew(scopes_, turn);
  EXPECT_EQ(textures.vectorscope(), 0U);
}

}  // namespace
}  // namespace framelane
