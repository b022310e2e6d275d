#pragma once
#include <vector>

#include "app/bench_context.h"
#include "app/bench_report.h"
#include "gpu/frame_times.h"
#include "gpu/plan.h"

namespace framelane {

struct PipelineVariant {
  OutputFormat::Kind output = OutputFormat::Kind::source;
  HostMemory memory = HostMemory::pinned;
  Mode mode = Mode::serial;
  int lanes = 1;
};

// What `bench pipeline` measures. Thread-safety: a value.
struct PipelinePlan {
  int width = 0, height = 0;
  Chain chain;
  std::vector<PipelineVariant> variants;
  double stretch_ms = 0;  // counted of a variant, each repeat
  int least_frames = 0;   // of a stretch
  int timed_frames = 0;   // of a variant, each repeat, from which the bound's terms come
};

[[nodiscard]] PipelinePlan plan_pipeline(const BenchOptions& options, bool gpu);

// `framelane bench pipeline`: engines of their own, as `framelane run` has them, over generated
// pictures; variants change while frames go on, so that clocks stay up. Adds the table "pipeline".
// Throws DeviceError, UsageError.
void bench_pipeline(BenchContext& context, const PipelinePlan& plan, BenchReport& report);

}  // namespace framelane
