#include "app/bench_pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>

#include "app/bench_stats.h"
#include "app/engine.h"
#include "app/summary.h"
#include "gpu/errors.h"

namespace framelane {
namespace {

using Host = std::chrono::steady_clock;
using Output = OutputFormat::Kind;
constexpr int kBenchQueue = 4;
constexpr auto kLookAtStop = std::chrono::milliseconds(50);

struct VariantSamples {
  std::vector<double> fps;
  Summary summary;  // of timed frames
};

// One engine for an output format, its settings changed from variant to variant.
class EngineBench {
 public:
  EngineBench(BenchContext& context, const PipelinePlan& plan, Output output)
      : context_(context), engine_(context.device, options_for(plan, output)) {}

  // Frames a second, and the times of some more frames. Nothing when stopped.
  std::optional<double> measure(const PipelinePlan& plan, const PipelineVariant& variant,
                                Summary& summary) {
    PipelineSettings settings{variant.mode, variant.lanes, variant.memory};
    settings.timing = false;
    if (!change_to(settings)) return std::nullopt;
    const auto begin = Host::now();
    int frames = 0;
    for (; frames < plan.least_frames || ms_since(begin) < plan.stretch_ms; ++frames)
      if (!take()) return std::nullopt;
    const double fps = 1000 * frames / ms_since(begin);
    settings.timing = true;
    if (!change_to(settings)) return std::nullopt;
    summary.interrupted();
    for (int i = 0; i < plan.timed_frames; ++i) {
      if (!take()) return std::nullopt;
      add_to(summary);
    }
    return fps;
  }
  // False when stopped.
  bool warm_up(double ms) {
    for (const auto begin = Host::now(); ms_since(begin) < ms;)
      if (!take()) return false;
    return true;
  }

 private:
  static EngineOptions options_for(const PipelinePlan& plan, Output output) {
    EngineOptions options;
    options.input = fmt::format("pattern:{}x{}@60", plan.width, plan.height);
    options.chain = plan.chain;
    options.output.kind = output;
    options.settings = {Mode::overlapped, 4};
    options.results_queue = kBenchQueue;
    return options;
  }
  // The next result; false when stopped. Throws DeviceError.
  bool take() {
    while (!context_.stopped()) {
      const QueueStatus status = engine_.results().pop_for(item_, kLookAtStop);
      if (status == QueueStatus::closed) throw DeviceError("bench: the pipeline ended by itself");
      if (status != QueueStatus::ok) continue;
      if (item_.kind == ProcessedItem::Kind::failed) throw DeviceError(item_.error);
      if (item_.kind == ProcessedItem::Kind::frame) return true;
    }
    return false;
  }
  // Rebuilds, takes the warm-up, and as many frames more as were waiting meanwhile.
  bool change_to(const PipelineSettings& settings) {
    engine_.process().set_settings(settings);
    do {
      if (!take()) return false;
    } while (!item_.frame.times.warmup);
    while (item_.frame.times.warmup)
      if (!take()) return false;
    for (int i = 0; i < settings.lanes + kBenchQueue; ++i)
      if (!take()) return false;
    return true;
  }
  void add_to(Summary& summary) {
    FrameRow row;
    row.frame = item_.frame.index;
    row.plan = item_.frame.plan;
    row.times = std::move(item_.frame.times);
    row.finished = Host::now().time_since_epoch();
    summary.add(row);
  }

