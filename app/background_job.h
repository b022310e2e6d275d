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
// Thread-safety: one thread; `work` and `wake` run on another, never under a lock that take()
// needs.
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
      {
        std::lock_guard lock(state->mutex);
        state->result = std::move(result);
      }
      std::lock_guard lock(state->waking);
      if (state->wake) state->wake();
    }).detach();
  }
  [[nodiscard]] bool running() const { return state_ != nullptr && !taken_; }
  // The result, once.
  [[nodiscard]] std::optional<Result> take() {
    if (!running()) return std::nullopt;
    std::lock_guard lock(state_->mutex);
    taken_ = state_->result.has_value();
    return std::move(state_->result);
  }
  void abandon() {
    if (!state_) return;
    taken_ = false;
    const std::shared_ptr<State> left = std::exchange(state_, nullptr);
    std::lock_guard lock(left->waking);
    left->wake = nullptr;
  }

 private:
  struct State {
    std::mutex mutex;
    std::optional<Result> result;
    std::mutex waking;  // held while `wake` runs: abandon() waits for that alone
    std::function<void()> wake;
  };
  std::shared_ptr<State> state_;  // also after take(): `wake` may still be on its way
  bool taken_ = false;
};

}  // namespace framelane
