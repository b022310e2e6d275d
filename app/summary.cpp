#include "app/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace framelane {
namespace {

void add_to(SampleSeries& series, const std::optional<Nanoseconds>& time) {
  if (time) series.add(to_ms(*time));
}

void add_to(SampleSeries& series, const std::optional<Interval>& interval) {
  if (interval) series.add(to_ms(interval->length()));
}

std::optional<double> rate(std::uint64_t bytes, const SampleSeries& copies) {
  const double ms = copies.mean().value_or(0) * static_cast<double>(copies.count());
  if (bytes == 0 || ms <= 0) return std::nullopt;
  return static_cast<double>(bytes) / (ms * 1e6);
}

std::optional<double> per_frame(Nanoseconds busy, std::uint64_t frames) {
  if (frames == 0) return std::nullopt;
  return to_ms(busy) / static_cast<double>(frames);
}

}  // namespace

void ModeSummary::Engine::add(const Interval& interval) {
  busy += std::max(Nanoseconds{0}, interval.end - std::max(interval.start, end));
  end = std::max(end, interval.end);
  latest = interval;
}

void ModeSummary::Decoded::add(Nanoseconds time) {
  busy += time;
  ++frames;
}

bool ModeSummary::Engine::is_latest(const Interval& interval) const {
  return latest && latest->start == interval.start && latest->end == interval.end;
}

bool ModeSummary::matches(const FrameTimes& times) const {
  return times.mode == mode && times.lanes == lanes && times.memory == memory;
}

void ModeSummary::add(const FrameRow& row, std::optional<Nanoseconds> since_previous) {
  const bool shown = row.displayed.value_or(false);
  has_display_ = has_display_ || row.displayed.has_value();
  displayed += shown ? 1 : 0;
  dropped += row.dropped ? 1 : 0;
  unprocessed += row.processed() ? 0 : 1;
  if (row.processed() && row.times.warmup) ++warmup;
  if (row.times.warmup) return;
  if (since_previous) {
    between.add(to_ms(*since_previous));
    span_ += *since_previous;
    processed_in_span_ += row.processed() ? 1 : 0;
    displayed_in_span_ += shown ? 1 : 0;
  }
  if (!row.processed()) return;
  ++frames;
  add_stages(row, since_previous.has_value());
  add_passes(row);
}

void ModeSummary::add_stages(const FrameRow& row, bool in_span) {
  const FrameTimes& times = row.times;
  // Results of one source frame share its upload; it was decoded and copied once.
  const bool shares = times.upload && upload_engine_.is_latest(*times.upload);
  if (times.decode && !shares) decoded_.add(*times.decode);
  if (times.decode && !shares && in_span) decoded_in_span_.add(*times.decode);
  if (!shares) copied_up_ += times.bytes_up;
  add_to(decode, times.decode);
  add_to(decode_wait, times.decode_wait);
  add_to(upload, times.upload);
  add_to(filter, times.filter);
  add_to(download, times.download);
  add_to(latency, times.latency);
  add_to(present, times.present);
  add_to(pace_, row.pace);
  if (times.upload) upload_engine_.add(*times.upload);
  if (times.filter) compute_engine_.add(*times.filter);
  if (times.download) download_engine_.add(*times.download);
  bytes_up += times.bytes_up;
  bytes_down += times.bytes_down;
}

void ModeSummary::add_passes(const FrameRow& row) {
  if (!row.plan) return;
  const std::size_t count = std::min(row.plan->passes.size(), row.times.passes.size());
  for (std::size_t p = 0; p < count; ++p) {
    const std::string& name = row.plan->passes[p].name;
    auto at = std::find_if(passes.begin() + static_cast<std::ptrdiff_t>(std::min(p, passes.size())),
                           passes.end(), [&](const PassSeries& s) { return s.name == name; });
    if (at == passes.end()) at = passes.insert(passes.end(), {name, {}});
    at->ms.add(to_ms(row.times.passes[p].length()));
  }
}

// The first frame was decoded before the time that measured_ms() counts began: its time is in the
// term only where there is no other.
std::optional<double> ModeSummary::decode_ms() const {
  const Decoded& counted = decoded_in_span_.frames > 0 ? decoded_in_span_ : decoded_;
  const auto each = per_frame(counted.busy, counted.frames);
  if (!each || frames == 0) return std::nullopt;
  return *each * static_cast<double>(decoded_.frames) / static_cast<double>(frames);
}

BoundTerms ModeSummary::bound(const LinkRates& link) const {
  BoundTerms terms;
  terms[BoundStage::decode] = decode_ms();
  terms[BoundStage::pace] = pace_.mean();
  terms[BoundStage::upload] = per_frame(upload_engine_.busy, upload.count());
  terms[BoundStage::compute] = per_frame(compute_engine_.busy, filter.count());
  terms[BoundStage::download] = per_frame(download_engine_.busy, download.count());
  if (link.both && *link.both > 0 && upload.count() > 0 && download.count() > 0)
    terms[BoundStage::copies] = static_cast<double>(copied_up_ + bytes_down) /
                                (*link.both * 1e6 * static_cast<double>(frames));
  // A display that is waited for takes as long as a frame lasts, give or take.
  constexpr double kBehind = 1.2;
  if (dropped > 0 && present.mean().value_or(0) > kBehind * pace_.mean().value_or(INFINITY))
    terms[BoundStage::present] = present.mean();
  return terms;
}

