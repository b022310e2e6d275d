#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/bench_context.h"
#include "app/bench_plan.h"
#include "app/bench_report.h"

namespace framelane {

// Milliseconds a batch takes of each stage alone, and of both copies at once.
struct TransferTerms {
  double up = 0, kernel = 0, down = 0;  // tH, tK, tD
  double both = 0;
};

// What a batch takes at the least, and why: "no overlap", "compute overlaps one
// transfer" and "compute overlaps both", the last with the copies at their two-way rate.
struct TransferBound {
  double ms = 0;
  std::string stage;  // "H2D + kernel + D2H", "both copies at once", "kernel", …
};
[[nodiscard]] TransferBound bound_of(const TransferTerms& terms, Mode mode, int copy_engines);

// Every sample of a group, a repeat each.
struct GroupSamples {
  std::vector<double> up, kernel, down, both;  // ms a batch
  struct Row {
    std::vector<double> total_ms, steady_ms;
    std::optional<int> wrong;  // first batch that was not what it must be
    int checked = 0;           // batches
  };
  std::vector<Row> rows;
  int kernel_passes = 0, kernel_operations = 0;
  // Medians; nothing before the first repeat is through.
  [[nodiscard]] std::optional<TransferTerms> terms() const;
};

// Runs a plan's groups: checks every result once, warms up, then measures in interleaved repeats.
// Stops with what it has when the context is stopped. Throws DeviceError.
[[nodiscard]] std::vector<GroupSamples> measure_groups(BenchContext& context,
                                                       const TransferPlan& plan);

// What they come to, as the tables "terms", "modes", "kernels" and "chunks".
void report_groups(const TransferPlan& plan, const std::vector<GroupSamples>& samples,
                   BenchReport& report);

// `framelane bench transfer`: copies and groups.
void bench_transfer(BenchContext& context, const TransferPlan& plan, BenchReport& report);

}  // namespace framelane
