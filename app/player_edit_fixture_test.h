#pragma once
#include <gtest/gtest.h>

#include <map>
#include <mutex>
#include <thread>

#include "app/checksum.h"
#include "app/player.h"
#include "gpu/filters/test_filters.h"
#include "gpu/open_device.h"

namespace framelane {

using Host = PlayClock::Host;

inline constexpr auto kFrame = std::chrono::milliseconds(40);
inline constexpr const char* kShort = "pattern:66x50@25:frames=60";

// A player whose time is the test's own, and what a fresh run gives to compare with.
class PlayerEditTest : public testing::Test {
 protected:
  static Chain chain_of(const std::string& text) { return parse_chain(text, filters_with_tests()); }

  void open(const std::string& input, const std::string& chain, bool unpaced = false,
            std::int64_t plays = 1) {
    input_ = input;
    chains_[0] = chain;
    Player::Options options;
    options.engine.input = input;
    options.engine.chain = chain_of(chain);
    options.engine.settings = {Mode::overlapped, 3};
    options.engine.start.loop.plays = plays;
    options.unpaced = unpaced;
    options.finish_row = [this](const ProcessedFrame& frame, const FrameOutcome& outcome) {
      std::lock_guard lock(mutex_);
      rows_[frame.source->index] += 1;
      displayed_rows_ += outcome.displayed ? 1 : 0;
    };
    options.finish_dropped = [this](const SourceFrame& frame, const PipelineSettings&) {
      std::lock_guard lock(mutex_);
      rows_[frame.index] += 1;
    };
    player_ = std::make_unique<Player>(device_, std::move(options));
  }
  // The checksums of a run from the start, by pts.
  const std::map<Nanoseconds, std::uint64_t>& fresh(const std::string& chain) {
    auto& sums = fresh_[chain];
    if (!sums.empty()) return sums;
    EngineOptions options;
    options.input = input_;
    options.chain = chain_of(chain);
    options.settings = {Mode::serial, 1};
    Engine engine(device_, options);
    for (ProcessedItem item;;) {
      while (engine.results().pop_for(item, std::chrono::seconds(30)) != QueueStatus::ok) {
      }
      if (item.kind != ProcessedItem::Kind::frame) return sums;
      sums[item.frame.pts] = picture_checksum(item.frame.picture);
    }
  }
  void edit(const std::string& chain) {
    const std::uint64_t before = player_->chain_revision();
    ASSERT_EQ(player_->set_chain(chain_of(chain)), "") << chain;
    if (player_->chain_revision() != before) chains_[player_->chain_revision()] = chain;
  }
  bool show() {
    if (!player_->take_due(now_)) return false;
    player_->displayed(now_, std::chrono::milliseconds(1));
    ++shown_;
    return true;
  }
  void show_next() {
    while (!show())
      std::this_thread::yield();
  }
  // Until the frame on show is of the chain in force.
  void show_edit() {
    while (player_->current()->revision != player_->chain_revision())
      if (!show()) std::this_thread::yield();
  }
  void step() {
    player_->step(+1);
    show_next();
  }
  [[nodiscard]] Nanoseconds pts() const { return player_->current()->pts; }
  // The picture on show is what a fresh run of its chain gives there.
  void expect_fresh(const std::string& where) {
    const ProcessedFrame& frame = *player_->current();
    const std::string& chain = chains_.at(frame.revision);
    const auto& sums = fresh(chain);
    ASSERT_TRUE(sums.contains(frame.pts)) << where << ": " << chain;
    EXPECT_EQ(picture_checksum(frame.picture), sums.at(frame.pts))
        << where << ": " << chain << ", frame " << frame.pts / kFrame << ", revision "
        << frame.revision;
  }
  void play_to(Nanoseconds to) {
    player_->set_paused(true);
    if (!player_->current()) show_next();
    while (pts() < to)
      step();
  }
  void expect_one_row_each() {
    std::lock_guard lock(mutex_);
    for (const auto& [index, count] : rows_)
      EXPECT_EQ(count, 1) << index;
  }

  OpenedDevice opened_ = open_device(parse_device_choice("cpu"));
  Device& device_ = *opened_.device;
  std::string input_;
  std::map<std::uint64_t, std::string> chains_;  // by revision
  std::map<std::string, std::map<Nanoseconds, std::uint64_t>> fresh_;
  std::mutex mutex_;
  std::map<std::int64_t, int> rows_;
  std::int64_t displayed_rows_ = 0;
  int shown_ = 0;
  Host::time_point now_ = Host::now() + std::chrono::hours(1);
  std::unique_ptr<Player> player_;
};

inline constexpr const char* kChains[] = {"eq=contrast=1.3",
                                          "gblur=sigma=2",
                                          "tmix=frames=4",
                                          "tmix=frames=4,negate",
                                          "",
                                          "exposure=0.4,tmix=frames=3,sobel,tmix=frames=5",
                                          "tmix=frames=2"};

}  // namespace framelane
