#include "decode/file_source.h"

#include <new>
#include <optional>
#include <string>
#include <utility>

#include "decode/library_log.h"
#include "decode/printable.h"
#include "gpu/errors.h"

namespace framelane {
namespace {

// A decoder that is drained may report one error for each frame under way; more is a loop.
constexpr int kMostErrorsInARow = 1000;

template <typename T>
T made(T pointer) {
  if (!pointer) throw std::bad_alloc();
  return pointer;
}

std::shared_ptr<Interrupt> given_or_new(const std::shared_ptr<Interrupt>& given) {
  return given ? given : std::make_shared<Interrupt>();
}

std::optional<FrameSource::Time> duration_of(const AVFormatContext& container,
                                             const AVStream& stream) {
  std::int64_t length = 0;
  if (stream.duration == UINT32_MAX) return std::nullopt;  // ISO 14496-12: cannot be determined
  if (stream.duration != AV_NOPTS_VALUE)
    length = av_rescale_q(stream.duration, stream.time_base, kNanosecond);
  else if (container.duration != AV_NOPTS_VALUE)
    length = av_rescale_q(container.duration, AV_TIME_BASE_Q, kNanosecond);
  constexpr std::int64_t kLongest = std::int64_t{100} * 366 * 86400 * 1'000'000'000;
  if (length <= 0 || length > kLongest) return std::nullopt;  // a fault of the file
  return FrameSource::Time(length);
}

bool drops_alpha(const AVStream& stream) {
  const AVDictionaryEntry* mode = av_dict_get(stream.metadata, "alpha_mode", nullptr, 0);
  const AVCodecID codec = stream.codecpar->codec_id;
  return mode != nullptr && std::string(mode->value) == "1" &&
         (codec == AV_CODEC_ID_VP8 || codec == AV_CODEC_ID_VP9);
}

// What the bytes are to blame for, not the place they come from.
bool is_damage(int error) {
  return error == AVERROR_INVALIDDATA || error == AVERROR_PATCHWELCOME || error == AVERROR_BUG ||
         error == AVERROR_BUG2 || error == AVERROR_BUFFER_TOO_SMALL;
}

}  // namespace

FileSource::FileSource(const InputPlace& place, const OpenOptions& options, HostPool& pool)
    : place_(place),
      interrupt_(given_or_new(options.interrupt)),
      demuxer_(std::make_unique<Demuxer>(place, interrupt_)),
      packet_(made(PacketPtr(av_packet_alloc()))),
      scratch_(made(FramePtr(av_frame_alloc()))) {
  open_codec(options, pool);
  AVStream& stream = demuxer_->stream();
  clock_ = std::make_unique<FrameClock>(stream,
                                        av_guess_frame_rate(&demuxer_->format(), &stream, nullptr));
  if (!demuxer_->seekable()) joined_times_.leave_out_gaps();
  decode_first();
}

void FileSource::open_codec(const OpenOptions& options, HostPool& pool) {
  const AVStream& stream = demuxer_->stream();
  const AVCodec& codec = demuxer_->codec();
  codec_ = made(CodecPtr(avcodec_alloc_context3(&codec)));
  if (avcodec_parameters_to_context(codec_.get(), stream.codecpar) < 0) throw std::bad_alloc();
  codec_->pkt_timebase = stream.time_base;
  const DecoderPlan plan = plan_decoder(*codec_, *stream.codecpar, options);
  slots_ = std::make_unique<SlotBuffers>(pool, plan.limit);
  maker_ = std::make_unique<PictureMaker>(*slots_);
  if (plan.block_bytes > 0) slots_->reserve(plan.block_bytes, plan.blocks);
  slots_->attach(*codec_);
  codec_->thread_count = plan.threads;
  codec_->thread_type = FF_THREAD_FRAME | FF_THREAD_SLICE;
  const int code = avcodec_open2(codec_.get(), &codec, nullptr);
  if (code < 0)
    throw InputError(place_.name + ": the " + codec.name +
                     " decoder cannot be opened: " + error_text(code));
  if (plan.threads < plan.wanted_threads)
    facts_.notes.push_back("--pinned-limit lowers the decoder's threads from " +
                           std::to_string(plan.wanted_threads) + " to " +
                           std::to_string(plan.threads));
}

void FileSource::decode_first() {
  Decoded first;
  ReadStatus status = ReadStatus::end;
  std::string failure;
  try {
    status = decode_next(first);
  } catch (const DecodeError& error) {
    failure = error.what();
  }
  if (status == ReadStatus::interrupted)
    throw InputError(place_.name + ": opening was interrupted");
  if (status == ReadStatus::end) {
    const bool mov = std::string(demuxer_->format().iformat->name).starts_with("mov");
    if (mov && !demuxer_->seekable())
      throw InputError(place_.name +
                       ": its index (moov) comes after the pictures, which cannot be read from a "
                       "pipe; name the file, or write it with -movflags +faststart");
    if (!failure.empty()) throw InputError(failure);
    throw InputError(place_.name + ": not one picture of its " + codec_->codec->name +
                     " stream could be decoded" +
                     (corrupt_ > 0 ? " (" + std::to_string(corrupt_) + " bad packets)" : "") +
                     "; the file is damaged or cut off");
  }
  first_pts_ = first.stamp.pts;
  first_place_ = first.frame->pkt_pos;
  gather_facts(*first.frame);
  ready_.push_back(std::move(first));
}

void FileSource::gather_facts(AVFrame& first) {
  AVFormatContext& container = demuxer_->format();
  AVStream& stream = demuxer_->stream();
  const auto format = static_cast<AVPixelFormat>(first.format);
  facts_.name = place_.name;
  facts_.container = container.iformat->name;
  facts_.codec = avcodec_get_name(codec_->codec_id);
  const char* profile = avcodec_profile_name(codec_->codec_id, codec_->profile);
  facts_.codec_profile = profile == nullptr ? "" : profile;
  facts_.pixel_format = av_get_pix_fmt_name(format);
  facts_.frame = facts_of(container, stream, first, nearest_native(format));
  facts_.converted = native_format(format) == nullptr;
  const AVRational rate = stream.avg_frame_rate;
  if (rate.num > 0 && rate.den > 0) facts_.frame_rate = {rate.num, rate.den};
  facts_.duration = duration_of(container, stream);
  facts_.seekable = demuxer_->seekable();
  facts_.stream_index = stream.index;
  facts_.video_streams = demuxer_->video_streams();
  facts_.bit_rate = stream.codecpar->bit_rate > 0 ? stream.codecpar->bit_rate : container.bit_rate;
  facts_.decoder_threads = codec_->thread_count;
  if (facts_.frame.format == nullptr)
    throw InputError(place_.name + ": pixel format " + facts_.pixel_format +
                     " cannot be read; convert the file first");
  if (facts_.converted)
    facts_.notes.push_back("swscale converts " + facts_.pixel_format + " to " +
                           std::string(facts_.frame.format->name) + " on the CPU");
  if (drops_alpha(stream))
    facts_.notes.push_back("the alpha of this " + facts_.codec + " stream is not decoded");
  if (facts_.frame.field_order != FieldOrder::progressive)
    facts_.notes.emplace_back(
        "interlaced: a frame is filtered as it is coded, both fields woven together; yadif and "
        "bwdif take them apart");
}

ReadStatus FileSource::read(SourceFrame& into) {
  Decoded next;
  if (interrupt_->raised()) return ReadStatus::interrupted;
  if (!ready_.empty()) {
    next = std::move(ready_.front());
    ready_.pop_front();
  } else if (const ReadStatus status = decode_next(next); status != ReadStatus::frame) {
    return status;
  }
  AVFrame& frame = *next.frame;
  const PixelFormat* format = nearest_native(static_cast<AVPixelFormat>(frame.format));
  if (format == nullptr)
    throw DecodeError(place_.name + ": a picture has a pixel format that cannot be read");
  FrameFacts facts = facts_of(demuxer_->format(), demuxer_->stream(), frame, format);
  // The stream's: said with some frames only, it must not depend on where playing began.
  facts.light = facts_.frame.light;
  into = SourceFrame{};
  into.picture = maker_->make(frame, facts);
  into.pts = next.stamp.pts;
  into.joined_after = next.joined_after;
  into.duration = next.stamp.duration;
  into.key = frame.key_frame != 0;
  into.preroll = next.preroll;
  given_ = next.stamp.pts;
  given_joined_after_ = next.joined_after;
  return ReadStatus::frame;
}

ReadStatus FileSource::decode_next(Decoded& into) {
  while (!interrupt_->raised()) {
    if (ended_) return finish();
    if (receive(into)) return ReadStatus::frame;
    if (!ended_ && !draining_) feed();
  }
  return ReadStatus::interrupted;
}

bool FileSource::receive(Decoded& into) {
  const int code = avcodec_receive_frame(codec_.get(), scratch_.get());
  if (code == AVERROR_EOF) ended_ = true;
  if (code == AVERROR(ENOMEM))
    throw DecodeError(place_.name + ": no memory is left to decode into; use fewer --threads");
  if (code < 0 && code != AVERROR_EOF && code != AVERROR(EAGAIN)) {
    ++corrupt_;
    ended_ = ++errors_in_a_row_ > kMostErrorsInARow;
  }
  if (code < 0) return false;
  errors_in_a_row_ = 0;
  ++decoded_;
  if (scratch_->decode_error_flags != 0 || (scratch_->flags & AV_FRAME_FLAG_CORRUPT) != 0)
    ++concealed_;
  into.stamp = clock_->stamp(*scratch_);
  into.joined_after = joined_times_.add(into.stamp.pts, into.stamp.duration);
  into.preroll = false;
  into.frame = std::exchange(scratch_, made(FramePtr(av_frame_alloc())));
  return true;
}

// Hands the decoder one more packet, or begins to drain it at the end.
void FileSource::feed() {
  slots_->enlarge_if_wanted();
  if (!packet_waits_) {
    const int code = demuxer_->read(*packet_);
    if (code == AVERROR(EAGAIN) || (code < 0 && interrupt_->raised())) return;
    if (code < 0) {
      read_error_ = code == AVERROR_EOF ? 0 : code;
      draining_ = true;
      static_cast<void>(avcodec_send_packet(codec_.get(), nullptr));
      return;
    }
  }
  const int code = avcodec_send_packet(codec_.get(), packet_.get());
  packet_waits_ = code == AVERROR(EAGAIN);
  if (packet_waits_) return;
  av_packet_unref(packet_.get());
  if (code == AVERROR(ENOMEM))
    throw DecodeError(place_.name + ": no memory is left to decode into; use fewer --threads");
  if (code < 0) ++corrupt_;
}

// The end of a damaged container is an end; a failing disk or network is an error, once the good
// frames are out.
ReadStatus FileSource::finish() {
  if (const auto end = joined_times_.end()) end_ = end->count();
  if (read_error_ == 0) return ReadStatus::end;
  cut_short_ = true;
  if (is_damage(read_error_)) return ReadStatus::end;
  throw DecodeError(place_.name + ": reading failed: " + error_text(read_error_) +
                    "; check the disk or the connection");
}

void FileSource::restart_decoder() {
  avcodec_flush_buffers(codec_.get());
  av_packet_unref(packet_.get());
  packet_waits_ = draining_ = ended_ = false;
  errors_in_a_row_ = read_error_ = 0;
  ready_.clear();
  joined_times_.restart();
}

std::optional<FrameSource::Time> FileSource::end() const {
  const std::int64_t found = end_;
  return found == kNotReached ? facts_.duration : Time(found);
}

DecodeCounts FileSource::counts() const {
  DecodeCounts counts;
  counts.decoded = decoded_;
  counts.corrupt_packets = corrupt_;
  counts.concealed = concealed_;
  counts.reported = library_log_counts().errors - reported_before_;
  counts.copied_bytes = maker_->copied_bytes();
  counts.converted = maker_->converted();
  counts.outside = slots_->outside();
  counts.cut_short = cut_short_;
  return counts;
}

}  // namespace framelane
