#include "gpu/host/host_device.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <stdexcept>
#include <vector>

#include "gpu/busy_machine_test.h"
#include "gpu/errors.h"
#include "gpu/host/link.h"
#include "gpu/pass.h"

namespace framelane {
namespace {

// A pass without work, which no device can run.
Pass broken_pass() {
  struct Thrower {
    operator WindowWork() const { throw std::runtime_error("no work"); }
  };
  Pass pass;
  try {
    pass.work.emplace<WindowWork>(Thrower{});
  } catch (const std::runtime_error&) {
  }
  return pass;
}

TEST(HostDevice, AFailureReachesTheStreamsThatWaitForIt) {
  const auto device = make_host_device({1, {}});
  const auto first = device->make_stream(), second = device->make_stream();
  const auto event = device->make_event();
  const Pass pass = broken_pass();
  ASSERT_TRUE(pass.work.valueless_by_exception());
  first->run(pass, {}, {}, {});
  first->record(*event);
  std::byte from{1}, to{0};
  second->wait(*event);
  second->download(&to, &from, 1);
  EXPECT_THROW(second->finish(), DeviceError);
  EXPECT_EQ(to, std::byte{0}) << "nothing is made of what the other stream did not make";
}

TEST(LinkSimulator, ATransferThatIsCancelledDoesNotWaitOutItsTime) {
  LinkSimulator link(SimulatedLink{0.001, 1});
  std::vector<std::byte> from(100'000'000), to(from.size());  // 100 s
  std::atomic<bool> cancel{true};
  const auto took = test::time_of([&] {
    link.transfer(LinkSimulator::Direction::up, to.data(), from.data(), from.size(), cancel);
    cancel = false;
    auto other = std::async(std::launch::async, [&] { cancel = true; });
    link.transfer(LinkSimulator::Direction::up, to.data(), from.data(), from.size(), cancel);
  });
  EXPECT_LT(took, std::chrono::seconds(50));
}

TEST(HostDevice, TheLinkIsNamedWithItsRate) {
  const auto named = [](double rate) {
    return make_host_device({1, SimulatedLink{rate, 1}})->facts().link;
  };
  EXPECT_EQ(named(0.05), "simulated, 0.05 GB/s each way");
  EXPECT_EQ(named(12), "simulated, 12 GB/s each way");
  EXPECT_EQ(named(1000), "simulated, 1000 GB/s each way");
}

}  // namespace
}  // namespace framelane
