#include "app/bench_filters.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

#include "app/assets_folder.h"
#include "app/bench_floor.h"
#include "app/bench_stats.h"
#include "decode/open_input.h"
#include "gpu/errors.h"
#include "gpu/host_pool.h"
#include "gpu/pipeline.h"

namespace framelane {
namespace {

using Host = std::chrono::steady_clock;

// Bytes of the stored planes, rows' padding left out.
double plane_bytes(const FrameFacts& facts) {
  double bytes = 0;
  for (int p = 0; p < facts.format->plane_count; ++p)
    bytes += static_cast<double>(facts.format->plane_row_bytes(p, facts.width)) *
             facts.format->plane_rows(p, facts.height);
  return bytes;
}

std::vector<SourceFrame> read_frames(FrameSource& source, int count) {
  std::vector<SourceFrame> frames(static_cast<std::size_t>(count));
  for (SourceFrame& frame : frames)
    if (source.read(frame) != ReadStatus::frame) throw DecodeError("bench: no generated picture");
  return frames;
}

// One chain in a pipeline of its own, a frame at a time: its passes have the device to themselves.
class ChainBench {
 public:
  ChainBench(Device& device, HostPool& results, const std::string& chain, const FrameFacts& facts)
      : pipeline_(device, results, kResults, Host::now()),
        plan_(plan_chain(with_assets(parse_chain(chain)), facts, {})) {
    PipelineSettings settings;
    settings.mode = Mode::serial;
    settings.close_timing = true;
    pipeline_.configure(settings);
    pipeline_.set_plan(plan_);
  }
  [[nodiscard]] const ChainPlan& plan() const { return *plan_; }
  // Milliseconds of all passes of each of `count` frames; first `skipped` frames are not counted.
  void run(const std::vector<SourceFrame>& frames, int skipped, int count,
           std::vector<double>& into) {
    for (int i = 0; i < skipped + count; ++i) {
      pipeline_.submit(frames[static_cast<std::size_t>(next_++) % frames.size()], 0);
      for (const ProcessedFrame& frame : pipeline_.collect())
        if (i >= skipped && !frame.times.passes.empty()) into.push_back(passes_ms(frame.times));
    }
  }

 private:
  static constexpr int kResults = 4;
  static double passes_ms(const FrameTimes& times) {
    Nanoseconds sum{0};
    for (const Interval& pass : times.passes)
      sum += pass.length();
    return to_ms(sum);
  }
  Pipeline pipeline_;
  std::shared_ptr<const ChainPlan> plan_;
  int next_ = 0;
};

struct ChainSamples {
  std::unique_ptr<ChainBench> bench;
  std::vector<double> medians;  // a repeat's
};

BenchTable filters_table(const FiltersPlan& plan) {
  return {"filters",
          fmt::format("each filter alone, {}x{} {} in and out: ms of all its passes; bytes: the "
                      "planes read once and written once; floor: the quicker copy of as many",
                      plan.width, plan.height, plan.format),
          {{"filter", "Filter", "filter", 0},
           {"passes", "Passes", "passes", 0},
           {"ms", "MsPasses", "ms", 4},
           {"ms_least", "MsPassesLeast", "least", 4},
           {"ms_most", "MsPassesMost", "most", 4},
           {"bytes", "Bytes", "bytes", 0},
           {"gb_per_s", "GBPerS", "GB/s", 1},
           {"floor_ms", "MsFloor", "floor ms", 4},
           {"share_of_floor", "ShareOfFloor", "of floor", 3},
           {"repeats", "Repeats", "n", 0}},
          {}};
}

std::int64_t bytes_of(const ChainBench& bench, double picture_bytes) {
  return static_cast<std::int64_t>(picture_bytes + plane_bytes(bench.plan().result));
}

void report_filters(const FiltersPlan& plan, const std::vector<ChainSamples>& samples,
                    double picture_bytes, const FloorBench& floor, BenchReport& report) {
  BenchTable floors = floor.table();
  if (floors.rows.empty()) return;
  report.tables.push_back(std::move(floors));
  BenchTable table = filters_table(plan);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const auto ms = spread_of(samples[i].medians);
    const std::int64_t bytes = bytes_of(*samples[i].bench, picture_bytes);
    const std::optional<double> floor_ms = floor.ms(bytes);
    if (!ms || !floor_ms) continue;
    std::vector<BenchCell> row{plan.chains[i],
                               static_cast<std::int64_t>(samples[i].bench->plan().passes.size())};
    append_spread(row, ms);
    row.emplace_back(bytes);
    row.emplace_back(gb_per_s(static_cast<double>(bytes), ms->median));
    row.emplace_back(*floor_ms);
    row.emplace_back(*floor_ms / ms->median);
    row.emplace_back(std::int64_t{ms->count});
    table.add(std::move(row));
  }
  report.tables.push_back(std::move(table));
}

// Those whose files came with the program.
std::vector<std::string> examples() {
  std::vector<std::string> chains;
  for (const FilterSpec* filter : shipped_filters())
    if (has_all_files(with_assets(parse_chain(filter->example))))
      chains.emplace_back(filter->example);
  return chains;
}

FrameFacts pictures_of(const FiltersPlan& plan) {
  FrameFacts facts;
  facts.format = find_pixel_format(plan.format);
  facts.width = plan.width;
  facts.height = plan.height;
  return facts;
}

bool does_nothing(const Chain& chain, const FrameFacts& facts) {
  return plan_chain(with_assets(chain), facts, {})->passes.empty();
}

[[noreturn]] void refuse(const ChainFilter& filter, const std::string& why) {
  throw UsageError(fmt::format("bench filters: --filters {}: {}; see framelane filters {}",
                               to_text(Chain{{filter}}), why, filter.spec->name));
}

// A name alone may do nothing, as eq at its defaults: then the filter's example is meant.
ChainFilter to_measure(const ChainFilter& filter, const FrameFacts& facts) {
  if (!does_nothing(Chain{{filter}}, facts)) return filter;
  if (!filter.enabled) refuse(filter, "it is switched off, there is nothing to measure");
  const Chain example = parse_chain(filter.spec->example);
  if (filter.values != default_values(*filter.spec) || does_nothing(example, facts))
    refuse(filter, fmt::format("it does nothing to {}x{} {}, there is nothing to measure",
                               facts.width, facts.height, facts.format->name));
  return example.filters.front();
}

// Each filter alone, then all of them.
std::vector<std::string> chains_of(const Chain& asked, const FrameFacts& facts) {
  Chain chain;
  for (const ChainFilter& filter : asked.filters)
    chain.filters.push_back(to_measure(filter, facts));
  std::vector<std::string> chains;
  for (const ChainFilter& filter : chain.filters)
    chains.push_back(to_text(Chain{{filter}}));
  if (chains.size() > 1) chains.push_back(to_text(chain));
  return chains;
}

void warm_up(BenchContext& context, std::vector<ChainSamples>& samples,
             const std::vector<SourceFrame>& frames) {
  std::vector<double> unused;
  for (ChainSamples& one : samples)
    if (!context.stopped()) one.bench->run(frames, 0, 2, unused);
  for (const auto begin = Host::now(); ms_since(begin) < kBenchWarmupMs && !context.stopped();)
    samples.front().bench->run(frames, 0, 1, unused);
}

}  // namespace

