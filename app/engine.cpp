#include "app/engine.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gpu/errors.h"

namespace framelane {
namespace {

constexpr std::size_t kFramesQueue = 8;
// Beside queues, lanes and windows a slot is with the decoder, which makes the next frame, one with
// the process thread, which takes one in, and one is the late frame that it holds.
constexpr int kSpareSources = 3;
// Beside the queue and the consumers: the one being handed on and the one being taken.
constexpr int kSpareKept = 2;

// Slots are counted before the first frame is known; temporal windows do not depend on it.
FrameFacts any_frame() {
  FrameFacts facts;
  facts.format = find_pixel_format("yuv420p");
  facts.width = 1920;
  facts.height = 1080;
  facts.field_order = FieldOrder::top_first;  // what only interlaced frames need is counted
  return facts;
}

// Frames that the chain's windows hold. Filters are asked one by one: what one of them refuses of
// that frame it may take of the input's.
int history_of(const Chain& chain, const OutputFormat& output) {
  int history = 0;
  for (const ChainFilter& filter : chain.filters) {
    try {
      history += needs_of(*plan_chain(Chain{{filter}}, any_frame(), output)).history;
    } catch (const UsageError&) {
      continue;  // of size or format, which no window depends on
    }
  }
  return history;
}

// How long after its frame the last of its results comes, with a little for rounding: a start may
// lie between.
Nanoseconds latest_result_of(Rational rate, const ChainPlan& plan) {
  const int results = results_per_frame(plan);
  if (results < 2 || rate.num <= 0) return Nanoseconds(0);
  const double frame = 1e9 * rate.den / rate.num;
  constexpr double kRounding = 1000;
  return Nanoseconds(std::llround(frame * (results - 1) / results + kRounding));
}

}  // namespace

Engine::Engine(Device& device, EngineOptions options)
    : device_(device),
      sources_(device, options.settings.memory),
      results_(device, options.settings.memory),
      frames_queue_(kFramesQueue),
      results_queue_(static_cast<std::size_t>(options.results_queue)),
      output_(options.output) {
  const int lanes = std::max(options.most_lanes, options.settings.lanes);
  const int behind_results = options.results_queue + options.held_by_consumers;
  const int history = history_of(options.chain, options.output);
  options.open.held_frames =
      static_cast<int>(kFramesQueue) + lanes + history + behind_results + kSpareSources;
  std::unique_ptr<FrameSource> source = open_input(options.input, options.open, sources_);
  input_ = source->facts();
  const auto plan = plan_chain(options.chain, input_.frame, options.output, options.scopes);
  reach_ = plan->reach;
  result_facts_ = plan->result;
  results_per_frame_ = framelane::results_per_frame(*plan);
  options.start.reach = reach_;
  const std::optional<Nanoseconds> results_from = options.start.at;
  if (results_from)
    options.start.at = std::max(*results_from - latest_result_of(input_.frame_rate, *plan),
                                std::min(*results_from, Nanoseconds(0)));

  ProcessOptions process;
  process.chain = std::move(options.chain);
  process.plan = plan;
  process.output = output_;
  process.settings = options.settings;
  process.most_lanes = lanes;
  process.behind_results = behind_results;
  process.from_start = !options.start.at;
  if (results_per_frame_ > 1) process.results_from = results_from;
  process.edits = options.edits;
  process.results_in = options.results_in;
  process.kept_results = behind_results + kSpareKept;
  process.run_start = options.run_start;
  process.clock = options.clock;
  process.on_dropped = std::move(options.on_dropped);
  process.on_handed_on = std::move(options.on_handed_on);
  decode_ = std::make_unique<DecodeThread>(std::move(source), frames_queue_, options.start);
  process_ = std::make_unique<ProcessThread>(device, sources_, results_, frames_queue_,
                                             results_queue_, std::move(process));
}

Engine::~Engine() {
  stop();
}

std::shared_ptr<const ChainPlan> Engine::plan(const Chain& chain, const FrameFacts& source,
                                              const ScopeWants& scopes) const {
  return plan_chain(chain, source, output_, scopes);
}

bool Engine::set_chain(ChainEdit edit) {
  const int reach = edit.plan->reach;
  const FrameFacts result = edit.plan->result;
  const int results = framelane::results_per_frame(*edit.plan);
  if (!process_->set_chain(std::move(edit))) return false;
  reach_ = reach;
  result_facts_ = result;
  results_per_frame_ = results;
  return true;
}

void Engine::stop() {
  process_->stop();
  decode_->stop();
}

}  // namespace framelane
