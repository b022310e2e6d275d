#pragma once
#include <condition_variable>
#include <mutex>
#include <thread>

#include "ui/scope_shapes.h"

namespace framelane {

// Makes one shape at a time on a thread of its own, which begins with the first. Thread-safety: one
// thread calls; none of the calls waits for a shape.
class ScopeWorker {
 public:
  struct Made {
    ScopeOrder order;  // without its tables
    ScopeShape shape;
  };

  // Not while one is being made, nor before it was taken.
  void start(ScopeOrder order);
  [[nodiscard]] bool idle() const;
  // What was made, once; null before it is there. Valid until the next start().
  [[nodiscard]] const Made* take();

 private:
  enum class State : unsigned char { idle, working, finished };
  void work(const std::stop_token& stop);

  mutable std::mutex mutex_;
  std::condition_variable_any started_;
  State state_ = State::idle;
  Made made_;  // the thread's while it is working
  std::jthread thread_;
};

}  // namespace framelane
