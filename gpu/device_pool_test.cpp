#include "gpu/device_pool.h"

#include <gtest/gtest.h>

#include "gpu/host/host_device.h"

namespace framelane {
namespace {

class DevicePoolTest : public testing::Test {
 protected:
  void use(std::size_t bytes) { (void)pool_.acquire(bytes); }
  [[nodiscard]] std::uint64_t allocated() const { return device_->allocations().device; }
  std::unique_ptr<Device> device_ = make_host_device({});
  DevicePool pool_{*device_};
};

TEST_F(DevicePoolTest, ABlockStaysForAsManyUsesAsWereAskedFor) {
  use(1000);
  pool_.trim(2);
  pool_.trim(2);
  use(1000);
  EXPECT_EQ(allocated(), 1U);
  for (int n = 0; n < 3; ++n)
    pool_.trim(2);
  use(1000);
  EXPECT_EQ(allocated(), 2U);
}

TEST_F(DevicePoolTest, AllThatIsFreeGoesAtOnceWhereNothingIsRemembered) {
  const auto held = pool_.acquire(4000);
  use(1000);
  pool_.trim(0);
  use(1000);
  EXPECT_EQ(allocated(), 3U);
  EXPECT_EQ(held->bytes(), 4000U);
}

}  // namespace
}  // namespace framelane
