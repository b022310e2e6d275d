#include "ui/scope_textures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <thread>

#include "ui/offscreen_test.h"
#include "ui/synthetic_models.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;

using Revisions = std::array<std::optional<std::uint64_t>, kScopes>;

class ScopeTurnsTest : public testing::Test {
 protected:
  void renew(Nanoseconds now, bool still = false) { textures_.renew(scopes_, {now, still, 190}); }
  [[nodiscard]] Revisions shown() const {
    return {textures_.revision(Scope::histogram), textures_.revision(Scope::waveform),
            textures_.revision(Scope::vectorscope)};
  }
  [[nodiscard]] Revisions all_new() const {
    return {scopes_.revision, scopes_.revision, scopes_.revision};
  }
  static int differing(const Revisions& a, const Revisions& b) {
    int count = 0;
    for (std::size_t s = 0; s < a.size(); ++s)
      count += a[s] != b[s] ? 1 : 0;
    return count;
  }

  Window window_{offscreen_options({64, 48})};
  ScopesModel scopes_ = synthetic_scopes();
  ScopeTextures textures_;
};

TEST_F(ScopeTurnsTest, WhilePlayingATurnRenewsOneScopeAtMostAndEveryOneComes) {
  constexpr Nanoseconds kBetween{16'666'667};
  renew(0s);
  ASSERT_EQ(shown(), all_new()) << "the first turn shows all";
  std::array<int, kScopes> renewals{};
  int turns = 0;
  while (std::ranges::min(renewals) < 10 && turns < 5000) {
    ++scopes_.revision;
    const Revisions before = shown();
    renew(++turns * kBetween);
    const Revisions after = shown();
    ASSERT_LE(differing(before, after), 1) << "turn " << turns;
    for (std::size_t s = 0; s < renewals.size(); ++s)
      renewals[s] += before[s] != after[s] ? 1 : 0;
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_GE(std::ranges::min(renewals), 10);
  EXPECT_LE(std::ranges::max(renewals), 1 + turns * kBetween / ScopeTextures::kEvery);
}

TEST_F(ScopeTurnsTest, AStillPictureAnotherSideAndRareTurnsRenewThemAllAtOnce) {
  renew(0s);
  for (int n = 1; n <= 5; ++n) {
    ++scopes_.revision;
    renew(n * 10ms, true);
    ASSERT_EQ(shown(), all_new()) << "still";
  }
  ++scopes_.revision;
  renew(60ms);
  EXPECT_EQ(differing(shown(), all_new()), 3) << "none at once while playing";
  scopes_.on.side = ScopeSide::before;
  renew(70ms);
  EXPECT_EQ(shown(), all_new());
  ++scopes_.revision;
  renew(70ms + ScopeTextures::kRare);
  EXPECT_EQ(shown(), all_new());
}

TEST_F(ScopeTurnsTest, WhatTheOtherThreadMakesIsWhatThisOneDoes) {
  ScopeOrder order{Scope::waveform, 7, ScopeSide::after, 2, scopes_.tables.after, nullptr};
  ScopeShape here;
  make_scope_shape(order, here);
  ScopeWorker worker;
  EXPECT_TRUE(worker.idle());
  worker.start(order);
  const ScopeWorker::Made* made = nullptr;
  while ((made = worker.take()) == nullptr)
    std::this_thread::sleep_for(1ms);
  EXPECT_TRUE(worker.idle());
  EXPECT_EQ(made->order.revision, 7U);
  EXPECT_FALSE(made->order.tables) << "they go back to their pool";
  EXPECT_EQ(made->shape.size, here.size);
  EXPECT_EQ(made->shape.levels, here.levels);
  EXPECT_EQ(worker.take(), nullptr);
}

}  // namespace
}  // namespace framelane
