#include "app/report_tables.h"

#include <fmt/format.h>

#include <array>

namespace framelane {
namespace {

std::string cell(const std::string& text, const char* style = "") {
  return fmt::format("<td{}>{}</td>", *style == 0 ? "" : fmt::format(R"( class="{}")", style),
                     html_text(text));
}

std::string swatch(const char* style) {
  return *style == 0 ? "" : fmt::format(R"(<i class="{}"></i>)", style);
}

std::optional<double> fps_of(std::optional<double> ms) {
  return ms && *ms > 0 ? std::optional(1000 / *ms) : std::nullopt;
}

std::string stage_row(const std::string& name, const char* color, const SampleSeries& times,
                      std::optional<double> gb_per_s = {}, bool sub = false) {
  if (times.count() == 0) return {};
  return fmt::format("<tr><td{}>{}{}</td>", sub ? R"( class="sub")" : "", swatch(color),
                     html_text(name)) +
         cell(decimal(times.mean(), 3)) + cell(decimal(times.exceeded_by(0.01), 3)) +
         cell(decimal(times.max(), 3)) + cell(decimal(gb_per_s, 1)) + "</tr>\n";
}

// Stages with a colour have it by their name.
const char* color_of(BoundStage stage) {
  return stage == BoundStage::pace || stage == BoundStage::copies ? "" : name_of(stage);
}

template <typename Value>
std::string bound_row(const char* color, const char* name, const std::vector<ReportSeries>& series,
                      Value value) {
  std::string row = fmt::format("<tr><td>{}{}</td>", swatch(color), name);
  for (const ReportSeries& one : series)
    row += value(one);
  return row + "</tr>\n";
}

void fact(std::string& list, const char* name, const std::string& text) {
  if (!text.empty()) list += fmt::format("<dt>{}</dt><dd>{}</dd>\n", name, html_text(text));
}

std::string picture_of(const LogFacts& facts) {
  const InputFacts& input = facts.run.input;
  std::string text;
  if (input.frame.width > 0)
    text = fmt::format("{} × {} {}", input.frame.width, input.frame.height, input.pixel_format);
  if (input.frame_rate.num > 0)
    text += fmt::format(", {} fps",
                        decimal(double{1} * input.frame_rate.num / input.frame_rate.den, 2));
  if (!input.codec.empty() && input.codec != "pattern") text += ", " + input.codec;
  return facts.color.empty() ? text : text + ", " + facts.color;
}

std::string device_of(const RunFacts& run) {
  std::string text = run.device.name;
  for (const std::string& more : {run.device.link, run.device.driver})
    if (!more.empty()) text += ", " + more;
  if (run.device.copy_engines > 0)
    text += fmt::format(", {} copy engines", run.device.copy_engines);
  return text;
}

std::string link_of(const LinkRates& link) {
  if (!link.up && !link.down && !link.both) return {};
  return fmt::format("up {}, down {}, both ways at once {} GB/s", decimal(link.up, 1),
                     decimal(link.down, 1), decimal(link.both, 1));
}

std::string frames_of(const ReportLog& log) {
  std::int64_t warmup = 0;
  for (const ModeSummary& mode : log.summary.modes())
    warmup += mode.warmup;
  std::string text = fmt::format("{} processed", counted(log.summary.processed()));
  if (log.summary.displayed() > 0)
    text += fmt::format(", {} displayed", counted(log.summary.displayed()));
  return text + fmt::format(", {} dropped; {} of warm-up left out of all that follows",
                            counted(log.summary.dropped()), counted(warmup));
}

}  // namespace

std::string percentile_table(const std::vector<ReportSeries>& series) {
  constexpr std::array<std::pair<const char*, double>, 3> kDefaultSet{
      {{"97 %", 0.97}, {"1 %", 0.01}, {"0.1 %", 0.001}}};
  std::string table = "<table><thead><tr><th>frame time</th><th>mean ms</th><th>fps</th>";
  for (const auto& [name, fraction] : kDefaultSet)
    table += fmt::format("<th>{} ms</th><th>fps</th>", name);
  table += "<th>longest ms</th></tr></thead><tbody>\n";
  for (const ReportSeries& one : series) {
    const SampleSeries& between = one.mode->between;
    table += "<tr>" + cell(one.key + (one.key.empty() ? "" : " ") + one.title) +
             cell(decimal(between.mean(), 3)) + cell(decimal(fps_of(between.mean()), 2));
    for (const auto& [name, fraction] : kDefaultSet) {
      const auto ms = between.exceeded_by(fraction);
      table += cell(decimal(ms, 3)) + cell(decimal(fps_of(ms), 2));
    }
    table += cell(decimal(between.max(), 3)) + "</tr>\n";
  }
  return table + "</tbody></table>\n";
}

std::string stage_table(const ReportSeries& series) {
  const ModeSummary& mode = *series.mode;
  std::string table = fmt::format(
      "<table><caption>{} {}: {} frames</caption><thead><tr><th>ms a frame</th><th>mean</th>"
      "<th>p99</th><th>max</th><th>GB/s</th></tr></thead><tbody>\n",
      series.key, html_text(series.title), counted(mode.frames));
  table += stage_row("decode", "decode", mode.decode);
  table += stage_row("decode, waiting", "", mode.decode_wait, {}, true);
  table += stage_row("upload", "upload", mode.upload, mode.upload_gb_per_s());
  table += stage_row("passes", "passes", mode.filter);
  for (const auto& pass : mode.passes)
    table += stage_row(pass.name, "", pass.ms, {}, true);
  table += stage_row("download", "download", mode.download, mode.download_gb_per_s());
  table += stage_row("present", "present", mode.present);
  table += stage_row("latency", "", mode.latency);
  table += stage_row("between frames", "", mode.between);
  return table + "</tbody></table>\n";
}

std::string bound_table(const std::vector<ReportSeries>& series) {
  std::string table = R"(<table class="narrow"><thead><tr><th>ms a frame</th>)";
  for (const ReportSeries& one : series)
    table += fmt::format("<th>{} {}</th>", one.key, html_text(one.title));
  table += "</tr></thead><tbody>\n";
  for (const BoundStage stage : kBoundStages)
    table += bound_row(color_of(stage), name_of(stage), series, [&](const ReportSeries& one) {
      const BoundTerms terms = one.mode->bound(one.link());
      return cell(decimal(terms[stage], 3), terms.largest() == stage ? "decides" : "");
    });
  table += bound_row("", "stages, summed", series, [](const ReportSeries& one) {
    return cell(decimal(one.mode->serial_ms(), 3));
  });
  table += bound_row("", "measured", series, [](const ReportSeries& one) {
    return cell(decimal(one.mode->measured_ms(), 3), "strong");
  });
  table += bound_row("", "bound / measured", series, [](const ReportSeries& one) {
    const auto share = one.mode->efficiency(one.link());
    return cell(share ? decimal(100 * *share, 0) + " %" : decimal({}, 0), "strong");
  });
  return table + "</tbody></table>\n";
}

std::string facts_list(const std::string& key, const ReportLog& log) {
  std::string list = "<dl>\n";
  const RunFacts& run = log.facts.run;
  fact(list, key.empty() ? "log" : ("log " + key).c_str(), log.name);
  fact(list, "input", run.input.name);
  fact(list, "picture", picture_of(log.facts));
  fact(list, "filters", log.facts.known && run.chain_text.empty() ? "none" : run.chain_text);
  for (const auto& [frame, chain] : log.facts.chain_changes)
    fact(list, "", fmt::format("from frame {} on: {}", frame, chain));
  fact(list, "device", device_of(run));
  fact(list, "link", link_of(run.link));
  fact(list, "frames", frames_of(log));
  fact(list, "framelane", log.facts.version);
  return list + "</dl>\n";
}

}  // namespace framelane
