#pragma once
#include <string>
#include <vector>

#include "app/bench_context.h"
#include "app/bench_report.h"

namespace framelane {

// What `bench filters` measures. Thread-safety: a value.
struct FiltersPlan {
  int width = 0, height = 0;
  int frames = 0;  // of a filter, each repeat
  std::string format = "yuv420p";
  std::vector<std::string> chains;
};

// Throws UsageError for a filter that there is nothing to measure of.
[[nodiscard]] FiltersPlan plan_filters(const BenchOptions& options, bool gpu);

// `framelane bench filters`: the passes of each filter alone, one frame at a time, beside device
// copies of as many bytes. Adds the tables "floor" and "filters". Throws DeviceError.
void bench_filters(BenchContext& context, const FiltersPlan& plan, BenchReport& report);

}  // namespace framelane
