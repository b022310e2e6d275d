#pragma once
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "decode/pipe_room.h"
#include "gpu/errors.h"
#include "gpu/picture.h"

namespace framelane {

enum class OutputKind : std::uint8_t { nut, y4m, raw };
// By the name: "-" is NUT. Throws UsageError for a name without one of the endings.
[[nodiscard]] OutputKind output_kind(const std::string& name);

// The interrupt ended it while nobody read: exit status 128 + signal.
struct OutputInterrupted : OutputError {
  using OutputError::OutputError;
};

// Processed frames, uncompressed, one after the other into a file or standard output.
//   FILE.nut, -   NUT with rawvideo. Times are kept to 1/705,600,000 s, which every usual frame
//                 rate divides, so variable rates survive. The sample aspect ratio is in the
//                 header; the rest is metadata of the stream, which open_input() reads: nut_tags.h.
//   FILE.y4m      YUV4MPEG2 at the nominal frame rate: times are not kept. Planar YUV and gray. Of
//                 colour it has range and 8-bit 4:2:0's siting: FFmpeg reads headers of 95 bytes
//                 at most, too few for words of our own.
//   FILE.raw      planes without padding; nothing else.
// Where times go back (a loop), NUT goes on after the last frame. Frames of another size or layout:
// raw goes on with them; NUT and y4m refuse them, and what was written before stays readable.
// Standard output must not raise SIGPIPE: the program ignores that signal.
// Thread-safety: one thread at a time.
class OutputFile {
 public:
  // `facts` are those of the frames to come, `frame_rate` the source's nominal one, 0/1 unknown.
  // Throws UsageError, before any file is touched, where the kind of file cannot hold such frames;
  // OutputError when it cannot be created. Once `wait.interrupt` is raised, a pipe has a second to
  // take what is left; after that every member throws OutputInterrupted.
  OutputFile(const std::string& name, const FrameFacts& facts, Rational frame_rate,
             PipeWait wait = {});
  ~OutputFile();  // closes; a failure then is not told: finish() first
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Throws OutputError, naming the file as partial.
  void write(const HostPicture& picture, std::chrono::nanoseconds pts,
             std::chrono::nanoseconds duration);
  // Completes and closes the file. Throws OutputError. Afterwards nothing may be written.
  void finish();
  [[nodiscard]] std::int64_t frames() const { return frames_; }
  // Frames had times that the file's one rate does not give them, by more than half a frame. Only
  // y4m says any.
  [[nodiscard]] bool times_lost() const { return times_lost_; }

  // What writes one kind of file.
  class Writer;

 private:
  [[nodiscard]] std::string partial(const std::string& why) const;
  template <typename Work>
  void name_failures(Work work);

  std::string name_;
  FrameFacts facts_;
  bool takes_any_ = false;  // frames of another size or layout too
  std::unique_ptr<Writer> writer_;
  void note_time(std::chrono::nanoseconds pts);

  bool is_file_ = false;  // not standard output, a pipe or a device
  std::int64_t frames_ = 0;
  Rational rate_;  // of the kind of file that has one rate for all frames; otherwise 0/1
  std::optional<std::chrono::nanoseconds> first_pts_, previous_pts_;
  std::int64_t since_first_ = 0;  // frames
  bool times_lost_ = false;
};

}  // namespace framelane
