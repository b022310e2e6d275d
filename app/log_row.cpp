#include "app/log_row.h"

#include <fmt/format.h>

#include <iterator>
#include <string_view>

#include "app/log_columns.h"

namespace framelane {
namespace {

constexpr std::string_view kLineEnd = "\r\n";

// Collects the fields of one row.
class Row {
 public:
  template <typename Value>
  void add(const char* format, const Value& value) {
    if (!text_.empty()) text_ += ',';
    fmt::format_to(std::back_inserter(text_), fmt::runtime(format), value);
  }
  void none() { add("{}", "NA"); }
  void ms(Nanoseconds time) { add("{:.6f}", to_ms(time)); }
  void ms(const std::optional<Nanoseconds>& time) { time ? ms(*time) : none(); }
  void length(const std::optional<Interval>& interval) {
    interval ? ms(interval->length()) : none();
  }
  void ends(const std::optional<Interval>& interval) {
    interval ? ms(interval->start) : none();
    interval ? ms(interval->end) : none();
  }
  [[nodiscard]] std::string take() { return std::move(text_) + std::string(kLineEnd); }

 private:
  std::string text_;
};

void add_identity(Row& out, const FrameRow& row) {
  out.add("{}", row.frame);
  out.add("{:.9f}", std::chrono::duration<double>(row.pts).count());
  out.ms(row.finished);
  out.add("{}", name_of(row.times.mode));
  out.add("{}", row.times.lanes);
  row.processed() ? out.add("{}", row.times.lane) : out.none();
  out.add("{:d}", row.times.warmup);
}

void add_times(Row& out, const FrameTimes& times, std::optional<Nanoseconds> since_previous) {
  out.ms(times.decode);
  out.ms(times.decode_wait);
  out.length(times.upload);
  out.length(times.filter);
  out.length(times.download);
  out.ms(times.latency);
  out.ms(since_previous);
  out.ends(times.upload);
  out.ends(times.filter);
  out.ends(times.download);
}

}  // namespace

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text)
    quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

std::string log_header(const ChainPlan* plan) {
  std::string header = fmt::format("{}", fmt::join(kLogColumns, ","));
  const std::size_t passes = plan == nullptr ? 0 : plan->passes.size();
  for (std::size_t p = 0; p < passes; ++p)
    header += ',' + csv_field(fmt::format("{}{}_{}", kPassColumn, p + 1, plan->passes[p].name));
  return header + std::string(kLineEnd);
}

std::string log_row(const FrameRow& row, std::optional<Nanoseconds> since_previous,
                    const ChainPlan* plan) {
  Row out;
  const FrameTimes& times = row.times;
  add_identity(out, row);
  add_times(out, times, since_previous);
  out.add("{}", times.bytes_up);
  const bool not_downloaded = row.processed() && times.bytes_down == 0;
  not_downloaded ? out.none() : out.add("{}", times.bytes_down);
  out.add("{}", times.queue_depth);
  out.add("{:d}", row.dropped);
  row.displayed ? out.add("{:d}", *row.displayed) : out.none();
  out.ms(times.present);
  row.checksum ? out.add("{:016x}", *row.checksum) : out.none();
  const std::size_t passes = plan == nullptr ? 0 : plan->passes.size();
  for (std::size_t p = 0; p < passes; ++p)
    p < times.passes.size() ? out.ms(times.passes[p].length()) : out.none();
  return out.take();
}

}  // namespace framelane
