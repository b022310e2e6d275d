#pragma once
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace framelane {

// One piece of work at a time on a thread of its own, for what a slow disk may hold up without
// end: a newer piece, or the end of this object, abandons the one before, and nobody waits for it.
// Thread-safety: one thread; `work` and `wake` run on another.
template <typename Result>
class BackgroundJob {
 public:
  BackgroundJob() = default;
  ~BackgroundJob() { abandon(); }
  BackgroundJob(const BackgroundJob&) = delete;
  BackgroundJob& operator=(const BackgroundJob&) = delete;

  // `work` must own what it uses and must not throw. `wake` is called once its result is there.
  void start(std::function<Result()> work, std::function<void()> wake) {
    abandon();
    state_ = std::make_shared<State>();
    state_->wake = std::move(wake);
    std::thread([state = state_, work = std::move(work)] {
      Result result = work();
      std::lock_guard lock(state->mutex);
      state->result = std::move(result);
      if (state->wake) state->wake();
    }).detach();
  }
  [[nodiscard]] bool running() const { return state_ != nullptr; }
  // The result, once.
  [[nodiscard]] std::optional<Result> take() {
    if (!state_) return std::nullopt;
    std::unique_lock lock(state_->mutex);
    if (!state_->result) return std::nullopt;
    std::optional<Result> result = std::move(state_->result);
    lock.unlock();
    state_.reset();
    return result;
  }
  void abandon() {
    if (!state_) return;
    const std::shared_ptr<State> left = std::exchange(state_, nullptr);
    std::lock_guard lock(left->mutex);
    left->wake = nullptr;
  }

 private:
  struct State {
    std::mutex mutex;
    std::optional<Result> result;
    std::function<void()> wake;
  };
  std::shared_ptr<State> state_;
};

}  // namespace framelane
