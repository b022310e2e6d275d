#include "decode/picture_maker.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "gpu/errors.h"

namespace framelane {
namespace {

// Below this a copy by one thread takes less than waking others.
constexpr std::size_t kParallelBytes = std::size_t{1} << 20;
constexpr int kCopyThreads = 4;
constexpr int kCopyBandRows = 64;

AVPixelFormat av_format(const PixelFormat& format) {
  return av_get_pix_fmt(std::string(format.name).c_str());
}

bool without_loss(AVPixelFormat to, AVPixelFormat from) {
  const AVPixFmtDescriptor& a = *av_pix_fmt_desc_get(from);
  const AVPixFmtDescriptor& b = *av_pix_fmt_desc_get(to);
  const bool alpha = (a.flags & AV_PIX_FMT_FLAG_ALPHA) != 0;
  return b.log2_chroma_w <= a.log2_chroma_w && b.log2_chroma_h <= a.log2_chroma_h &&
         b.comp[0].depth >= a.comp[0].depth && (!alpha || (b.flags & AV_PIX_FMT_FLAG_ALPHA) != 0);
}

bool same_kind(AVPixelFormat to, AVPixelFormat from) {
  const AVPixFmtDescriptor& a = *av_pix_fmt_desc_get(from);
  const AVPixFmtDescriptor& b = *av_pix_fmt_desc_get(to);
  const auto rgb = [](const AVPixFmtDescriptor& d) { return (d.flags & AV_PIX_FMT_FLAG_RGB) != 0; };
  // A palette holds RGB with alpha, XYZ becomes RGB; one-bit pictures count as gray.
  const bool from_rgb = rgb(a) || (a.flags & AV_PIX_FMT_FLAG_PAL) != 0 ||
                        from == AV_PIX_FMT_XYZ12LE || from == AV_PIX_FMT_XYZ12BE;
  return from_rgb == rgb(b) && (a.nb_components >= 3 || from_rgb) == (b.nb_components >= 3);
}

// Formats of the same kind first, then any.
std::vector<AVPixelFormat> candidates(AVPixelFormat from, bool strict) {
  std::vector<AVPixelFormat> list;
  for (const PixelFormat& format : pixel_formats()) {
    const AVPixelFormat to = av_format(format);
    if (to == AV_PIX_FMT_NONE || sws_isSupportedOutput(to) <= 0) continue;
    if (!strict || (same_kind(to, from) && without_loss(to, from))) list.push_back(to);
  }
  return list;
}

int parallel_threads() {
  return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kCopyThreads);
}

}  // namespace

const PixelFormat* nearest_native(AVPixelFormat format) {
  if (const PixelFormat* same = native_format(format)) return same;
  if (format == AV_PIX_FMT_NONE || sws_isSupportedInput(format) <= 0) return nullptr;
  const int alpha = (av_pix_fmt_desc_get(format)->flags & AV_PIX_FMT_FLAG_ALPHA) != 0 ? 1 : 0;
  for (const bool strict : {true, false}) {
    std::vector<AVPixelFormat> list = candidates(format, strict);
    if (list.empty()) continue;
    list.push_back(AV_PIX_FMT_NONE);
    return native_format(avcodec_find_best_pix_fmt_of_list(list.data(), format, alpha, nullptr));
  }
  return nullptr;
}

HostPicture PictureMaker::make(const AVFrame& frame, const FrameFacts& facts) {
  HostPicture picture;
  picture.facts = facts;
  if (native_format(static_cast<AVPixelFormat>(frame.format)) == nullptr)
    convert(frame, picture);
  else if (!adopt(frame, picture))
    copy(frame, picture);
  return picture;
}

