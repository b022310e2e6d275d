#include "app/report_data.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "app/frame_log.h"
#include "app/log_reader.h"

namespace framelane {
namespace {

double ms_of(const std::optional<Interval>& interval) {
  return interval ? to_ms(interval->length()) : 0;
}

// The finaliser of SplitMix64.
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

FrameBucket bucket_of(const FrameRow& row, std::optional<Nanoseconds> since_previous) {
  FrameBucket one;
  if (since_previous) {
    one.times = 1;
    one.total = one.least = one.most = to_ms(*since_previous);
    if (row.processed()) {
      one.frames = 1;
      one.upload = ms_of(row.times.upload);
      one.passes = ms_of(row.times.filter);
      one.download = ms_of(row.times.download);
    }
  }
  if (row.checksum) {
    one.checksums = 1;
    one.frame_digest = mixed(static_cast<std::uint64_t>(row.frame) + 1);
    one.digest = mixed(one.frame_digest ^ *row.checksum);
  }
  return one;
}

void note_columns(const LogReader& reader, ReportLog& log) {
  const auto missing = reader.missing();
  if (!missing.empty())
    log.notes.push_back(fmt::format("columns that are not there, and what they would say: {}",
                                    fmt::join(missing, ", ")));
  if (!reader.unknown().empty())
    log.notes.push_back(fmt::format("columns not known to this version, passed over: {}",
                                    fmt::join(reader.unknown(), ", ")));
  if (!log.has_positions)
    log.notes.emplace_back(
        "without the start and end of all stages there is no timeline, and a stage's term of the "
        "bound is the mean of its own length");
}

void note_memory(ReportLog& log) {
  const auto& used = log.facts.modes;
  for (std::size_t a = 0; a < used.size(); ++a)
    for (std::size_t b = a + 1; b < used.size(); ++b)
      if (used[a].mode == used[b].mode && used[a].lanes == used[b].lanes)
        log.notes.push_back(
            fmt::format("{}, {} lanes ran with page-locked and with pageable memory; the rows do "
                        "not say which, and stand together as {}",
                        name_of(used[a].mode), used[a].lanes, name_of(used[a].memory)));
}

}  // namespace

void FrameBucket::add(const FrameBucket& other) {
  if (other.times > 0) {
    least = times > 0 ? std::min(least, other.least) : other.least;
    most = times > 0 ? std::max(most, other.most) : other.most;
  }
  frames += other.frames;
  times += other.times;
  total += other.total;
  upload += other.upload;
  passes += other.passes;
  download += other.download;
  checksums += other.checksums;
  digest += other.digest;
  frame_digest += other.frame_digest;
}

void FrameBuckets::add(std::int64_t frame, const FrameBucket& one) {
  if (buckets_.empty()) first_ = frame / width_;
  while (frame / width_ - first_ >= kMost)
    widen();
  const auto index = static_cast<std::size_t>(std::max<std::int64_t>(frame / width_ - first_, 0));
  if (index >= buckets_.size()) buckets_.resize(index + 1);
  buckets_[index].add(one);
}

void FrameBuckets::widen() {
  const bool odd = first_ % 2 != 0;
  std::vector<FrameBucket> wider((buckets_.size() + (odd ? 2 : 1)) / 2);
  for (std::size_t i = 0; i < buckets_.size(); ++i)
    wider[(i + (odd ? 1 : 0)) / 2].add(buckets_[i]);
  buckets_ = std::move(wider);
  first_ /= 2;
  width_ *= 2;
}

FrameBucket FrameBuckets::at(std::int64_t frame) const {
  const std::int64_t index = frame / width_ - first_;
  return index >= 0 && index < count() ? buckets_[static_cast<std::size_t>(index)] : FrameBucket{};
}

FrameBuckets FrameBuckets::widened(std::int64_t most, std::int64_t width) const {
  FrameBuckets wider = *this;
  while (wider.count() > most || wider.width_ < width)
    wider.widen();
  return wider;
}

void TimelineFrames::add(const FrameRow& row) {
  const std::size_t block = seen_++ / kBlock;
  if (block % stride_ != 0) return;
  if (blocks_.empty() || blocks_.back().size() == kBlock) {
    if (blocks_.size() == kMostBlocks) {
      thin_out();
      if (block % stride_ != 0) return;
    }
    blocks_.emplace_back().reserve(kBlock);
  }
  const FrameTimes& times = row.times;
  TimelineFrame frame{row.frame,      times.lane, times.upload,   times.filter,
                      times.download, {},         times.bytes_up, times.bytes_down};
  for (const Interval& pass : times.passes)
    frame.passes.push_back(pass.length());
  blocks_.back().push_back(std::move(frame));
}

void TimelineFrames::thin_out() {
  for (std::size_t i = 0; 2 * i < blocks_.size(); ++i)
    std::swap(blocks_[i], blocks_[2 * i]);
  blocks_.resize((blocks_.size() + 1) / 2);
  stride_ *= 2;
}

ReportLog read_report_log(const std::string& csv_name) {
  ReportLog log;
  log.name = std::filesystem::path(csv_name).filename().string();
  log.facts = read_log_facts(json_name_of(csv_name));
  LogReader reader(csv_name, log.facts);
  log.has_positions = reader.has_positions();
  for (FrameRow row; reader.next(row); ++log.rows) {
    if (reader.interrupted()) log.summary.interrupted();
    const Summary::Counted counted = log.summary.add(row);
    log.buckets.resize(log.summary.modes().size());
    log.buckets[counted.mode].add(row.frame, bucket_of(row, counted.since_previous));
    if (!row.processed()) continue;
    log.lanes = std::max(log.lanes, row.times.lane + 1);
    if (log.has_positions) log.timeline.add(row);
  }
  if (log.rows == 0)
    throw LogError(
        fmt::format("log {}: line 1: there is no {} behind the header: nothing to report", csv_name,
                    reader.cut() ? "whole row" : "row"));
  if (!log.facts.known) log.notes.push_back(log.facts.note);
  if (reader.cut())
    log.notes.push_back(fmt::format(
        "the log was cut: its last line has no line end and is left out; {} rows before it are "
        "taken",
        log.rows));
  note_columns(reader, log);
  note_memory(log);
  return log;
}

}  // namespace framelane
