#include "decode/output_file.h"

#include <cmath>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "decode/output_writer.h"
#include "gpu/errors.h"

namespace framelane {
namespace {

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
  explicit RawWriter(const OutputPlace& place) : sink_(place) {}
  void write(std::span<const std::byte> frame, std::chrono::nanoseconds,
             std::chrono::nanoseconds) override {
    sink_.write(frame);
  }
  void finish() override { sink_.close(); }

 private:
  OutputSink sink_;
};

std::unique_ptr<OutputFile::Writer> make_writer(const OutputPlace& place, const FrameFacts& facts,
                                                Rational frame_rate) {
  switch (output_kind(place.name)) {
    case OutputKind::nut:
      return make_nut_writer(place, facts, frame_rate);
    case OutputKind::y4m:
      return make_y4m_writer(place, facts, frame_rate);
    case OutputKind::raw:
      break;
  }
  return make_raw_writer(place);
}

std::string shape(const FrameFacts& facts) {
  return std::to_string(facts.width) + "x" + std::to_string(facts.height) + " " +
         std::string(facts.format->name);
}

}  // namespace

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

std::unique_ptr<OutputFile::Writer> make_raw_writer(const OutputPlace& place) {
  return std::make_unique<RawWriter>(place);
}

OutputKind output_kind(const std::string& name) {
  if (name == "-" || name.ends_with(".nut")) return OutputKind::nut;
  if (name.ends_with(".y4m")) return OutputKind::y4m;
  if (name.ends_with(".raw")) return OutputKind::raw;
  throw UsageError("--output: '" + name + "' does not end in .nut, .y4m or .raw and is not -");
}

OutputFile::OutputFile(const std::string& name, const FrameFacts& facts, Rational frame_rate,
                       PipeWait wait)
    : name_(name == "-" ? "standard output" : name),
      facts_(facts),
      takes_any_(output_kind(name) == OutputKind::raw),
      writer_(make_writer({name, std::move(wait)}, facts, frame_rate)) {
  if (output_kind(name) == OutputKind::y4m && frame_rate.num > 0) rate_ = frame_rate;
  std::error_code error;
  is_file_ = name != "-" && std::filesystem::is_regular_file(name_, error);
}

OutputFile::~OutputFile() = default;

std::string OutputFile::partial(const std::string& why) const {
  return "output " + name_ + ": " + why + "; it is partial, " + std::to_string(frames_) +
         " frames are in it";
}

template <typename Work>
void OutputFile::name_failures(Work work) {
  try {
    work();
  } catch (const OutputInterrupted& end) {
    throw OutputInterrupted(partial(end.what()));
  } catch (const OutputError& error) {
    throw OutputError(partial(error.what()));
  }
}

// Times that go back are a loop, which begins anew.
void OutputFile::note_time(std::chrono::nanoseconds pts) {
  if (rate_.num <= 0 || times_lost_) return;
  if (!first_pts_ || pts < *previous_pts_) {
    first_pts_ = pts;
    since_first_ = 0;
  }
  previous_pts_ = pts;
  const double frame = 1e9 * rate_.den / rate_.num;
  const auto at = static_cast<double>((pts - *first_pts_).count());
  times_lost_ = std::abs(at - frame * static_cast<double>(since_first_++)) > frame / 2;
}

void OutputFile::write(const HostPicture& picture, std::chrono::nanoseconds pts,
                       std::chrono::nanoseconds duration) {
  const FrameFacts& facts = picture.facts;
  const bool same =
      facts.format == facts_.format && facts.width == facts_.width && facts.height == facts_.height;
  if (!same && !takes_any_)
    throw OutputError(partial("frames change from " + shape(facts_) + " to " + shape(facts) +
                              ", which only a name ending in .raw can hold"));
  name_failures([&] { writer_->write(writer_->tight(picture), pts, duration); });
  ++frames_;
  note_time(pts);
}

void OutputFile::finish() {
  name_failures([&] { writer_->finish(); });
  std::error_code error;
  if (is_file_ && !std::filesystem::exists(name_, error))
    throw OutputError("output " + name_ + ": was taken away while it was written; write it anew");
}

}  // namespace framelane
