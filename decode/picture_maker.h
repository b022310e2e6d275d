#pragma once
#include <atomic>
#include <cstdint>
#include <memory>

#include "decode/ffmpeg_types.h"
#include "decode/slot_buffers.h"
#include "gpu/band_pool.h"
#include "gpu/picture.h"

namespace framelane {

// The native format that loses least of an FFmpeg one: itself where it is native, else what swscale
// can make of it without less depth, subsampling or alpha where there is such a format. nullptr if
// swscale cannot read it.
[[nodiscard]] const PixelFormat* nearest_native(AVPixelFormat format);

// Turns decoded frames into host pictures: as they lie where they lie in a slot, else by a copy or
// by swscale into one. Thread-safety: one thread at a time; the counts from any thread.
class PictureMaker {
 public:
  explicit PictureMaker(SlotBuffers& slots) : slots_(slots) {}

  // Throws DecodeError for a format that cannot be converted.
  [[nodiscard]] HostPicture make(const AVFrame& frame, const FrameFacts& facts);
  [[nodiscard]] std::uint64_t copied_bytes() const { return copied_bytes_.load(); }
  [[nodiscard]] std::uint64_t converted() const { return converted_.load(); }

 private:
  bool adopt(const AVFrame& frame, HostPicture& picture) const;
  void copy(const AVFrame& frame, HostPicture& picture);
  void convert(const AVFrame& frame, HostPicture& picture);
  void prepare_scaler(const AVFrame& frame, AVPixelFormat to);

  SlotBuffers& slots_;
  ScalerPtr scaler_;
  std::unique_ptr<BandPool> copiers_;  // made for the first large copy
  std::atomic<std::uint64_t> copied_bytes_{0};
  std::atomic<std::uint64_t> converted_{0};
};

}  // namespace framelane
