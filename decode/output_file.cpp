#include "decode/output_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "decode/output_writer.h"
#include "gpu/errors.h"

namespace framelane {
namespace {

[[noreturn]] void fail_system(const std::string& what) {
  throw OutputError(what + ": " + std::generic_category().message(errno));
}

bool is_kind(const std::string& name, const char* extension) {
  return name.ends_with(extension);
}

// Bytes of the planes, and whether they lie back to back in the block.
struct TightSize {
  std::size_t bytes = 0;
  bool in_place = true;
};

TightSize tight_size(const HostPicture& picture) {
  const PixelFormat& format = *picture.facts.format;
  TightSize size;
  for (int p = 0; p < format.plane_count; ++p) {
    const auto row = static_cast<std::size_t>(format.plane_row_bytes(p, picture.facts.width));
    const auto rows = static_cast<std::size_t>(format.plane_rows(p, picture.facts.height));
    size.in_place = size.in_place && picture.pitch(p) == row &&
                    picture.plane(p) == picture.plane(0) + size.bytes;
    size.bytes += row * rows;
  }
  return size;
}

class RawWriter : public OutputFile::Writer {
 public:
  explicit RawWriter(const std::string& name) : sink_(name) {}
  void write(std::span<const std::byte> frame, std::chrono::nanoseconds,
             std::chrono::nanoseconds) override {
    sink_.write(frame);
  }
  void finish() override { sink_.close(); }

 private:
  OutputSink sink_;
};

std::unique_ptr<OutputFile::Writer> make_writer(const std::string& name, const FrameFacts& facts,
                                                Rational frame_rate) {
  if (name == "-" || is_kind(name, ".nut")) return make_nut_writer(name, facts, frame_rate);
  if (is_kind(name, ".y4m")) return make_y4m_writer(name, facts, frame_rate);
  if (is_kind(name, ".raw")) return make_raw_writer(name);
  throw UsageError("--output " + name + ": end the name in .nut, .y4m or .raw");
}

std::string shape(const FrameFacts& facts) {
  return std::to_string(facts.width) + "x" + std::to_string(facts.height) + " " +
         std::string(facts.format->name);
}

}  // namespace

OutputSink::OutputSink(const std::string& name) : owned_(name != "-") {
  descriptor_ =
      owned_ ? open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : STDOUT_FILENO;
  if (descriptor_ < 0) fail_system("output " + name + " cannot be created");
}

OutputSink::~OutputSink() {
  if (owned_ && descriptor_ >= 0) ::close(descriptor_);
}

void OutputSink::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail_system("cannot be written");
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void OutputSink::close() {
  const int descriptor = std::exchange(descriptor_, -1);
  if (owned_ && descriptor >= 0 && ::close(descriptor) != 0) fail_system("cannot be closed");
}

std::int64_t OutputSink::seek(std::int64_t offset, int whence) {
  return lseek(descriptor_, offset, whence);
}

std::span<const std::byte> OutputFile::Writer::tight(const HostPicture& picture) {
  const TightSize size = tight_size(picture);
  if (size.in_place) return {picture.plane(0), size.bytes};
  packed_.resize(size.bytes);
  const PixelFormat& format = *picture.facts.format;
  std::byte* to = packed_.data();
  for (int p = 0; p < format.plane_count; ++p) {
    const auto bytes = static_cast<std::size_t>(format.plane_row_bytes(p, picture.facts.width));
    const std::byte* from = picture.plane(p);
    for (int y = format.plane_rows(p, picture.facts.height); y > 0; --y) {
      std::memcpy(to, from, bytes);
      to += bytes;
      from += picture.pitch(p);
    }
  }
  return packed_;
}

std::unique_ptr<OutputFile::Writer> make_raw_writer(const std::string& name) {
  return std::make_unique<RawWriter>(name);
}

OutputFile::OutputFile(const std::string& name, const FrameFacts& facts, Rational frame_rate)
    : name_(name == "-" ? "standard output" : name),
      facts_(facts),
      takes_any_(is_kind(name, ".raw")),
      writer_(make_writer(name, facts, frame_rate)) {}

OutputFile::~OutputFile() = default;

void OutputFile::fail(const std::string& why) const {
  throw OutputError("output " + name_ + ": " + why + "; it is partial, " + std::to_string(frames_) +
                    " frames are in it");
}

void OutputFile::write(const HostPicture& picture, std::chrono::nanoseconds pts,
                       std::chrono::nanoseconds duration) {
  const FrameFacts& facts = picture.facts;
  const bool same =
      facts.format == facts_.format && facts.width == facts_.width && facts.height == facts_.height;
  if (!same && !takes_any_)
    fail("frames change from " + shape(facts_) + " to " + shape(facts) +
         ", which only a name ending in .raw can hold");
  try {
    writer_->write(writer_->tight(picture), pts, duration);
  } catch (const OutputError& error) {
    fail(error.what());
  }
  ++frames_;
}

void OutputFile::finish() {
  try {
    writer_->finish();
  } catch (const OutputError& error) {
    fail(error.what());
  }
}

}  // namespace framelane
