// Scopes switched while paused and while playing.
#include <algorithm>
#include <map>

#include "app/checksum.h"
#include "app/player_fixture_test.h"
#include "gpu/filters/test_filters.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;

constexpr auto kFrame = 40ms;
constexpr ScopeWants kAll{true, true, true, ScopeSide::after};

class PlayerScopesTest : public PlayerFixture {
 protected:
  void open(const std::string& input, const std::string& chain, const ScopeWants& scopes = {},
            bool unpaced = false) {
    Player::Options options;
    options.engine.input = input;
    options.engine.chain = parse_chain(chain, filters_with_tests());
    options.engine.settings = {Mode::overlapped, 3};
    options.engine.scopes = scopes;
    options.unpaced = unpaced;
    options.finish_row = [this](const ProcessedFrame& frame, const FrameOutcome&) {
      std::lock_guard lock(mutex_);
      rows_[frame.source->index] += 1;
      counted_ += frame.scopes.empty() ? 0 : 1;
    };
    start(std::move(options));
  }
  [[nodiscard]] const ProcessedFrame& shown() const { return *player_->current(); }

  std::map<std::int64_t, int> rows_;
  std::int64_t counted_ = 0;
};

TEST_F(PlayerScopesTest, AChangeShowsAtOnceWhilePaused) {
  open("pattern:66x50@25:frames=20", "eq=contrast=1.3,tmix=frames=3");
  player_->set_paused(true);
  show_next();
  for (int n = 0; n < 3; ++n) {
    player_->step(+1);
    show_next();
  }
  const auto pixels = picture_checksum(shown().picture);
  EXPECT_TRUE(shown().scopes.empty());
  player_->set_scopes(kAll);
  show_edit();
  ASSERT_TRUE(shown().scopes.after && shown().scopes.before);
  for (const Scope scope : kAllScopes)
    EXPECT_FALSE(shown().scopes.after->table(scope).empty()) << name_of(scope);
  player_->set_scopes({true, true, true, ScopeSide::before});
  show_edit();
  EXPECT_FALSE(shown().scopes.before->table(Scope::waveform).empty());
  EXPECT_TRUE(shown().scopes.after->table(Scope::waveform).empty());
  player_->set_scopes({});
  show_edit();
  EXPECT_TRUE(shown().scopes.empty());
  EXPECT_EQ(shown().pts, 3 * kFrame);
  EXPECT_EQ(picture_checksum(shown().picture), pixels);
  EXPECT_EQ(player_->set_chain(parse_chain("negate")), "");
  player_->set_scopes({false, false, true});
  show_edit();
  EXPECT_FALSE(shown().scopes.after->table(Scope::vectorscope).empty());
  EXPECT_EQ(to_text(player_->chain()), "negate");
}

TEST_F(PlayerScopesTest, FromTheFirstFrameWhereTheyAreOnAlready) {
  open("pattern:66x50@25:frames=20", "", kAll);
  show_next();
  ASSERT_TRUE(shown().scopes.after);
  EXPECT_EQ(shown().scopes.after, shown().scopes.before);
  EXPECT_EQ(player_->chain_revision(), 0U);
  player_->set_scopes(kAll);
  EXPECT_EQ(player_->chain_revision(), 0U) << "nothing has changed";
}

TEST_F(PlayerScopesTest, SwitchedWhilePlayingLoseAndDoubleNoFrame) {
  constexpr int kFrames = 60;
  open("pattern:66x50@25:frames=60", "eq=contrast=1.2");
  Nanoseconds last{-1};
  int frames = 0;
  while (!player_->ended()) {
    if (!show()) {
      // Time goes on to where a frame in hand is due, and never past one that is not there yet.
      if (const auto due = player_->next_deadline(now_)) now_ = std::max(now_, *due);
      std::this_thread::yield();
      continue;
    }
    if (shown().pts == last) continue;  // the same picture, counted
    EXPECT_EQ(shown().pts, frames * kFrame);
    last = shown().pts;
    if (++frames % 4 == 0) player_->set_scopes(frames % 8 == 0 ? ScopeWants{} : kAll);
  }
  EXPECT_EQ(frames, kFrames);
  player_.reset();
  EXPECT_EQ(rows_.size(), static_cast<std::size_t>(kFrames));
  for (const auto& [index, count] : rows_)
    EXPECT_EQ(count, 1) << index;
  EXPECT_GT(counted_, 0);
}

TEST_F(PlayerScopesTest, UnpacedAreCountedAtADisplaysRateAndOfTheFramePausedAt) {
  const auto begin = Host::now();
  open("pattern:66x50@25", "negate", kAll, true);
  const auto rows = [&] {
    std::lock_guard lock(mutex_);
    return rows_.size();
  };
  while (rows() < 2000) {
    now_ += 17ms;
    if (!show()) std::this_thread::yield();
  }
  std::int64_t counted = 0;
  {
    std::lock_guard lock(mutex_);
    counted = counted_;
  }
  const double seconds = std::chrono::duration<double>(Host::now() - begin).count();
  EXPECT_GT(counted, 0);
  EXPECT_LE(static_cast<double>(counted), seconds * 60.5 + 2);
  player_->set_paused(true);
  while (shown().scopes.empty())
    if (!show()) std::this_thread::yield();
  EXPECT_FALSE(shown().scopes.after->table(Scope::histogram).empty());
}

}  // namespace
}  // namespace framelane
