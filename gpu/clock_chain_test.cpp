#include "gpu/clock_chain.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "gpu/errors.h"
#include "gpu/present_texture.h"

namespace framelane {
namespace {

using Clock = ClockChain::Clock;

// A device whose clock is a float of milliseconds between two events, and runs at its own rate.
struct FakeTime {
  std::int64_t now_ns = 0;
};

class FakeEvent final : public Event {
 public:
  [[nodiscard]] bool ready() const override { return true; }
  void wait() const override {}
  std::int64_t at_ns = 0;
};

class FakeStream final : public Stream {
 public:
  explicit FakeStream(const FakeTime& time) : time_(time) {}
  std::byte* upload(DeviceBuffer*, std::byte* host, std::size_t) override { return host; }
  void download(std::byte*, const std::byte*, std::size_t) override {}
  void run(const Pass&, std::span<const ImageView>, std::span<const ImageView>,
           const PassMemory&) override {}
  void count(const ScopeWork&, const ImageView&, std::byte*) override {}
  void record(Event& event) override { static_cast<FakeEvent&>(event).at_ns = time_.now_ns; }
  void wait(const Event&) override {}
  void finish() override {}
  void cancel() override {}

 private:
  const FakeTime& time_;
};

class FakeDevice final : public Device {
 public:
  [[nodiscard]] const DeviceFacts& facts() const override { return facts_; }
  [[nodiscard]] bool aliases_uploads() const override { return true; }
  [[nodiscard]] bool shares_queues() const override { return false; }
  [[nodiscard]] std::unique_ptr<Stream> make_stream() override {
    return std::make_unique<FakeStream>(time);
  }
  [[nodiscard]] std::unique_ptr<Event> make_timing_event() override {
    ++events;
    return std::make_unique<FakeEvent>();
  }
  [[nodiscard]] std::unique_ptr<Event> make_event() override { return make_timing_event(); }
  [[nodiscard]] std::unique_ptr<DeviceBuffer> allocate(std::size_t) override {
    throw DeviceError("no memory in this test");
  }
  [[nodiscard]] bool page_lock(std::byte*, std::size_t) override { return true; }
  void page_unlock(std::byte*) override {}
  [[nodiscard]] float elapsed_ms(const Event& from, const Event& to) const override {
    return static_cast<float>(static_cast<double>(static_cast<const FakeEvent&>(to).at_ns -
                                                  static_cast<const FakeEvent&>(from).at_ns) /
                              1e6);
  }
  [[nodiscard]] AllocationCounts allocations() const override { return {}; }
  [[nodiscard]] PresentTextureOffer offer_present_texture(const std::string&) override {
    return {};
  }

  FakeTime time;
  int events = 0;

 private:
  DeviceFacts facts_;
};

Clock::time_point host(Clock::time_point start, std::int64_t ns) {
  return start + std::chrono::nanoseconds(ns);
}

TEST(ClockChain, FourHoursOfFramesStayWithinAMicrosecondOfTheTruth) {
  FakeDevice device;
  FakeStream stream(device.time);
  FakeEvent event;
  const Clock::time_point start{};
  ClockChain chain(device, start);
  constexpr std::int64_t kFrame = 16'683'350;
  constexpr std::int64_t kFourHours = 4LL * 3600 * 1'000'000'000;
  double worst_ns = 0;
  std::int64_t last = -1;
  std::int64_t now = 0;
  for (std::int64_t ideal = 0; ideal < kFourHours; ideal = now + kFrame) {
    now = device.time.now_ns = ideal;
    chain.renew_if_due(stream, host(start, now));
    const auto base = chain.base();
    device.time.now_ns = now + 4'000'123;
    stream.record(event);
    const std::int64_t at =
        chain.position(base, event, host(start, device.time.now_ns + 100'000)).count();
    worst_ns = std::max(worst_ns, std::abs(static_cast<double>(at - device.time.now_ns)));
    ASSERT_GT(at, last) << "time runs forward";
    last = at;
  }
  EXPECT_LT(worst_ns, 1000) << "one float of milliseconds alone would be off by over 500,000 ns";
  EXPECT_LE(device.events, 6) << "base events are reused";
}

TEST(ClockChain, ADeviceClockThatDriftsIsHeldByTheHosts) {
  FakeDevice device;
  FakeStream stream(device.time);
  FakeEvent event;
  const Clock::time_point start{};
  ClockChain chain(device, start);
  // The device's seconds are 50 ppm long: 0.72 s too much in four hours.
  std::int64_t worst = 0;
  for (std::int64_t true_ns = 0; true_ns < 4LL * 3600 * 1'000'000'000; true_ns += 20'000'000) {
    device.time.now_ns = true_ns + true_ns / 20'000;
    chain.renew_if_due(stream, host(start, true_ns));
    const auto base = chain.base();
    stream.record(event);
    const auto at = chain.position(base, event, host(start, true_ns + 1'000'000));
    worst = std::max(worst, std::abs(at.count() - true_ns));
  }
  EXPECT_LT(worst, 1'100'000) << "never further off than the host's own bounds";
}

TEST(ClockChain, AfterAPauseTheHostPlacesTheNewBase) {
  FakeDevice device;
  FakeStream stream(device.time);
  FakeEvent event;
  const Clock::time_point start{};
  ClockChain chain(device, start);
  chain.renew_if_due(stream, host(start, 0));
  stream.record(event);
  ASSERT_EQ(chain.position(chain.base(), event, host(start, 10)).count(), 0);
  const auto before = chain.base();
  // A minute later the device's clock claims an hour: only the host's is believed.
  device.time.now_ns = 3600LL * 1'000'000'000;
  constexpr std::int64_t kMinute = 60LL * 1'000'000'000;
  chain.renew_if_due(stream, host(start, kMinute));
  ASSERT_NE(chain.base(), before);
  stream.record(event);
  EXPECT_EQ(chain.position(chain.base(), event, host(start, kMinute + 50'000)).count(), kMinute);
}

TEST(ClockChain, KeepsOneBaseForAboutASecond) {
  FakeDevice device;
  FakeStream stream(device.time);
  const Clock::time_point start{};
  ClockChain chain(device, start);
  chain.renew_if_due(stream, host(start, 0));
  const auto first = chain.base();
  chain.renew_if_due(stream, host(start, 999'000'000));
  EXPECT_EQ(chain.base(), first);
  chain.renew_if_due(stream, host(start, 1'000'000'000));
  EXPECT_NE(chain.base(), first);
}

}  // namespace
}  // namespace framelane
