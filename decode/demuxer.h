#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "decode/ffmpeg_types.h"
#include "decode/interrupt.h"
#include "decode/poll_io.h"

namespace framelane {

// How an input is reached. Thread-safety: a value.
struct InputPlace {
  enum class Kind { file, url, pipe, standard_input };
  Kind kind = Kind::file;
  std::string path;  // without "file:"; the URL for Kind::url
  std::string name;  // printable, for messages
};

// Looks at the disk. Throws InputError for what is missing, a directory or empty.
[[nodiscard]] InputPlace find_input(const std::string& input);

// The packets of the chosen video stream of an opened container; open_input.h has the rule of the
// choice. Thread-safety: one thread at a time.
class Demuxer {
 public:
  // Throws InputError.
  Demuxer(const InputPlace& place, std::shared_ptr<Interrupt> interrupt);
  ~Demuxer();
  Demuxer(const Demuxer&) = delete;
  Demuxer& operator=(const Demuxer&) = delete;

  [[nodiscard]] AVFormatContext& format() const { return *format_; }
  [[nodiscard]] AVStream& stream() const { return *format_->streams[stream_]; }
  [[nodiscard]] const AVCodec& codec() const { return *codec_; }
  [[nodiscard]] int video_streams() const { return video_streams_; }
  [[nodiscard]] bool seekable() const;

  // The next packet of the stream that has data. FFmpeg's code on failure or at the end.
  [[nodiscard]] int read(AVPacket& into);
  // Whether times go back somewhere in the file, as where files were joined to one: from looks here
  // and there, so that short pieces may be missed. The next read is anywhere: seek.
  [[nodiscard]] bool times_begin_again();
  // To the key frame at or before a time in the stream's time base, as far as the container knows.
  [[nodiscard]] int seek(std::int64_t timestamp);

 private:
  void open(const InputPlace& place);
  void choose_stream(const InputPlace& place);
  void close();
  [[nodiscard]] std::int64_t time_at(std::int64_t place);
  [[noreturn]] void fail(const InputPlace& place, int code);

  std::shared_ptr<Interrupt> interrupt_;
  std::unique_ptr<PollInput> pipe_;
  AVIOContext* file_ = nullptr;
  AVFormatContext* format_ = nullptr;
  const AVCodec* codec_ = nullptr;
  unsigned stream_ = 0;
  int video_streams_ = 0;
};

}  // namespace framelane
