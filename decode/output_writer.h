#pragma once
// Private to decode/output_*: the kinds of file.
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "decode/output_file.h"

namespace framelane {

// A file descriptor written to in full. Throws OutputError with the system's words.
class OutputSink {
 public:
  explicit OutputSink(const std::string& name);  // "-" is standard output, which stays open
  ~OutputSink();
  OutputSink(const OutputSink&) = delete;
  OutputSink& operator=(const OutputSink&) = delete;

  void write(std::span<const std::byte> bytes);
  void close();
  // -1 where the file cannot seek. As lseek().
  std::int64_t seek(std::int64_t offset, int whence);

 private:
  int descriptor_ = -1;
  bool owned_ = false;
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
[[nodiscard]] std::unique_ptr<OutputFile::Writer> make_raw_writer(const std::string& name);
[[nodiscard]] std::unique_ptr<OutputFile::Writer> make_y4m_writer(const std::string& name,
                                                                  const FrameFacts& facts,
                                                                  Rational frame_rate);
[[nodiscard]] std::unique_ptr<OutputFile::Writer> make_nut_writer(const std::string& name,
                                                                  const FrameFacts& facts,
                                                                  Rational frame_rate);

}  // namespace framelane
