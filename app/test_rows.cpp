#include "app/test_rows.h"

#include <utility>

namespace framelane::test {

using namespace std::chrono_literals;

std::shared_ptr<const ChainPlan> plan_of(const std::vector<std::string>& passes, int width,
                                         const std::string& chain) {
  auto plan = std::make_shared<ChainPlan>();
  plan->chain_text = chain;
  plan->source.format = find_pixel_format("yuv420p");
  plan->source.width = width;
  plan->source.height = 48;
  plan->result = plan->source;
  for (const std::string& name : passes) {
    Pass pass;
    pass.name = name;
    plan->passes.push_back(std::move(pass));
  }
  return plan;
}

FrameRow row_of(std::int64_t n, std::shared_ptr<const ChainPlan> plan) {
  const Nanoseconds at = n * 10ms;
  FrameRow row;
  row.frame = n;
  row.pts = n * 40ms;
  row.finished = at + 10ms;
  row.times.mode = Mode::overlapped;
  row.times.lanes = 2;
  row.times.lane = static_cast<int>(n % 2);
  row.times.decode = 1ms;
  row.times.upload = {at, at + 2ms};
  row.times.filter = {at + 2ms, at + 5ms};
  row.times.download = {at + 5ms, at + 9ms};
  row.times.latency = 9500us;
  row.times.bytes_up = 2'000'000;
  row.times.bytes_down = 8'000'000;
  if (plan) row.times.passes.assign(plan->passes.size(), {at + 2ms, at + 5ms});
  row.plan = std::move(plan);
  return row;
}

RunFacts run_facts() {
  RunFacts facts;
  facts.device.name = "CPU, 2 threads";
  facts.device.kind = "cpu";
  facts.input.name = "clip \"one\", ünï.mp4";
  facts.input.codec = "h264";
  facts.input.pixel_format = "yuv420p";
  facts.input.frame = plan_of({})->source;
  facts.input.frame_rate = {25, 1};
  facts.chain_text = "eq";
  return facts;
}

}  // namespace framelane::test
