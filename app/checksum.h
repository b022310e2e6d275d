#pragma once
#include <cstdint>

#include "gpu/picture.h"

namespace framelane {

// XXH3-64 of the picture's planes in order, row by row without padding: what `xxhsum -H3` gives for
// the same frame as FFmpeg's rawvideo.
[[nodiscard]] std::uint64_t picture_checksum(const HostPicture& picture);

// One number for a run: XXH3-64 of the next picture's checksum (8 bytes, little endian), seeded
// with what came before.
[[nodiscard]] std::uint64_t chain_checksum(std::uint64_t before, std::uint64_t next);

}  // namespace framelane
