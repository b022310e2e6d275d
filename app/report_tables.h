#pragma once
#include <string>
#include <vector>

#include "app/report_charts.h"

namespace framelane {

// HTML of the report's tables; numbers as the summary prints them.

[[nodiscard]] std::string percentile_table(const std::vector<ReportSeries>& series);
// Mean, p99, maximum and rate of each stage.
[[nodiscard]] std::string stage_table(const ReportSeries& series);
// The terms of the bound, the measured time and the share of the bound, a column a series.
[[nodiscard]] std::string bound_table(const std::vector<ReportSeries>& series);
// Input, filters, device, link, counts.
[[nodiscard]] std::string facts_list(const std::string& key, const ReportLog& log);

}  // namespace framelane
