#pragma once
// Private to decode/output_*: the kinds of file.
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "decode/output_file.h"
#include "decode/pipe_room.h"

namespace framelane {

struct OutputPlace {
  std::string name;  // "-" is standard output, which stays open
  PipeWait wait;
};

// A file descriptor written to in full. Throws OutputError with the system's words. Once the
// interrupt is raised, pipes and devices have a second to take what is still written; then, and
// where a FIFO is still without a reader, OutputInterrupted is thrown. Files on disk are written
// to the end.
class OutputSink {
 public:
  explicit OutputSink(const OutputPlace& place);
  ~OutputSink();
  OutputSink(const OutputSink&) = delete;
  OutputSink& operator=(const OutputSink&) = delete;

  void write(std::span<const std::byte> bytes);
  void close();
  // -1 where the file cannot seek. As lseek().
  std::int64_t seek(std::int64_t offset, int whence);

 private:
  void wait_for_room();
  [[nodiscard]] int open_file(const OutputPlace& place);

  PipeRoom room_;
  int descriptor_ = -1;
  bool owned_ = false;      // and then never waited in by write()
  bool may_block_ = false;  // not a file on disk
};

class OutputFile::Writer {
 public:
  virtual ~Writer() = default;
  virtual void write(std::span<const std::byte> frame, std::chrono::nanoseconds pts,
                     std::chrono::nanoseconds duration) = 0;
  virtual void finish() = 0;

  // The picture's planes without padding; the picture itself where it has none.
  [[nodiscard]] std::span<const std::byte> tight(const HostPicture& picture);

 private:
  std::vector<std::byte> packed_;
};

// Each throws UsageError, before any file is touched, where it cannot hold such frames.
[[nodiscard]] std::unique_ptr<OutputFile::Writer> make_raw_writer(const OutputPlace& place);
[[nodiscard]] std::unique_ptr<OutputFile::Writer> make_y4m_writer(const OutputPlace& place,
                                                                  const FrameFacts& facts,
                                                                  Rational frame_rate);
[[nodiscard]] std::unique_ptr<OutputFile::Writer> make_nut_writer(const OutputPlace& place,
                                                                  const FrameFacts& facts,
                                                                  Rational frame_rate);

}  // namespace framelane