FiltersPlan plan_filters(const BenchOptions& options, bool gpu) {
  FiltersPlan plan;
  plan.width = options.width > 0 ? options.width : gpu ? 3840 : options.quick ? 640 : 1280;
  plan.height = options.height > 0 ? options.height : gpu ? 2160 : options.quick ? 360 : 720;
  plan.frames = gpu ? (options.quick ? 30 : 60) : (options.quick ? 4 : 10);
  plan.chains = options.chain ? chains_of(*options.chain, pictures_of(plan)) : examples();
  if (plan.chains.empty()) throw UsageError("bench filters: --filters names no filter to measure");
  return plan;
}

void bench_filters(BenchContext& context, const FiltersPlan& plan, BenchReport& report) {
  constexpr int kSkipped = 2, kPictures = 16;
  report.said.push_back(
      "Times are the device's own, of passes alone: one frame is under way at a time, and neither "
      "copies nor decode are counted.");
  context.progress("making pictures");
  HostPool sources(context.device, HostMemory::pinned), results(context.device, HostMemory::pinned);
  OpenOptions open;
  open.held_frames = kPictures;
  const auto source =
      open_input(fmt::format("pattern:{}x{}@60:format={}", plan.width, plan.height, plan.format),
                 open, sources);
  const std::vector<SourceFrame> frames = read_frames(*source, kPictures);
  const FrameFacts& facts = frames.front().picture.facts;
  std::vector<ChainSamples> samples;
  for (const std::string& chain : plan.chains)
    samples.emplace_back().bench =
        std::make_unique<ChainBench>(context.device, results, chain, facts);
  const double picture_bytes = plane_bytes(facts);
  std::vector<std::int64_t> sizes;
  for (const ChainSamples& one : samples)
    sizes.push_back(bytes_of(*one.bench, picture_bytes));
  FloorBench floor(context, frames, sizes);
  warm_up(context, samples, frames);
  for (int repeat = 0; repeat < context.options.repeats && !context.stopped(); ++repeat) {
    floor.measure(kSkipped, plan.frames);
    for (std::size_t i = 0; i < samples.size() && !context.stopped(); ++i) {
      context.progress(
          fmt::format("repeat {} of {}, {}", repeat + 1, context.options.repeats, plan.chains[i]));
      std::vector<double> times;
      samples[i].bench->run(frames, kSkipped, plan.frames, times);
      if (const auto spread = spread_of(times)) samples[i].medians.push_back(spread->median);
    }
  }
  report_filters(plan, samples, picture_bytes, floor, report);
}

}  // namespace framelane
