#include "app/checksum.h"

#include <xxhash.h>

#include <memory>
#include <new>

namespace framelane {

std::uint64_t picture_checksum(const HostPicture& picture) {
  struct Free {
    void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
  };
  // Its alignment is beyond what the stack of every build gives.
  const std::unique_ptr<XXH3_state_t, Free> state(XXH3_createState());
  if (!state) throw std::bad_alloc();
  XXH3_64bits_reset(state.get());
  const PixelFormat& format = *picture.facts.format;
  for (int p = 0; p < format.plane_count; ++p) {
    const auto row_bytes = static_cast<std::size_t>(format.plane_row_bytes(p, picture.facts.width));
    const int rows = format.plane_rows(p, picture.facts.height);
    const std::byte* row = picture.plane(p);
    for (int y = 0; y < rows; ++y, row += picture.pitch(p))
      XXH3_64bits_update(state.get(), row, row_bytes);
  }
  return XXH3_64bits_digest(state.get());
}

std::uint64_t chain_checksum(std::uint64_t before, std::uint64_t next) {
  unsigned char bytes[8];
  for (unsigned i = 0; i < 8; ++i)
    bytes[i] = static_cast<unsigned char>(next >> (8 * i));
  return XXH3_64bits_withSeed(bytes, sizeof bytes, before);
}

}  // namespace framelane
