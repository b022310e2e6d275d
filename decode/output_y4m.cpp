#include <string_view>
#include <utility>

#include "decode/output_writer.h"
#include "gpu/errors.h"

namespace framelane {
namespace {

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

// Where 8-bit 4:2:0 has its chroma, in the words YUV4MPEG2 has for it.
const char* siting_420(Siting siting) {
  if (siting == Siting::center) return "420jpeg";
  if (siting == Siting::topleft) return "420paldv";
  return "420mpeg2";
}

// The C parameter; empty where the format has none.
std::string layout_name(const FrameFacts& facts) {
  const PixelFormat& format = *facts.format;
  const bool planar = format.family != ColorFamily::rgb && format.shift == 0 &&
                      format.plane_count == format.color_count + (format.alpha ? 1 : 0);
  if (!planar) return {};
  if (format.alpha) return format.name == "yuva444p" ? "444alpha" : "";
  const std::string depth = format.depth == 8 ? "" : std::to_string(format.depth);
  if (format.family == ColorFamily::gray) return "mono" + depth;
  std::string_view subsampling = "444";
  if (format.log2_chroma_w == 1) subsampling = format.log2_chroma_h == 1 ? "420" : "422";
  if (depth.empty())
    return subsampling == "420" ? siting_420(facts.color.siting) : std::string(subsampling);
  const std::string name = std::string(subsampling) + "p" + depth;
  // FFmpeg's reader takes the depth from here.
  return name + " XYSCSS=" + std::string(subsampling) + "P" + depth;
}

char field_letter(FieldOrder order) {
  if (order == FieldOrder::top_first) return 't';
  return order == FieldOrder::bottom_first ? 'b' : 'p';
}

std::string header(const FrameFacts& facts, Rational rate, const std::string& layout) {
  if (rate.num <= 0 || rate.den <= 0) rate = {25, 1};
  const Rational aspect = facts.sample_aspect;
  std::string text = "YUV4MPEG2 W" + std::to_string(facts.width) + " H" +
                     std::to_string(facts.height) + " F" + std::to_string(rate.num) + ":" +
                     std::to_string(rate.den) + " I" + field_letter(facts.field_order) + " A" +
                     std::to_string(aspect.num) + ":" + std::to_string(aspect.den) + " C" + layout;
  const Range range = effective_range(facts);
  return text + (range == Range::full ? " XCOLORRANGE=FULL\n" : " XCOLORRANGE=LIMITED\n");
}

class Y4mWriter : public OutputFile::Writer {
 public:
  Y4mWriter(const OutputPlace& place, std::string first)
      : sink_(place), header_(std::move(first)) {}
  void write(std::span<const std::byte> frame, std::chrono::nanoseconds,
             std::chrono::nanoseconds) override {
    begin();
    sink_.write(bytes_of("FRAME\n"));
    sink_.write(frame);
  }
  void finish() override {
    begin();
    sink_.close();
  }

 private:
  void begin() {
    sink_.write(bytes_of(header_));
    header_.clear();
  }
  OutputSink sink_;
  std::string header_;  // empty once written
};

}  // namespace

std::unique_ptr<OutputFile::Writer> make_y4m_writer(const OutputPlace& place,
                                                    const FrameFacts& facts, Rational frame_rate) {
  const std::string layout = layout_name(facts);
  if (layout.empty())
    throw UsageError("--output " + place.name + ": y4m cannot hold " +
                     std::string(facts.format->name) + "; use a name ending in .nut");
  return std::make_unique<Y4mWriter>(place, header(facts, frame_rate, layout));
}

}  // namespace framelane
