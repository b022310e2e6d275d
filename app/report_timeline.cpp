#include "app/report_timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/report_svg.h"

namespace framelane {
namespace {

constexpr double kTimelineWidth = 1040, kLeft = 64, kRight = kTimelineWidth - 56, kTop = 4,
                 kLaneRow = 24;
constexpr double kNumberFrom = 34, kDigit = 7.5;  // narrower blocks have no frame number

std::array<std::optional<Interval>, 3> stages_of(const TimelineFrame& frame) {
  return {frame.upload, frame.filter, frame.download};
}

std::optional<Nanoseconds> start_of(const TimelineFrame& frame) {
  for (const auto& stage : stages_of(frame))
    if (stage) return stage->start;
  return std::nullopt;
}

std::vector<const TimelineFrame*> all_frames(const ReportLog& log) {
  std::vector<const TimelineFrame*> frames;
  for (const auto& block : log.timeline.blocks())
    for (const TimelineFrame& frame : block)
      frames.push_back(&frame);
  return frames;
}

// Where a stretch may begin that the page opens with: from a tenth to nine tenths of the frames.
constexpr std::size_t kCandidates = 33;
constexpr std::size_t kPaceFrames = 24;

double position_of(std::size_t candidate) {
  return 0.1 + 0.8 * static_cast<double>(candidate) / (kCandidates - 1);
}

// As the page's script rounds it.
std::size_t index_at(std::size_t frames, double position) {
  return frames == 0
             ? 0
             : static_cast<std::size_t>(std::llround(position * static_cast<double>(frames - 1)));
}

// The logarithm of the milliseconds a frame from there on; so that twice as long is as strange as
// half.
double pace_at(const std::vector<const TimelineFrame*>& frames, std::size_t first) {
  const std::size_t last = std::min(first + kPaceFrames, frames.size()) - 1;
  if (frames.size() < 2 || last <= first) return 0;
  const auto from = start_of(*frames[first]), to = start_of(*frames[last]);
  if (!from || !to || *to <= *from) return 0;
  return std::log(to_ms(*to - *from) / static_cast<double>(last - first));
}

// The stretch of time that is drawn.
class Lanes {
 public:
  Lanes(Svg& svg, double from_ms, double span_ms, int lanes)
      : svg_(svg), from_(from_ms), span_(span_ms), busy_(static_cast<std::size_t>(lanes)) {}

  void draw(const TimelineFrame& frame) {
    std::optional<Nanoseconds> before;
    constexpr std::array kStyles{"upload", "passes", "download"};
    for (std::size_t s = 0; s < 3; ++s) {
      const auto stage = stages_of(frame)[s];
      if (!stage) continue;
      if (before && *before < stage->start) wait(frame, *before, stage->start);
      work(frame, *stage, kStyles[s], s == 1);
      before = stage->end;
    }
  }
  [[nodiscard]] std::string busy(std::size_t lane) const {
    return fmt::format("{:.0f} %", std::min(100 * busy_[lane] / span_, 100.0));
  }

 private:
  [[nodiscard]] double x(Nanoseconds time) const {
    const double at = std::clamp((to_ms(time) - from_) / span_, 0.0, 1.0);
    return kLeft + (kRight - kLeft) * at;
  }
  [[nodiscard]] static double y(const TimelineFrame& frame) { return kTop + kLaneRow * frame.lane; }

  void work(const TimelineFrame& frame, const Interval& stage, const char* style, bool passes) {
    const double from = x(stage.start), to = x(stage.end);
    if (to <= from) return;
    svg_.rect(from, y(frame) + 3, std::max(to - from - 0.5, 0.5), 18, style);
    busy_[static_cast<std::size_t>(frame.lane)] += (to - from) / (kRight - kLeft) * span_;
    if (passes) split(frame, stage);
    const std::string number = fmt::format("{}", frame.frame);
    if (to - from >= std::max(kNumberFrom, kDigit * static_cast<double>(number.size()) + 6))
      svg_.text((from + to) / 2, y(frame) + 16, passes ? "ink mid over-passes" : "ink mid", number);
  }

  void wait(const TimelineFrame& frame, Nanoseconds start, Nanoseconds end) {
    if (x(end) - x(start) > 2)
      svg_.rect(x(start) + 0.5, y(frame) + 6.5, x(end) - x(start) - 1.5, 11, "wait");
  }

  void split(const TimelineFrame& frame, const Interval& stage) {
    Nanoseconds at = stage.start;
    for (std::size_t p = 0; p + 1 < frame.passes.size(); ++p) {
      at += frame.passes[p];
      const double edge = x(std::min(at, stage.end));
      if (edge > kLeft && edge < kRight) svg_.line(edge, y(frame) + 3, edge, y(frame) + 21, "hair");
    }
  }

