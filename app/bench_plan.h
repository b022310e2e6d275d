#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/bench_loops.h"
#include "gpu/transfer_extras.h"

namespace framelane {

// Copies of one kind of memory and one size: up, down, and both at once.
struct CopyCase {
  MemoryKind kind = MemoryKind::registered;
  std::size_t bytes = 0;
  int copies = 1;  // in a row, a measurement
};

struct TransferRow {
  std::string name;  // "4 streams"
  std::string note;
  LoopCase loop;
};

// Ways to take the same batches through the same kernel, measured side by side.
struct TransferGroup {
  std::string table;  // key of the table its rows go to
  std::string name;
  HostMemory memory = HostMemory::pinned;
  std::size_t bytes = 0;  // a batch
  double kernel_ms = 0;   // 0: the lightest kernel
  int copies = 1;         // in a row, when the terms of the bound are measured
  std::vector<TransferRow> rows;
};

// What `bench transfer` measures. Thread-safety: a value.
struct TransferPlan {
  std::vector<CopyCase> copies;
  std::vector<TransferGroup> groups;
  [[nodiscard]] std::size_t most_bytes(HostMemory memory) const;  // of a batch; 0: no group
  [[nodiscard]] int most_lanes(HostMemory memory) const;
};

// What a plan depends on.
struct TransferMachine {
  bool gpu = false;
  double both_gb_per_s = 0;        // both ways at once, added up
  std::uint64_t device_bytes = 0;  // memory; 0: no limit
  std::uint64_t host_bytes = 0;    // free
};

// 256 MiB a batch and 100 of them, as the lectures have it, on a GPU with the memory for it; quick,
// and on the simulated link, fewer and smaller ones.
[[nodiscard]] TransferPlan plan_transfer(const TransferMachine& machine, bool quick);
// The batch that plan takes.
[[nodiscard]] std::size_t batch_bytes_for(const TransferMachine& machine, bool quick);
// "12.4 MB", "64 MiB".
[[nodiscard]] std::string size_text(std::size_t bytes);

}  // namespace framelane
