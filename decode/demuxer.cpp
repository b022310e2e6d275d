#include "decode/demuxer.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <new>
#include <tuple>
#include <utility>

#include "decode/library_log.h"
#include "decode/printable.h"
#include "gpu/errors.h"

namespace framelane {
namespace {

int interrupted(void* interrupt) {
  return static_cast<Interrupt*>(interrupt)->raised() ? 1 : 0;
}

bool is_url(const std::string& input) {
  const auto colon = input.find(':');
  if (colon == std::string::npos || colon < 2) return false;
  if (input.compare(colon, 3, "://") == 0) return true;
  return avio_find_protocol_name(input.c_str()) != nullptr;
}

InputPlace place_on_disk(InputPlace place) {
  struct stat facts {};
  if (stat(place.path.c_str(), &facts) != 0)
    throw InputError(place.name + ": " + std::strerror(errno) + "; check the path");
  if (S_ISDIR(facts.st_mode))
    throw InputError(place.name + ": is a directory; name a video file in it");
  if (S_ISREG(facts.st_mode) && facts.st_size == 0)
    throw InputError(place.name + ": the file is empty; it holds no video");
  place.kind = S_ISREG(facts.st_mode) || S_ISBLK(facts.st_mode) ? InputPlace::Kind::file
                                                                : InputPlace::Kind::pipe;
  return place;
}

// "h264", or what stands in the container where FFmpeg has no name for it: "vvc1".
std::string codec_name(const AVCodecParameters& codec) {
  if (codec.codec_id != AV_CODEC_ID_NONE) return avcodec_get_name(codec.codec_id);
  char tag[AV_FOURCC_MAX_STRING_SIZE] = {};
  av_fourcc_make_string(tag, codec.codec_tag);
  const std::string text = printable(tag);
  return text.starts_with("vvc") || text.starts_with("vvi") ? "vvc (" + text + ")" : text;
}

// Higher is better; see open_input.h.
auto rank(const AVStream& stream) {
  const AVCodecParameters& codec = *stream.codecpar;
  const bool chosen = (stream.disposition & AV_DISPOSITION_DEFAULT) != 0;
  return std::tuple(chosen, std::int64_t{codec.width} * codec.height, codec.bit_rate,
                    -stream.index);
}

}  // namespace

InputPlace find_input(const std::string& input) {
  InputPlace place{InputPlace::Kind::file, input, printable(input)};
  if (input == "-") return {InputPlace::Kind::standard_input, input, "standard input"};
  if (input.empty()) throw InputError("the input's name is empty; name a file, a URL or -");
  if (access(input.c_str(), F_OK) == 0) return place_on_disk(place);
  if (input.starts_with("file:")) {
    place.path = input.substr(5);
    return place_on_disk(place);
  }
  if (!is_url(input)) return place_on_disk(place);
  place.kind = InputPlace::Kind::url;
  return place;
}

Demuxer::Demuxer(const InputPlace& place, std::shared_ptr<Interrupt> interrupt)
    : interrupt_(std::move(interrupt)) {
  install_library_log();
  try {
    open(place);
    choose_stream(place);
  } catch (...) {
    close();
    throw;
  }
}

Demuxer::~Demuxer() {
  close();
}

void Demuxer::close() {
  avformat_close_input(&format_);
  avio_closep(&file_);
  pipe_.reset();
}

void Demuxer::open(const InputPlace& place) {
  const AVIOInterruptCB callback{interrupted, interrupt_.get()};
  static_cast<void>(take_last_library_error());
  std::string url = place.path;
  if (place.kind == InputPlace::Kind::file) {
    url = "file:" + place.path;
    const int code = avio_open2(&file_, url.c_str(), AVIO_FLAG_READ, &callback, nullptr);
    if (code < 0) fail(place, code);
  } else if (place.kind == InputPlace::Kind::standard_input) {
    pipe_ = std::make_unique<PollInput>(STDIN_FILENO, false, interrupt_);
  } else if (place.kind == InputPlace::Kind::pipe) {
    const int descriptor = ::open(place.path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) fail(place, AVERROR(errno));
    pipe_ = std::make_unique<PollInput>(descriptor, true, interrupt_);
  }
  format_ = avformat_alloc_context();
  if (format_ == nullptr) throw std::bad_alloc();
  format_->interrupt_callback = callback;
  format_->pb = pipe_ ? pipe_->context() : file_;
  int code = avformat_open_input(&format_, url.c_str(), nullptr, nullptr);
  if (code < 0) fail(place, code);
  av_format_inject_global_side_data(format_);
  code = avformat_find_stream_info(format_, nullptr);
  if (code < 0) fail(place, code);
}

void Demuxer::choose_stream(const InputPlace& place) {
  const AVStream* best = nullptr;
  std::string missing;
  bool cover = false;
  for (unsigned i = 0; i < format_->nb_streams; ++i) {
    AVStream& stream = *format_->streams[i];
    const AVCodecParameters& codec = *stream.codecpar;
    stream.discard = AVDISCARD_ALL;
    if (codec.codec_type != AVMEDIA_TYPE_VIDEO) continue;
    cover = cover || (stream.disposition & AV_DISPOSITION_ATTACHED_PIC) != 0;
    if ((stream.disposition & AV_DISPOSITION_ATTACHED_PIC) != 0) continue;
    ++video_streams_;
    const AVCodec* decoder = avcodec_find_decoder(codec.codec_id);
    if (decoder == nullptr) missing = codec_name(codec);
    if (decoder == nullptr || (best != nullptr && rank(stream) <= rank(*best))) continue;
    best = &stream;
    codec_ = decoder;
  }
  if (best == nullptr && !missing.empty())
    throw InputError(place.name + ": this FFmpeg has no decoder for " + missing +
                     "; convert the file to a codec it has");
  if (best == nullptr)
    throw InputError(place.name + ": no video stream" + (cover ? ", only cover art" : "") +
                     "; name a file with video");
  stream_ = static_cast<unsigned>(best->index);
  stream().discard = AVDISCARD_DEFAULT;
}

void Demuxer::fail(const InputPlace& place, int code) {
  if (interrupt_->raised()) throw InputError(place.name + ": opening was interrupted");
  const std::string detail = take_last_library_error();
  if (code == AVERROR_INVALIDDATA)
    throw InputError(place.name + ": this is no video, or a damaged one" +
                     (detail.empty() ? "" : " (FFmpeg: " + detail + ")") +
                     "; name a file that holds video");
  throw InputError(place.name + ": cannot be opened as video: " + error_text(code) +
                   (detail.empty() ? "" : " (" + detail + ")"));
}

bool Demuxer::seekable() const {
  if (format_->pb == nullptr) return format_->duration != AV_NOPTS_VALUE;
  return (format_->pb->seekable & AVIO_SEEKABLE_NORMAL) != 0;
}

int Demuxer::read(AVPacket& into) {
  for (;;) {
    av_packet_unref(&into);
    const int code = av_read_frame(format_, &into);
    if (code < 0) return code;
    // A packet without data would read as the end of the stream to the decoder.
    if (into.stream_index == static_cast<int>(stream_) && into.size > 0) return 0;
    if (interrupt_->raised()) return AVERROR_EXIT;
  }
}

int Demuxer::seek(std::int64_t timestamp) {
  if (format_->pb != nullptr) {
    format_->pb->error = 0;
    format_->pb->eof_reached = 0;
  }
  return avformat_seek_file(format_, static_cast<int>(stream_), INT64_MIN, timestamp, timestamp, 0);
}

// Of the first packet of the stream from that byte on; AV_NOPTS_VALUE where there is none.
std::int64_t Demuxer::time_at(std::int64_t place) {
  constexpr int kMostPackets = 200;
  if (av_seek_frame(format_, -1, place, AVSEEK_FLAG_BYTE) < 0) return AV_NOPTS_VALUE;
  const PacketPtr packet(av_packet_alloc());
  for (int n = 0; packet && n < kMostPackets && read(*packet) >= 0; ++n)
    if (packet->dts != AV_NOPTS_VALUE) return packet->dts;
  return AV_NOPTS_VALUE;
}

bool Demuxer::times_begin_again() {
  constexpr int kLooks = 32;
  const int flags = format_->iformat->flags;
  if ((flags & AVFMT_TS_DISCONT) == 0 || (flags & AVFMT_NO_BYTE_SEEK) != 0) return false;
  const std::int64_t size = format_->pb != nullptr ? avio_size(format_->pb) : -1;
  std::int64_t before = AV_NOPTS_VALUE;
  for (int look = 0; look < kLooks && size > 0; ++look) {
    const std::int64_t time = time_at(size / kLooks * look);
    if (time == AV_NOPTS_VALUE) continue;
    if (before != AV_NOPTS_VALUE && time < before) return true;
    before = time;
  }
  return false;
}

}  // namespace framelane
