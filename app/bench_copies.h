#pragma once
#include <string>
#include <vector>

#include "app/bench_context.h"
#include "app/bench_plan.h"
#include "app/bench_report.h"

namespace framelane {

// Measures every case's copy rates, interleaved, and adds the table "copies". Kinds of memory that
// the machine refuses are said in the report. Throws DeviceError.
void bench_copies(BenchContext& context, const std::vector<CopyCase>& cases, BenchReport& report);

}  // namespace framelane
