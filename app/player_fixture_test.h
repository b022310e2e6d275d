#pragma once
#include <gtest/gtest.h>

#include <memory>
#include <mutex>
#include <thread>

#include "app/player.h"
#include "gpu/open_device.h"

namespace framelane {

// For the tests of the player: one whose time is the test's own; it waits for the engine's threads,
// never for the clock.
class PlayerFixture : public testing::Test {
 protected:
  using Host = PlayClock::Host;

  // The engine's threads end before what they report to.
  void TearDown() override { player_.reset(); }
  void start(Player::Options options) {
    player_ = std::make_unique<Player>(device_, std::move(options));
  }
  // Shows the frame that is due at now_, if the engine can give one.
  bool show() {
    if (!player_->take_due(now_)) return false;
    player_->displayed(now_, std::chrono::milliseconds(1));
    ++shown_count_;
    return true;
  }
  void show_next() {
    while (!show())
      std::this_thread::yield();
  }
  // Until the frame on show is of the edit in force.
  void show_edit() {
    while (player_->current()->revision != player_->chain_revision())
      if (!show()) std::this_thread::yield();
  }
  [[nodiscard]] Nanoseconds pts() const { return player_->current()->pts; }

  OpenedDevice opened_ = open_device(parse_device_choice("cpu"));
  Device& device_ = *opened_.device;
  std::mutex mutex_;  // of what the engine's threads report
  int shown_count_ = 0;
  // Ahead of the real time, by which the process thread would drop late frames.
  Host::time_point now_ = Host::now() + std::chrono::hours(1);
  std::unique_ptr<Player> player_;
};

}  // namespace framelane
