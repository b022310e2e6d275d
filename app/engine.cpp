#include "app/engine.h"

#include <algorithm>
#include <utility>

namespace framelane {
namespace {

constexpr std::size_t kFramesQueue = 8;
constexpr int kSpare = 2;

// How many pictures a plan's temporal passes keep, and how many results one submit may give.
struct PlanNeeds {
  int history = 0;
  int outputs = 1;
};

PlanNeeds needs_of(const ChainPlan& plan) {
  PlanNeeds needs;
  for (const Pass& pass : plan.passes) {
    needs.history += pass.behind + pass.ahead;
    // The end of the stream completes the lookahead in one submit.
    needs.outputs = needs.outputs * pass.outputs_per_input + pass.ahead * pass.outputs_per_input;
  }
  return needs;
}

// Slots are counted before the first frame is known; temporal windows do not depend on it.
FrameFacts any_frame() {
  FrameFacts facts;
  facts.format = find_pixel_format("yuv420p");
  facts.width = 1920;
  facts.height = 1080;
  return facts;
}

}  // namespace

Engine::Engine(Device& device, EngineOptions options)
    : device_(device),
      sources_(device, options.settings.memory),
      results_(device, options.settings.memory),
      frames_queue_(kFramesQueue),
      results_queue_(static_cast<std::size_t>(options.results_queue)) {
  const int lanes = std::max(options.most_lanes, options.settings.lanes);
  const int behind_results = options.results_queue + options.held_by_consumers;
  const int history = needs_of(*plan_chain(options.chain, any_frame(), options.output)).history;
  options.open.held_frames =
      static_cast<int>(kFramesQueue) + lanes + history + behind_results + kSpare;
  std::unique_ptr<FrameSource> source = open_input(options.input, options.open, sources_);
  input_ = source->facts();
  const auto plan = plan_chain(options.chain, input_.frame, options.output);
  const PlanNeeds needs = needs_of(*plan);
  reach_ = plan->reach;
  result_facts_ = plan->result;
  options.start.reach = reach_;

  ProcessOptions process;
  process.chain = std::move(options.chain);
  process.output = options.output;
  process.settings = options.settings;
  // One submit more than the lanes: its results wait to be handed on while the lane works again.
  process.result_blocks = (lanes + 1) * needs.outputs + behind_results + kSpare;
  process.results_in = options.results_in;
  process.kept_results = behind_results + kSpare;
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

void Engine::stop() {
  process_->stop();
  decode_->stop();
}

}  // namespace framelane
