#include "app/bench_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace framelane {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;
constexpr std::size_t kLectureBatch = 256 * kMiB;
constexpr std::size_t kLeastBatch = kMiB / 4;
constexpr std::size_t k420Frame = std::size_t{3840} * 2160 * 3 / 2;
constexpr std::size_t kRgbaFrame = std::size_t{3840} * 2160 * 4;
constexpr std::array kSizes{kMiB, 4 * kMiB, k420Frame, kRgbaFrame, 64 * kMiB, kLectureBatch};
constexpr std::array kQuickSizes{kMiB, k420Frame, 64 * kMiB};
constexpr int kMostLoopLanes = 8;
// Both copies of a quick batch take no longer than this.
constexpr double kShortPairMs = 3;
// A CPU's kernels set the pace of larger ones, whatever the simulated link.
constexpr std::size_t kCpuBatch = 8 * kMiB, kQuickCpuBatch = 2 * kMiB;
// Kernels as parts of the time both copies take at once: bound by the copies, balanced, bound by
// the kernel. Where 256 MiB take 5.4 ms they are 0.5, 1.8, 3.6 and 7.2 ms.
constexpr std::array kKernelParts{0.1, 0.33, 0.67, 1.33};
constexpr double kBalanced = 0.67;

using Rows = std::vector<TransferRow>;

double pair_ms(std::size_t bytes, const TransferMachine& machine) {
  return 2 * static_cast<double>(bytes) / (machine.both_gb_per_s * 1e6);
}

// Blocks of a batch's size that are alive at once, with those of the copies.
bool fits(std::size_t bytes, const TransferMachine& machine) {
  constexpr std::uint64_t kHostBlocks = BatchRig::kSources + kMostLoopLanes + 10;
  constexpr std::uint64_t kDeviceBlocks = 2 * kMostLoopLanes + 6;
  return kHostBlocks * bytes <= machine.host_bytes / 2 &&
         (machine.device_bytes == 0 || kDeviceBlocks * bytes <= machine.device_bytes / 2);
}

// As many copies as fill `ms`.
int copies_in(double ms, std::size_t bytes, const TransferMachine& machine) {
  constexpr int kMost = 400;
  return std::clamp(static_cast<int>(2 * ms / pair_ms(bytes, machine)), 2, kMost);
}

TransferRow row(Mode mode, int lanes) {
  TransferRow result;
  result.name = mode == Mode::serial ? "serial"
                : mode == Mode::staged
                    ? fmt::format("staged, {} sets", lanes)
                    : fmt::format("{} streams{}", lanes, lanes == 2 ? " (double-buffered)" : "");
  if (mode == Mode::serial) result.note = "each step waited for";
  if (mode == Mode::staged) result.note = "3 engine streams tied by events";
  result.loop.mode = mode;
  result.loop.lanes = lanes;
  return result;
}

TransferRow special(const char* name, const char* note, LoopAllocation allocation,
                    bool priorities) {
  TransferRow result = row(Mode::overlapped, 4);
  result.name += name;
  result.note = note;
  result.loop.allocation = allocation;
  result.loop.priorities = priorities;
  return result;
}

TransferRow with_priorities() {
  return special(", priorities", "stream priorities high to low", LoopAllocation::none, true);
}

Rows lecture_rows(bool gpu) {
  Rows rows{row(Mode::serial, 1),     row(Mode::overlapped, 2), row(Mode::overlapped, 3),
            row(Mode::overlapped, 4), row(Mode::overlapped, 8), row(Mode::staged, 4)};
  if (gpu) rows.push_back(with_priorities());
  rows.push_back(special(gpu ? ", cudaMalloc" : ", allocating",
                         "both buffers allocated and freed for each batch", LoopAllocation::device,
                         false));
  if (gpu)
    rows.push_back(special(", cudaMallocAsync", "both buffers from a pool, in the stream's order",
                           LoopAllocation::in_order, false));
  return rows;
}

Rows kernel_rows(bool priorities) {
  Rows rows{row(Mode::serial, 1), row(Mode::overlapped, 2), row(Mode::overlapped, 3),
            row(Mode::overlapped, 4), row(Mode::staged, 4)};
  if (priorities) rows.push_back(with_priorities());
  return rows;
}

Rows chunk_rows() {
  return {row(Mode::serial, 1), row(Mode::overlapped, 2), row(Mode::overlapped, 4),
          row(Mode::staged, 4)};
}

TransferGroup group(const char* table, std::string name, std::size_t bytes, int batches,
                    Rows rows) {
  TransferGroup result{table, std::move(name), HostMemory::pinned, bytes, 0, 1, std::move(rows)};
  for (TransferRow& one : result.rows) {
    one.loop.bytes = bytes;
    one.loop.batches = batches;
  }
  return result;
}

