#pragma once
#include <string>

#include "app/report_charts.h"

namespace framelane {

// HTML of the report's section on two logs: what takes longer and whether that can be told, and
// whether the results are the same.
[[nodiscard]] std::string comparison_section(const ReportSeries& a, const ReportSeries& b);

}  // namespace framelane