  BenchContext& context_;
  Engine engine_;
  ProcessedItem item_;
};

// Link rates of one kind of memory, a measurement each repeat.
struct LinkSamples {
  std::vector<double> up, down, both;
  void add(const LinkRates& rates) {
    if (rates.up) up.push_back(*rates.up);
    if (rates.down) down.push_back(*rates.down);
    if (rates.both) both.push_back(*rates.both);
  }
  [[nodiscard]] LinkRates medians() const {
    const auto median = [](const std::vector<double>& values) -> std::optional<double> {
      const auto spread = spread_of(values);
      return spread ? std::optional(spread->median) : std::nullopt;
    };
    return {median(up), median(down), median(both)};
  }
};

struct Found {
  std::vector<VariantSamples> variants;
  std::map<HostMemory, LinkSamples> links;
};

Found measure(BenchContext& context, const PipelinePlan& plan) {
  Found found;
  found.variants.resize(plan.variants.size());
  std::map<Output, std::unique_ptr<EngineBench>> engines;
  for (const PipelineVariant& variant : plan.variants) {
    if (engines.contains(variant.output)) continue;
    context.progress("making pictures, warming up");
    auto& engine = engines[variant.output];
    engine = std::make_unique<EngineBench>(context, plan, variant.output);
    if (!engine->warm_up(kBenchWarmupMs)) return found;
  }
  for (int repeat = 0; repeat < context.options.repeats; ++repeat) {
    for (const HostMemory memory : {HostMemory::pinned, HostMemory::pageable})
      if (!context.stopped()) found.links[memory].add(measure_link(context.device, memory));
    for (std::size_t i = 0; i < plan.variants.size(); ++i) {
      // There and back, so that none is always the one after another.
      const std::size_t v = repeat % 2 == 0 ? i : plan.variants.size() - 1 - i;
      const PipelineVariant& variant = plan.variants[v];
      context.progress(fmt::format("repeat {} of {}, {}, {} lanes", repeat + 1,
                                   context.options.repeats, name_of(variant.mode), variant.lanes));
      const auto fps = engines[variant.output]->measure(plan, variant, found.variants[v].summary);
      if (!fps) return found;
      found.variants[v].fps.push_back(*fps);
    }
  }
  return found;
}

// What a frame takes at the least in that mode: the sum of its stages, or the device's bound.
struct VariantBound {
  double ms = 0;
  std::string stage;
};

VariantBound bound_of(const ModeSummary& mode, const BoundTerms& terms) {
  if (mode.mode == Mode::serial) return {mode.serial_ms(), "upload + passes + download"};
  const auto stage = terms.largest_of_device();
  return stage ? VariantBound{*terms[*stage], name_of(*stage)} : VariantBound{};
}

BenchTable pipeline_table(const PipelinePlan& plan) {
  return {"pipeline",
          fmt::format("{}x{} 8-bit 4:2:0 pictures from memory, {}; processed frames a second, "
                      "terms in ms a frame",
                      plan.width, plan.height,
                      plan.chain.filters.empty() ? "no filters" : to_text(plan.chain)),
          {{"output", "Output", "output", 0},
           {"memory", "Memory", "memory", 0},
           {"mode", "Mode", "mode", 0},
           {"lanes", "Lanes", "lanes", 0},
           {"fps", "ProcessedFps", "fps", 1},
           {"fps_least", "ProcessedFpsLeast", "least", 1},
           {"fps_most", "ProcessedFpsMost", "most", 1},
           {"frame_ms", "MsFrame", "ms", 3},
           {"upload_ms", "MsUpload", "upload", 3},
           {"passes_ms", "MsPasses", "passes", 3},
           {"download_ms", "MsDownload", "download", 3},
           {"copies_ms", "MsBothCopies", "both copies", 3},
           {"bound_ms", "MsBound", "bound", 3},
           {"bound_by", "BoundBy", "bound by", 0},
           {"share_of_bound", "ShareOfBound", "of bound", 3},
           {"speed_up", "SpeedUp", "× serial", 2},
           {"repeats", "Repeats", "n", 0}},
          {}};
}

// Median fps of the serial variant with the same output and memory.
std::optional<double> serial_fps(const PipelinePlan& plan, const Found& found,
                                 const PipelineVariant& as) {
  for (std::size_t i = 0; i < plan.variants.size(); ++i) {
    const PipelineVariant& variant = plan.variants[i];
    if (variant.mode != Mode::serial || variant.output != as.output || variant.memory != as.memory)
      continue;
    const auto fps = spread_of(found.variants[i].fps);
    return fps ? std::optional(fps->median) : std::nullopt;
  }
  return std::nullopt;
}

void add_row(BenchTable& table, const PipelinePlan& plan, const Found& found, std::size_t v) {
  const PipelineVariant& variant = plan.variants[v];
  const auto fps = spread_of(found.variants[v].fps);
  const auto& modes = found.variants[v].summary.modes();
  if (!fps || modes.empty()) return;
  const ModeSummary& mode = modes.back();
  const BoundTerms terms = mode.bound(found.links.at(variant.memory).medians());
  const VariantBound bound = bound_of(mode, terms);
  const double frame_ms = 1000 / fps->median;
  const auto serial = serial_fps(plan, found, variant);
  std::vector<BenchCell> row{variant.output == Output::rgba ? "rgba" : "source",
                             name_of(variant.memory), name_of(variant.mode),
                             std::int64_t{variant.lanes}};
  append_spread(row, fps);
  row.emplace_back(frame_ms);
  for (const BoundStage stage :
       {BoundStage::upload, BoundStage::compute, BoundStage::download, BoundStage::copies})
    row.push_back(cell_of(terms[stage]));
  row.emplace_back(bound.ms);
  row.emplace_back(bound.stage);
  row.emplace_back(bound.ms / frame_ms);
  row.push_back(serial ? BenchCell(fps->median / *serial) : BenchCell());
  row.emplace_back(std::int64_t{fps->count});
  table.add(std::move(row));
}

std::vector<std::pair<Mode, int>> all_modes(bool quick) {
  if (quick)
    return {{Mode::serial, 1}, {Mode::overlapped, 2}, {Mode::overlapped, 4}, {Mode::staged, 4}};
  return {{Mode::serial, 1},     {Mode::overlapped, 2}, {Mode::overlapped, 3},
          {Mode::overlapped, 4}, {Mode::overlapped, 8}, {Mode::staged, 4}};
}

}  // namespace

PipelinePlan plan_pipeline(const BenchOptions& options, bool gpu) {
  PipelinePlan plan;
  const bool quick = options.quick;
  plan.width = options.width > 0 ? options.width : gpu ? 3840 : quick ? 640 : 1280;
  plan.height = options.height > 0 ? options.height : gpu ? 2160 : quick ? 360 : 720;
  plan.chain = options.chain ? *options.chain : parse_chain(kBenchChain);
  plan.stretch_ms = quick ? 60 : 400;
  plan.least_frames = quick ? 5 : 20;
  plan.timed_frames = quick ? (gpu ? 24 : 5) : 60;
  for (const Output output : {Output::source, Output::rgba})
    for (const HostMemory memory : {HostMemory::pinned, HostMemory::pageable})
      for (const auto& [mode, lanes] : all_modes(quick)) {
        const bool ends = mode == Mode::serial || (mode == Mode::overlapped && lanes == 4);
        const bool plain = output == Output::source && memory == HostMemory::pinned;
        if (quick && !plain && !ends) continue;
        plan.variants.push_back({output, memory, mode, lanes});
      }
  return plan;
}

void bench_pipeline(BenchContext& context, const PipelinePlan& plan, BenchReport& report) {
  report.said.push_back(
      "Frames are counted at the pipeline's end, decode left out: 16 generated pictures go round. "
      "No timing events while frames are counted; the terms come from other frames of the same "
      "variant, link rates from the same run.");
  const Found found = measure(context, plan);
  BenchTable table = pipeline_table(plan);
  for (std::size_t v = 0; v < plan.variants.size(); ++v)
    add_row(table, plan, found, v);
  report.tables.push_back(std::move(table));
}

}  // namespace framelane
