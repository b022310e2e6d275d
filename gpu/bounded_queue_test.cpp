#include "gpu/bounded_queue.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

namespace framelane {
namespace {

TEST(BoundedQueue, KeepsOrderAcrossThreadsAndLosesNothing) {
  BoundedQueue<int> queue(3);
  std::thread pusher([&] {
    for (int i = 0; i < 2000; ++i)
      while (queue.push(i) != QueueStatus::ok) {
      }
    queue.close();
  });
  std::vector<int> seen;
  int item = 0;
  while (true) {
    const QueueStatus status = queue.pop(item);
    if (status == QueueStatus::closed) break;
    ASSERT_EQ(status, QueueStatus::ok);
    seen.push_back(item);
  }
  pusher.join();
  ASSERT_EQ(seen.size(), 2000U);
  for (int i = 0; i < 2000; ++i)
    EXPECT_EQ(seen[static_cast<std::size_t>(i)], i);
}

TEST(BoundedQueue, CloseWakesAWaitingPopAndAWaitingPush) {
  BoundedQueue<int> empty(1);
  BoundedQueue<int> full(1);
  int one = 1;
  ASSERT_EQ(full.push(one), QueueStatus::ok);
  QueueStatus popped = QueueStatus::ok;
  QueueStatus pushed = QueueStatus::ok;
  std::thread popper([&] {
    int into = 0;
    popped = empty.pop(into);
  });
  std::thread pusher([&] {
    int two = 2;
    pushed = full.push(two);
  });
  empty.close();
  full.close();
  popper.join();
  pusher.join();
  EXPECT_EQ(popped, QueueStatus::closed);
  EXPECT_EQ(pushed, QueueStatus::closed);
  int left = 0;
  EXPECT_EQ(full.pop(left), QueueStatus::ok) << "what was queued before close is still given";
  EXPECT_EQ(left, 1);
}

TEST(BoundedQueue, AnInterruptBeforeTheWaitIsNotLost) {
  BoundedQueue<int> queue(1);
  queue.interrupt();
  int item = 7;
  EXPECT_EQ(queue.pop(item), QueueStatus::interrupted);
  ASSERT_EQ(queue.push(item), QueueStatus::ok);
  int more = 8;
  EXPECT_EQ(queue.push(more), QueueStatus::interrupted);
  EXPECT_EQ(more, 8) << "an item that was not taken stays with its owner";
}

TEST(BoundedQueue, FlushMakesRoomAndDropsItems) {
  BoundedQueue<std::shared_ptr<int>> queue(1);
  auto item = std::make_shared<int>(1);
  std::weak_ptr<int> watch = item;
  ASSERT_EQ(queue.push(item), QueueStatus::ok);
  auto next = std::make_shared<int>(2);
  EXPECT_EQ(queue.try_push(next), QueueStatus::timeout);
  queue.flush();
  EXPECT_TRUE(watch.expired());
  EXPECT_EQ(queue.try_push(next), QueueStatus::ok);
}

TEST(BoundedQueue, WhatIsTakenAtOnceHasNoGaps) {
  constexpr int kItems = 20000;
  BoundedQueue<int> queue(8);
  std::atomic<bool> producing{true};
  std::thread producer([&] {
    for (int i = 0; i < kItems; ++i) {
      int item = i;
      while (queue.push(item) != QueueStatus::ok) {
      }
    }
    queue.close();
    producing = false;
  });
  std::size_t popped = 0, taken = 0;
  std::thread popper([&] {
    for (int item = 0; queue.pop(item) != QueueStatus::closed;)
      ++popped;
  });
  while (producing) {
    const std::deque<int> all = queue.take_all();
    for (std::size_t i = 1; i < all.size(); ++i)
      EXPECT_EQ(all[i], all[i - 1] + 1);
    taken += all.size();
  }
  producer.join();
  popper.join();
  EXPECT_EQ(taken + popped, std::size_t{kItems});
}

TEST(BoundedQueue, ReplacingTheOldestGivesItBack) {
  BoundedQueue<int> queue(2);
  EXPECT_FALSE(queue.push_replacing_oldest(1));
  EXPECT_FALSE(queue.push_replacing_oldest(2));
  EXPECT_EQ(queue.push_replacing_oldest(3), 1);
  int item = 0;
  ASSERT_EQ(queue.try_pop(item), QueueStatus::ok);
  EXPECT_EQ(item, 2);
}

}  // namespace
}  // namespace framelane
