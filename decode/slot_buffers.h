#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "decode/ffmpeg_types.h"
#include "gpu/host_pool.h"

namespace framelane {

// How a decoder wants a picture of its padded size to lie: planes back to back at multiples of 512
// bytes, pitches multiples of 64 and of the decoder's own alignment.
struct DecoderLayout {
  std::array<int, 4> pitch_bytes{};
  std::array<std::size_t, 4> offset{};
  std::size_t bytes = 0;  // with room to read past each plane's end
};
// For pictures of `format` and width x height pixels; bytes 0 when FFmpeg refuses the size.
[[nodiscard]] DecoderLayout decoder_layout(AVCodecContext& codec, AVPixelFormat format, int width,
                                           int height);

// The native format of an FFmpeg one, or nullptr.
[[nodiscard]] const PixelFormat* native_format(AVPixelFormat format);

// Gives a decoder the pool's blocks to decode into, and finds the block behind a frame.
// Thread-safety: the decoder's threads call in through get_buffer2, which neither waits nor calls
// the device; the other members belong to the decode thread.
class SlotBuffers {
 public:
  // `limit` is the most bytes the pool may grow to.
  SlotBuffers(HostPool& pool, std::uint64_t limit);

  // Sizes the pool: at least so many blocks of at least so many bytes.
  void reserve(std::size_t block_bytes, int blocks);
  // Before the codec is opened. The codec goes before this object.
  void attach(AVCodecContext& codec);
  // A reference to the block the frame lies in, holding FFmpeg's buffer too, so that a decoder that
  // reuses its picture in place sees that somebody else still reads it. Null when the frame lies
  // elsewhere.
  [[nodiscard]] HostBlockRef block_of(const AVFrame& frame) const;
  // A block to copy into; outside the arena when none is free.
  [[nodiscard]] HostBlockRef acquire(std::size_t bytes);
  // Makes up for what was missing since the last call. Between packets only: it allocates.
  void enlarge_if_wanted();
  // Room for `extra` frames to be held in all, the limit notwithstanding. What was reserved stays.
  void reserve_extra(int extra);
  [[nodiscard]] std::size_t block_bytes() const;
  [[nodiscard]] std::uint64_t outside() const;

 private:
  struct State;
  static int get_buffer(AVCodecContext* codec, AVFrame* frame, int flags);
  static void release(void* state, std::uint8_t* data);
  int extra_ = 0;  // blocks beyond those the decoder needs
  std::shared_ptr<State> state_;
};

}  // namespace framelane
