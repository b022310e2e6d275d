#include "gpu/host_pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <thread>
#include <vector>

#include "gpu/errors.h"
#include "gpu/host/host_device.h"
#include "gpu/memory_facts.h"
#include "gpu/present_texture.h"

namespace framelane {
namespace {

// Counts what is locked and refuses when told to.
class LockingDevice final : public Device {
 public:
  [[nodiscard]] const DeviceFacts& facts() const override { return inner_->facts(); }
  [[nodiscard]] bool aliases_uploads() const override { return true; }
  [[nodiscard]] bool shares_queues() const override { return false; }
  [[nodiscard]] std::unique_ptr<Stream> make_stream() override { return inner_->make_stream(); }
  [[nodiscard]] std::unique_ptr<Event> make_timing_event() override {
    return inner_->make_timing_event();
  }
  [[nodiscard]] std::unique_ptr<Event> make_event() override { return inner_->make_event(); }
  [[nodiscard]] std::unique_ptr<DeviceBuffer> allocate(std::size_t bytes) override {
    return inner_->allocate(bytes);
  }
  [[nodiscard]] bool page_lock(std::byte*, std::size_t bytes) override {
    if (during) during();
    if (refuse) return false;
    locked_bytes += bytes;
    ++locks;
    return true;
  }
  void page_unlock(std::byte*) override {
    if (during) during();
    ++unlocks;
  }
  [[nodiscard]] float elapsed_ms(const Event& a, const Event& b) const override {
    return inner_->elapsed_ms(a, b);
  }
  [[nodiscard]] AllocationCounts allocations() const override { return {}; }
  [[nodiscard]] PresentTextureOffer offer_present_texture(const std::string& renderer) override {
    return inner_->offer_present_texture(renderer);
  }

  bool refuse = false;
  std::function<void()> during;  // called within each
  int locks = 0, unlocks = 0;
  std::size_t locked_bytes = 0;

 private:
  std::unique_ptr<Device> inner_ = make_host_device({1, {}});
};

TEST(HostPool, ABlockReturnsOnlyWithItsLastReference) {
  LockingDevice device;
  HostPool pool(device, HostMemory::pinned);
  pool.reserve(1000, 2);
  HostBlockRef first = pool.try_acquire();
  const HostBlockRef second = pool.try_acquire();
  ASSERT_TRUE(first && second);
  EXPECT_EQ(pool.try_acquire(), nullptr);
  HostBlockRef copy = first;
  first.reset();
  EXPECT_EQ(pool.try_acquire(), nullptr);
  const std::byte* data = copy->data;
  copy.reset();
  const HostBlockRef again = pool.try_acquire();
  ASSERT_TRUE(again);
  EXPECT_EQ(again->data, data);
}

TEST(HostPool, BlocksAreAlignedDisjointAndPageLockedAsOneArena) {
  LockingDevice device;
  HostPool pool(device, HostMemory::pinned);
  pool.reserve(1001, 5);
  std::vector<HostBlockRef> blocks;
  while (HostBlockRef block = pool.try_acquire())
    blocks.push_back(block);
  ASSERT_EQ(blocks.size(), 5U);
  for (const auto& a : blocks) {
    EXPECT_GE(a->bytes, 1001U);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a->data) % 512, 0U);
    for (const auto& b : blocks)
      EXPECT_TRUE(a == b || a->data + a->bytes <= b->data || b->data + b->bytes <= a->data);
  }
  EXPECT_EQ(device.locks, 1);
  EXPECT_TRUE(pool.counts().page_locked);
  EXPECT_GE(device.locked_bytes, 5 * blocks[0]->bytes);
}

TEST(HostPool, SwitchingMemoryKeepsTheBlocksWhereTheyAre) {
  LockingDevice device;
  HostPool pool(device, HostMemory::pinned);
  pool.reserve(4096, 2);
  HostBlockRef held = pool.try_acquire();
  const std::byte* data = held->data;
  pool.set_memory(HostMemory::pageable);
  EXPECT_EQ(device.unlocks, 1);
  EXPECT_FALSE(pool.counts().page_locked);
  held.reset();
  held = pool.try_acquire();
  EXPECT_EQ(held->data, data);
  EXPECT_FALSE(held->page_locked);
  pool.set_memory(HostMemory::pinned);
  EXPECT_TRUE(pool.counts().page_locked);
}

