#pragma once
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace framelane {

enum class QueueStatus { ok, timeout, interrupted, closed };

// A first-in first-out queue of at most `capacity` items between threads.
// close(): pushes fail, pops give what is left and then `closed`. interrupt(): the next push that
// finds no room and the next pop that finds nothing return `interrupted` instead of waiting, also
// when they begin only after the call. flush(): drops what is queued and wakes pushers.
// Thread-safety: every member may be called from any thread.
template <typename T>
class BoundedQueue {
 public:
  explicit BoundedQueue(std::size_t capacity) : capacity_(capacity) {}

  // Waits for room. Moves from item only when it returns ok.
  [[nodiscard]] QueueStatus push(T& item) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return closed_ || wake_push_ || items_.size() < capacity_; });
    if (closed_) return QueueStatus::closed;
    if (items_.size() >= capacity_) return consume(wake_push_, QueueStatus::timeout);
    items_.push_back(std::move(item));
    ready_.notify_one();
    return QueueStatus::ok;
  }
  // Never waits; timeout when full.
  [[nodiscard]] QueueStatus try_push(T& item) {
    std::lock_guard lock(mutex_);
    if (closed_) return QueueStatus::closed;
    if (items_.size() >= capacity_) return QueueStatus::timeout;
    items_.push_back(std::move(item));
    ready_.notify_one();
    return QueueStatus::ok;
  }
  // Replaces the oldest item when full; that item comes back.
  std::optional<T> push_replacing_oldest(T item) {
    std::lock_guard lock(mutex_);
    std::optional<T> replaced;
    if (closed_) return item;
    if (items_.size() >= capacity_) {
      replaced = std::move(items_.front());
      items_.pop_front();
    }
    items_.push_back(std::move(item));
    ready_.notify_one();
    return replaced;
  }
  [[nodiscard]] QueueStatus pop(T& into) {
    std::unique_lock lock(mutex_);
    ready_.wait(lock, [&] { return closed_ || wake_pop_ || !items_.empty(); });
    return take(into);
  }
  [[nodiscard]] QueueStatus pop_for(T& into, std::chrono::nanoseconds limit) {
    std::unique_lock lock(mutex_);
    ready_.wait_for(lock, limit, [&] { return closed_ || wake_pop_ || !items_.empty(); });
    return take(into);
  }
  [[nodiscard]] QueueStatus try_pop(T& into) {
    std::lock_guard lock(mutex_);
    return take(into);
  }
  // Whether there is a next item and `is(item)`, called under the lock, holds for it.
  template <typename Is>
  [[nodiscard]] bool next_is(Is is) const {
    std::lock_guard lock(mutex_);
    return !items_.empty() && is(items_.front());
  }
  void close() {
    std::lock_guard lock(mutex_);
    closed_ = true;
    ready_.notify_all();
    room_.notify_all();
  }
  void interrupt() {
    std::lock_guard lock(mutex_);
    wake_pop_ = wake_push_ = true;
    ready_.notify_all();
    room_.notify_all();
  }
  // What is queued, at once: nobody can pop a later item between two of these.
  [[nodiscard]] std::deque<T> take_all() {
    std::deque<T> all;
    std::lock_guard lock(mutex_);
    all.swap(items_);
    room_.notify_all();
    return all;
  }
  // Dropped items are destroyed outside the lock: a destructor may return a slot to its pool.
  void flush() { (void)take_all(); }
  [[nodiscard]] std::size_t size() const {
    std::lock_guard lock(mutex_);
    return items_.size();
  }
  [[nodiscard]] std::size_t capacity() const { return capacity_; }

 private:
  // Called with the lock held.
  QueueStatus take(T& into) {
    if (items_.empty())
      return closed_ ? QueueStatus::closed : consume(wake_pop_, QueueStatus::timeout);
    into = std::move(items_.front());
    items_.pop_front();
    room_.notify_one();
    return QueueStatus::ok;
  }

  static QueueStatus consume(bool& flag, QueueStatus otherwise) {
    return std::exchange(flag, false) ? QueueStatus::interrupted : otherwise;
  }

  const std::size_t capacity_;
  mutable std::mutex mutex_;
  std::condition_variable ready_;
  std::condition_variable room_;
  std::deque<T> items_;
  bool wake_pop_ = false;
  bool wake_push_ = false;
  bool closed_ = false;
};

}  // namespace framelane
