#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/report_charts.h"

namespace framelane {
namespace {

constexpr double kWidth = 1040, kNames = 252, kNumbers = 112, kRow = 56;

struct Term {
  const char* name;
  const char* style;
  double ms;
};

std::array<Term, 3> terms_of(const ReportSeries& series) {
  const ModeSummary& mode = *series.mode;
  if (mode.mode == Mode::serial)
    return {{{"upload", "upload", mode.upload.mean().value_or(0)},
             {"passes", "passes", mode.filter.mean().value_or(0)},
             {"download", "download", mode.download.mean().value_or(0)}}};
  const BoundTerms terms = mode.bound(series.link());
  return {{{"upload", "upload", terms[BoundStage::upload].value_or(0)},
           {"passes", "passes", terms[BoundStage::compute].value_or(0)},
           {"download", "download", terms[BoundStage::download].value_or(0)}}};
}

void draw_row(Svg& svg, const ReportSeries& series, double y, double px_per_ms) {
  const ModeSummary& mode = *series.mode;
  const bool serial = mode.mode == Mode::serial;
  svg.text(0, y + 26, "name", series.key);
  svg.text(series.key.empty() ? 0 : 24, y + 26, "name", series.title);
  double x = kNames, top = serial ? y + 13 : y + 10;
  for (const Term& term : terms_of(series)) {
    svg.rect(x, top, term.ms * px_per_ms, serial ? 18 : 7, term.style,
             fmt::format("{} {:.3f} ms", term.name, term.ms));
    serial ? x += term.ms* px_per_ms : top += 9;
  }
  const BoundTerms terms = mode.bound(series.link());
  if (const auto largest = terms.largest(); largest && !serial) {
    const double at = kNames + *terms[*largest] * px_per_ms;
    svg.line(at, y + 4, at, y + 42, "bound");
    svg.text(at, y + 53, at > kWidth - kNumbers - 80 ? "axis end" : "axis mid",
             fmt::format("{} {:.3f}", name_of(*largest), *terms[*largest]));
  }
  if (const auto measured = mode.measured_ms()) {
    const double at = kNames + *measured * px_per_ms;
    svg.line(at, y + 4, at, y + 42, "tick");
  }
  svg.text(kWidth - 4, y + 27, "number end", decimal(mode.measured_ms(), 3));
  svg.line(0, y + kRow + 2, kWidth, y + kRow + 2, "grid");
}

}  // namespace

std::string bars_chart(const std::vector<ReportSeries>& series, const ReportScales& scales) {
  const double px_per_ms = (kWidth - kNames - kNumbers) / scales.bars;
  const double height = 24 + (kRow + 4) * static_cast<double>(series.size());
  Svg svg(kWidth, height, "bars", "what a frame takes");
  svg.text(kWidth - 4, 14, "axis end", "ms a frame");
  double y = 22;
  for (const ReportSeries& one : series) {
    draw_row(svg, one, y, px_per_ms);
    y += kRow + 4;
  }
  return svg.take();
}

std::string difference_chart(const Comparison& comparison) {
  constexpr double kLeft = 48, kRight = kWidth - 112, kTop = 10, kHeight = 120;
  double low = 0, high = 0;
  for (const auto& stretch : comparison.stretches) {
    low = std::min(low, stretch.a_ms - stretch.b_ms);
    high = std::max(high, stretch.a_ms - stretch.b_ms);
  }
  const Axis axis = Axis::covering(low, high, 4);
  const auto y = [&](double ms) { return kTop + kHeight * (axis.to - ms) / (axis.to - axis.from); };
  const auto first = static_cast<double>(comparison.stretches.front().first_frame);
  const auto last =
      static_cast<double>(comparison.stretches.back().first_frame + comparison.width - 1);
  const auto x = [&](double frame) {
    return kLeft + (kRight - kLeft) * (frame - first) / std::max(last - first, 1.0);
  };
  Svg svg(kWidth, kTop + kHeight + 26, "difference", "difference of the frame times");
  for (const double tick : axis.ticks()) {
    svg.line(kLeft, y(tick), kRight, y(tick), std::abs(tick) < axis.step / 2 ? "rule" : "grid");
    svg.text(kLeft - 8, y(tick) + 4, "axis end", decimal(tick, axis.decimals));
  }
  svg.rect(kLeft, y(comparison.upper_quartile), kRight - kLeft,
           y(comparison.lower_quartile) - y(comparison.upper_quartile), "quartiles");
  svg.line(kLeft, y(comparison.median), kRight, y(comparison.median), "level");
  svg.text(kRight + 8, y(comparison.median) + 4, "label",
           fmt::format("median {:.3f}", comparison.median));
  for (const auto& stretch : comparison.stretches) {
    const auto begin = static_cast<double>(stretch.first_frame);
    const double from = x(begin), to = x(begin + static_cast<double>(comparison.width - 1));
    const double ms = stretch.a_ms - stretch.b_ms;
    svg.rect(
        from, y(ms) - 1.5, std::max(to - from, 3.0), 3, "dot",
        fmt::format("frames {} to {}: {:.3f} − {:.3f} = {:.3f} ms", stretch.first_frame,
                    stretch.first_frame + comparison.width - 1, stretch.a_ms, stretch.b_ms, ms));
  }
  const Axis frames = Axis::covering(first, last, 8);
  for (const double tick : frames.ticks())
    if (tick >= first && tick <= last)
      svg.text(x(tick), kTop + kHeight + 18, "axis mid", decimal(tick, 0));
  svg.text(kRight + 24, kTop + kHeight + 18, "axis", "frame");
  return svg.take();
}

}  // namespace framelane
