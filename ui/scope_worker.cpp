#include "ui/scope_worker.h"

#include <utility>

namespace framelane {

void ScopeWorker::start(ScopeOrder order) {
  if (!thread_.joinable())
    thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
  {
    std::lock_guard lock(mutex_);
    made_.order = std::move(order);
    state_ = State::working;
  }
  started_.notify_one();
}

bool ScopeWorker::idle() const {
  std::lock_guard lock(mutex_);
  return state_ == State::idle;
}

const ScopeWorker::Made* ScopeWorker::take() {
  std::lock_guard lock(mutex_);
  if (state_ != State::finished) return nullptr;
  state_ = State::idle;
  return &made_;
}

void ScopeWorker::work(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (started_.wait(lock, stop, [this] { return state_ == State::working; })) {
    lock.unlock();
    make_scope_shape(made_.order, made_.shape);
    made_.order.tables.reset();
    made_.order.other.reset();
    lock.lock();
    state_ = State::finished;
  }
}

}  // namespace framelane
