#include "app/report_versus.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/report_parts.h"

namespace framelane {
namespace {

// What is not the same in both logs beside what is compared.
std::string differing_facts(const RunFacts& a, const RunFacts& b) {
  std::string names;
  const auto differs = [&](bool differ, const char* name) {
    if (differ) names += (names.empty() ? "" : ", ") + std::string(name);
  };
  differs(a.input.name != b.input.name, "input");
  differs(a.input.frame.width != b.input.frame.width ||
              a.input.frame.height != b.input.frame.height ||
              a.input.pixel_format != b.input.pixel_format,
          "picture");
  differs(a.chain_text != b.chain_text, "filters");
  differs(a.device.name != b.device.name || a.device.link != b.device.link, "device");
  return names;
}

std::string checksum_line(const ReportSeries& a, const ReportSeries& b) {
  const ChecksumMatch match = match_checksums(*a.buckets, *b.buckets);
  if (match.frames == 0) return {};
  if (match.differs)
    return fmt::format(
        "<p class=\"note\">The results differ: the first unequal checksum is within frames {} to "
        "{}.</p>\n",
        match.differs->first, match.differs->second);
  return fmt::format("<p>The results are equal: {} frames have the same checksum in both.</p>\n",
                     counted(match.frames));
}

// Whether the interval of the median leaves out that B takes as long as A.
bool can_be_told(const Comparison& found) {
  return found.low > 0 || found.high < 0;
}

std::string spread(const Comparison& found) {
  const bool less = found.median >= 0;
  const std::string difference =
      fmt::format("{:.3f} ms a frame {}", std::abs(found.median), less ? "less" : "more");
  const std::string counted_in =
      fmt::format("the median of {} differences, each of {} {}", found.stretches.size(),
                  found.width, found.width == 1 ? "frame" : "frames");
  const std::string said =
      can_be_told(found) ? fmt::format("B takes {} than A: {}.", difference, counted_in)
                         : fmt::format(
                               "No difference can be told from these logs: {}, is {} in B, and its "
                               "interval contains 0.",
                               counted_in, difference);
  return fmt::format(
      "<p>{} 95 % bootstrap interval {:.3f} to {:.3f} ms {}; the middle half lies between {:.3f} "
      "and {:.3f} ms.</p>\n",
      said, less ? found.low : -found.high, less ? found.high : -found.low, less ? "less" : "more",
      less ? found.lower_quartile : -found.upper_quartile,
      less ? found.upper_quartile : -found.lower_quartile);
}

// How far B is from A is stated only where the spread allows it.
std::string comparison_tiles(const ReportSeries& a, const ReportSeries& b,
                             const std::optional<Comparison>& found) {
  const auto ms_a = a.mode->measured_ms(), ms_b = b.mode->measured_ms();
  const bool stated = !found || can_be_told(*found);
  std::string text = R"(<div class="tiles">)";
  if (stated && ms_a && ms_b && *ms_a > 0 && *ms_b > 0)
    text += tile(decimal(*ms_a / *ms_b, 2), "times", "as many frames a second in B");
  text += tile(decimal(a.mode->processed_fps(), 2), "fps", name_of_series(a));
  text += tile(decimal(b.mode->processed_fps(), 2), "fps", name_of_series(b));
  if (stated && found)
    text += tile(decimal(std::abs(found->median), 3), "ms",
                 found->median >= 0 ? "a frame less in B, median" : "a frame more in B, median");
  return text + "</div>\n";
}

}  // namespace

std::string comparison_section(const ReportSeries& a, const ReportSeries& b) {
  const auto found = compare(*a.buckets, *b.buckets);
  std::string text = comparison_tiles(a, b, found);
  const RunFacts &facts_a = a.log->facts.run, &facts_b = b.log->facts.run;
  if (a.log->facts.known && b.log->facts.known)
    if (const std::string names = differing_facts(facts_a, facts_b); !names.empty())
      text +=
          fmt::format("<p class=\"note\">The logs differ in more than the mode: {}.</p>\n", names);
  text += checksum_line(a, b);
  if (!found)
    return section(name_of_series(a) + " against " + name_of_series(b),
                   text + "<p>The logs have too few frame numbers in common for a spread.</p>\n");
  text += spread(*found) + figure("Frame time of A less that of B, ms; the middle half is shaded",
                                  difference_chart(*found));
  return section(name_of_series(a) + " against " + name_of_series(b), text);
}

}  // namespace framelane