  Svg& svg_;
  double from_, span_;
  std::vector<double> busy_;
};

void draw_axis(Svg& svg, double span_ms, double bottom) {
  const Axis axis = Axis::covering(0, span_ms, 8);
  for (const double tick : axis.ticks()) {
    if (tick > span_ms) break;
    const double x = kLeft + (kRight - kLeft) * tick / span_ms;
    svg.line(x, kTop, x, bottom, "grid");
    svg.text(x, bottom + 16, "axis mid", decimal(tick, axis.decimals));
  }
  svg.text(0, bottom + 16, "axis", "ms");
  svg.text(kTimelineWidth, bottom + 16, "axis end", "busy");
}

// Numbers as the page's script reads them.
class Packer {
 public:
  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7U)
      bytes_ += static_cast<char>(value | 0x80U);
    bytes_ += static_cast<char>(value);
  }
  void difference(std::int64_t value) {
    number(static_cast<std::uint64_t>(value) << 1U ^ static_cast<std::uint64_t>(value >> 63));
  }
  [[nodiscard]] std::string base64() const {
    constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t i = 0; i < bytes_.size(); i += 3) {
      std::uint32_t three = 0;
      for (std::size_t b = i; b < i + 3; ++b)
        three = three << 8U | (b < bytes_.size() ? static_cast<unsigned char>(bytes_[b]) : 0U);
      for (std::size_t d = 0; d < 4; ++d)
        out += i + d <= bytes_.size() ? kDigits[three >> (18 - 6 * d) & 63U] : '=';
    }
    return out;
  }

 private:
  std::string bytes_;
};

std::int64_t us_of(Nanoseconds time) {
  return std::llround(static_cast<double>(time.count()) / 1000);
}

std::string packed(const std::vector<const TimelineFrame*>& frames) {
  Packer out;
  std::int64_t number = 0, start = 0, up = 0, down = 0;
  for (const TimelineFrame* frame : frames) {
    const auto stages = stages_of(*frame);
    out.difference(frame->frame - std::exchange(number, frame->frame));
    out.number(static_cast<std::uint64_t>(frame->lane));
    out.number((stages[0] ? 1U : 0U) + (stages[1] ? 2U : 0U) + (stages[2] ? 4U : 0U));
    const auto bytes_up = static_cast<std::int64_t>(frame->bytes_up);
    const auto bytes_down = static_cast<std::int64_t>(frame->bytes_down);
    out.difference(bytes_up - std::exchange(up, bytes_up));
    out.difference(bytes_down - std::exchange(down, bytes_down));
    std::int64_t at = start;
    if (const auto first = start_of(*frame)) start = us_of(*first);
    for (std::size_t s = 0; s < 3; ++s) {
      if (!stages[s]) continue;
      out.difference(us_of(stages[s]->start) - at);
      out.number(static_cast<std::uint64_t>(us_of(stages[s]->length())));
      at = us_of(stages[s]->start) + us_of(stages[s]->length());
      if (s != 1) continue;
      out.number(frame->passes.size());
      for (const Nanoseconds pass : frame->passes)
        out.number(static_cast<std::uint64_t>(us_of(pass)));
    }
  }
  return out.base64();
}

}  // namespace

double typical_position(const std::vector<const ReportLog*>& logs) {
  std::array<double, kCandidates> strangeness{};
  for (const ReportLog* log : logs) {
    const auto frames = all_frames(*log);
    std::vector<double> paces;
    for (std::size_t c = 0; c < kCandidates; ++c)
      paces.push_back(pace_at(frames, index_at(frames.size(), position_of(c))));
    std::vector<double> sorted = paces;
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t c = 0; c < kCandidates; ++c)
      strangeness[c] += std::abs(paces[c] - sorted[kCandidates / 2]);
  }
  const auto* const least = std::min_element(strangeness.begin(), strangeness.end());
  return position_of(static_cast<std::size_t>(least - strangeness.begin()));
}

std::string timeline_chart(const std::string& key, const ReportLog& log, double position,
                           double span_ms) {
  const auto frames = all_frames(log);
  const double bottom = kTop + kLaneRow * log.lanes;
  Svg svg(kTimelineWidth, bottom + 22, "time-" + key, "timeline of " + log.name);
  for (int lane = 0; lane < log.lanes; ++lane)
    svg.text(0, kTop + kLaneRow * lane + 17, "name", fmt::format("lane {}", lane));
  svg.raw(R"(<g class="blocks">)");
  draw_axis(svg, span_ms, bottom);
  const auto start =
      frames.empty() ? std::nullopt : start_of(*frames[index_at(frames.size(), position)]);
  const double from = start ? to_ms(*start) : 0;
  Lanes lanes(svg, from, span_ms, log.lanes);
  for (const TimelineFrame* frame : frames)
    lanes.draw(*frame);
  for (int lane = 0; lane < log.lanes; ++lane)
    svg.text(kTimelineWidth, kTop + kLaneRow * lane + 17, "axis end",
             lanes.busy(static_cast<std::size_t>(lane)));
  svg.raw("</g>");
  return svg.take();
}

Json timeline_data(const std::string& key, ReportLog& log, std::size_t most_bytes) {
  std::string text = packed(all_frames(log));
  while (text.size() > most_bytes) {
    log.timeline.thin_out();
    text = packed(all_frames(log));
  }
  return {{"key", key}, {"lanes", log.lanes}, {"frames", text}};
}

}  // namespace framelane
