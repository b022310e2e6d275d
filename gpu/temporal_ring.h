#pragma once
#include <algorithm>
#include <cstddef>
#include <deque>
#include <utility>
#include <vector>

namespace framelane {

// The pictures a temporal pass needs: for each centre n the window n - behind .. n + ahead, oldest
// first. Before the stream's start the window repeats its first picture, after its end the last.
// Thread-safety: one thread at a time.
template <typename T>
class TemporalRing {
 public:
  TemporalRing(int behind, int ahead) : behind_(behind), ahead_(ahead) {}

  void push(T item) {
    items_.push_back(std::move(item));
    ++pushed_;
  }
  // No more pictures come: the last `ahead` centres can be completed. Call clear() before pushing
  // again.
  void end() { ended_ = true; }
  void clear() {
    items_.clear();
    pushed_ = centre_ = 0;
    ended_ = false;
  }
  [[nodiscard]] bool has_window() const {
    return centre_ < pushed_ && (ended_ || centre_ + ahead_ < pushed_);
  }
  // Some centres still wait for pictures after them.
  [[nodiscard]] bool has_pending() const { return centre_ < pushed_; }
  // Of the next window: pictures that there are before and after its centre.
  [[nodiscard]] int before() const { return static_cast<int>(std::min<long>(centre_, behind_)); }
  [[nodiscard]] int after() const {
    return static_cast<int>(std::min<long>(pushed_ - 1 - centre_, ahead_));
  }
  // Precondition: has_window(). The centre is element `behind`.
  [[nodiscard]] std::vector<T> take_window() {
    std::vector<T> window;
    window.reserve(static_cast<std::size_t>(behind_) + static_cast<std::size_t>(ahead_) + 1);
    const long oldest = pushed_ - static_cast<long>(items_.size());
    for (long i = centre_ - behind_; i <= centre_ + ahead_; ++i) {
      const long held = std::clamp(i, std::max(oldest, 0L), pushed_ - 1);
      window.push_back(items_[static_cast<std::size_t>(held - oldest)]);
    }
    ++centre_;
    while (pushed_ - static_cast<long>(items_.size()) < centre_ - behind_)
      items_.pop_front();
    return window;
  }

 private:
  int behind_, ahead_;
  std::deque<T> items_;  // the last of the `pushed_` pictures
  long pushed_ = 0;
  long centre_ = 0;  // the next one to complete
  bool ended_ = false;
};

}  // namespace framelane
