#include "app/bench_transfer.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "app/bench_copies.h"

namespace framelane {
namespace {

using Host = std::chrono::steady_clock;

// One group with its kernel, ready to be measured.
struct GroupBench {
  const TransferGroup* group = nullptr;
  BatchRig* rig = nullptr;
  std::unique_ptr<BatchKernel> kernel;
};

class TransferBench {
 public:
  TransferBench(BenchContext& context, const TransferPlan& plan) : context_(context), plan_(plan) {
    for (const TransferGroup& group : plan.groups) {
      if (context.stopped()) return;
      context.progress("preparing, " + group.name);
      BatchRig& rig = rig_for(group.memory);
      groups_.push_back({&group, &rig, make_kernel(group, rig)});
      GroupSamples& samples = samples_.emplace_back();
      samples.rows.resize(group.rows.size());
      samples.kernel_passes = groups_.back().kernel->passes();
      samples.kernel_operations = groups_.back().kernel->operations();
    }
  }

  std::vector<GroupSamples> measure() {
    for (std::size_t g = 0; g < groups_.size(); ++g)
      check(groups_[g], samples_[g]);
    warm_up();
    for (int repeat = 0; repeat < context_.options.repeats; ++repeat)
      for (std::size_t g = 0; g < groups_.size(); ++g)
        measure(groups_[g], samples_[g], repeat);
    samples_.resize(plan_.groups.size());
    return std::move(samples_);
  }

 private:
  BatchRig& rig_for(HostMemory memory) {
    auto& rig = memory == HostMemory::pinned ? pinned_ : pageable_;
    if (!rig)
      rig = std::make_unique<BatchRig>(
          context_.device, context_.extras,
          BatchRig::Size{memory, plan_.most_bytes(memory), plan_.most_lanes(memory)});
    return *rig;
  }
  static std::unique_ptr<BatchKernel> make_kernel(const TransferGroup& group, BatchRig& rig) {
    if (group.kernel_ms <= 0) return std::make_unique<BatchKernel>(group.bytes, 1, 1);
    return std::make_unique<BatchKernel>(kernel_taking(group.kernel_ms, rig.stream(0), group.bytes,
                                                       rig.lane(0).in->data(),
                                                       rig.lane(0).out->data()));
  }

  void check(const GroupBench& bench, GroupSamples& samples) {
    for (std::size_t r = 0; r < bench.group->rows.size(); ++r) {
      if (context_.stopped()) return;
      const TransferRow& row = bench.group->rows[r];
      context_.progress("checking results, " + bench.group->name + ", " + row.name);
      LoopCase loop = row.loop;
      loop.batches = std::min(loop.batches, 2 * loop.lanes + 1);
      samples.rows[r].wrong = check_loop(*bench.rig, loop, *bench.kernel);
      samples.rows[r].checked = loop.batches;
    }
  }

  void warm_up() {
    if (groups_.empty()) return;
    const GroupBench& bench = groups_.front();
    LoopCase loop = bench.group->rows.back().loop;
    loop.batches = std::min(loop.batches, 8);
    const auto end = Host::now() + std::chrono::duration<double, std::milli>(kBenchWarmupMs);
    while (Host::now() < end && !context_.stopped())
      (void)run_loop(*bench.rig, loop, *bench.kernel);
  }

  void measure(const GroupBench& bench, GroupSamples& samples, int repeat) {
    const TransferGroup& group = *bench.group;
    const std::string progress = "repeat " + std::to_string(repeat + 1) + " of " +
                                 std::to_string(context_.options.repeats) + ", " + group.name;
    context_.progress(progress);
    if (!measure_terms(bench, samples)) return;
    for (std::size_t i = 0; i < group.rows.size(); ++i) {
      if (context_.stopped()) return;
      // There and back, so that none is always the one after another.
      const std::size_t r = repeat % 2 == 0 ? i : group.rows.size() - 1 - i;
      context_.progress(progress + ", " + group.rows[r].name);
      const LoopTimes times = run_loop(*bench.rig, group.rows[r].loop, *bench.kernel);
      samples.rows[r].total_ms.push_back(times.total_ms);
      if (times.steady_ms) samples.rows[r].steady_ms.push_back(*times.steady_ms);
    }
  }
  // False when stopped before all were measured.
  bool measure_terms(const GroupBench& bench, GroupSamples& samples) {
    if (context_.stopped()) return false;
    BatchRig& rig = *bench.rig;
    const std::size_t bytes = bench.group->bytes;
    const int copies = bench.group->copies;
    samples.up.push_back(rig.copies_ms(BatchRig::Way::up, bytes, copies) / copies);
    samples.down.push_back(rig.copies_ms(BatchRig::Way::down, bytes, copies) / copies);
    samples.both.push_back(rig.copies_ms(BatchRig::Way::both, bytes, copies) / copies);
    samples.kernel.push_back(
        kernel_ms(rig.stream(0), *bench.kernel, rig.lane(0).in->data(), rig.lane(0).out->data()));
    return true;
  }

  BenchContext& context_;
  const TransferPlan& plan_;
  std::unique_ptr<BatchRig> pinned_, pageable_;
  std::vector<GroupBench> groups_;
  std::vector<GroupSamples> samples_;
};

}  // namespace

TransferBound bound_of(const TransferTerms& terms, Mode mode, int copy_engines) {
  if (mode == Mode::serial) return {terms.up + terms.kernel + terms.down, "H2D + kernel + D2H"};
  std::vector<TransferBound> bounds{{terms.kernel, "kernel"}};
  if (copy_engines > 1) {
    bounds.push_back({terms.both, "both copies at once"});
    bounds.push_back({terms.up, "H2D"});
    bounds.push_back({terms.down, "D2H"});
  } else {
    bounds.push_back({terms.up + terms.down, "H2D + D2H"});
  }
  return *std::max_element(bounds.begin(), bounds.end(),
                           [](const auto& a, const auto& b) { return a.ms < b.ms; });
}

std::optional<TransferTerms> GroupSamples::terms() const {
  if (kernel.empty()) return std::nullopt;
  return TransferTerms{spread_of(up)->median, spread_of(kernel)->median, spread_of(down)->median,
                       spread_of(both)->median};
}

std::vector<GroupSamples> measure_groups(BenchContext& context, const TransferPlan& plan) {
  return TransferBench(context, plan).measure();
}

void bench_transfer(BenchContext& context, const TransferPlan& plan, BenchReport& report) {
  report.said.push_back(
      "Bytes are counted one way: a batch goes up, through the kernel, and comes down. Times are "
      "the host's clock around whole loops, no timing events in them. Nothing is decoded.");
  bench_copies(context, plan.copies, report);
  report_groups(plan, measure_groups(context, plan), report);
}

}  // namespace framelane
