#pragma once
#include <string>

#include "app/report_charts.h"

namespace framelane {

// HTML of the pieces that every part of the report is made of. What they are given is HTML already.

[[nodiscard]] std::string name_of_series(const ReportSeries& series);
// A large number with its unit over a few words.
[[nodiscard]] std::string tile(const std::string& number, const std::string& unit,
                               const std::string& what);
// A chart under its title, with the places where its script writes.
[[nodiscard]] std::string figure(const std::string& title, const std::string& chart);
[[nodiscard]] std::string section(const std::string& title, const std::string& content);

}  // namespace framelane
