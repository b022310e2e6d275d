#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace framelane {

// The inputs played one after the other, and the one among them that plays. Thread-safety: a value.
class Playlist {
 public:
  Playlist() = default;
  explicit Playlist(std::vector<std::string> inputs) : inputs_(std::move(inputs)) {}

  [[nodiscard]] bool empty() const { return inputs_.empty(); }
  [[nodiscard]] std::size_t size() const { return inputs_.size(); }
  [[nodiscard]] const std::string& current() const { return inputs_.at(at_); }
  [[nodiscard]] bool has(int step) const;  // one in that direction: +1 or -1
  // Goes there. False, and nothing changes, where there is none.
  bool go(int step);
  // "2/7"; empty for a single one.
  [[nodiscard]] std::string place() const;

 private:
  std::vector<std::string> inputs_;
  std::size_t at_ = 0;
};

}  // namespace framelane
