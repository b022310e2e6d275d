#include "app/hud_feed.h"

#include <gtest/gtest.h>

#include "app/player.h"
#include "gpu/open_device.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;

TEST(HudFeed, SaysThatFramesGoOneAtATimeAndWhatHoldsThemBack) {
  const OpenedDevice opened = open_device(parse_device_choice("cpu"));
  Player::Options options;
  options.engine.input = "pattern:64x48@60";
  Player player(*opened.device, std::move(options));
  Bursts bursts;
  HudFeed feed(bursts);
  const auto now = std::chrono::steady_clock::now();
  EXPECT_FALSE(feed.hud(player, "CPU", now).paced) << "nothing has come";
  FrameTimes alone;
  for (int n = 0; n < 3; ++n) {
    alone.filter = {n * 16ms, n * 16ms + 1ms};
    bursts.add(n, alone, true);
  }
  feed.tell_verdict("Bound by decode.");
  feed.tell_present("through the host");
  const HudModel& hud = feed.hud(player, "CPU", now + 1s);
  EXPECT_TRUE(hud.paced);
  EXPECT_EQ(hud.rows.front().bound, "Bound by decode.");
  EXPECT_EQ(hud.rows.back().bound, "through the host. Bound by decode.");
}

TEST(StageWindow, ItsTimesAreThoseOfTheWholeWindow) {
  for (const int count : {1, 15, 30, 250}) {
    StageWindow window;
    std::vector<double> all;
    for (int n = 0; n < count; ++n) {
      all.push_back((n * 37) % 101);
      window.add(all.back(), {});
    }
    const auto times = window.times();
    ASSERT_TRUE(times);
    EXPECT_EQ(times->last, all.back());
    EXPECT_EQ(times->p95, time_percentile(all, 0.05)) << count;
    EXPECT_EQ(times->p99, time_percentile(all, 0.01)) << count;
    EXPECT_EQ(times->max, time_percentile(all, 0)) << count;
  }
  EXPECT_FALSE(StageWindow{}.times());
}

TEST(HudFeed, TheTimePlayStoodStillIsNoIntervalBetweenFrames) {
  const OpenedDevice opened = open_device(parse_device_choice("cpu"));
  Player::Options options;
  options.engine.input = "pattern:64x48@60";
  Player player(*opened.device, std::move(options));
  ProcessedFrame frame;
  frame.times.warmup = true;
  FrameOutcome shown;
  shown.displayed = true;
  const Bursts bursts;
  HudFeed feed(bursts);
  const auto add = [&](Nanoseconds between) {
    shown.between = between;
    feed.add(frame, shown);
  };
  add(16ms);
  feed.interrupted();
  add(29s);
  add(17ms);
  const auto now = std::chrono::steady_clock::now();
  EXPECT_EQ(feed.hud(player, "CPU", now).intervals_ms, (std::vector<float>{16, 17}));
}

}  // namespace
}  // namespace framelane
