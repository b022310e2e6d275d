#include "app/log_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

namespace framelane {
namespace {

constexpr std::array kRequired{LogColumn::frame, LogColumn::time, LogColumn::mode,
                               LogColumn::lanes};
constexpr double kMostMs = 1e12;  // 30 years
constexpr std::uint64_t kMostFrame = 1'000'000'000'000'000, kMostFrameBytes = 1'000'000'000'000;
constexpr auto kMostBack = std::chrono::seconds(1);

// For a message of one line.
std::string shown(std::string text) {
  constexpr std::size_t kMost = 40;
  if (text.size() > kMost) text = text.substr(0, kMost) + "...";
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
  return text;
}

// "MsPass_2_gblur": 2 and "gblur".
std::optional<std::pair<int, std::string>> pass_of(std::string_view name) {
  if (!name.starts_with(kPassColumn)) return std::nullopt;
  name.remove_prefix(kPassColumn.size());
  int number = 0;
  const char* end = name.data() + name.size();
  const auto [at, error] = std::from_chars(name.data(), end, number);
  if (error != std::errc{} || number < 1 || at == end || *at != '_') return std::nullopt;
  return std::pair(number, std::string(at + 1, end));
}

Nanoseconds ns_of_ms(double ms) {
  return Nanoseconds(std::llround(ms * 1e6));
}

}  // namespace

LogReader::LogReader(std::string csv_name, LogFacts facts)
    : csv_(std::move(csv_name)), facts_(std::move(facts)) {
  read_header();
}

void LogReader::read_header() {
  if (!csv_.next(fields_))
    throw LogError(fmt::format("log {}: {}", csv_.name(),
                               csv_.cut() ? "line 1: ends without a line end, and no row follows"
                                          : "line 1: the file is empty"));
  columns_ = fields_.size();
  for (std::size_t at = 0; at < columns_; ++at)
    place_column(fields_[at], at);
  for (const LogColumn column : kRequired)
    if (!has(column))
      throw LogError(fmt::format(
          "log {}: line {}: there is no column {}; this is not a frame log of framelane",
          csv_.name(), csv_.line(), name_of(column)));
  std::sort(passes_.begin(), passes_.end(), [](const auto& a, const auto& b) {
    return pass_of(a.first)->first < pass_of(b.first)->first;
  });
  auto plan = std::make_shared<ChainPlan>();
  plan->chain_text = facts_.run.chain_text;
  for (const auto& [name, at] : passes_)
    plan->passes.emplace_back().name = pass_of(name)->second;
  plan_ = std::move(plan);
}

void LogReader::place_column(const std::string& name, std::size_t at) {
  if (place_pass(name, at)) return;
  const auto* const found = std::find(kLogColumns.begin(), kLogColumns.end(), name);
  if (found == kLogColumns.end()) {
    unknown_.push_back(shown(name));
    return;
  }
  auto& place = places_[static_cast<std::size_t>(found - kLogColumns.begin())];
  if (place)
    throw LogError(
        fmt::format("log {}: line {}: column {} is there twice", csv_.name(), csv_.line(), name));
  place = at;
}

bool LogReader::place_pass(const std::string& name, std::size_t at) {
  if (!pass_of(name)) return false;
  passes_.emplace_back(name, at);
  return true;
}

bool LogReader::has_positions() const {
  const auto there = [this](LogColumn column) { return has(column); };
  constexpr std::array kPositions{LogColumn::upload_start,   LogColumn::upload_end,
                                  LogColumn::filter_start,   LogColumn::filter_end,
                                  LogColumn::download_start, LogColumn::download_end};
  return std::all_of(kPositions.begin(), kPositions.end(), there);
}

std::vector<std::string> LogReader::missing() const {
  std::vector<std::string> names;
  for (std::size_t c = 0; c < kLogColumns.size(); ++c)
    if (!places_[c]) names.emplace_back(kLogColumns[c]);
  return names;
}

void LogReader::wrong(std::string_view column, const std::string& text,
                      const std::string& wanted) const {
  throw LogError(fmt::format("log {}: line {}, column {}: '{}' is not {}", csv_.name(), csv_.line(),
                             column, shown(text), wanted));
}

const std::string* LogReader::field(LogColumn column) const {
  const auto at = place(column);
  if (!at || fields_[*at].empty() || fields_[*at] == "NA") return nullptr;
  return &fields_[*at];
}

double LogReader::number(LogColumn column, const std::string& text) const {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || at != end || !std::isfinite(value) || std::abs(value) > kMostMs)
    wrong(name_of(column), text, "a number such as 1.25");
  return value;
}

std::optional<Nanoseconds> LogReader::ms(LogColumn column) const {
  const std::string* text = field(column);
  if (text == nullptr) return std::nullopt;
  const double value = number(column, *text);
  if (value < 0) wrong(name_of(column), *text, "a time: it is negative");
  return ns_of_ms(value);
}

std::optional<std::uint64_t> LogReader::whole(LogColumn column, std::uint64_t most) const {
  const std::string* text = field(column);
  if (text == nullptr) return std::nullopt;
  std::uint64_t value = 0;
  const char* end = text->data() + text->size();
  const auto [at, error] = std::from_chars(text->data(), end, value);
  if (error != std::errc{} || at != end || value > most)
    wrong(name_of(column), *text, fmt::format("a whole number from 0 to {}", most));
  return value;
}

bool LogReader::flag(LogColumn column) const {
  return whole(column, 1).value_or(0) == 1;
}

