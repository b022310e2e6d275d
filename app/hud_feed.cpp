#include "app/hud_feed.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "ui/number_text.h"

namespace framelane {
namespace {

constexpr std::size_t kIntervals = 120;
constexpr std::size_t kSeriesPoints = 72;

double ms(Nanoseconds time) {
  return static_cast<double>(time.count()) / 1e6;
}

StageRow row_of(Stage stage, const char* name, const StageWindow& window, double budget_ms) {
  StageRow row;
  row.stage = stage;
  row.name = name;
  if (const auto times = window.times()) {
    row.mean_ms = row.average_ms = times->mean;
    row.p99_ms = times->p99;
    row.p95_ms = times->p95;
    row.max_ms = times->max;
    row.last_ms = times->last;
  }
  row.gb_per_s = window.gb_per_s();
  if (budget_ms > 0 && row.mean_ms) {
    row.budget_share = *row.mean_ms / budget_ms;
    if (*row.mean_ms > budget_ms) row.over_budget_ms = *row.mean_ms - budget_ms;
  }
  return row;
}

std::string rate_text(Rational rate) {
  if (rate.num <= 0 || rate.den <= 0) return {};
  return fmt::format("{:.4g} fps", static_cast<double>(rate.num) / rate.den);
}

// Of the source frame on show, counted from the stream's start.
std::optional<std::uint64_t> frame_number(Player& player) {
  if (!player.current()) return {};
  const ProcessedFrame& frame = *player.current();
  if (const auto at = frame_number_at(frame.source->pts, player.engine().input().frame_rate))
    return at;
  return static_cast<std::uint64_t>(std::max<std::int64_t>(frame.source->index, 0));
}

std::string notice_of(const ProcessStatus& status) {
  if (status.wanted)
    return fmt::format("{} to {}, {} in flight", name_of(status.settings.mode),
                       name_of(status.wanted->mode),
                       counted(static_cast<std::uint64_t>(status.in_flight), "frame"));
  if (status.warmup_of > 0)
    return fmt::format("warming up, frame {} of {}", status.warming_up, status.warmup_of);
  return {};
}

}  // namespace

std::optional<std::uint64_t> frame_number_at(Nanoseconds pts, Rational rate) {
  if (rate.num <= 0 || rate.den <= 0) return {};
  const double seconds = static_cast<double>(pts.count()) / 1e9;
  return static_cast<std::uint64_t>(std::llround(seconds * rate.num / rate.den));
}

void HudFeed::add(const ProcessedFrame& frame, const FrameOutcome& outcome) {
  const auto now = Host::now();
  std::lock_guard lock(mutex_);
  processed_.add(now);
  if (std::exchange(revision_, frame.revision) != frame.revision) {
    filter_.clear();
    passes_.clear();
  }
  if (outcome.displayed) displayed_.add(now);
  if (outcome.between && !std::exchange(interrupted_, false)) {
    intervals_ms_.push_back(static_cast<float>(ms(*outcome.between)));
    if (intervals_ms_.size() > kIntervals) intervals_ms_.erase(intervals_ms_.begin());
  }
  if (outcome.present) present_.add(ms(*outcome.present), now);
  if (frame.times.warmup) return;
  warm_ = true;
  add_times(frame.times, now);
  add_passes(frame, now);
}

void HudFeed::add_times(const FrameTimes& times, Host::time_point now) {
  if (times.decode)
    decode_.add(ms(*times.decode), now, 0, times.decode_wait ? ms(*times.decode_wait) : 0);
  if (times.upload)
    upload_.add(ms(times.upload->length()), now, static_cast<double>(times.bytes_up));
  if (times.download)
    download_.add(ms(times.download->length()), now, static_cast<double>(times.bytes_down));
  // As the log's MsFilter: from the first pass's start to the last one's end.
  if (times.filter) filter_.add(ms(times.filter->length()), now);
}

void HudFeed::add_passes(const ProcessedFrame& frame, Host::time_point now) {
  const auto& planned = frame.plan->passes;
  if (frame.times.passes.size() != planned.size()) return;
  if (passes_.size() != planned.size()) {
    passes_.clear();
    for (const Pass& pass : planned)
      passes_.push_back({pass.name, {}});
  }
  for (std::size_t p = 0; p < planned.size(); ++p)
    passes_[p].window.add(ms(frame.times.passes[p].length()), now);
}

void HudFeed::interrupted() {
  std::lock_guard lock(mutex_);
  interrupted_ = true;
}

void HudFeed::clear() {
  std::lock_guard lock(mutex_);
  for (StageWindow* window : {&decode_, &upload_, &filter_, &download_, &present_})
    window->clear();
  passes_.clear();
  processed_.clear();
  displayed_.clear();
  intervals_ms_.clear();
  warm_ = false;
}

void HudFeed::fill_rows(double budget_ms, int depth, int capacity) {
  std::vector<StageRow>& rows = model_.rows;
  rows.clear();
  rows.push_back(row_of(Stage::decode, "decode", decode_, budget_ms));
  rows.push_back(row_of(Stage::upload, "upload", upload_, budget_ms));
  rows.push_back(row_of(Stage::passes, "passes", filter_, budget_ms));
  if (passes_.size() > 1)
    for (const PassWindow& pass : passes_) {
      rows.push_back(row_of(Stage::passes, pass.name.c_str(), pass.window, budget_ms));
      rows.back().single = true;
    }
  rows.push_back(row_of(Stage::download, "download", download_, budget_ms));
  rows.push_back(row_of(Stage::present, "present", present_, budget_ms));
  for (StageRow& row : rows) {
    row.bound = verdict_;
    row.queue_depth = depth;
    row.queue_capacity = capacity;
  }
  if (!present_how_.empty())
    rows.back().bound = present_how_ + (verdict_.empty() ? "" : ". " + verdict_);
}

// The rows are in the order fill_rows() made them.
void HudFeed::renew_lines() {
  model_.intervals_ms = intervals_ms_;
  std::size_t pass = 0;
  for (StageRow& row : model_.rows) {
    const StageWindow* window = &filter_;
    if (row.single && pass < passes_.size()) window = &passes_[pass++].window;
    if (row.stage == Stage::decode) window = &decode_;
    if (row.stage == Stage::upload) window = &upload_;
    if (row.stage == Stage::download) window = &download_;
    if (row.stage == Stage::present) window = &present_;
    window->series(kSeriesPoints, row.series_ms);
    if (row.stage == Stage::decode) window->waits(kSeriesPoints, row.waits_ms);
  }
}

HudModel& HudFeed::hud(Player& player, const std::string& device, Host::time_point now) {
  std::lock_guard lock(mutex_);
  if (renewal_.due(now.time_since_epoch())) renew(player, device, now);
  model_.paused = player.paused();
  model_.ended = player.ended();
  model_.frame = frame_number(player).value_or(0);
  renew_lines();
  return model_;
}

void HudFeed::renew(Player& player, const std::string& device, Host::time_point now) {
  const ProcessStatus status = player.engine().process().status();
  const PresentCounts& counts = player.counts();
  model_.device = device;
  model_.mode = name_of(status.settings.mode);
  model_.lanes = status.settings.mode == Mode::serial ? 1 : status.settings.lanes;
  model_.pinned = status.settings.memory == HostMemory::pinned && status.pinned_granted;
  model_.unpaced = player.unpaced();
  model_.resident = player.resident() > 0;
  model_.paced = bursts_.one_at_a_time();
  model_.notice = notice_of(status);
  model_.decoded = player.engine().decode().counts().decoded;
  model_.processed = static_cast<std::uint64_t>(status.processed);
  model_.displayed = static_cast<std::uint64_t>(counts.displayed);
  model_.dropped = static_cast<std::uint64_t>(status.dropped + counts.dropped);
  model_.late = static_cast<std::uint64_t>(counts.late);
  model_.repeated = static_cast<std::uint64_t>(counts.repeated);
  const Rational rate = player.engine().input().frame_rate;
  double budget = 0;
  model_.budget_ms.reset();
  if (rate.num > 0 && rate.den > 0) {
    model_.source_fps = static_cast<double>(rate.num) / rate.den;
    if (!player.unpaced()) budget = 1000.0 / (*model_.source_fps * player.speed());
  }
  if (budget > 0) model_.budget_ms = budget;
  model_.displayed_fps = displayed_.per_second(now);
  model_.processed_fps = processed_.per_second(now);
  model_.interval_p99_ms =
      warm_ ? time_percentile({intervals_ms_.begin(), intervals_ms_.end()}, 0.01) : std::nullopt;
  fill_rows(budget, player.engine().queue_depth(), player.engine().queue_capacity());
}

std::string short_name(const std::string& input) {
  const bool is_path = input.find("://") == std::string::npos && !input.starts_with("pattern:");
  return is_path ? std::filesystem::path(input).filename().string() : input;
}

std::string describe_input(const InputFacts& facts) {
  std::vector<std::string> parts;
  parts.push_back(fmt::format("{} \u00d7 {}", facts.frame.width, facts.frame.height));
  if (const std::string rate = rate_text(facts.frame_rate); !rate.empty()) parts.push_back(rate);
  std::string codec = facts.codec;
  if (!facts.codec_profile.empty()) codec += " " + facts.codec_profile;
  if (!codec.empty()) parts.push_back(codec);
  parts.push_back(facts.pixel_format);
  parts.push_back(describe_color(facts.frame));
  if (facts.bit_rate > 0)
    parts.push_back(fmt::format("{:.1f} Mbit/s", static_cast<double>(facts.bit_rate) / 1e6));
  return fmt::format("{}", fmt::join(parts, ", "));
}

namespace {

// Exact where the container knows; else what duration and rate make of it.
void fill_frame_count(TransportModel& model, const InputFacts& facts) {
  const Rational rate = facts.frame_rate;
  if (facts.frame_count) {
    model.frame_count = static_cast<std::uint64_t>(*facts.frame_count);
  } else if (facts.duration && rate.num > 0 && rate.den > 0) {
    const double frames = ms(*facts.duration) / 1e3 * rate.num / rate.den;
    model.frame_count = static_cast<std::uint64_t>(std::llround(std::max(frames, 1.0)));
    model.count_is_estimate = true;
  }
}

}  // namespace

void fill_transport(TransportModel& model, Player& player) {
  const InputFacts& facts = player.engine().input();
  const PipelineSettings& wanted = player.wanted();
  model.open = true;
  model.name = short_name(facts.name);
  model.facts = describe_input(facts);
  model.seekable = facts.seekable;
  if (facts.duration) model.duration_s = static_cast<double>(facts.duration->count()) / 1e9;
  model.position_s =
      player.current() ? static_cast<double>(player.current()->pts.count()) / 1e9 : 0;
  model.buffered_s = static_cast<double>(player.buffered().count()) / 1e9;
  model.paused = player.paused() || player.ended();
  model.speed = player.speed();
  model.loop_file = player.loop();
  model.mode = name_of(wanted.mode);
  model.lanes = wanted.lanes;
  model.lanes_matter = wanted.mode != Mode::serial;
  model.pinned = wanted.memory == HostMemory::pinned;
  model.unpaced = player.unpaced();
  model.resident = player.resident() > 0;
  model.frame = frame_number(player).value_or(0);
  fill_frame_count(model, facts);
  const auto seconds = [](Nanoseconds time) { return ms(time) / 1e3; };
  if (const auto& a = player.ab().a) model.ab_from_s = seconds(*a);
  if (const auto& b = player.ab().b) model.ab_to_s = seconds(*b);
}

}  // namespace framelane
