#pragma once
#include <map>

#include "app/checksum.h"
#include "app/player_fixture_test.h"
#include "gpu/filters/test_filters.h"

namespace framelane {

inline constexpr auto kFrame = std::chrono::milliseconds(40);
inline constexpr const char* kShort = "pattern:66x50@25:frames=60";

// A player, and what a fresh run gives to compare with.
class PlayerEditTest : public PlayerFixture {
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
    start(std::move(options));
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
  void step() {
    player_->step(+1);
    show_next();
  }
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

  std::string input_;
  std::map<std::uint64_t, std::string> chains_;  // by revision
  std::map<std::string, std::map<Nanoseconds, std::uint64_t>> fresh_;
  std::map<std::int64_t, int> rows_;
  std::int64_t displayed_rows_ = 0;
};

inline constexpr const char* kChains[] = {"eq=contrast=1.3",
                                          "gblur=sigma=2",
                                          "tmix=frames=4",
                                          "tmix=frames=4,negate",
                                          "",
                                          "exposure=0.4,tmix=frames=3,sobel,tmix=frames=5",
                                          "tmix=frames=2"};

}  // namespace framelane
