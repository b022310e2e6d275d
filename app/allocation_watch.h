#pragma once
#include <optional>

#include "app/engine.h"
#include "app/frame_row.h"

namespace framelane {

// Counts this program's own allocations of page-locked, device and picture-sized host memory after
// warm-up: there should be none. Thread-safety: one thread at a time.
class AllocationWatch {
 public:
  // Once warm; only the first call counts.
  void begin(const Engine& engine);
  void fill(RunTotals& totals, const Engine& engine) const;

 private:
  struct Counts {
    AllocationCounts device;
    std::uint64_t host = 0;
  };
  [[nodiscard]] static Counts counts_of(const Engine& engine);
  std::optional<Counts> at_start_;
};

}  // namespace framelane
