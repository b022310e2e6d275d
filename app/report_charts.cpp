#include "app/report_charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace framelane {
namespace {

constexpr double kChartWidth = 1040;
constexpr std::int64_t kLineColumns = 480, kStageColumns = 160;

// The part of a chart the data is drawn in, and its two axes.
struct Plot {
  double left = 48, top = 10, width = kChartWidth - 48 - 112, height = 120;
  Axis x, y;
  [[nodiscard]] double right() const { return left + width; }
  [[nodiscard]] double bottom() const { return top + height; }
  [[nodiscard]] double at_x(double value) const {
    return left + width * std::clamp((value - x.from) / (x.to - x.from), 0.0, 1.0);
  }
  [[nodiscard]] double at_y(double value) const {
    return bottom() - height * std::clamp((value - y.from) / (y.to - y.from), 0.0, 1.0);
  }
};

void draw_y_axis(Svg& svg, const Plot& plot, std::string_view unit) {
  for (const double tick : plot.y.ticks()) {
    svg.line(plot.left, plot.at_y(tick), plot.right(), plot.at_y(tick), "grid");
    svg.text(plot.left - 8, plot.at_y(tick) + 4, "axis end", decimal(tick, plot.y.decimals));
  }
  svg.text(plot.right() + 24, plot.bottom() + 18, "axis", unit);
}

void draw_x_axis(Svg& svg, const Plot& plot, double from, double to, int ticks) {
  const Axis axis = Axis::covering(from, to, ticks);
  svg.line(plot.left, plot.bottom(), plot.right(), plot.bottom(), "rule");
  for (const double tick : axis.ticks())
    if (tick >= from && tick <= to) {
      svg.line(plot.at_x(tick), plot.bottom(), plot.at_x(tick), plot.bottom() + 4, "rule");
      svg.text(plot.at_x(tick), plot.bottom() + 18, "axis mid", decimal(tick, axis.decimals));
    }
}

// Names at the right end of horizontal lines, moved apart where they would touch.
struct LevelMark {
  double value = 0;
  std::string name, style;
};

void draw_levels(Svg& svg, const Plot& plot, std::vector<LevelMark> marks) {
  std::sort(marks.begin(), marks.end(),
            [](const LevelMark& a, const LevelMark& b) { return a.value < b.value; });
  double above = plot.bottom() + 20;
  for (const LevelMark& mark : marks) {
    const double y = plot.at_y(mark.value);
    svg.line(plot.left, y, plot.right(), y, mark.style);
    above = std::min(y + 4, above - 14);
    svg.text(plot.right() + 8, above, "label", fmt::format("{} {:.3f}", mark.name, mark.value));
  }
}

// Upright lines with their names above: the mean's to its left where there is room.
void draw_marks(Svg& svg, const Plot& plot, std::optional<double> mean,
                std::optional<double> slow) {
  if (!mean || !slow) return;
  constexpr double kRoom = 110;
  const double mean_x = plot.at_x(*mean), slow_x = plot.at_x(*slow), y = plot.top - 5;
  for (const double x : {mean_x, slow_x})
    svg.line(x, plot.top - 14, x, plot.bottom(), "level");
  const bool left = mean_x - plot.left > kRoom;
  svg.text(left ? mean_x - 4 : mean_x + 4, y, left ? "label end" : "label",
           fmt::format("mean {:.3f}", *mean));
  const bool beside = left || slow_x - mean_x > kRoom;
  svg.text(beside ? slow_x + 4 : plot.right() + 8, y, "label", fmt::format("1 % {:.3f}", *slow));
}

// The stretches that have frame times; those of warm-up at the front do not.
std::pair<std::int64_t, std::int64_t> drawn_range(const FrameBuckets& buckets) {
  std::int64_t first = 0, end = buckets.count();
  const auto empty = [&](std::int64_t i) {
    return buckets.buckets()[static_cast<std::size_t>(i)].times == 0;
  };
  while (first < end && empty(first))
    ++first;
  while (end > first && empty(end - 1))
    --end;
  return {first, end};
}

// Columns of a chart over the frames: the stretches and where they stand.
struct Columns {
  FrameBuckets buckets;
  std::int64_t first = 0, end = 0;
  Columns(const FrameBuckets& all, std::int64_t most) : buckets(all.widened(most)) {
    std::tie(first, end) = drawn_range(buckets);
  }
  [[nodiscard]] const FrameBucket& operator[](std::int64_t i) const {
    return buckets.buckets()[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] std::int64_t frame(std::int64_t i) const {
    return buckets.first_frame() + i * buckets.width();
  }
  // In the middle of its frames.
  [[nodiscard]] double x(const Plot& plot, std::int64_t i) const {
    return plot.at_x(static_cast<double>(frame(i)) + static_cast<double>(buckets.width() - 1) / 2);
  }
  void set_axis(Plot& plot) const {
    plot.x.from = static_cast<double>(frame(first));
    plot.x.to = std::max(static_cast<double>(frame(end) - 1), plot.x.from + 1);
  }
};

// A line through `value` of each column, broken where a column is empty.
template <typename Value>
std::string line_through(const Plot& plot, const Columns& columns, Value value) {
  std::string d;
  bool pen_down = false;
  for (std::int64_t i = columns.first; i < columns.end; ++i) {
    if (columns[i].frames == 0) {
      pen_down = false;
      continue;
    }
    d += path_point(pen_down ? 'L' : 'M', columns.x(plot, i), plot.at_y(value(columns[i])));
    pen_down = true;
  }
  return d;
}

// From the shortest to the longest frame time of each column, one upright stroke a column.
std::string band(const Plot& plot, const Columns& columns) {
  std::string d;
  for (std::int64_t i = columns.first; i < columns.end; ++i) {
    if (columns[i].times == 0) continue;
    d += path_point('M', columns.x(plot, i), plot.at_y(columns[i].most)) +
         fmt::format("V{:.1f}",
                     std::max(plot.at_y(columns[i].least), plot.at_y(columns[i].most) + 1));
  }
  return d;
}

void mark_overflow(Svg& svg, const Plot& plot, const Columns& columns) {
  for (std::int64_t i = columns.first; i < columns.end; ++i)
    if (columns[i].most > plot.y.to) {
      const double x = columns.x(plot, i);
      svg.path("over", fmt::format("M{:.1f} {:.1f}l3 5h-6z", x, plot.top - 7));
    }
}

Json hover_frame(const Plot& plot, const Columns& columns) {
  return {
      {"x", columns.x(plot, columns.first)},
      {"dx", plot.width * static_cast<double>(columns.buckets.width()) / (plot.x.to - plot.x.from)},
      {"y", plot.top},
      {"h", plot.height},
      {"frame", columns.frame(columns.first)},
      {"width", columns.buckets.width()}};
}

double shown(double ms) {
  return std::round(ms * 1000) / 1000;
}

// Between two lines, broken where a column is empty.
std::string area(const Plot& plot, const Columns& columns, const std::vector<double>& lower,
                 const std::vector<double>& upper) {
  std::string d;
  const auto point = [&](const std::vector<double>& edge, std::int64_t i, bool first) {
    const double y = edge[static_cast<std::size_t>(i - columns.first)];
    d += path_point(first ? 'M' : 'L', columns.x(plot, i), plot.at_y(y));
  };
  for (std::int64_t from = columns.first; from < columns.end; ++from) {
    std::int64_t to = from;
    for (; to < columns.end && columns[to].frames > 0; ++to)
      point(upper, to, to == from);
    for (std::int64_t i = to; i > from; --i)
      point(lower, i - 1, false);
    if (to > from) d += 'Z';
    from = to;
  }
  return d;
}

}  // namespace

ReportScales scales_of(const std::vector<ReportSeries>& series) {
  double top = 0, low = 1e300, high = 0, stack = 0, bars = 0;
  for (const ReportSeries& one : series) {
    const ModeSummary& mode = *one.mode;
    const double slow = mode.between.exceeded_by(0.001).value_or(0);
    top = std::max(top, std::min(1.05 * slow, 3 * mode.between.exceeded_by(0.02).value_or(0)));
    high = std::max(high, mode.between.exceeded_by(0.01).value_or(0));
    low = std::min(low, mode.between.exceeded_by(1).value_or(0));
    const BoundTerms terms = mode.bound(one.link());
    const auto largest = terms.largest();
    bars = std::max({bars, mode.measured_ms().value_or(0), largest ? *terms[*largest] : 0,
                     mode.mode == Mode::serial ? mode.serial_ms() : 0});
    const Columns columns(*one.buckets, kStageColumns);
    std::vector<double> heights;
    for (std::int64_t i = columns.first; i < columns.end; ++i)
      if (const FrameBucket& c = columns[i]; c.frames > 0)
        heights.push_back(std::max(c.upload + c.passes + c.download, c.total) / double(c.frames));
    std::sort(heights.begin(), heights.end());
    if (!heights.empty()) stack = std::max(stack, 1.02 * quantile(heights, 0.98));
  }
  return {Axis::covering(0, std::max(top, 1e-3), 5),
          Axis::covering(std::min(low, high), std::max(high * 1.02, low + 1e-3), 8),
          Axis::covering(0, std::max(stack, 1e-3), 5), std::max(bars, 1e-3) * 1.04};
}

std::string frame_time_chart(const ReportSeries& series, const ReportScales& scales, Json& hover) {
  Plot plot;
  plot.y = scales.frame_time;
  const Columns columns(*series.buckets, kLineColumns);
  columns.set_axis(plot);
  const std::string id = "line-" + series.id;
  Svg svg(kChartWidth, plot.bottom() + 26, id, "frame time of " + series.title);
  draw_y_axis(svg, plot, "frame");
  draw_x_axis(svg, plot, plot.x.from, plot.x.to, 8);
  const bool single = columns.buckets.width() == 1;
  if (!single) svg.path("band", band(plot, columns));
  const SampleSeries& between = series.mode->between;
  draw_levels(svg, plot,
              {{between.mean().value_or(0), "mean", "level"},
               {between.exceeded_by(0.01).value_or(0), "1 %", "level"}});
  svg.path("line", line_through(plot, columns, [](const FrameBucket& c) {
             return c.total / static_cast<double>(std::max<std::int64_t>(c.times, 1));
           }));
  mark_overflow(svg, plot, columns);
  Json& data = hover[id] = hover_frame(plot, columns);
  data["names"] = single ? Json{"frame time"} : Json{"shortest", "mean", "longest"};
  for (std::int64_t i = columns.first; i < columns.end; ++i) {
    const FrameBucket& c = columns[i];
    const double mean = c.times > 0 ? c.total / static_cast<double>(c.times) : 0;
    data["rows"].push_back(c.times == 0 ? Json()
                           : single     ? Json{shown(mean)}
                                        : Json{shown(c.least), shown(mean), shown(c.most)});
  }
  return svg.take();
}

std::string stage_chart(const ReportSeries& series, const ReportScales& scales, Json& hover) {
  Plot plot;
  plot.y = scales.stages;
  const Columns columns(*series.buckets, kStageColumns);
  columns.set_axis(plot);
  const std::string id = "stack-" + series.id;
  Svg svg(kChartWidth, plot.bottom() + 26, id, "stages of " + series.title);
  Json& data = hover[id] = hover_frame(plot, columns);
  data["names"] = {"upload", "passes", "download", "frame time"};
  std::vector<std::vector<double>> edges(4);
  for (std::int64_t i = columns.first; i < columns.end; ++i) {
    const FrameBucket& c = columns[i];
    const double each = c.frames > 0 ? 1 / static_cast<double>(c.frames) : 0;
    edges[0].push_back(0);
    edges[1].push_back(c.upload * each);
    edges[2].push_back(edges[1].back() + c.passes * each);
    edges[3].push_back(edges[2].back() + c.download * each);
    data["rows"].push_back(c.frames == 0 ? Json()
                                         : Json{shown(c.upload * each), shown(c.passes * each),
                                                shown(c.download * each), shown(c.total * each)});
  }
  svg.path("upload", area(plot, columns, edges[0], edges[1]));
  svg.path("passes", area(plot, columns, edges[1], edges[2]));
  svg.path("download", area(plot, columns, edges[2], edges[3]));
  draw_y_axis(svg, plot, "frame");
  draw_x_axis(svg, plot, plot.x.from, plot.x.to, 8);
  const std::string line =
      line_through(plot, columns, [](const FrameBucket& c) { return c.frame_ms(); });
  svg.path("halo", line);
  svg.path("line", line);
  const double sum = series.mode->serial_ms();
  draw_levels(svg, plot,
              {{series.mode->measured_ms().value_or(0), "frame", "none"}, {sum, "stages", "none"}});
  return svg.take();
}

std::string histogram_chart(const ReportSeries& series, const ReportScales& scales) {
  constexpr std::size_t kBins = 100;
  Plot plot;
  plot.top = 18;
  plot.height = 80;
  plot.x = scales.histogram;
  const SampleSeries& between = series.mode->between;
  std::vector<std::size_t> bins(kBins);
  for (const double ms : between.samples()) {
    const double at = (ms - plot.x.from) / (plot.x.to - plot.x.from);
    ++bins[static_cast<std::size_t>(std::clamp(at, 0.0, 0.9999) * kBins)];
  }
  const double total = static_cast<double>(std::max<std::size_t>(between.kept(), 1));
  const std::size_t most = *std::max_element(bins.begin(), bins.end());
  plot.y = Axis::covering(0, std::max(100.0 * static_cast<double>(most) / total, 1e-3), 2);
  Svg svg(kChartWidth, plot.bottom() + 26, "hist-" + series.id, "frame times of " + series.title);
  draw_y_axis(svg, plot, "ms");
  for (std::size_t i = 0; i < kBins; ++i) {
    if (bins[i] == 0) continue;
    const double share = 100.0 * static_cast<double>(bins[i]) / total;
    const double from = std::lerp(plot.x.from, plot.x.to, static_cast<double>(i) / kBins);
    const double to = std::lerp(plot.x.from, plot.x.to, static_cast<double>(i + 1) / kBins);
    const std::string range = i + 1 == kBins ? fmt::format("{:.3f} ms and more", from)
                                             : fmt::format("{:.3f} to {:.3f} ms", from, to);
    svg.rect(plot.at_x(from), plot.at_y(share), plot.width / kBins - 1,
             std::max(plot.bottom() - plot.at_y(share), 1.0), "bin",
             fmt::format("{}: {:.2f} % of the frames", range, share));
  }
  draw_x_axis(svg, plot, plot.x.from, plot.x.to, 10);
  draw_marks(svg, plot, between.mean(), between.exceeded_by(0.01));
  return svg.take();
}

}  // namespace framelane
