#include "gpu/band_pool.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace framelane
