#include <fmt/format.h>

#include <algorithm>

#include "app/bench_transfer.h"
#include "app/bound.h"

// The tables of `bench transfer`.

namespace framelane {
namespace {

BenchTable terms_table(const DeviceFacts& device) {
  return {"terms",
          fmt::format("terms of the bound, ms a batch, measured between the modes below; {} (both "
                      "copies at once at their two-way rate)",
                      overlap_name(device.copy_engines)),
          {{"case", "Case", "case", 0},
           {"batch_bytes", "BatchBytes", "bytes", 0},
           {"up_ms", "MsUp", "tH", 3},
           {"kernel_ms", "MsKernel", "tK", 3},
           {"down_ms", "MsDown", "tD", 3},
           {"both_ms", "MsBothCopies", "both", 3},
           {"both_gb_per_s", "GBPerSBoth", "GB/s both", 1},
           {"serial_ms", "MsSerialBound", "no overlap", 3},
           {"bound_ms", "MsBound", "bound", 3},
           {"bound_by", "BoundBy", "bound by", 0},
           {"most_speed_up", "MostSpeedUp", "most ×", 2},
           {"kernel_passes", "KernelPasses", "", 0},
           {"kernel_operations", "KernelOperations", "", 0}},
          {}};
}

BenchTable modes_table(std::string key, std::string title) {
  return {std::move(key),
          std::move(title),
          {{"case", "Case", "case", 0},
           {"mode", "Mode", "mode", 0},
           {"batches", "Batches", "batches", 0},
           {"batch_bytes", "BatchBytes", "", 0},
           {"total_ms", "MsTotal", "total ms", 2},
           {"total_ms_least", "MsTotalLeast", "least", 2},
           {"total_ms_most", "MsTotalMost", "most", 2},
           {"gb_per_s_one_way", "GBPerSOneWay", "GB/s one way", 2},
           {"share_of_bound", "ShareOfBound", "of bound", 3},
           {"steady_share_of_bound", "SteadyShareOfBound", "without ends", 3},
           {"speed_up", "SpeedUp", "× serial", 2},
           {"bound_by", "BoundBy", "bound by", 0},
           {"results", "Results", "", 0},
           {"note", "Note", "note", 0},
           {"repeats", "Repeats", "n", 0}},
          {}};
}

std::string result_text(const GroupSamples::Row& row) {
  if (row.checked == 0) return "not checked";
  return row.wrong ? fmt::format("batch {} differs", *row.wrong)
                   : fmt::format("equal ({})", row.checked);
}

// Medians of a serial row of the same group: what the others are a speed-up over.
std::optional<double> serial_ms(const TransferGroup& group, const GroupSamples& samples) {
  for (std::size_t r = 0; r < group.rows.size(); ++r)
    if (group.rows[r].loop.mode == Mode::serial)
      if (const auto total = spread_of(samples.rows[r].total_ms))
        return total->median / group.rows[r].loop.batches;
  return std::nullopt;
}

void add_terms(BenchTable& table, const TransferGroup& group, const GroupSamples& samples,
               int engines) {
  const auto terms = samples.terms();
  if (!terms) return;
  const double serial = bound_of(*terms, Mode::serial, engines).ms;
  const TransferBound bound = bound_of(*terms, Mode::overlapped, engines);
  table.add({group.name, static_cast<std::int64_t>(group.bytes), terms->up, terms->kernel,
             terms->down, terms->both, gb_per_s(2 * static_cast<double>(group.bytes), terms->both),
             serial, bound.ms, bound.stage, serial / bound.ms,
             static_cast<std::int64_t>(samples.kernel_passes),
             static_cast<std::int64_t>(samples.kernel_operations)});
}

void add_row(BenchTable& table, const TransferGroup& group, const GroupSamples& samples,
             std::size_t r, int engines) {
  const TransferRow& row = group.rows[r];
  const auto total = spread_of(samples.rows[r].total_ms);
  const auto terms = samples.terms();
  if (!total || !terms) return;
  const auto steady = spread_of(samples.rows[r].steady_ms);
  const auto serial = serial_ms(group, samples);
  const double batch_ms = total->median / row.loop.batches;
  const TransferBound bound = bound_of(*terms, row.loop.mode, engines);
  std::vector<BenchCell> cells{group.name, row.name, std::int64_t{row.loop.batches},
                               static_cast<std::int64_t>(group.bytes)};
  append_spread(cells, total);
  cells.emplace_back(gb_per_s(static_cast<double>(group.bytes), batch_ms));
  cells.emplace_back(bound.ms / batch_ms);
  cells.push_back(steady ? BenchCell(bound.ms / steady->median) : BenchCell());
  cells.push_back(serial ? BenchCell(*serial / batch_ms) : BenchCell());
  cells.emplace_back(bound.stage);
  cells.emplace_back(result_text(samples.rows[r]));
  cells.emplace_back(row.note);
  cells.emplace_back(std::int64_t{total->count});
  table.add(std::move(cells));
}

// Whether every result checked was what it must be, and what to say of it.
void say_results(const TransferPlan& plan, const std::vector<GroupSamples>& samples,
                 BenchReport& report) {
  int batches = 0;
  for (std::size_t g = 0; g < samples.size(); ++g)
    for (std::size_t r = 0; r < samples[g].rows.size(); ++r) {
      const GroupSamples::Row& row = samples[g].rows[r];
      batches += row.checked;
      if (!row.wrong) continue;
      report.same_pixels = false;
      report.said.push_back(fmt::format("RESULTS DIFFER: {}, {}: {}", plan.groups[g].name,
                                        plan.groups[g].rows[r].name, result_text(row)));
    }
  if (batches == 0 || report.same_pixels) return;
  report.same_pixels = true;
  report.said.push_back(fmt::format(
      "Results are equal in all modes: {} batches were compared byte by byte, some of each mode.",
      batches));
}

}  // namespace

void report_groups(const TransferPlan& plan, const std::vector<GroupSamples>& samples,
                   BenchReport& report) {
  const int engines = report.device.copy_engines;
  BenchTable terms = terms_table(report.device);
  std::vector<BenchTable> tables{
      modes_table("modes",
                  "modes, light kernel; efficiency is the share of the bound, also "
                  "without the first and last N batches of N lanes"),
      modes_table("kernels",
                  "modes by the kernel's weight, from bound by copies to bound by the "
                  "kernel"),
      modes_table("chunks", "modes by the size of a batch, light kernel")};
  for (std::size_t g = 0; g < samples.size(); ++g) {
    const TransferGroup& group = plan.groups[g];
    add_terms(terms, group, samples[g], engines);
    const auto table = std::find_if(tables.begin(), tables.end(),
                                    [&](const BenchTable& one) { return one.key == group.table; });
    for (std::size_t r = 0; table != tables.end() && r < samples[g].rows.size(); ++r)
      add_row(*table, group, samples[g], r, engines);
  }
  report.tables.push_back(std::move(terms));
  std::move(tables.begin(), tables.end(), std::back_inserter(report.tables));
  say_results(plan, samples, report);
}

}  // namespace framelane
