#include "app/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <memory>
#include <utility>

#include "app/bench_filters.h"
#include "app/bench_pipeline.h"
#include "app/bench_transfer.h"
#include "app/created_file.h"
#include "app/print.h"
#include "app/progress.h"
#include "app/say.h"
#include "decode/output_file.h"
#include "gpu/errors.h"
#include "gpu/link_rates.h"
#include "gpu/memory_facts.h"

namespace framelane {
namespace {

// A file that is there before anything is measured, so that a wrong name costs no time.
class BenchFile {
 public:
  BenchFile(const char* option, const std::string& name, const StopSignal& stop)
      : option_(option), name_(name) {
    if (name.empty()) return;
    std::string why;
    file_ = create_file(name, why, stop.interrupt());
    if (!file_) fail("cannot be created", why);
  }
  void write(const std::string& text) {
    const bool written = std::fwrite(text.data(), 1, text.size(), file_.get()) == text.size() &&
                         std::fflush(file_.get()) == 0;
    if (!written && errno == EINTR)
      throw OutputInterrupted(
          fmt::format("bench {} {}: {}: it is not complete", option_, name_, why_not_written()));
    if (!written) fail("cannot be written", why_not_written());
  }
  [[nodiscard]] bool wanted() const { return file_ != nullptr; }

 private:
  [[noreturn]] void fail(const char* what, const std::string& why) const {
    throw OutputError(fmt::format("bench {} {}: {}: {}; give it a place that can be written",
                                  option_, name_, what, why));
  }
  const char* option_;
  std::string name_;
  FilePtr file_;
};

struct BenchDevice {
  OpenedDevice opened;
  std::string on_cpu;  // one line; empty on a GPU
};

// Transfers without a bus are nothing, so the CPU device is given a simulated one.
BenchDevice open_bench_device(const Options& options) {
  BenchDevice bench{open_device(options.device), {}};
  const DeviceFacts& facts = bench.opened.device->facts();
  if (facts.kind != "cpu") return bench;
  const bool automatic = options.device.kind == DeviceChoice::Kind::automatic;
  const bool needs_link = automatic || options.bench.kind == BenchKind::transfer;
  if (needs_link && facts.copy_engines == 0) {
    DeviceChoice linked = options.device;
    linked.kind = DeviceChoice::Kind::cpu;
    linked.link_gb_per_s = kBenchLink;
    bench.opened.device = open_device(linked).device;
  }
  const std::string& reason = bench.opened.fallback_reason;
  const std::string& link = bench.opened.device->facts().link;
  bench.on_cpu = "on the CPU device" + (reason.empty() ? "" : " (" + reason + ")") +
                 (link.empty() ? ": it copies nothing" : "; its link is " + link) +
                 ": these are not a GPU's figures";
  return bench;
}

// A simulated link's rates are known, however busy the machine is.
TransferMachine machine_of(BenchContext& context, const DeviceChoice& choice) {
  TransferMachine machine;
  machine.gpu = context.extras != nullptr;
  const double simulated = choice.link_gb_per_s > 0 ? choice.link_gb_per_s : kBenchLink;
  machine.both_gb_per_s = machine.gpu
                              ? measure_link(context.device, HostMemory::pinned).both.value_or(1)
                              : 2 * simulated * choice.link_duplex;
  machine.device_bytes = machine.gpu ? context.device.facts().memory_bytes : 0;
  machine.host_bytes = free_memory_bytes();
  return machine;
}

void measure(BenchContext& context, const DeviceChoice& choice, BenchReport& report) {
  const BenchOptions& options = context.options;
  const bool gpu = context.extras != nullptr;
  switch (options.kind) {
    case BenchKind::transfer:
      return bench_transfer(context, plan_transfer(machine_of(context, choice), options.quick),
                            report);
    case BenchKind::pipeline:
      return bench_pipeline(context, plan_pipeline(options, gpu), report);
    case BenchKind::filters:
      return bench_filters(context, plan_filters(options, gpu), report);
  }
}

// Of the rows that have any: each says its own in the column `repeats`.
int repeats_done(const BenchReport& report) {
  std::int64_t least = report.repeats;
  for (const BenchTable& table : report.tables)
    for (const auto& row : table.rows)
      for (std::size_t c = 0; c < row.size(); ++c)
        if (table.columns[c].key == "repeats") least = std::min(least, row[c].whole);
  return static_cast<int>(least);
}

bool found_nothing(const BenchReport& report) {
  return std::all_of(report.tables.begin(), report.tables.end(),
                     [](const BenchTable& table) { return table.rows.empty(); });
}

// One that cannot be written takes nothing from the other; a failure counts for more than an end
// that was asked for.
void write_all(const BenchReport& report, BenchFile& json, BenchFile& csv) {
  std::exception_ptr failure, end;
  const auto attempt = [&](BenchFile& file, const auto& text) {
    try {
      if (file.wanted()) file.write(text());
    } catch (const OutputInterrupted&) {
      if (!end) end = std::current_exception();
    } catch (const OutputError&) {
      if (!failure) failure = std::current_exception();
    }
  };
  attempt(json, [&] { return json_text(report_json(report)); });
  attempt(csv, [&] { return report_csv(report); });
  if (failure) std::rethrow_exception(failure);
  if (end) std::rethrow_exception(end);
}

}  // namespace

BenchReport run_bench(const Options& options, const std::atomic<int>& stop) {
  const BenchDevice bench = open_bench_device(options);
  Device& device = *bench.opened.device;
  const auto extras = make_transfer_extras(device, options.device);
  ProgressLine progress(!options.quiet);
  BenchContext context{device, extras.get(), options.bench, stop,
                       [&](const std::string& text) { progress.draw_text(text); }};
  BenchReport report;
  report.kind = name_of(options.bench.kind);
  report.device = device.facts();
  report.on_cpu = bench.on_cpu;
  report.wait = options.device.spin ? "spin" : "block";
  report.repeats = options.bench.repeats;
  report.quick = options.bench.quick;
  measure(context, options.device, report);
  report.repeats_done = found_nothing(report) ? 0 : repeats_done(report);
  if (stop != 0) report.ended_by = StopSignal::name(stop);
  return report;
}

int bench_command(const Options& options, const StopSignal& stop) {
  BenchFile json("--json", options.bench.json, stop), csv("--csv", options.bench.csv, stop);
  const BenchReport report = run_bench(options, stop.number());
  const bool printed = print(report_text(report), stop.interrupt());
  try {
    write_all(report, json, csv);
  } catch (const OutputInterrupted& end) {
    say(end.what());
  }
  if (!printed) say("bench: standard output: ended while nobody read it");
  if (report.same_pixels == false)
    throw DeviceError("bench: results differ between modes; see the table's column results");
  return stop.number() != 0 ? 128 + stop.number() : 0;
}

}  // namespace framelane
