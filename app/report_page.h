#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "app/report_data.h"

namespace framelane {

// One self-contained page of one or two logs: HTML with its style, charts and script inside, and
// no reference to anything outside. It says nothing of when it was made: the same logs give the
// same page. Takes the logs to thin out their timelines where the page would grow too large.
[[nodiscard]] std::string report_page(std::vector<ReportLog> logs);

}  // namespace framelane