double ModeSummary::serial_ms() const {
  return upload.mean().value_or(0) + filter.mean().value_or(0) + download.mean().value_or(0);
}

std::optional<double> ModeSummary::measured_ms() const {
  if (processed_in_span_ == 0) return std::nullopt;
  return to_ms(span_) / static_cast<double>(processed_in_span_);
}

// Of the frames that have the stage: dropped before upload they were decoded, and had their time,
// too; only shown ones were drawn.
std::optional<double> ModeSummary::spacing_ms(BoundStage stage) const {
  if (is_device_stage(stage)) return measured_ms();
  if (stage != BoundStage::present) return between.mean();
  if (displayed_in_span_ == 0) return std::nullopt;
  return to_ms(span_) / static_cast<double>(displayed_in_span_);
}

std::optional<double> ModeSummary::processed_fps() const {
  const auto ms = measured_ms();
  if (!ms || *ms <= 0) return std::nullopt;
  return 1000 / *ms;
}

std::optional<double> ModeSummary::displayed_fps() const {
  if (!has_display_ || span_ <= Nanoseconds{0}) return std::nullopt;
  return 1000 * static_cast<double>(displayed_in_span_) / to_ms(span_);
}

std::optional<double> ModeSummary::efficiency(const LinkRates& link) const {
  const BoundTerms terms = bound(link);
  const auto stage = terms.largest();
  const auto measured = measured_ms();
  if (!stage || !is_device_stage(*stage) || !measured || *measured <= 0) return std::nullopt;
  return *terms[*stage] / *measured;
}

Finding ModeSummary::finding(const LinkRates& link) const {
  const BoundTerms terms = bound(link);
  const auto stage = terms.largest();
  const auto measured = measured_ms();
  if (!stage || !measured) return {};
  Finding found{Finding::Kind::outside, *stage, *terms[*stage], *measured, serial_ms()};
  if (mode == Mode::serial && is_device_stage(*stage)) {
    found.kind = Finding::Kind::serial;
    return found;
  }
  const double spacing = spacing_ms(*stage).value_or(*measured);
  if (found.stage_ms < 0.7 * spacing) return found;
  found.kind = Finding::Kind::bound;
  found.frame_ms = spacing;
  return found;
}

std::string ModeSummary::verdict(const LinkRates& link) const {
  const Finding found = finding(link);
  const auto reached = found.kind == Finding::Kind::bound ? efficiency(link) : std::nullopt;
  return to_words(found) + (reached ? fmt::format("; overlap efficiency {:.2f}", *reached) : "");
}

std::optional<double> ModeSummary::upload_gb_per_s() const {
  return rate(bytes_up, upload);
}

std::optional<double> ModeSummary::download_gb_per_s() const {
  return rate(bytes_down, download);
}

std::size_t Summary::mode_of(const FrameRow& row) {
  // A frame dropped before upload went through no lane: it counts for the settings in force.
  if (!row.processed() && !modes_.empty()) return latest_;
  const auto at = std::find_if(modes_.begin(), modes_.end(),
                               [&](const ModeSummary& mode) { return mode.matches(row.times); });
  if (at != modes_.end()) return static_cast<std::size_t>(at - modes_.begin());
  modes_.emplace_back(row.times.mode, row.times.lanes, row.times.memory);
  return modes_.size() - 1;
}

void Summary::note_source(const FrameRow& row) {
  if (!row.plan) return;
  const FrameFacts& now = row.plan->source;
  const bool same = source_ && source_->format == now.format && source_->width == now.width &&
                    source_->height == now.height;
  if (same) return;
  if (source_ && ++changes_counted_ <= static_cast<std::int64_t>(kMostChanges))
    changes_.push_back({row.frame, now, inputs_.size()});
  source_ = now;
}

void Summary::next_input(InputFacts input) {
  inputs_.push_back(std::move(input));
  source_.reset();
  interrupted();
}

Summary::Counted Summary::add(const FrameRow& row) {
  note_source(row);
  Counted counted{mode_of(row), {}};
  if (previous_finished_ && counted.mode == latest_ && !row.times.warmup)
    counted.since_previous = row.finished - *previous_finished_;
  modes_[counted.mode].add(row, counted.since_previous);
  latest_ = counted.mode;
  previous_finished_ = row.times.warmup ? std::nullopt : std::optional(row.finished);
  return counted;
}

std::int64_t Summary::processed() const {
  std::int64_t sum = 0;
  for (const ModeSummary& mode : modes_)
    sum += mode.frames + mode.warmup;
  return sum;
}

std::int64_t Summary::dropped() const {
  std::int64_t sum = 0;
  for (const ModeSummary& mode : modes_)
    sum += mode.dropped;
  return sum;
}

std::int64_t Summary::unprocessed() const {
  std::int64_t sum = 0;
  for (const ModeSummary& mode : modes_)
    sum += mode.unprocessed;
  return sum;
}

std::int64_t Summary::displayed() const {
  std::int64_t sum = 0;
  for (const ModeSummary& mode : modes_)
    sum += mode.displayed;
  return sum;
}

}  // namespace framelane
