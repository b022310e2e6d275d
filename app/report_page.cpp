#include "app/report_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/report_charts.h"
#include "app/report_parts.h"
#include "app/report_tables.h"
#include "app/report_texts.h"
#include "app/report_timeline.h"
#include "app/report_versus.h"

namespace framelane {
namespace {

constexpr std::size_t kMostSeries = 6;
constexpr std::size_t kTimelineBytes = 1'300'000;  // of all logs together
constexpr double kFramesInView = 6;

// What the parts of the page are made from.
struct Page {
  std::vector<ReportLog> logs;
  std::vector<ReportSeries> series;  // with frame times
  ReportScales scales;
  Json charts = Json::object();
  Json timelines = Json::array();
  double span_ms = 1;   // of the timelines
  double position = 0;  // that they open at
};

char log_letter(std::size_t log) {
  return static_cast<char>('A' + log);
}

std::string title_of(const ModeSummary& mode, bool memory_known) {
  std::string title =
      fmt::format("{}, {} {}", name_of(mode.mode), mode.lanes, mode.lanes == 1 ? "lane" : "lanes");
  return memory_known ? title + ", " + name_of(mode.memory) : title;
}

void find_series(Page& page) {
  for (std::size_t l = 0; l < page.logs.size(); ++l) {
    const ReportLog& log = page.logs[l];
    const std::string key = page.logs.size() == 1 ? "" : std::string(1, log_letter(l));
    for (std::size_t m = 0; m < log.summary.modes().size(); ++m) {
      const ModeSummary& mode = log.summary.modes()[m];
      if (mode.between.count() > 0 && mode.frames > 0)
        page.series.push_back({fmt::format("{}{}", log_letter(l), m), key,
                               title_of(mode, log.facts.known), &log, &mode, &log.buckets[m]});
    }
  }
  std::stable_sort(page.series.begin(), page.series.end(),
                   [](const auto& a, const auto& b) { return a.mode->frames > b.mode->frames; });
  if (page.series.size() > kMostSeries) page.series.resize(kMostSeries);
  std::stable_sort(page.series.begin(), page.series.end(),
                   [](const auto& a, const auto& b) { return a.key < b.key; });
  double span = 0;
  for (const ReportSeries& one : page.series)
    span = std::max(span, kFramesInView * one.mode->measured_ms().value_or(0));
  page.span_ms = span > 0 ? span : 1;
}

constexpr const char* kLegend =
    R"(<div class="legend"><span><i class="upload"></i>upload</span><span><i class="passes"></i>passes</span><span><i class="download"></i>download</span>{}</div>)"
    "\n";

std::string legend(const char* more) {
  return fmt::format(fmt::runtime(kLegend), more);
}

// Of one log; the comparison has those of two.
std::string header_tiles(const Page& page) {
  if (page.logs.size() > 1 || page.series.empty()) return {};
  std::string tiles = R"(<div class="tiles">)";
  if (page.series.size() > 1) {
    for (const ReportSeries& one : page.series)
      tiles += tile(decimal(one.mode->processed_fps(), 2), "fps", html_text(one.title));
    return tiles + "</div>\n";
  }
  const ReportSeries& one = page.series.front();
  const auto share = one.mode->efficiency(one.link());
  return tiles + tile(decimal(one.mode->processed_fps(), 2), "fps", "processed") +
         tile(decimal(one.mode->between.mean(), 3), "ms", "frame time, mean") +
         tile(decimal(one.mode->between.exceeded_by(0.01), 3), "ms", "1 % take this or longer") +
         tile(share ? decimal(100 * *share, 0) : decimal({}, 0), "%", "bound / measured") +
         "</div>\n";
}

std::string header(const Page& page) {
  std::string text = "<header>\n<p class=\"dim small\">framelane report</p>\n<h1>";
  for (std::size_t l = 0; l < page.logs.size(); ++l)
    text += (l == 0 ? "" : R"( <span class="dim">against</span> )") + html_text(page.logs[l].name);
  text += "</h1>\n";
  text += header_tiles(page) + R"(<div class="facts">)";
  for (std::size_t l = 0; l < page.logs.size(); ++l)
    text += facts_list(page.logs.size() == 1 ? "" : std::string(1, log_letter(l)), page.logs[l]);
  text += "</div>\n";
  for (const ReportLog& log : page.logs)
    for (const std::string& note : log.notes)
      text +=
          fmt::format("<p class=\"note small\">{}: {}</p>\n", html_text(log.name), html_text(note));
  return text + "</header>\n";
}

std::string comparison(const Page& page) {
  const auto first_of = [&](const std::string& key) {
    return std::find_if(page.series.begin(), page.series.end(),
                        [&](const ReportSeries& one) { return one.key == key; });
  };
  const auto a = first_of("A"), b = first_of("B");
  if (a == page.series.end() || b == page.series.end()) return {};
  return comparison_section(*a, *b);
}

std::string bars(const Page& page) {
  std::string text;
  const bool one_each = page.series.size() == page.logs.size();
  for (const ReportSeries& one : page.series) {
    const std::string name = one_each ? one.key : name_of_series(one) + ":";
    text += fmt::format("<p>{} {}</p>\n",
                        name.empty() ? "" : "<span class=\"key dim\">" + name + "</span>",
                        html_text(one.mode->verdict(one.link())));
  }
  text += "<div class=\"chart\">" + bars_chart(page.series, page.scales) + "</div>\n";
  text += legend(
      R"(<span><i class="mark"></i>measured</span><span><i class="dotted"></i>bound</span>)");
  text += R"(<div class="scroll">)" + bound_table(page.series) + "</div>\n";
  return section("What a frame takes", text);
}

std::string timelines(Page& page) {
  std::vector<const ReportLog*> drawn;
  for (ReportLog& log : page.logs) {
    if (!log.has_positions || log.timeline.blocks().empty()) continue;
    const std::string key(1, log_letter(static_cast<std::size_t>(&log - page.logs.data())));
    page.timelines.push_back(timeline_data(key, log, kTimelineBytes / page.logs.size()));
    drawn.push_back(&log);
  }
  page.position = drawn.empty() ? 0 : typical_position(drawn);
  std::string figures;
  for (const ReportLog* log : drawn) {
    const std::string key(1, log_letter(static_cast<std::size_t>(log - page.logs.data())));
    const std::string title = page.logs.size() == 1 ? log->name : key + " " + log->name;
    figures += figure(html_text(title), timeline_chart(key, *log, page.position, page.span_ms));
  }
  if (figures.empty()) return {};
  return section(
      "Timeline",
      legend(R"(<span><i class="hollow"></i>waiting for the next stage</span>)") +
          R"(<div id="stretch" hidden="hidden"><label for="from">stretch</label><input id="from" type="range" min="0" max="1" value="0" step="1"/><button type="button" class="closer" aria-label="show less time">+</button><button type="button" class="wider" aria-label="show more time">−</button></div>)"
          "\n" +
          figures);
}

std::string series_charts(Page& page) {
  std::string lines, histograms, stages, tables;
  for (const ReportSeries& one : page.series) {
    const std::string name = name_of_series(one);
    lines += figure(name, frame_time_chart(one, page.scales, page.charts));
    histograms += figure(name, histogram_chart(one, page.scales));
    stages += figure(name, stage_chart(one, page.scales, page.charts));
    tables += "<div>" + stage_table(one) + "</div>";
  }
  return section(
             "Frame times, ms",
             "<p class=\"dim small\">The line is the mean, the band reaches from the shortest to "
             "the longest; a red mark stands over frames above the scale.</p>\n" +
                 lines) +
         section(
             "Distribution of the frame times, % of the frames",
             histograms + R"(<div class="scroll">)" + percentile_table(page.series) + "</div>\n") +
         section("Stages stacked, and the frame time, ms",
                 "<p class=\"dim small\">Where the line runs below the top of the stack, stages of "
                 "different frames overlap.</p>\n" +
                     legend(R"(<span><i class="mark"></i>frame time</span>)") + stages) +
         section("Stages", "<div class=\"tables\">" + tables + "</div>\n");
}

std::string methods(const Page& page) {
  std::string text = R"(<ul class="small">
<li>Frame time: from one frame's row finished to the next one's, in the same mode, warm-up left out. Upload, passes and download are measured by events on the device.</li>
<li>Percentiles: frame times sorted longest first, index = ceil(fraction × count) − 1; fps of a percentile = 1000 / that frame time; mean fps = 1000 / mean.</li>
<li>Bound: the longest of decode, pace, upload, passes, download and both copies at once (bytes / the link's measured two-way rate). Device stages count the time their engine was busy, intervals that overlap once. Bound / measured is stated where a device stage bounds.</li>
<li>Charts over frames show the shortest, mean and longest of as many neighbouring frames as one column takes in.</li>
)";
  if (page.logs.size() == 2)
    text += fmt::format(
        "<li>Difference: the frames that both logs have, by number, are cut into at most {} "
        "stretches of equal length; in each, the frame time of A (time taken / frames processed) "
        "less that of B is one difference. Stated are their median, its 95 % percentile bootstrap "
        "interval ({} resamples of the differences, fixed seed) and their quartiles.</li>\n",
        Comparison::kMostStretches, Comparison::kResamples);
  for (const ReportLog& log : page.logs)
    if (!log.timeline.whole())
      text += fmt::format(
          "<li>{}: the timeline holds stretches of {} frames, evenly spread over the log.</li>\n",
          html_text(log.name), TimelineFrames::kBlock);
  return section("How this was counted", text + "</ul>\n");
}

// As JSON in an element that a "<" could end.
std::string script_data(const Page& page) {
  const std::string json = Json{
      {"span", page.span_ms},
      {"position", page.position},
      {"charts", page.charts},
      {"timelines",
       page.timelines}}.dump();
  std::string text;
  for (const char c : json)
    text += c == '<' ? "\\u003c" : std::string(1, c);
  return text;
}

}  // namespace

std::string report_page(std::vector<ReportLog> logs) {
  Page page;
  page.logs = std::move(logs);
  find_series(page);
  page.scales = scales_of(page.series);
  std::string body = header(page);
  if (page.series.empty())
    body += section("Too few frames",
                    "<p>No two frames follow one another after warm-up: there is nothing to "
                    "chart.</p>\n");
  body += comparison(page);
  if (!page.series.empty()) body += bars(page);
  body += timelines(page);
  if (!page.series.empty()) body += series_charts(page);
  body += methods(page);
  std::string title = "framelane report: " + page.logs.front().name;
  if (page.logs.size() == 2) title += " against " + page.logs.back().name;
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n<main>\n{}</main>\n"
      "<script id=\"data\" type=\"application/json\">{}</script>\n<script>{}</script>\n"
      "</body>\n</html>\n",
      html_text(title), kReportStyle, body, script_data(page), kReportScript);
}

}  // namespace framelane
