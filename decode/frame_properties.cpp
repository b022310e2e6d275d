#include "decode/frame_properties.h"

#include <cmath>
#include <cstring>
#include <numbers>
#include <string_view>

#include "decode/nut_tags.h"

namespace framelane {
namespace {

// Beyond this a time is a fault of the file: 100 years.
constexpr std::int64_t kLongest = std::int64_t{100} * 366 * 86400 * 1'000'000'000;
// One frame may be a slide that stands for long, but not for days.
constexpr std::int64_t kLongestFrame = std::int64_t{86400} * 1'000'000'000;

std::optional<std::int64_t> nanoseconds(std::int64_t ticks, AVRational time_base) {
  const std::int64_t value = av_rescale_q(ticks, time_base, kNanosecond);
  if (value < -kLongest || value > kLongest) return std::nullopt;
  return value;
}

Orientation tagged_orientation(const AVStream& stream, const AVFrame& frame) {
  const std::uint8_t* bytes = nullptr;
  const AVFrameSideData* data = av_frame_get_side_data(&frame, AV_FRAME_DATA_DISPLAYMATRIX);
  if (data != nullptr && data->size >= sizeof(std::int32_t) * 9) bytes = data->data;
  if (bytes == nullptr)
    bytes = av_stream_get_side_data(&stream, AV_PKT_DATA_DISPLAYMATRIX, nullptr);
  if (bytes == nullptr) return {};
  std::int32_t matrix[9] = {};
  std::memcpy(matrix, bytes, sizeof matrix);
  return orientation_of(matrix);
}

Range range_of(const AVFrame& frame) {
  if (frame.color_range == AVCOL_RANGE_MPEG) return Range::limited;
  if (frame.color_range == AVCOL_RANGE_JPEG) return Range::full;
  switch (frame.format) {
    case AV_PIX_FMT_YUVJ420P:
    case AV_PIX_FMT_YUVJ422P:
    case AV_PIX_FMT_YUVJ444P:
    case AV_PIX_FMT_YUVJ440P:
    case AV_PIX_FMT_YUVJ411P:
      return Range::full;
    default:
      return Range::unspecified;
  }
}

ColorFacts color_of(const AVFrame& frame, const PixelFormat* format) {
  ColorFacts color;
  color.matrix = static_cast<Matrix>(frame.colorspace);
  color.primaries = static_cast<Primaries>(frame.color_primaries);
  color.transfer = static_cast<Transfer>(frame.color_trc);
  color.range = range_of(frame);
  color.siting = static_cast<Siting>(frame.chroma_location);
  // No matrix belongs to RGB; and a YUV picture tagged RGB is mis-tagged.
  const bool rgb = format != nullptr && format->family == ColorFamily::rgb;
  if (rgb) color.matrix = Matrix::rgb;
  if (!rgb && color.matrix == Matrix::rgb) color.matrix = Matrix::unspecified;
  return color;
}

// Static metadata is the frame's own where it has some, else the container's.
const std::uint8_t* static_metadata(const AVStream& stream, const AVFrame& frame,
                                    AVFrameSideDataType of_frame, AVPacketSideDataType of_stream,
                                    std::size_t bytes) {
  const AVFrameSideData* data = av_frame_get_side_data(&frame, of_frame);
  if (data != nullptr && data->size >= bytes) return data->data;
  std::size_t size = 0;
  const std::uint8_t* kept = av_stream_get_side_data(&stream, of_stream, &size);
  return kept != nullptr && size >= bytes ? kept : nullptr;
}

LightFacts light_of(const AVStream& stream, const AVFrame& frame) {
  LightFacts light;
  const auto* content = reinterpret_cast<const AVContentLightMetadata*>(
      static_metadata(stream, frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL,
                      AV_PKT_DATA_CONTENT_LIGHT_LEVEL, sizeof(AVContentLightMetadata)));
  if (content != nullptr) light.max_content = static_cast<float>(content->MaxCLL);
  const auto* display = reinterpret_cast<const AVMasteringDisplayMetadata*>(
      static_metadata(stream, frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA,
                      AV_PKT_DATA_MASTERING_DISPLAY_METADATA, sizeof(AVMasteringDisplayMetadata)));
  if (display != nullptr && display->has_luminance != 0 && display->max_luminance.num > 0 &&
      display->max_luminance.den > 0)
    light.max_display = static_cast<float>(av_q2d(display->max_luminance));
  return light;
}

FieldOrder field_order_of(const AVFrame& frame) {
  if (frame.interlaced_frame == 0) return FieldOrder::progressive;
  return frame.top_field_first != 0 ? FieldOrder::top_first : FieldOrder::bottom_first;
}

}  // namespace

Orientation orientation_of(const std::int32_t (&matrix)[9]) {
  const double a = matrix[0], b = matrix[1], c = matrix[3], d = matrix[4];
  Orientation result;
  if (c == 0 && d == 0) return result;
  result.mirror = a * d - b * c < 0;
  // The second column is where "down" goes; a flip from left to right leaves it alone.
  const double quarters = std::atan2(-c, d) / (std::numbers::pi / 2);
  result.rotation = (static_cast<int>(std::lround(quarters)) + 4) % 4 * 90;
  return result;
}

FrameFacts facts_of(AVFormatContext& container, AVStream& stream, AVFrame& frame,
                    const PixelFormat* format) {
  FrameFacts facts;
  facts.format = format;
  facts.width = frame.width;
  facts.height = frame.height;
  facts.color = color_of(frame, format);
  facts.light = light_of(stream, frame);
  const AVRational aspect = av_guess_sample_aspect_ratio(&container, &stream, &frame);
  if (aspect.num > 0 && aspect.den > 0) facts.sample_aspect = {aspect.num, aspect.den};
  const Orientation orientation = tagged_orientation(stream, frame);
  facts.rotation = orientation.rotation;
  facts.mirror = orientation.mirror;
  facts.field_order = field_order_of(frame);
  if (container.iformat != nullptr && std::string_view(container.iformat->name) == "nut")
    read_nut_tags(stream.metadata, facts);
  return facts;
}

FrameClock::FrameClock(const AVStream& stream, AVRational frame_rate)
    : time_base_(stream.time_base),
      stream_start_(stream.start_time),
      frame_time_(std::chrono::milliseconds(40)),
      rate_known_(frame_rate.num > 0 && frame_rate.den > 0) {
  if (rate_known_) frame_time_ = Time(av_rescale_q(1, av_inv_q(frame_rate), kNanosecond));
}

FrameClock::Stamp FrameClock::stamp(const AVFrame& frame) {
  const std::int64_t ticks = frame.best_effort_timestamp;
  if (!start_) {
    timed_ = ticks != AV_NOPTS_VALUE;
    // Times that only come from decoding order start at the first frame.
    const bool own = frame.pts != AV_NOPTS_VALUE && stream_start_ != AV_NOPTS_VALUE;
    start_ = own ? stream_start_ : timed_ ? ticks : 0;
  }
  Stamp stamp;
  std::optional<std::int64_t> pts;
  if (ticks != AV_NOPTS_VALUE && timed_)
    pts = nanoseconds(av_sat_sub64(ticks, *start_), time_base_);
  stamp.pts = pts ? Time(*pts) : next_;
  std::optional<std::int64_t> length;
  if (frame.pkt_duration > 0 && timed_) length = nanoseconds(frame.pkt_duration, time_base_);
  if (length && *length <= kLongestFrame)
    stamp.duration = Time(*length);
  else if (rate_known_)
    stamp.duration = frame_time_;
  next_ = stamp.pts + (stamp.duration > Time(0) ? stamp.duration : frame_time_);
  return stamp;
}

void FrameClock::restart(Time at) {
  next_ = at;
}

std::int64_t FrameClock::timestamp_at(Time time) const {
  return start_.value_or(0) +
         av_rescale_q_rnd(time.count(), kNanosecond, time_base_, AV_ROUND_DOWN);
}

}  // namespace framelane
