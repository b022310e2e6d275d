#pragma once
#include <unistd.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>

// For the tests of long play.
namespace framelane {

// What the process holds of memory and files.
struct Held {
  double megabytes = 0;  // resident
  std::ptrdiff_t files = 0;
};

inline Held held_now() {
  std::ifstream statm("/proc/self/statm");
  double pages = 0;
  statm >> pages >> pages;
  const auto files = std::filesystem::directory_iterator("/proc/self/fd");
  return {pages * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6,
          std::distance(begin(files), end(files))};
}

}  // namespace framelane
