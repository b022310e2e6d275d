#pragma once
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "decode/frame_source.h"
#include "gpu/bounded_queue.h"

namespace framelane {

// What the decode thread hands on. Thread-safety: a value; frames are shared read-only.
struct DecodedItem {
  enum class Kind : std::uint8_t {
    frame,
    end,     // nothing more comes until a command
    failed,  // likewise, with the error
    refused  // a seek could not be carried out; frames go on, with its generation
  };
  Kind kind = Kind::end;
  SourceFrame frame;             // Kind::frame
  std::string error;             // one line: Kind::failed, Kind::refused
  std::uint64_t generation = 0;  // of every kind; older ones are to be discarded
};

struct LoopSetting {
  std::int64_t plays = 1;  // times the stretch is played in all; 0 = endless
  // A-B: past `to` play goes back to `from`. A seek beyond `to` plays on to the end first.
  std::optional<std::chrono::nanoseconds> from, to;
  friend bool operator==(const LoopSetting&, const LoopSetting&) = default;
};

struct DecodeStart {
  std::optional<std::chrono::nanoseconds> at;  // exact seek before the first frame
  int reach = 0;                               // its preroll
  // End after so many since the last move, preroll not counted; going round is no move.
  std::optional<std::int64_t> frames;
  LoopSetting loop;
  int resident = 0;  // as set_resident() from there
};

// What became of a command: the generation its frames will carry, or why it was refused (then
// nothing changes).
struct DecodeAnswer {
  bool accepted = true;
  std::uint64_t generation = 0;
  std::string why;               // one line, when refused
  std::uint64_t bytes = 0;       // set_resident: what the frames take
  std::uint64_t free_bytes = 0;  // set_resident: free memory
};

// Reads a source on its own thread and pushes its frames into a queue, generation 1 first. At the
// end of the stream, and after an error, one item says so and the thread waits for a command.
// Commands return at once. One that goes elsewhere raises the generation, wakes the thread from a
// blocked push or read and drops what is queued; of several waiting ones only the last counts. It
// interrupts the queue, so the consumer's next pop may return `interrupted`.
// Thread-safety: commands from any thread. The queue outlives this object.
class DecodeThread {
 public:
  using Time = std::chrono::nanoseconds;
  // Throws UsageError when start.resident does not fit into memory.
  DecodeThread(std::unique_ptr<FrameSource> source, BoundedQueue<DecodedItem>& queue,
               const DecodeStart& start);
  ~DecodeThread();  // stop()
  DecodeThread(const DecodeThread&) = delete;
  DecodeThread& operator=(const DecodeThread&) = delete;

  // As FrameSource's. Each leaves the resident loop.
  DecodeAnswer seek_exact(Time t, int reach);
  DecodeAnswer seek_near(Time t, std::optional<Time> from);
  DecodeAnswer seek_previous(Time pts, int reach);
  // Counts plays anew; at the end of the stream it starts the next one. The generation stays.
  void set_loop(const LoopSetting& loop);
  // Decodes `frames` frames from `from` (or from where decoding stands: then the generation stays)
  // once, then pushes those same slots round and round, starts_loop on each first. 0 goes back to
  // decoding, with the frame after the one pushed last. Refused above half of the free memory.
  DecodeAnswer set_resident(int frames, std::optional<Time> from);
  // Ends the thread within a second, whatever it is doing. Nothing is pushed afterwards.
  void stop();

  [[nodiscard]] const InputFacts& facts() const;
  [[nodiscard]] DecodeCounts counts() const;
  // FrameSource's.
  [[nodiscard]] std::optional<Time> end() const;
  // Frames that count against DecodeStart::frames so far.
  [[nodiscard]] std::int64_t frames_counted() const;
  [[nodiscard]] std::uint64_t generation() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace framelane
