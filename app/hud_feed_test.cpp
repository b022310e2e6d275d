#include "app/hud_feed.h"

#include <gtest/gtest.h>

#include "app/player.h"
#include "gpu/open_device.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;

TEST(HudFeed, TheTimePlayStoodStillIsNoIntervalBetweenFrames) {
  const OpenedDevice opened = open_device(parse_device_choice("cpu"));
  Player::Options options;
  options.engine.input = "pattern:64x48@60";
  Player player(*opened.device, std::move(options));
  ProcessedFrame frame;
  frame.times.warmup = true;
  FrameOutcome shown;
  shown.displayed = true;
  HudFeed feed;
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
