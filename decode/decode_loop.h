#pragma once
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "decode/decode_thread.h"

namespace framelane {

// Private to decode/: the commands of DecodeThread and the body of its thread.

struct SeekRequest {
  enum class Kind : std::uint8_t { start, exact, near, previous };
  Kind kind = Kind::exact;
  std::chrono::nanoseconds t{0};
  int reach = 0;
  std::optional<std::chrono::nanoseconds> from;
};
struct ResidentRequest {
  int frames = 0;
  std::optional<SeekRequest> from;  // from where decoding stands without
};

struct DecodeCommands {
  bool stop = false;
  std::optional<LoopSetting> loop;
  std::variant<std::monostate, SeekRequest, ResidentRequest> move;  // the last one counts
  std::uint64_t generation = 1;                                     // of what follows
  [[nodiscard]] bool any() const { return stop || loop || move.index() != 0; }
};

// Commands on their way to the thread. A command and the interrupt of the source that goes with it
// are given, and taken, as one. Thread-safety: any thread.
class CommandBox {
 public:
  explicit CommandBox(FrameSource& source) : source_(source) {}

  // change(commands) under the lock; then the source is interrupted if asked for.
  template <typename Change>
  std::uint64_t give(bool interrupt, Change change) {
    std::lock_guard lock(mutex_);
    change(waiting_);
    if (interrupt) source_.interrupt();
    given_.notify_one();
    return waiting_.generation;
  }
  // Empty at once when nothing waits, unless `parked`: then it waits.
  [[nodiscard]] DecodeCommands take(bool parked);
  [[nodiscard]] bool empty() const;
  [[nodiscard]] std::uint64_t generation() const;

 private:
  FrameSource& source_;
  mutable std::mutex mutex_;
  std::condition_variable given_;
  DecodeCommands waiting_;
};

// The thread's body. Thread-safety: run() on one thread; newest_pts() and frames_counted() from
// any.
class DecodeLoop {
 public:
  using Time = std::chrono::nanoseconds;
  DecodeLoop(FrameSource& source, BoundedQueue<DecodedItem>& queue, CommandBox& commands,
             const DecodeStart& start);
  void run();
  // Of the frame read last; a pipe cannot go to or before it.
  [[nodiscard]] Time newest_pts() const { return Time(newest_pts_.load()); }
  [[nodiscard]] std::int64_t frames_counted() const { return counted_; }

 private:
  enum class Resident : std::uint8_t { off, filling, circling };

  void apply(const DecodeCommands& commands);
  void apply_seek(const SeekRequest& request);
  SeekOutcome seek(const SeekRequest& request);
  void apply_resident(const ResidentRequest& request);
  void leave_resident();
  void after_seek(const SeekOutcome& outcome);
  void forget_queued();
  void step();
  void read_one();
  void circle_one();
  void stretch_ended();
  void play_again();
  void count_from_here();
  void wrap();
  void hand_on(SourceFrame frame);
  void say(DecodedItem::Kind kind, const std::string& error);
  void push();

  FrameSource& source_;
  BoundedQueue<DecodedItem>& queue_;
  CommandBox& commands_;
  const std::optional<std::int64_t> frame_limit_;

  std::optional<DecodedItem> pending_;  // not yet in the queue
  bool parked_ = false;                 // waits for a command
  bool at_end_ = false;                 // parked by the end of the stream
  bool closed_ = false;
  std::uint64_t generation_ = 1;
  std::int64_t index_ = 0;
  std::int64_t counts_from_ = 0;  // index_ at the last move: the frame limit counts from there
  Time decode_time_{0};
  Time decode_wait_{0};

  LoopSetting loop_;
  std::int64_t plays_ = 0;  // finished
  bool starts_loop_ = false;
  bool inside_loop_ = false;  // has been at or before loop_.to since the last move
  std::int64_t frames_since_wrap_ = 0;

  Resident resident_ = Resident::off;
  std::vector<SourceFrame> kept_;
  std::size_t kept_wanted_ = 0;
  std::size_t next_kept_ = 0;
  std::atomic<std::int64_t> newest_pts_{INT64_MIN};
  std::atomic<std::int64_t> counted_{0};  // since the last move
};

}  // namespace framelane
