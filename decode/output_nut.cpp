#include <algorithm>
#include <cerrno>
#include <exception>
#include <optional>

#include "decode/ffmpeg_types.h"
#include "decode/nut_tags.h"
#include "decode/output_writer.h"
#include "gpu/errors.h"

namespace framelane {
namespace {

constexpr AVRational kTick{1, 705'600'000};
constexpr int kWriteBytes = 1 << 20;

struct FreeMuxer {
  void operator()(AVFormatContext* muxer) const {
    av_freep(&muxer->pb->buffer);
    avio_context_free(&muxer->pb);
    avformat_free_context(muxer);
  }
};

class NutWriter : public OutputFile::Writer {
 public:
  NutWriter(const OutputPlace& place, const FrameFacts& facts, Rational frame_rate)
      : sink_(place), packet_(av_packet_alloc()) {
    AVFormatContext* muxer = nullptr;
    check(avformat_alloc_output_context2(&muxer, nullptr, "nut", nullptr), "NUT");
    auto* buffer = static_cast<unsigned char*>(av_malloc(kWriteBytes));
    muxer->pb = avio_alloc_context(buffer, kWriteBytes, 1, this, nullptr, put, seek);
    muxer_.reset(muxer);
    if (sink_.seek(0, SEEK_CUR) < 0) muxer->pb->seekable = 0;
    describe(*avformat_new_stream(muxer, nullptr), facts, frame_rate);
  }

  void write(std::span<const std::byte> frame, std::chrono::nanoseconds pts,
             std::chrono::nanoseconds duration) override {
    begin();
    // The muxer only reads; FFmpeg's packet has no const.
    packet_->data = reinterpret_cast<std::uint8_t*>(const_cast<std::byte*>(frame.data()));
    packet_->size = static_cast<int>(frame.size());
    packet_->flags = AV_PKT_FLAG_KEY;
    packet_->pts = packet_->dts = place(ticks(pts), std::max<std::int64_t>(1, ticks(duration)));
    packet_->duration = ticks(duration);
    const int status = av_write_frame(muxer_.get(), packet_.get());
    packet_->data = nullptr;
    packet_->size = 0;
    check(status, "a frame");
  }

  void finish() override {
    begin();
    check(av_write_trailer(muxer_.get()), "the index");
    avio_flush(muxer_->pb);
    check(muxer_->pb->error, "the end");
    sink_.close();
  }

 private:
  static std::int64_t ticks(std::chrono::nanoseconds time) {
    return av_rescale_q(time.count(), kNanosecond, kTick);
  }

  // Times must rise: a frame at the last one's time comes a tick later, and where they go back the
  // stream goes on from the last frame's end.
  std::int64_t place(std::int64_t pts, std::int64_t duration) {
    if (last_ && pts < last_source_) offset_ = *last_ + last_duration_ - pts;
    const std::int64_t placed = last_ ? std::max(pts + offset_, *last_ + 1) : pts + offset_;
    last_source_ = pts;
    last_duration_ = duration;
    last_ = placed;
    return placed;
  }

  static void describe(AVStream& stream, const FrameFacts& facts, Rational frame_rate) {
    const AVPixelFormat format = av_get_pix_fmt(std::string(facts.format->name).c_str());
    AVCodecParameters& codec = *stream.codecpar;
    codec.codec_type = AVMEDIA_TYPE_VIDEO;
    codec.codec_id = AV_CODEC_ID_RAWVIDEO;
    codec.format = format;
    codec.codec_tag = avcodec_pix_fmt_to_codec_tag(format);
    codec.width = facts.width;
    codec.height = facts.height;
    codec.sample_aspect_ratio = {facts.sample_aspect.num, facts.sample_aspect.den};
    stream.sample_aspect_ratio = codec.sample_aspect_ratio;
    stream.time_base = kTick;
    if (frame_rate.num > 0) stream.avg_frame_rate = {frame_rate.num, frame_rate.den};
    for (const auto& [key, value] : nut_tags(facts))
      av_dict_set(&stream.metadata, key.c_str(), value.c_str(), 0);
  }

  // The sink's own words say more than FFmpeg's code.
  void check(int status, const char* what) const {
    if (status >= 0) return;
    if (failure_) std::rethrow_exception(failure_);
    throw OutputError(std::string(what) + " cannot be written: " + error_text(status));
  }

  void begin() {
    if (!begun_) check(avformat_write_header(muxer_.get(), nullptr), "the header");
    begun_ = true;
  }

  static int put(void* self, std::uint8_t* data, int size) {
    auto* writer = static_cast<NutWriter*>(self);
    try {
      writer->sink_.write(std::as_bytes(std::span(data, static_cast<std::size_t>(size))));
    } catch (const OutputError&) {
      if (!writer->failure_) writer->failure_ = std::current_exception();
      return AVERROR(EIO);
    }
    return size;
  }

  static std::int64_t seek(void* self, std::int64_t offset, int whence) {
    if ((whence & AVSEEK_SIZE) != 0) return AVERROR(ENOSYS);
    const std::int64_t place = static_cast<NutWriter*>(self)->sink_.seek(offset, whence);
    return place < 0 ? AVERROR(errno) : place;
  }

  OutputSink sink_;
  PacketPtr packet_;
  std::unique_ptr<AVFormatContext, FreeMuxer> muxer_;
  bool begun_ = false;
  std::exception_ptr failure_;
  std::optional<std::int64_t> last_;
  std::int64_t last_source_ = 0, last_duration_ = 1, offset_ = 0;
};

}  // namespace

std::unique_ptr<OutputFile::Writer> make_nut_writer(const OutputPlace& place,
                                                    const FrameFacts& facts, Rational frame_rate) {
  const AVPixelFormat format = av_get_pix_fmt(std::string(facts.format->name).c_str());
  if (format == AV_PIX_FMT_NONE || avcodec_pix_fmt_to_codec_tag(format) == 0)
    throw UsageError("--output " + place.name + ": NUT has no tag for " +
                     std::string(facts.format->name) +
                     "; use a name ending in .raw, or another --output-format");
  return std::make_unique<NutWriter>(place, facts, frame_rate);
}

}  // namespace framelane
