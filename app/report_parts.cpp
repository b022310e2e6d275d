#include "app/report_parts.h"

#include <fmt/format.h>

namespace framelane {

std::string name_of_series(const ReportSeries& series) {
  return html_text(series.key.empty() ? series.title : series.key + " " + series.title);
}

std::string tile(const std::string& number, const std::string& unit, const std::string& what) {
  return fmt::format(
      R"(<div class="tile"><b>{} <span class="unit">{}</span></b><span>{}</span></div>)", number,
      unit, what);
}

std::string figure(const std::string& title, const std::string& chart) {
  return fmt::format(
             R"(<figure><figcaption><span class="title">{}</span><span class="said"></span><span class="read"></span></figcaption><div class="chart">{}</div></figure>)",
             title, chart) +
         "\n";
}

std::string section(const std::string& title, const std::string& content) {
  return fmt::format("<section>\n<h2>{}</h2>\n{}</section>\n", title, content);
}

}  // namespace framelane
