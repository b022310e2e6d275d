#pragma once
#include <functional>
#include <future>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace framelane {

// Writes files beside the main thread, which would stand still for them. Thread-safety: one thread;
// each file is written on one of its own. The destructor waits for them.
class FileSaver {
 public:
  // `write` makes the file; what it throws is told by take().
  void save(std::string path, std::function<void(const std::string& path)> write);

  struct Outcome {
    std::string path;
    std::string error;  // one line; empty: it is there
  };
  // What has ended since the last call; with `wait` everything that was begun.
  [[nodiscard]] std::vector<Outcome> take(bool wait);

  // The stem of files with these endings: this one, or with the first number of which there is no
  // such file, and which this object has not given away: what has that name may still be being
  // written.
  [[nodiscard]] std::string free_stem(const std::string& stem,
                                      std::initializer_list<std::string_view> endings);

 private:
  std::vector<std::future<Outcome>> saving_;
  std::set<std::string> given_;  // whole names
};

}  // namespace framelane
