#include "gpu/band_pool.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace framelane {

struct BandPool::State {
  // One job: bands are handed out from `next` until `rows`.
  struct Job {
    int rows = 0;
    int band_rows = 1;
    const std::function<void(int, int)>* body = nullptr;
    const std::atomic<bool>* cancel = nullptr;
    int next = 0;
    int running = 0;
    std::exception_ptr failure;  // the first one thrown by a band
  };

  std::mutex serve;  // one run() at a time
  std::mutex mutex;
  std::condition_variable work;
  std::condition_variable done;
  Job job;
  bool closing = false;
  std::vector<std::thread> workers;

  [[nodiscard]] bool has_band() const {
    return job.next < job.rows && !(job.cancel && job.cancel->load(std::memory_order_relaxed));
  }

  // Takes bands until none is left. Called and returns with the lock held.
  void work_off(std::unique_lock<std::mutex>& lock) {
    while (has_band()) {
      const int first = job.next;
      const int last = std::min(first + job.band_rows, job.rows);
      const auto* body = job.body;
      job.next = last;
      ++job.running;
      lock.unlock();
      const std::exception_ptr failure = call(*body, first, last);
      lock.lock();
      --job.running;
      if (failure) fail(failure);
    }
  }

  static std::exception_ptr call(const std::function<void(int, int)>& body, int first, int last) {
    try {
      body(first, last);
    } catch (...) {
      return std::current_exception();
    }
    return nullptr;
  }

  // Bands not yet begun are left out.
  void fail(const std::exception_ptr& failure) {
    if (!job.failure) job.failure = failure;
    job.next = job.rows;
  }

  void serve_bands() {
    std::unique_lock lock(mutex);
    while (true) {
      work.wait(lock, [&] { return closing || has_band(); });
      if (closing) return;
      work_off(lock);
      if (job.running == 0) done.notify_one();
    }
  }
};

BandPool::BandPool(int threads) : state_(std::make_unique<State>()) {
  for (int i = 1; i < threads; ++i)
    state_->workers.emplace_back([state = state_.get()] { state->serve_bands(); });
}

BandPool::~BandPool() {
  {
    std::lock_guard lock(state_->mutex);
    state_->closing = true;
    state_->work.notify_all();
  }
  for (std::thread& worker : state_->workers)
    worker.join();
}

void BandPool::run(int rows, int band_rows, const std::function<void(int, int)>& body,
                   const std::atomic<bool>* cancel) {
  std::lock_guard one_at_a_time(state_->serve);
  std::unique_lock lock(state_->mutex);
  state_->job = {rows, std::max(band_rows, 1), &body, cancel, 0, 0, nullptr};
  state_->work.notify_all();
  state_->work_off(lock);
  state_->done.wait(lock, [&] { return state_->job.running == 0; });
  const std::exception_ptr failure = std::exchange(state_->job, {}).failure;
  if (failure) std::rethrow_exception(failure);
}

int BandPool::threads() const {
  return static_cast<int>(state_->workers.size()) + 1;
}

}  // namespace framelane
