#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gpu/source_frame.h"

namespace framelane {

// What is known of an input once its first frame was decoded. Thread-safety: a value.
struct InputFacts {
  std::string name;  // for showing: the file's name, the URL, "standard input", the pattern
  std::string container;
  std::string codec;
  std::string codec_profile;  // empty when unknown
  std::string pixel_format;   // FFmpeg's name of what the decoder gives
  FrameFacts frame;           // of the first frame; later frames may differ
  bool converted = false;     // swscale changes pixel_format into frame.format on the CPU
  Rational frame_rate{0, 1};  // the container's average; 0/1 unknown. Never the truth for pts
  std::optional<std::chrono::nanoseconds> duration;
  std::optional<std::int64_t> frame_count;  // only where it is certain (pattern:)
  bool seekable = false;                    // backwards too
  int stream_index = 0;                     // in the container
  int video_streams = 1;                    // attached pictures not counted
  std::int64_t bit_rate = 0;                // bits per second, 0 unknown
  int decoder_threads = 1;
  std::vector<std::string> notes;  // one line each: what a person should know of this input
};

// Thread-safety: a value.
struct DecodeCounts {
  std::uint64_t decoded = 0;          // frames that left the decoder, skipped ones included
  std::uint64_t corrupt_packets = 0;  // packets or frames the decoder refused
  std::uint64_t concealed = 0;        // frames of which the decoder made up a part
  // Errors that FFmpeg reported since it was opened, other inputs open meanwhile among them.
  std::uint64_t reported = 0;
  std::uint64_t copied_bytes = 0;  // picture bytes the CPU copied into slots
  std::uint64_t converted = 0;     // frames that went through swscale
  std::uint64_t outside = 0;       // frames in pageable blocks outside the arena
  bool cut_short = false;          // the container ended with an error, not with its end

  // Of one input behind another.
  DecodeCounts& operator+=(const DecodeCounts& next);
};

enum class ReadStatus : std::uint8_t { frame, end, interrupted };
enum class SeekStatus : std::uint8_t { done, refused, interrupted };

struct SeekOutcome {
  SeekStatus status = SeekStatus::done;
  std::string why;  // one line, when refused
};

// Frames of one video stream, in the order of their pts. Times are from the stream's start.
// Implementations: files, URLs and standard input through FFmpeg; `pattern:`.
// Thread-safety: one thread at a time; interrupt(), counts() and end() from any thread.
class FrameSource {
 public:
  using Time = std::chrono::nanoseconds;
  virtual ~FrameSource() = default;

  [[nodiscard]] virtual const InputFacts& facts() const = 0;
  // The next frame; `end` once the decoder is drained, and again at each further call. Fills all of
  // `into` but index, generation, the decode times and starts_loop. Packets that cannot be decoded
  // are counted and skipped. Throws DecodeError when reading fails or memory is short.
  [[nodiscard]] virtual ReadStatus read(SourceFrame& into) = 0;

  // Each of these moves what read() gives next. Refused, with the reason, where the input cannot go
  // there; the position is then unchanged.
  // The first frame with pts >= t, preceded by up to `reach` frames marked preroll: the pixels are
  // those of playing there from the start. Past the last frame read() gives `end`.
  [[nodiscard]] virtual SeekOutcome seek_exact(Time t, int reach) = 0;
  // Where to begin at first: the same, but t counts from the first frame on over times that begin
  // again, as in files joined to one, there leaving out gaps: see SourceFrame::joined_after.
  [[nodiscard]] virtual SeekOutcome start_at(Time t, int reach) { return seek_exact(t, reach); }
  // The key frame at or before t. Where that is not past `from` although t is (a step forward
  // inside a long group), the first frame with pts >= t.
  [[nodiscard]] virtual SeekOutcome seek_near(Time t, std::optional<Time> from) = 0;
  // The last frame with pts < `pts`, with preroll as above; the first frame when there is none.
  [[nodiscard]] virtual SeekOutcome seek_previous(Time pts, int reach) = 0;
  // The first frame.
  [[nodiscard]] virtual SeekOutcome rewind() = 0;

  // Makes room for `extra` frames, in all, to be held at once. Allocates what is not yet there.
  virtual void reserve(int extra) = 0;
  // Bytes that holding one more frame takes; 0 where they are held anyway.
  [[nodiscard]] virtual std::uint64_t block_bytes() const = 0;

  // Ends a blocking read or seek soon; it returns `interrupted`. Holds until resume(). A read that
  // was cut off may have lost its place: seek or destroy.
  virtual void interrupt() = 0;
  virtual void resume() = 0;
  [[nodiscard]] virtual DecodeCounts counts() const = 0;
  // Where the last frame ends, as start_at() counts: found once it was read to there, before that
  // what the container says; nothing where it says nothing.
  [[nodiscard]] virtual std::optional<Time> end() const { return facts().duration; }
};

}  // namespace framelane