TEST(HostPool, ARefusedLockLeavesUsablePageableMemory) {
  LockingDevice device;
  device.refuse = true;
  HostPool pool(device, HostMemory::pinned);
  pool.reserve(4096, 2);
  const HostBlockRef block = pool.try_acquire();
  ASSERT_TRUE(block);
  block->data[4095] = std::byte{1};
  EXPECT_FALSE(pool.counts().page_locked);
}

TEST(HostPool, LargerBlocksReplaceTheOldOnesWhichGoWithTheNextCallAfterTheyWereDropped) {
  LockingDevice device;
  HostPool pool(device, HostMemory::pinned);
  pool.reserve(1000, 2);
  HostBlockRef old = pool.try_acquire();
  old->data[999] = std::byte{42};
  pool.reserve(100'000, 2);
  EXPECT_EQ(old->data[999], std::byte{42});
  const HostBlockRef large = pool.try_acquire();
  EXPECT_GE(large->bytes, 100'000U);
  old.reset();
  EXPECT_EQ(device.unlocks, 0) << "a block may be dropped on a decoder's thread";
  pool.reserve(100'000, 2);
  EXPECT_EQ(device.unlocks, 1);
  EXPECT_EQ(pool.counts().blocks, 2);
  EXPECT_EQ(pool.counts().free, 1);
}

TEST(HostPool, BlocksNotInUseGoWhenLargerOnesReplaceThem) {
  LockingDevice device;
  HostPool pool(device, HostMemory::pinned);
  pool.reserve(1000, 2);
  pool.reserve(100'000, 2);
  EXPECT_EQ(device.unlocks, 1);
}

TEST(HostPool, MoreThanIsFreeIsRefusedBeforeItIsTouched) {
  LockingDevice device;
  HostPool pool(device, HostMemory::pageable);
  pool.reserve(1000, 1);
  EXPECT_THAT([&] { pool.reserve(1000, static_cast<int>(2 * (free_memory_bytes() / 1000))); },
              testing::ThrowsMessage<DeviceError>(testing::HasSubstr("that are free")));
  EXPECT_TRUE(pool.try_acquire());
}

TEST(HostPool, ABlockMayOutliveItsPool) {
  LockingDevice device;
  HostBlockRef block;
  {
    HostPool pool(device, HostMemory::pinned);
    pool.reserve(1000, 2);
    block = pool.try_acquire();
  }
  block->data[999] = std::byte{1};
  block.reset();
  EXPECT_EQ(device.unlocks, 1);
}

TEST(HostPool, BlocksComeAndGoWhileTheDeviceLocksAndUnlocks) {
  LockingDevice device;
  HostPool pool(device, HostMemory::pinned);
  pool.reserve(1000, 2);
  int seen = 0;
  device.during = [&] { seen += pool.try_acquire() != nullptr ? 1 : 0; };
  pool.set_memory(HostMemory::pageable);
  pool.set_memory(HostMemory::pinned);
  device.during = nullptr;
  EXPECT_EQ(seen, 2) << "a call of the device must hold no lock that a decoder needs";
  EXPECT_EQ(pool.counts().free, 2);
}

TEST(HostPool, OutsideBlocksAreCountedAndPageable) {
  LockingDevice device;
  HostPool pool(device, HostMemory::pinned);
  const HostBlockRef block = pool.acquire_outside(70'000);
  EXPECT_EQ(device.locks, 0);
  block->data[69'999] = std::byte{1};
  EXPECT_EQ(pool.counts().outside, 1U);
}

TEST(HostPool, ManyThreadsNeverShareABlock) {
  LockingDevice device;
  HostPool pool(device, HostMemory::pinned);
  pool.reserve(512, 4);
  std::vector<std::thread> threads;
  std::atomic<int> clashes{0};
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 2000; ++i) {
        const HostBlockRef block = pool.try_acquire();
        if (!block) continue;
        for (int b = 0; b < 64; ++b)
          block->data[b] = static_cast<std::byte>(t);
        for (int b = 0; b < 64; ++b)
          clashes += block->data[b] != static_cast<std::byte>(t);
      }
    });
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(clashes, 0);
  EXPECT_EQ(pool.counts().free, 4);
}

}  // namespace
}  // namespace framelane