bool PictureMaker::adopt(const AVFrame& frame, HostPicture& picture) const {
  HostBlockRef block = slots_.block_of(frame);
  if (!block) return false;
  const PixelFormat& format = *picture.facts.format;
  const auto* start = reinterpret_cast<const std::uint8_t*>(block->data);
  std::size_t offsets[4] = {};
  std::size_t lowest = block->bytes;
  std::size_t end = 0;
  for (int p = 0; p < format.plane_count; ++p) {
    if (frame.linesize[p] <= 0 || frame.data[p] < start) return false;
    // Cropping moved data[] inside the block.
    offsets[p] = static_cast<std::size_t>(frame.data[p] - start);
    const auto pitch = static_cast<std::size_t>(frame.linesize[p]);
    const auto rows = static_cast<std::size_t>(format.plane_rows(p, frame.height));
    const auto row = static_cast<std::size_t>(format.plane_row_bytes(p, frame.width));
    lowest = std::min(lowest, offsets[p]);
    end = std::max(end, offsets[p] + pitch * (rows - 1) + row);
    picture.layout.planes[static_cast<std::size_t>(p)].pitch_bytes = pitch;
  }
  if (end > block->bytes) return false;
  // The copy begins at an aligned place, so that samples keep their alignment on the device.
  const std::size_t first = lowest / kPlaneAlign * kPlaneAlign;
  for (std::size_t p = 0; p < format.plane_count; ++p)
    picture.layout.planes[p].offset = offsets[p] - first;
  picture.layout.bytes = end - first;
  picture.first = block->data + first;
  picture.block = std::move(block);
  return true;
}

void PictureMaker::copy(const AVFrame& frame, HostPicture& picture) {
  const PixelFormat& format = *picture.facts.format;
  picture.layout = packed_layout(format, frame.width, frame.height);
  picture.block = slots_.acquire(picture.layout.bytes);
  picture.first = picture.block->data;
  const bool parallel = picture.layout.bytes >= kParallelBytes;
  if (parallel && !copiers_) copiers_ = std::make_unique<BandPool>(parallel_threads());
  for (int p = 0; p < format.plane_count; ++p) {
    const PictureLayout::Plane plane = picture.layout.planes[static_cast<std::size_t>(p)];
    const auto row_bytes = static_cast<std::size_t>(format.plane_row_bytes(p, frame.width));
    const int rows = format.plane_rows(p, frame.height);
    const auto copy_rows = [&](int begin, int stop) {
      for (int y = begin; y < stop; ++y)
        std::memcpy(picture.first + plane.offset + static_cast<std::size_t>(y) * plane.pitch_bytes,
                    frame.data[p] + std::ptrdiff_t{y} * frame.linesize[p], row_bytes);
    };
    if (parallel)
      copiers_->run(rows, kCopyBandRows, copy_rows);
    else
      copy_rows(0, rows);
    copied_bytes_ += row_bytes * static_cast<std::size_t>(rows);
  }
}

void PictureMaker::prepare_scaler(const AVFrame& frame, AVPixelFormat to) {
  constexpr int kFlags = SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP;
  const auto from = static_cast<AVPixelFormat>(frame.format);
  scaler_.reset(sws_getCachedContext(scaler_.release(), frame.width, frame.height, from,
                                     frame.width, frame.height, to, kFlags, nullptr, nullptr,
                                     nullptr));
  if (!scaler_)
    throw DecodeError(std::string("pixel format ") + av_get_pix_fmt_name(from) +
                      " cannot be converted; convert the file first");
  // Same matrix and range on both sides: only the layout changes.
  const bool full = frame.color_range == AVCOL_RANGE_JPEG;
  const int* matrix = sws_getCoefficients(frame.colorspace);
  sws_setColorspaceDetails(scaler_.get(), matrix, full ? 1 : 0, matrix, full ? 1 : 0, 0, 1 << 16,
                           1 << 16);
}

void PictureMaker::convert(const AVFrame& frame, HostPicture& picture) {
  const PixelFormat& format = *picture.facts.format;
  prepare_scaler(frame, av_format(format));
  picture.layout = packed_layout(format, frame.width, frame.height);
  picture.block = slots_.acquire(picture.layout.bytes);
  picture.first = picture.block->data;
  std::uint8_t* planes[4] = {};
  int pitches[4] = {};
  for (std::size_t p = 0; p < format.plane_count; ++p) {
    planes[p] = reinterpret_cast<std::uint8_t*>(picture.first + picture.layout.planes[p].offset);
    pitches[p] = static_cast<int>(picture.layout.planes[p].pitch_bytes);
  }
  const int rows =
      sws_scale(scaler_.get(), frame.data, frame.linesize, 0, frame.height, planes, pitches);
  if (rows != frame.height) throw DecodeError("swscale could not convert a frame");
  ++converted_;
}

}  // namespace framelane
