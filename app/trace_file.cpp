#include "app/trace_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "app/options.h"
#include "decode/output_file.h"
#include "gpu/errors.h"

namespace framelane {
namespace {

constexpr std::size_t kFlushTraceAt = 65536;
constexpr int kProcess = 1;
constexpr int kDecode = 1, kPresent = 2;
constexpr int kFirstLane = 10, kPerLane = 3;
constexpr auto kRateEvery = std::chrono::milliseconds(250);
constexpr auto kHeld = std::chrono::seconds(1);
constexpr std::size_t kMostHeld = 8192;  // slices of a track

enum EngineTrack : std::uint8_t { kUpload, kCompute, kDownload };
constexpr const char* kEngines[] = {"upload", "compute", "download"};

int lane_track(int lane, EngineTrack engine) {
  return kFirstLane + kPerLane * lane + engine;
}

double us(Nanoseconds time) {
  return std::chrono::duration<double, std::micro>(time).count();
}

std::string json_string(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string rate(std::uint64_t bytes, const std::optional<Interval>& copy) {
  if (bytes == 0 || !copy || copy->length() <= Nanoseconds{0}) return {};
  return fmt::format(R"(,"bytes":{},"gb_per_s":{:.3f})", bytes,
                     static_cast<double>(bytes) / static_cast<double>(copy->length().count()));
}

std::string waited(const std::optional<Nanoseconds>& time) {
  if (!time) return {};
  return fmt::format(R"(,"waited_ms":{:.6f})", to_ms(*time));
}

std::string arguments_of(const FrameRow& row) {
  return fmt::format(R"("frame":{},"pts_s":{:.9f})", row.frame,
                     std::chrono::duration<double>(row.pts).count());
}

}  // namespace

TraceFile::TraceFile(std::string name, const RunFacts& facts, std::optional<Interval> stretch,
                     PipeWait wait)
    : name_(std::move(name)), stretch_(stretch) {
  std::string why;
  file_ = create_file(name_, why, std::move(wait));
  if (!file_) fail("cannot be created", why);
  std::error_code error;
  ordinary_ = std::filesystem::is_regular_file(name_, error);
  pending_ = R"({"displayTimeUnit":"ms","traceEvents":[)";
  name_process(facts);
}

void TraceFile::fail(const char* what, const std::string& why) const {
  throw OutputError(
      fmt::format("trace {}: {}: {}; the trace ends here, choose a place that can be written",
                  name_, what, why));
}

void TraceFile::begin_event() {
  pending_ += std::exchange(first_, false) ? "\n" : ",\n";
}

void TraceFile::name_process(const RunFacts& facts) {
  begin_event();
  const std::string name =
      fmt::format("framelane {}, {}, {}", program_version(), facts.device.name, facts.input.name);
  fmt::format_to(std::back_inserter(pending_),
                 R"({{"ph":"M","pid":{},"name":"process_name","args":{{"name":{}}}}})", kProcess,
                 json_string(name));
}

void TraceFile::use_track(int tid, const std::string& name) {
  if (!tracks_.try_emplace(tid).second) return;
  const auto out = std::back_inserter(pending_);
  begin_event();
  fmt::format_to(out, R"({{"ph":"M","pid":{},"tid":{},"name":"thread_name","args":{{"name":{}}}}})",
                 kProcess, tid, json_string(name));
  // Decode first, then the lanes, present last.
  begin_event();
  fmt::format_to(
      out,
      R"({{"ph":"M","pid":{},"tid":{},"name":"thread_sort_index","args":{{"sort_index":{}}}}})",
      kProcess, tid, tid == kPresent ? 1000 : tid);
}

// To be written with its arrow, which passes through its middle.
void TraceFile::hold(int tid, Slice slice, std::int64_t frame) {
  newest_ = std::max(newest_, slice.at.end);
  arrow(tid, slice.at.start + slice.at.length() / 2, frame);
  tracks_.at(tid).held.emplace(slice.at.start, std::move(slice));
}

// Of each track, those that began before then, and the oldest of more than that many.
void TraceFile::write_held(Nanoseconds before, std::size_t at_most) {
  for (auto& [tid, track] : tracks_)
    while (!track.held.empty() &&
           (track.held.begin()->first < before || track.held.size() > at_most)) {
      Slice slice = std::move(track.held.extract(track.held.begin()).mapped());
      // The clock's own rounding must not let two slices overlap. One that is drawn already stays.
      if (slice.at.end <= track.end && track.end > Nanoseconds{0}) continue;
      slice.at.start = std::max(slice.at.start, track.end);
      slice.at.end = track.end = std::max(slice.at.end, slice.at.start);
      write_slice(tid, slice);
    }
}

void TraceFile::write_slice(int tid, const Slice& slice) {
  begin_event();
  fmt::format_to(
      std::back_inserter(pending_),
      R"({{"ph":"X","pid":{},"tid":{},"name":{},"ts":{:.3f},"dur":{:.3f},"args":{{{}}}}})",
      kProcess, tid, json_string(slice.name), us(slice.at.start), us(slice.at.length()),
      slice.arguments);
  Nanoseconds from = slice.at.start;
  for (Slice part : slice.parts) {
    part.at.start = std::clamp(part.at.start, from, slice.at.end);
    part.at.end = std::clamp(part.at.end, part.at.start, slice.at.end);
    from = part.at.end;
    write_slice(tid, part);
  }
}

void TraceFile::arrow(int tid, Nanoseconds at, std::int64_t frame) {
  if (flow_.points > 0) {
    begin_event();
    fmt::format_to(
        std::back_inserter(pending_),
        R"({{"ph":"{}","pid":{},"tid":{},"name":"frame","cat":"frame","id":{},"ts":{:.3f}}})",
        flow_.points == 1 ? 's' : 't', kProcess, flow_.tid, flow_.frame, us(flow_.at));
  }
  flow_ = {tid, at, frame, flow_.points + 1};
}

void TraceFile::end_arrow() {
  if (flow_.points > 1) {
    begin_event();
    fmt::format_to(
        std::back_inserter(pending_),
        R"({{"ph":"f","bp":"e","pid":{},"tid":{},"name":"frame","cat":"frame","id":{},"ts":{:.3f}}})",
        kProcess, flow_.tid, flow_.frame, us(flow_.at));
  }
  flow_ = {};
}

bool TraceFile::wanted(const std::optional<Interval>& at) const {
  return at && (!stretch_ || (at->start < stretch_->end && stretch_->start < at->end));
}

void TraceFile::stage(int tid, std::string_view name, const std::optional<Interval>& interval,
                      const FrameRow& row, const std::string& more) {
  if (!wanted(interval)) return;
  hold(tid, {std::string(name), *interval, arguments_of(row) + more, {}}, row.frame);
}

// One slice for all passes of the frame, and in it one for each.
void TraceFile::passes(int tid, const FrameRow& row) {
  const FrameTimes& times = row.times;
  if (!wanted(times.filter)) return;
  Slice all{"passes", *times.filter, arguments_of(row), {}};
  for (std::size_t p = 0; p < times.passes.size(); ++p) {
    const bool named = row.plan && p < row.plan->passes.size();
    all.parts.push_back({named ? row.plan->passes[p].name : "pass",
                         times.passes[p],
                         fmt::format(R"("frame":{})", row.frame),
                         {}});
  }
  hold(tid, std::move(all), row.frame);
}

void TraceFile::counters(const FrameRow& row) {
  if (!wanted(Interval{row.finished, row.finished + Nanoseconds{1}})) return;
  const auto out = std::back_inserter(pending_);
  begin_event();
  fmt::format_to(out,
                 R"({{"ph":"C","pid":{},"name":"queue depth","ts":{:.3f},"args":{{"frames":{}}}}})",
                 kProcess, us(row.finished), row.times.queue_depth);
  if (!std::exchange(fps_began_, true)) fps_since_ = row.finished;
  const Nanoseconds passed = row.finished - fps_since_;
  if (passed >= kRateEvery) {
    begin_event();
    fmt::format_to(
        out, R"({{"ph":"C","pid":{},"name":"processed fps","ts":{:.3f},"args":{{"fps":{:.2f}}}}})",
        kProcess, us(row.finished),
        static_cast<double>(fps_frames_) / std::chrono::duration<double>(passed).count());
    fps_since_ = row.finished;
    fps_frames_ = 0;
  }
  ++fps_frames_;
}

void TraceFile::write(const FrameRow& row) {
  const FrameTimes& times = row.times;
  if (times.decoding) {
    use_track(kDecode, "decode");
    stage(kDecode, row.dropped ? "decode, dropped" : "decode", times.decoding, row,
          waited(times.decode_wait));
  }
  if (row.processed()) {
    for (const EngineTrack engine : {kUpload, kCompute, kDownload})
      use_track(lane_track(times.lane, engine),
                fmt::format("lane {} {}", times.lane, kEngines[engine]));
    stage(lane_track(times.lane, kUpload), "upload", times.upload, row,
          rate(times.bytes_up, times.upload) + waited(times.upload_waited));
    passes(lane_track(times.lane, kCompute), row);
    stage(lane_track(times.lane, kDownload), "download", times.download, row,
          rate(times.bytes_down, times.download) + waited(times.download_waited));
    if (times.present) {
      use_track(kPresent, "present");
      stage(kPresent, "present", Interval{row.finished - *times.present, row.finished}, row, {});
    }
    counters(row);
  }
  end_arrow();
  write_held(newest_ - kHeld, kMostHeld);
  if (pending_.size() >= kFlushTraceAt) flush();
}

void TraceFile::flush() {
  const bool written =
      std::fwrite(pending_.data(), 1, pending_.size(), file_.get()) == pending_.size() &&
      std::fflush(file_.get()) == 0;
  if (!written && errno == EINTR)
    throw OutputInterrupted(
        fmt::format("trace {}: {}: its end was not written", name_, why_not_written()));
  if (!written) fail("cannot be written", why_not_written());
  pending_.clear();
}

void TraceFile::close() {
  write_held(Nanoseconds::max(), 0);
  pending_ += "\n]}\n";
  flush();
  if (std::fclose(file_.release()) != 0) fail("cannot be written", why_not_written());
  std::error_code error;
  if (!ordinary_ || std::filesystem::exists(name_, error)) return;
  fail("was taken away while it was written", std::generic_category().message(ENOENT));
}

}  // namespace framelane
