#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>

#include "gpu/filters/median_key.h"
#include "gpu/host/passes/rows.h"

// Rows of a picture as the keys that ranks are found of (see median_key.h), whatever the samples
// are stored as.
namespace framelane {

// Keys of 8 bits are stored samples themselves. Wide ones are signed, for the vectors that every
// processor has: kBias less than the key.
struct NarrowKeys {
  using Key = std::uint8_t;
  static constexpr int kBias = 0;
};
struct WideKeys {
  using Key = std::int16_t;
  static constexpr int kBias = -32768;
};

inline bool plain_bytes(const ImageView& view, int c) {
  return view.type == SampleType::u8 && view.step_bytes[c] == 1;
}

// Row y, or the one next to it inside the component, with its ends repeated `margin` times before
// and after it: `row` is the place of the first repeated one. Uses row_scratch(0).
template <typename Keys>
void load_keys(const ImageView& in, int c, int y, int margin, typename Keys::Key* row) {
  using Key = typename Keys::Key;
  const auto width = static_cast<std::size_t>(in.component_width(c));
  const int inside = nearest_inside(y, in.component_height(c));
  Key* const keys = row + margin;
  if (sizeof(Key) == 1 && plain_bytes(in, c)) {
    std::memcpy(keys, in.data[c] + inside * in.pitch_bytes[c], width);
  } else {
    const auto codes = row_scratch(0, width);
    load_row(in, c, inside, 0, static_cast<int>(width), codes.data());
    const MedianScale scale = median_scale(in);
    for (std::size_t x = 0; x < width; ++x)
      keys[x] = static_cast<Key>(median_key(codes[x], scale) + Keys::kBias);
  }
  std::fill_n(row, margin, keys[0]);
  std::fill_n(keys + width, margin, keys[width - 1]);
}

// Writes row y. in: the picture that the keys are of.
template <typename Keys>
void store_keys(const ImageView& in, const ImageView& out, int c, int y,
                const typename Keys::Key* keys) {
  const auto width = static_cast<std::size_t>(in.component_width(c));
  if (sizeof(typename Keys::Key) == 1 && plain_bytes(out, c)) {
    std::memcpy(out.data[c] + y * out.pitch_bytes[c], keys, width);
    return;
  }
  const auto codes = row_scratch(0, width);
  const float unit = median_scale(in).code_of_key;
  for (std::size_t x = 0; x < width; ++x)
    codes[x] = static_cast<float>(keys[x] - Keys::kBias) * unit;
  store_row(out, c, y, static_cast<int>(width), codes.data());
}

}  // namespace framelane
