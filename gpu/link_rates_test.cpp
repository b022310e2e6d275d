#include "gpu/link_rates.h"

#include <gtest/gtest.h>

#include "gpu/open_device.h"

namespace framelane {
namespace {

TEST(LinkRates, TheSimulatedLinkIsMeasuredAtItsOwnRates) {
  const auto opened = open_device(parse_device_choice("cpu:link=0.5x0.6"));
  const LinkRates rates = measure_link(*opened.device, HostMemory::pinned);
  ASSERT_TRUE(rates.up && rates.down && rates.both);
  // Copies wait out their time, so a busy machine can only make them slower.
  EXPECT_LE(*rates.up, 0.5 * 1.02);
  EXPECT_GE(*rates.up, 0.5 * 0.4);
  EXPECT_LE(*rates.down, 0.5 * 1.02);
  EXPECT_LE(*rates.both, 2 * 0.5 * 1.02);
}

TEST(LinkRates, ADeviceThatCopiesNothingHasNone) {
  const auto opened = open_device(parse_device_choice("cpu"));
  EXPECT_FALSE(measure_link(*opened.device, HostMemory::pinned).both);
}

}  // namespace
}  // namespace framelane
