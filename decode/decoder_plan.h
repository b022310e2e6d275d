#pragma once
#include <cstddef>
#include <cstdint>

#include "decode/ffmpeg_types.h"
#include "decode/open_input.h"

namespace framelane {

// How many slots of which size a stream needs, and the decoder threads they allow.
struct DecoderPlan {
  int threads = 1;
  int wanted_threads = 1;  // before the limit
  int blocks = 0;
  std::size_t block_bytes = 0;  // 0 when the stream does not say its size
  std::uint64_t limit = 0;      // bytes
};

// Most reference pictures of the stream's codec at its size (H.264 table A-1 at level 6.2 and HEVC
// A.4.2 bound them to 16; VP9 and AV1 keep 8).
[[nodiscard]] int most_references(const AVCodecParameters& stream);
// `codec` has the stream's parameters and is not open. Throws InputError for pictures so large that
// not even four fit into the limit.
[[nodiscard]] DecoderPlan plan_decoder(AVCodecContext& codec, const AVCodecParameters& stream,
                                       const OpenOptions& options);

}  // namespace framelane
