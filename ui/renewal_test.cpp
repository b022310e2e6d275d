#include "ui/renewal.h"

#include <gtest/gtest.h>

#include <array>

namespace framelane {
namespace {

using namespace std::chrono_literals;
using Panel = RenewedPanel;

constexpr Nanoseconds kFrame{16'666'667};

class RenewalTest : public testing::Test {
 protected:
  std::array<Renewal, kRenewedPanels> panels_{Renewal{Panel::hud}, Renewal{Panel::overlap},
                                              Renewal{Panel::filters}, Renewal{Panel::scopes},
                                              Renewal{Panel::timeline}};
  // How many of them are renewed in a frame.
  int renewed(Nanoseconds now) {
    int count = 0;
    for (Renewal& panel : panels_)
      count += panel.due(now) ? 1 : 0;
    return count;
  }
};

TEST_F(RenewalTest, NoTwoPanelsAreRenewedInOneFrameAt60HzWhateverTheFramesTimes) {
  for (const Nanoseconds start : {0ns, 123'456'789ns, 7h + 1ns}) {
    for (Renewal& panel : panels_)
      panel.reset();
    EXPECT_EQ(renewed(start), kRenewedPanels) << "the first frame shows them all";
    int all = 0;
    for (int n = 1; n <= 600; ++n) {
      const int count = renewed(start + n * kFrame + (n % 3) * 1ms);
      ASSERT_LE(count, 1) << "frame " << n;
      all += count;
    }
    EXPECT_GE(all, 5 * 39);
    EXPECT_LE(all, 5 * 40) << "four times a second in ten seconds";
  }
}

TEST_F(RenewalTest, WhatIsRenewedAtOnceKeepsItsOwnTimeAfterwards) {
  Renewal panel{Panel::filters};  // at 100 ms, 350 ms, ...
  EXPECT_TRUE(panel.due(1000ms));
  EXPECT_FALSE(panel.due(1100ms)) << "too near";
  EXPECT_FALSE(panel.due(1349ms));
  EXPECT_TRUE(panel.due(1350ms));
  EXPECT_TRUE(panel.due(1400ms, true));
  EXPECT_FALSE(panel.due(1599ms));
  EXPECT_TRUE(panel.due(1600ms));
  panel.reset();
  EXPECT_TRUE(panel.due(1601ms));
}

}  // namespace
}  // namespace framelane