std::vector<CopyCase> plan_copies(const TransferMachine& machine, bool quick, std::size_t batch) {
  std::vector<MemoryKind> kinds{MemoryKind::registered, MemoryKind::pageable};
  if (machine.gpu)
    kinds = {MemoryKind::page_locked, MemoryKind::pageable, MemoryKind::registered,
             MemoryKind::write_combined, MemoryKind::managed};
  std::vector<std::size_t> sizes(kSizes.begin(), kSizes.end());
  if (quick) sizes.assign(kQuickSizes.begin(), kQuickSizes.end());
  std::erase_if(sizes, [&](std::size_t bytes) { return bytes > batch; });
  if (sizes.empty()) sizes.push_back(batch);
  std::vector<CopyCase> cases;
  for (const MemoryKind kind : kinds)
    for (const std::size_t bytes : sizes)
      cases.push_back({kind, bytes, copies_in(quick ? 3 : 10, bytes, machine)});
  return cases;
}

std::vector<std::size_t> chunk_sizes(bool quick, std::size_t batch) {
  std::vector<std::size_t> sizes(kSizes.begin(), kSizes.end());
  if (quick) sizes = {4 * kMiB, k420Frame};
  std::erase_if(sizes, [&](std::size_t bytes) { return bytes >= batch; });
  if (sizes.empty()) sizes = {batch / 4, batch / 2};
  return sizes;
}

// The chunk sweep: about as many bytes at each size; and what pageable memory makes of one of them.
void add_chunks(TransferPlan& plan, const TransferMachine& machine, bool quick, std::size_t batch) {
  const double run_ms = quick ? 25 : 100;
  for (const std::size_t bytes : chunk_sizes(quick, batch)) {
    const int batches = std::clamp(static_cast<int>(run_ms / pair_ms(bytes, machine)), 10, 2000);
    plan.groups.push_back(group("chunks", size_text(bytes), bytes, batches, chunk_rows()));
    plan.groups.back().copies = copies_in(quick ? 10 : 30, bytes, machine);
  }
  const std::size_t bytes = plan.groups.back().bytes;
  TransferGroup pageable = group("chunks", size_text(bytes) + ", pageable", bytes, quick ? 6 : 12,
                                 {row(Mode::serial, 1), row(Mode::overlapped, 4)});
  pageable.memory = HostMemory::pageable;
  pageable.copies = 4;
  plan.groups.push_back(std::move(pageable));
}

template <typename Get>
auto most_of(const std::vector<TransferGroup>& groups, HostMemory memory, Get get) {
  decltype(get(groups.front())) most{};
  for (const TransferGroup& one : groups)
    if (one.memory == memory) most = std::max(most, get(one));
  return most;
}

}  // namespace

std::size_t TransferPlan::most_bytes(HostMemory memory) const {
  return most_of(groups, memory, [](const TransferGroup& one) { return one.bytes; });
}

int TransferPlan::most_lanes(HostMemory memory) const {
  return most_of(groups, memory, [](const TransferGroup& one) {
    int lanes = 0;
    for (const TransferRow& each : one.rows)
      lanes = std::max(lanes, each.loop.lanes);
    return lanes;
  });
}

std::string size_text(std::size_t bytes) {
  if (bytes % kMiB == 0) return fmt::format("{} MiB", bytes / kMiB);
  return bytes % 1024 == 0 && bytes < kMiB
             ? fmt::format("{} KiB", bytes / 1024)
             : fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

std::size_t batch_bytes_for(const TransferMachine& machine, bool quick) {
  std::size_t bytes = machine.gpu ? kLectureBatch : quick ? kQuickCpuBatch : kCpuBatch;
  while (bytes > kLeastBatch &&
         (!fits(bytes, machine) || (quick && pair_ms(bytes, machine) > kShortPairMs)))
    bytes /= 2;
  return bytes;
}

TransferPlan plan_transfer(const TransferMachine& machine, bool quick) {
  const std::size_t batch = batch_bytes_for(machine, quick);
  const int batches = quick ? 24 : machine.gpu ? 100 : 40;
  const int copies = quick ? 4 : 8;
  TransferPlan plan;
  plan.copies = plan_copies(machine, quick, batch);
  plan.groups.push_back(group("modes", "light kernel", batch, batches, lecture_rows(machine.gpu)));
  plan.groups.back().copies = copies;
  for (const double part : kKernelParts) {
    if (quick && part != kBalanced) continue;
    const double ms = part * pair_ms(batch, machine);
    plan.groups.push_back(group("kernels", fmt::format("kernel of {:.2f} ms", ms), batch, batches,
                                kernel_rows(machine.gpu && part == kBalanced)));
    plan.groups.back().kernel_ms = ms;
    plan.groups.back().copies = copies;
  }
  add_chunks(plan, machine, quick, batch);
  return plan;
}

}  // namespace framelane
