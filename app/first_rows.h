#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>

namespace framelane {

// Which frames have their row in the log, so that one that runs again after a chain edit gets no
// second. Thread-safety: one thread at a time.
class FirstRows {
 public:
  // Whether a frame's row is to be written now. Results of one revision each have theirs, where the
  // chain makes two of a frame.
  [[nodiscard]] bool add(std::int64_t index, std::uint64_t revision) {
    for (auto it = rows_.rbegin(); it != rows_.rend(); ++it)
      if (it->first == index) return it->second == revision;
    rows_.emplace_back(index, revision);
    if (rows_.size() > kKept) rows_.pop_front();
    return true;
  }

 private:
  static constexpr std::size_t kKept = 512;  // more frames than ever run again at once
  std::deque<std::pair<std::int64_t, std::uint64_t>> rows_;  // index, revision
};

}  // namespace framelane
