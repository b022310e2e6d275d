#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "gpu/image_view.h"

// Bytes of several components side by side: UV, RGBA.
namespace framelane {

// The components that fill words of `step` bytes, 2 or 4, in the words' order.
struct ByteWords {
  int step = 0;  // 0: there are no such words
  std::array<int, 4> components{};
};
[[nodiscard]] ByteWords words_of(const ImageView& view, int c);

// Makes n words of rows[0, step), one byte of each.
void zip_bytes(const std::uint8_t* const* rows, int step, std::size_t n, std::uint8_t* words);
// Takes the first byte of each of n words.
void pick_bytes(const std::uint8_t* words, int step, std::size_t n, std::uint8_t* row);

}  // namespace framelane
