#pragma once
#include <memory>
#include <string>
#include <vector>

#include "app/frame_row.h"

// For the tests of app/: rows as a run would give them.
namespace framelane::test {

[[nodiscard]] std::shared_ptr<const ChainPlan> plan_of(const std::vector<std::string>& passes,
                                                       int width = 64,
                                                       const std::string& chain = "eq");
// Frame n of a steady run: finished every 10 ms, upload 2 ms, one pass of 3 ms, download 4 ms.
[[nodiscard]] FrameRow row_of(std::int64_t n, std::shared_ptr<const ChainPlan> plan);
[[nodiscard]] RunFacts run_facts();

}  // namespace framelane::test
