#include "decode/decode_loop.h"

#include <exception>
#include <utility>

namespace framelane {
namespace {

using Clock = std::chrono::steady_clock;

// Adds the time of its life to a sum.
class Stopwatch {
 public:
  explicit Stopwatch(std::chrono::nanoseconds& sum) : sum_(sum) {}
  ~Stopwatch() { sum_ += Clock::now() - begin_; }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  std::chrono::nanoseconds& sum_;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace

DecodeCommands CommandBox::take(bool parked) {
  std::unique_lock lock(mutex_);
  if (parked) given_.wait(lock, [&] { return waiting_.any(); });
  DecodeCommands taken = waiting_;
  waiting_ = {};
  waiting_.generation = taken.generation;
  if (taken.move.index() != 0 && !taken.stop) source_.resume();
  return taken;
}

bool CommandBox::empty() const {
  std::lock_guard lock(mutex_);
  return !waiting_.any();
}

std::uint64_t CommandBox::generation() const {
  std::lock_guard lock(mutex_);
  return waiting_.generation;
}

DecodeLoop::DecodeLoop(FrameSource& source, BoundedQueue<DecodedItem>& queue, CommandBox& commands,
                       const DecodeStart& start)
    : source_(source),
      queue_(queue),
      commands_(commands),
      frame_limit_(start.frames),
      loop_(start.loop) {}

void DecodeLoop::run() {
  for (;;) {
    const DecodeCommands commands = commands_.take(parked_ && !pending_);
    if (commands.stop || closed_) return;
    try {
      apply(commands);
      step();
    } catch (const std::exception& error) {
      say(DecodedItem::Kind::failed, error.what());
    }
  }
}

void DecodeLoop::apply(const DecodeCommands& commands) {
  generation_ = commands.generation;
  if (commands.loop) {
    loop_ = *commands.loop;
    plays_ = 0;
  }
  if (const auto* seek = std::get_if<SeekRequest>(&commands.move))
    apply_seek(*seek);
  else if (const auto* keep = std::get_if<ResidentRequest>(&commands.move))
    apply_resident(*keep);
  else if (commands.loop && at_end_ && !pending_)
    play_again();
}

void DecodeLoop::play_again() {
  count_from_here();
  stretch_ended();
}

void DecodeLoop::count_from_here() {
  counts_from_ = index_;
  counted_ = 0;
}

void DecodeLoop::forget_queued() {
  pending_.reset();
  queue_.flush();
}

void DecodeLoop::apply_seek(const SeekRequest& request) {
  forget_queued();
  resident_ = Resident::off;
  kept_.clear();
  const Stopwatch watch(decode_time_);
  const SeekOutcome outcome = seek(request);
  if (outcome.status != SeekStatus::refused) count_from_here();
  after_seek(outcome);
}

SeekOutcome DecodeLoop::seek(const SeekRequest& request) {
  if (request.kind == SeekRequest::Kind::start) return source_.start_at(request.t, request.reach);
  if (request.kind == SeekRequest::Kind::exact) return source_.seek_exact(request.t, request.reach);
  if (request.kind == SeekRequest::Kind::near) return source_.seek_near(request.t, request.from);
  return source_.seek_previous(request.t, request.reach);
}

void DecodeLoop::after_seek(const SeekOutcome& outcome) {
  starts_loop_ = inside_loop_ = false;
  frames_since_wrap_ = 0;
  // Interrupted: the command that did it is next.
  parked_ = outcome.status == SeekStatus::interrupted;
  at_end_ = false;
  if (outcome.status != SeekStatus::refused) return;
  say(DecodedItem::Kind::refused, outcome.why);
}

void DecodeLoop::apply_resident(const ResidentRequest& request) {
  if (request.frames == 0) return leave_resident();
  if (request.from) apply_seek(*request.from);
  if (!request.from) leave_resident();
  source_.reserve(request.frames);
  resident_ = Resident::filling;
  kept_wanted_ = static_cast<std::size_t>(request.frames);
  next_kept_ = 0;
}

// Decoding goes on with the frame after the one pushed last.
void DecodeLoop::leave_resident() {
  const Resident was = std::exchange(resident_, Resident::off);
  const std::vector<SourceFrame> kept = std::exchange(kept_, {});
  if (was != Resident::circling || next_kept_ == 0 || next_kept_ == kept.size()) return;
  const Stopwatch watch(decode_time_);
  // Behind a join the time alone comes several times.
  const SourceFrame& next = kept[next_kept_];
  const SeekOutcome outcome = next.joined_after == Time(0) ? source_.seek_exact(next.pts, 0)
                                                           : source_.start_at(position_of(next), 0);
  starts_loop_ = outcome.status == SeekStatus::refused;
}

void DecodeLoop::step() {
  if (pending_) return push();
  if (parked_) return;
  if (frame_limit_ && index_ - counts_from_ >= *frame_limit_)
    return say(DecodedItem::Kind::end, {});
  if (resident_ == Resident::circling) return circle_one();
  read_one();
}

void DecodeLoop::read_one() {
  SourceFrame frame;
  ReadStatus status = ReadStatus::end;
  {
    const Stopwatch watch(decode_time_);
    status = source_.read(frame);
  }
  if (status == ReadStatus::interrupted) {
    parked_ = true;
    return;
  }
  if (status == ReadStatus::end) return stretch_ended();
  frame.decode_time = std::exchange(decode_time_, Time(0));
  frame.decoded_at = std::chrono::steady_clock::now();
  newest_pts_ = frame.pts.count();
  const bool past = loop_.to && !frame.preroll && frame.pts > *loop_.to;
  if (past && inside_loop_) return stretch_ended();
  inside_loop_ = inside_loop_ || !past;
  if (resident_ == Resident::filling && !frame.preroll) {
    kept_.push_back(frame);
    if (kept_.size() == kept_wanted_) resident_ = Resident::circling;
  }
  hand_on(std::move(frame));
}

void DecodeLoop::circle_one() {
  if (next_kept_ == kept_.size()) next_kept_ = 0;
  starts_loop_ = next_kept_ == 0;
  SourceFrame frame = kept_[next_kept_++];
  frame.decode_time.reset();
  frame.decoded_at.reset();
  hand_on(std::move(frame));
}

// The end of the stream, or of the A-B stretch.
void DecodeLoop::stretch_ended() {
  if (resident_ == Resident::filling && !kept_.empty()) {
    resident_ = Resident::circling;
    next_kept_ = kept_.size();
    return;
  }
  const bool again = loop_.plays == 0 || ++plays_ < loop_.plays;
  // A stretch without frames would go round for ever.
  if (!again || (frames_since_wrap_ == 0 && !at_end_)) {
    say(DecodedItem::Kind::end, {});
    return;
  }
  wrap();
}

void DecodeLoop::wrap() {
  const Stopwatch watch(decode_time_);
  const SeekOutcome outcome = loop_.from ? source_.seek_exact(*loop_.from, 0) : source_.rewind();
  if (outcome.status == SeekStatus::refused) {
    say(DecodedItem::Kind::failed, outcome.why);
    return;
  }
  after_seek(outcome);
  starts_loop_ = true;
}

void DecodeLoop::hand_on(SourceFrame frame) {
  frame.index = index_;
  frame.generation = generation_;
  frame.decode_wait = std::exchange(decode_wait_, Time(0));
  frame.starts_loop = std::exchange(starts_loop_, false);
  frame.resident = resident_ != Resident::off;
  if (!frame.preroll) counted_ = ++index_ - counts_from_;
  ++frames_since_wrap_;
  pending_ = DecodedItem{DecodedItem::Kind::frame, std::move(frame), {}, generation_};
  push();
}

void DecodeLoop::say(DecodedItem::Kind kind, const std::string& error) {
  DecodedItem& item = pending_.emplace();
  item.kind = kind;
  item.error = error;
  item.generation = generation_;
  if (kind != DecodedItem::Kind::refused) parked_ = true;
  at_end_ = kind == DecodedItem::Kind::end;
  push();
}

// Leaves the item pending when a command interrupts the wait.
void DecodeLoop::push() {
  const Stopwatch watch(decode_wait_);
  while (pending_ && commands_.empty()) {
    const QueueStatus status = queue_.push(*pending_);
    if (status == QueueStatus::ok || status == QueueStatus::closed) pending_.reset();
    closed_ = status == QueueStatus::closed;
  }
}

}  // namespace framelane
