#include "gpu/band_pool.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>
#include <vector>

namespace framelane {
namespace {

TEST(BandPool, EveryRowIsWorkedOnceInBandsOfTheGivenHeight) {
  BandPool pool(4);
  for (const int rows : {0, 1, 7, 64, 1001}) {
    std::vector<std::atomic<int>> touched(static_cast<std::size_t>(rows));
    pool.run(rows, 8, [&](int first, int last) {
      EXPECT_LE(last - first, 8);
      for (int row = first; row < last; ++row)
        ++touched[static_cast<std::size_t>(row)];
    });
    for (const auto& count : touched)
      EXPECT_EQ(count, 1);
  }
}

TEST(BandPool, CallsFromSeveralThreadsAreServedOneAfterAnother) {
  BandPool pool(3);
  std::vector<std::thread> callers;
  std::atomic<int> sum{0};
  for (int i = 0; i < 4; ++i)
    callers.emplace_back([&] {
      for (int n = 0; n < 100; ++n)
        pool.run(10, 1, [&](int first, int last) { sum += last - first; });
    });
  for (std::thread& caller : callers)
    caller.join();
  EXPECT_EQ(sum, 4000);
}

TEST(BandPool, ACancelLeavesOutTheBandsNotBegun) {
  BandPool pool(1);
  std::atomic<bool> cancel{false};
  int bands = 0;
  pool.run(
      100, 1,
      [&](int, int) {
        ++bands;
        if (bands == 3) cancel = true;
      },
      &cancel);
  EXPECT_EQ(bands, 3);
}

TEST(BandPool, ThrowsOnWhatABandThrewOnAnyThreadAndWorksOnAfterwards) {
  BandPool pool(3);
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> bands{0};
    const auto body = [&](int first, int) {
      ++bands;
      if (first == round) throw std::runtime_error("band");
    };
    EXPECT_THROW(pool.run(20, 1, body), std::runtime_error);
    EXPECT_GT(bands, round);
  }
  std::atomic<int> rows{0};
  pool.run(20, 1, [&](int first, int last) { rows += last - first; });
  EXPECT_EQ(rows, 20);
}

TEST(BandPool, NoBandIsUnderWayWhenItThrows) {
  BandPool pool(2);
  std::atomic<int> under_way{0};
  std::atomic<bool> other{false};
  const auto body = [&](int first, int) {
    ++under_way;
    if (first == 0) {
      while (!other)
        std::this_thread::yield();
      --under_way;
      throw std::runtime_error("band");
    }
    other = true;
    --under_way;
  };
  EXPECT_THROW(pool.run(50, 1, body), std::runtime_error);
  EXPECT_EQ(under_way, 0);
}

}  // namespace
}  // namespace framelane
