#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "app/report_comparison.h"
#include "app/report_data.h"
#include "app/report_svg.h"
#include "app/run_json.h"

namespace framelane {

// One mode of one log, as the page shows it. What it points to outlives it.
struct ReportSeries {
  std::string id;     // of its charts: "A0", "A1", "B0", ...
  std::string key;    // of the log: "A" or "B"; empty where there is one log
  std::string title;  // "serial, 1 lane, pinned"
  const ReportLog* log = nullptr;
  const ModeSummary* mode = nullptr;
  const FrameBuckets* buckets = nullptr;
  [[nodiscard]] const LinkRates& link() const { return log->facts.run.link; }
};

// What all series share, so that they can be compared by eye. Milliseconds.
struct ReportScales {
  Axis frame_time;  // to just above the longest 0.1 %; what is above is marked
  Axis histogram;
  Axis stages;
  double bars = 1;
};
[[nodiscard]] ReportScales scales_of(const std::vector<ReportSeries>& series);

// Each gives one SVG; `hover` takes what the page's script reads out, by the SVG's id.
[[nodiscard]] std::string frame_time_chart(const ReportSeries& series, const ReportScales& scales,
                                           Json& hover);
[[nodiscard]] std::string stage_chart(const ReportSeries& series, const ReportScales& scales,
                                      Json& hover);
[[nodiscard]] std::string histogram_chart(const ReportSeries& series, const ReportScales& scales);
// What a frame takes in each series: stages end to end, or under each other where they overlap.
[[nodiscard]] std::string bars_chart(const std::vector<ReportSeries>& series,
                                     const ReportScales& scales);
[[nodiscard]] std::string difference_chart(const Comparison& comparison);

}  // namespace framelane