std::optional<Interval> LogReader::interval(const Stage& stage, Nanoseconds& engine_end) const {
  const auto start = ms(stage.start), end = ms(stage.end), length = ms(stage.length);
  if (start && end) {
    if (*end < *start)
      wrong(name_of(stage.end), *field(stage.end),
            fmt::format("at or after {}", name_of(stage.start)));
    return Interval{*start, *end};
  }
  if (!length) return std::nullopt;
  const Nanoseconds from = engine_end;
  engine_end += *length;
  return Interval{from, engine_end};
}

void LogReader::read_identity(FrameRow& row) {
  const auto frame = whole(LogColumn::frame, kMostFrame);
  if (!frame) wrong(name_of(LogColumn::frame), "NA", "a frame's number");
  row.frame = static_cast<std::int64_t>(*frame);
  if (const std::string* pts = field(LogColumn::pts))
    row.pts = Nanoseconds(std::llround(std::clamp(number(LogColumn::pts, *pts), -9e9, 9e9) * 1e9));
  const auto time = ms(LogColumn::time);
  if (!time) wrong(name_of(LogColumn::time), "NA", "a time");
  row.finished = *time;
  if (previous_finished_ && *time < *previous_finished_ - kMostBack)
    wrong(name_of(LogColumn::time), *field(LogColumn::time),
          "after the row before; rows stand in the order they were finished in");
  const std::string* between = field(LogColumn::between);
  if (between != nullptr) (void)number(LogColumn::between, *between);
  interrupted_ = has(LogColumn::between) && previous_finished_ && between == nullptr;
  previous_finished_ = row.finished;
}

void LogReader::read_settings(FrameTimes& times) const {
  const std::string* name = field(LogColumn::mode);
  const auto mode = find_mode(name == nullptr ? "NA" : *name);
  if (!mode)
    wrong(name_of(LogColumn::mode), name == nullptr ? "NA" : *name, "serial, overlapped or staged");
  times.mode = *mode;
  const auto lanes = whole(LogColumn::lanes, kMostLanes);
  if (!lanes || *lanes == 0) wrong(name_of(LogColumn::lanes), "0", "1 or more");
  times.lanes = static_cast<int>(*lanes);
  times.lane = static_cast<int>(whole(LogColumn::lane, kMostLanes - 1).value_or(0));
  times.warmup = flag(LogColumn::warmup);
  for (const LogFacts::ModeUsed& used : facts_.modes)
    if (used.mode == times.mode && used.lanes == times.lanes) {
      times.memory = used.memory;
      return;
    }
}

void LogReader::read_times(FrameRow& row) {
  constexpr Stage kUpload{LogColumn::upload, LogColumn::upload_start, LogColumn::upload_end};
  constexpr Stage kFilter{LogColumn::filter, LogColumn::filter_start, LogColumn::filter_end};
  constexpr Stage kDownload{LogColumn::download, LogColumn::download_start,
                            LogColumn::download_end};
  FrameTimes& times = row.times;
  times.decode = ms(LogColumn::decode);
  times.decode_wait = ms(LogColumn::decode_wait);
  times.upload = interval(kUpload, engine_ends_[0]);
  times.filter = interval(kFilter, engine_ends_[1]);
  times.download = interval(kDownload, engine_ends_[2]);
  times.latency = ms(LogColumn::latency);
  times.present = ms(LogColumn::present);
  times.bytes_up = whole(LogColumn::bytes_up, kMostFrameBytes).value_or(0);
  times.bytes_down = whole(LogColumn::bytes_down, kMostFrameBytes).value_or(0);
  times.queue_depth = static_cast<int>(whole(LogColumn::queue_depth, 1'000'000).value_or(0));
  read_passes(times);
}

// The log has their lengths only: they are laid end to end.
void LogReader::read_passes(FrameTimes& times) const {
  Nanoseconds from = times.filter ? times.filter->start : Nanoseconds{0};
  for (const auto& [name, at] : passes_) {
    const std::string& text = fields_[at];
    if (text.empty() || text == "NA") return;
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || rest != end || !(value >= 0) || value > kMostMs)
      wrong(shown(name), text, "a time such as 1.25");
    times.passes.push_back({from, from + ns_of_ms(value)});
    from = times.passes.back().end;
  }
}

void LogReader::read_end(FrameRow& row) const {
  row.dropped = flag(LogColumn::dropped);
  if (field(LogColumn::displayed) != nullptr) row.displayed = flag(LogColumn::displayed);
  if (const std::string* text = field(LogColumn::checksum)) {
    std::uint64_t sum = 0;
    const char* end = text->data() + text->size();
    const auto [at, error] = std::from_chars(text->data(), end, sum, 16);
    if (error != std::errc{} || at != end)
      wrong(name_of(LogColumn::checksum), *text, "16 hexadecimal digits");
    row.checksum = sum;
  }
  const FrameTimes& times = row.times;
  const bool went_through = has(LogColumn::lane)
                                ? field(LogColumn::lane) != nullptr
                                : times.upload || times.filter || times.download || times.latency;
  if (!row.dropped || went_through) row.plan = plan_;
  for (const LogFacts::ModeUsed& used : facts_.modes)
    if (row.processed() && used.mode == times.mode && used.lanes == times.lanes &&
        used.memory == times.memory)
      row.pace = used.pace;
}

bool LogReader::next(FrameRow& row) {
  if (!csv_.next(fields_)) return false;
  if (fields_.size() != columns_)
    throw LogError(fmt::format("log {}: line {}, column {}: the row has {} fields, the header {}",
                               csv_.name(), csv_.line(), std::min(fields_.size(), columns_) + 1,
                               fields_.size(), columns_));
  row = FrameRow();
  read_identity(row);
  read_settings(row.times);
  read_times(row);
  read_end(row);
  return true;
}

}  // namespace framelane
