#include "app/report.h"

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "app/report_data.h"
#include "app/report_page.h"
#include "app/whole_file.h"
#include "gpu/errors.h"

namespace framelane {
namespace {

void write_page(const std::string& name, const std::string& text) {
  const std::string why = write_whole_file(name, text);
  if (!why.empty())
    throw OutputError(fmt::format(
        "report {}: cannot be written: {}; give -o a place that can be written", name, why));
}

}  // namespace

int report_command(const Options& options) {
  std::vector<ReportLog> logs;
  std::string rows;
  for (const std::string& name : options.logs) {
    ReportLog log = read_report_log(name);
    for (const std::string& note : log.notes)
      if (!options.quiet)
        std::fputs(fmt::format("framelane: log {}: {}\n", name, note).c_str(), stderr);
    rows += fmt::format("{}{}", rows.empty() ? "" : " and ", log.rows);
    logs.push_back(std::move(log));
  }
  const std::string page = report_page(std::move(logs));
  write_page(options.page, page);
  if (!options.quiet)
    std::fputs(fmt::format("{}: {} frames, {:.0f} kB\n", options.page, rows,
                           static_cast<double>(page.size()) / 1000)
                   .c_str(),
               stdout);
  return 0;
}

}  // namespace framelane
