#pragma once
#include "gpu/cuda/passes/layouts.cuh"

// Single samples of a layout known when compiled (layouts.cuh).
namespace framelane {

template <Lay L>
__device__ inline std::byte* place_of(const ImageView& view, int c, int x, int y) {
  if constexpr (L == Lay::any) return sample_at(view, c, x, y);
  return view.data[c] + static_cast<std::int64_t>(y) * static_cast<int>(view.pitch_bytes[c]) +
         x * bytes_of(L);
}

template <Lay L>
__device__ inline float load_one(const ImageView& view, int c, int x, int y) {
  static_assert(L == Lay::any || L == Lay::bytes);
  const std::byte* at = place_of<L>(view, c, x, y);
  if constexpr (L == Lay::any) return load_code(view, at);
  return byte_of(*reinterpret_cast<const std::uint8_t*>(at), 0);
}

template <Lay L>
__device__ inline void store_one(const ImageView& view, int c, int x, int y, float code) {
  static_assert(L == Lay::any || L == Lay::bytes);
  if constexpr (L == Lay::any) {
    store_code(view, c, x, y, code);
  } else {
    *reinterpret_cast<std::uint8_t*>(place_of<L>(view, c, x, y)) =
        static_cast<std::uint8_t>(whole_bits(code, static_cast<float>(view.max_code)));
  }
}

// Four bytes of a row of bytes, the row's ends repeated on both sides. x: a multiple of 4.
__device__ inline unsigned bytes_repeated(const ImageView& view, int c, int x, int y, int width) {
  const int inside = min(max(x, 0), width - 4);
  const unsigned word =
      *reinterpret_cast<const unsigned*>(place_of<Lay::bytes>(view, c, inside, y));
  return x == inside ? word : __byte_perm(word, 0, x < 0 ? 0x0000 : 0x3333);
}

}  // namespace framelane
