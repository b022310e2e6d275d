#include <algorithm>
#include <utility>

#include "decode/file_source.h"
#include "gpu/errors.h"

namespace framelane {
namespace {

using Time = FrameSource::Time;

// How much earlier a seek tries again that came out too late; doubled each time.
constexpr Time kFirstStep = std::chrono::milliseconds(250);

}  // namespace

SeekOutcome FileSource::refuse(const std::string& why) const {
  return {SeekStatus::refused, place_.name + ": " + why};
}

// Decodes on until a frame has pts >= t. It becomes ready, after up to `keep` frames before it,
// marked preroll; `kept` is how many there were. `over_joins`: t counts on where times jump.
ReadStatus FileSource::collect(Time t, int keep, int& kept, bool over_joins) {
  std::deque<Decoded> window;
  std::deque<Decoded> waiting = std::exchange(ready_, {});
  ReadStatus status = ReadStatus::frame;
  bool found = false;
  while (!found && status == ReadStatus::frame) {
    Decoded next;
    if (waiting.empty()) {
      status = decode_next(next);
      if (status != ReadStatus::frame) break;
    } else {
      next = std::move(waiting.front());
      waiting.pop_front();
    }
    found = next.stamp.pts + (over_joins ? next.joined_after : Time(0)) >= t;
    next.preroll = !found;
    window.push_back(std::move(next));
    if (window.size() > static_cast<std::size_t>(keep) + (found ? 1 : 0)) window.pop_front();
  }
  kept = static_cast<int>(window.size()) - (found ? 1 : 0);
  ready_ = std::move(window);
  std::ranges::move(waiting, std::back_inserter(ready_));
  return status;
}

// Times may come again, in files joined to one as in a stream without times: then only the place in
// the file tells.
bool FileSource::is_first(const Decoded& frame) const {
  return frame.stamp.pts == first_pts_ && frame.frame->pkt_pos == first_place_;
}

// To the stream's first frame, which becomes ready. Containers that cannot seek there are opened
// anew.
FileSource::Landing FileSource::land_at_start() {
  Landing landing{ReadStatus::frame, true};
  restart_decoder();
  clock_->restart(first_pts_);
  Decoded first;
  if (demuxer_->seek(clock_->timestamp_at(first_pts_)) >= 0) {
    landing.status = decode_next(first);
    if (landing.status == ReadStatus::interrupted) return landing;
  }
  if (!first.frame || !clock_->timed() || !is_first(first)) {
    demuxer_ = std::make_unique<Demuxer>(place_, interrupt_);
    restart_decoder();
    clock_->restart(first_pts_);
    landing.status = decode_next(first);
  }
  if (landing.status == ReadStatus::frame) ready_.push_back(std::move(first));
  return landing;
}

// To the key frame at or before `want`, as well as the container can. Frames before the first key
// frame are left out: they may refer to what was not decoded.
FileSource::Landing FileSource::land(Time want) {
  if (want <= first_pts_ || !clock_->timed()) return land_at_start();
  restart_decoder();
  clock_->restart(want);
  if (demuxer_->seek(clock_->timestamp_at(want)) < 0) return land_at_start();
  for (;;) {
    Decoded next;
    const ReadStatus status = decode_next(next);
    if (status == ReadStatus::interrupted) return {status, false};
    if (status == ReadStatus::end) return {status, false};
    if (next.frame->key_frame == 0) continue;
    joined_times_.restart();
    next.joined_after = joined_times_.add(next.stamp.pts, next.stamp.duration);
    ready_.push_back(std::move(next));
    return {ReadStatus::frame, ready_.front().stamp.pts <= first_pts_};
  }
}

// Lands at `want`, and earlier and earlier, until arrived(at_start) says that what was asked for
// could be reached from there.
template <typename Arrived>
SeekOutcome FileSource::seek_back_from(Time want, Arrived arrived) {
  for (Time step = kFirstStep;; step *= 2) {
    const Landing landing = land(want);
    if (landing.status == ReadStatus::interrupted) return {SeekStatus::interrupted, {}};
    if (landing.status == ReadStatus::end && !landing.at_start) {
      want -= step;
      continue;
    }
    const Time came_out = ready_.empty() ? want : ready_.front().stamp.pts;
    const std::optional<ReadStatus> status = arrived(landing.at_start);
    if (status == ReadStatus::interrupted) return {SeekStatus::interrupted, {}};
    if (status || landing.at_start) return {};
    want = std::min(want, came_out) - step;
  }
}

SeekOutcome FileSource::seek_exact(Time t, int reach) {
  if (!facts_.seekable) return forward(t, reach);
  return seek_back_from(t - reach * clock_->frame_time(),
                        [&](bool at_start) -> std::optional<ReadStatus> {
                          if (!at_start && ready_.front().stamp.pts > t) return std::nullopt;
                          int kept = 0;
                          const ReadStatus status = collect(t, reach, kept);
                          if (kept < reach && !at_start && status != ReadStatus::interrupted)
                            return std::nullopt;
                          return status;
                        });
}

// Looked for where it costs little: on a network each look is a round trip.
bool FileSource::is_joined() {
  const bool near = place_.kind == InputPlace::Kind::file || place_.path.starts_with("concat:");
  if (!joined_) joined_ = near && demuxer_->times_begin_again();
  if (*joined_) joined_times_.leave_out_gaps();
  return *joined_;
}

// No container finds a time that comes several times: all frames before it are decoded.
SeekOutcome FileSource::start_at(Time t, int reach) {
  if (!facts_.seekable) return forward(t, reach, true);
  if (t <= first_pts_ || !is_joined()) return seek_exact(t, reach);
  if (land_at_start().status == ReadStatus::interrupted) return {SeekStatus::interrupted, {}};
  return forward(t, reach, true);
}

SeekOutcome FileSource::seek_near(Time t, std::optional<Time> from) {
  if (!facts_.seekable) return forward(t, 0);
  return seek_back_from(t, [&](bool at_start) -> std::optional<ReadStatus> {
    const Time key = ready_.empty() ? t : ready_.front().stamp.pts;
    if (key > t && !at_start) return std::nullopt;
    int kept = 0;
    if (from && t > *from && key <= *from) return collect(t, 0, kept);
    return ReadStatus::frame;
  });
}

SeekOutcome FileSource::seek_previous(Time pts, int reach) {
  if (!facts_.seekable)
    return refuse("cannot step back, because a pipe only goes forward; play the file itself");
  const auto arrived = [&](bool at_start) -> std::optional<ReadStatus> {
    if (!at_start && ready_.front().stamp.pts >= pts) return std::nullopt;
    int kept = 0;
    const ReadStatus status = collect(pts, reach + 1, kept);
    if (kept <= reach && !at_start && status != ReadStatus::interrupted) return std::nullopt;
    if (kept > 0) ready_[static_cast<std::size_t>(kept) - 1].preroll = false;
    return status;
  };
  return seek_back_from(pts - (reach + 1) * clock_->frame_time(), arrived);
}

SeekOutcome FileSource::rewind() {
  if (!ready_.empty() && is_first(ready_.front()) && !ready_.front().preroll) return {};
  if (!facts_.seekable)
    return refuse("cannot start again, because a pipe only goes forward; play the file itself");
  const Landing landing = land_at_start();
  return {landing.status == ReadStatus::interrupted ? SeekStatus::interrupted : SeekStatus::done,
          {}};
}

SeekOutcome FileSource::forward(Time t, int reach, bool over_joins) {
  const Time joined = over_joins ? given_joined_after_ : Time(0);
  if (!facts_.seekable && given_ && t <= *given_ + joined)
    return refuse("cannot go back, because a pipe only goes forward; play the file itself");
  int kept = 0;
  const ReadStatus status = collect(t, reach, kept, over_joins);
  return {status == ReadStatus::interrupted ? SeekStatus::interrupted : SeekStatus::done, {}};
}

}  // namespace framelane
