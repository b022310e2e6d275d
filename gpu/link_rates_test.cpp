#include "gpu/link_rates.h"

#include <gtest/gtest.h>

#include "gpu/busy_machine_test.h"
#include "gpu/open_device.h"

namespace framelane {
namespace {

TEST(LinkRates, TheSimulatedLinkIsMeasuredAtItsOwnRates) {
  const auto opened = open_device(parse_device_choice("cpu:link=0.5x0.6"));
  // Copies wait out their time, so a busy machine can only make them slower.
  EXPECT_TRUE(test::holds_once([&] {
    const LinkRates rates = measure_link(*opened.device, HostMemory::pinned);
    if (!rates.up || !rates.down || !rates.both) return false;
    EXPECT_LE(*rates.up, 0.5 * 1.02);
    EXPECT_LE(*rates.down, 0.5 * 1.02);
    EXPECT_LE(*rates.both, 2 * 0.5 * 1.02);
    return *rates.up >= 0.5 * 0.4 && *rates.down >= 0.5 * 0.4;
  }));
}

TEST(LinkRates, ADeviceThatCopiesNothingHasNone) {
  const auto opened = open_device(parse_device_choice("cpu"));
  EXPECT_FALSE(measure_link(*opened.device, HostMemory::pinned).both);
}

}  // namespace
}  // namespace framelane
