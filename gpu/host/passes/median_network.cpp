#include <cstring>
#include <vector>

#include "gpu/filters/median_key.h"
#include "gpu/filters/median_run.h"
#include "gpu/host/passes/median.h"
#include "gpu/host/passes/rows.h"

namespace framelane {
namespace {

// Vectors that every x86-64 and ARM has an unsigned 8-bit and a signed 16-bit minimum of.
using Bytes [[gnu::vector_size(16)]] = std::uint8_t;
using Words [[gnu::vector_size(16)]] = std::int16_t;

// Keys of a picture, in the order of its samples. Narrow: of 8 bits, stored samples themselves.
struct NarrowKeys {
  using Key = std::uint8_t;
  using Vector = Bytes;
  static constexpr int kBias = 0;
};
struct WideKeys {
  using Key = std::int16_t;
  using Vector = Words;
  static constexpr int kBias = -32768;
};

struct VectorOrder {
  template <typename Vector>
  [[gnu::always_inline]] void lower(const Vector& a, const Vector& b, Vector& into) const {
    into = a < b ? a : b;
  }
  template <typename Vector>
  [[gnu::always_inline]] void higher(const Vector& a, const Vector& b, Vector& into) const {
    into = a < b ? b : a;
  }
};

bool plain_bytes(const ImageView& view, int c) {
  return view.type == SampleType::u8 && view.step_bytes[c] == 1;
}

template <typename Keys, int R>
class NetworkRows {
  using Key = typename Keys::Key;
  using Vector = typename Keys::Vector;
  static constexpr std::size_t kLanes = sizeof(Vector) / sizeof(Key);
  static constexpr std::size_t kSide = MedianSizes<R>::kSide;

 public:
  NetworkRows(const HostPassCall& call, int c)
      : in_(call.in[0]),
        out_(call.out[0]),
        c_(c),
        width_(static_cast<std::size_t>(in_.component_width(c))),
        pitch_(width_ + 2 * R + kLanes) {}

  void run(int first, int last) const {
    const auto rows = static_cast<std::size_t>(last - first + 1 + 2 * R);
    thread_local std::vector<Key> keys;
    if (keys.size() < (rows + 2) * pitch_) keys.resize((rows + 2) * pitch_);
    for (std::size_t r = 0; r < rows; ++r)
      load_keys(first - R + static_cast<int>(r), keys.data() + r * pitch_);
    Key* const results = keys.data() + rows * pitch_;
    for (int y = first; y < last; y += 2) {
      find_pair(keys.data() + static_cast<std::size_t>(y - first) * pitch_, results);
      store_keys(y, results);
      if (y + 1 < last) store_keys(y + 1, results + pitch_);
    }
  }

 private:
  // A row with R samples more at both ends.
  void load_keys(int y, Key* row) const {
    const int sy = nearest_inside(y, in_.component_height(c_));
    Key* const keys = row + R;
    if (sizeof(Key) == 1 && plain_bytes(in_, c_)) {
      std::memcpy(keys, in_.data[c_] + sy * in_.pitch_bytes[c_], width_);
    } else {
      const auto codes = row_scratch(0, width_);
      load_row(in_, c_, sy, 0, static_cast<int>(width_), codes.data());
      const MedianScale scale = median_scale(in_);
      for (std::size_t x = 0; x < width_; ++x)
        keys[x] = static_cast<Key>(median_key(codes[x], scale) + Keys::kBias);
    }
    std::fill_n(row, R, keys[0]);
    std::fill_n(keys + width_, R, keys[width_ - 1]);
  }

  void store_keys(int y, const Key* keys) const {
    if (sizeof(Key) == 1 && plain_bytes(out_, c_)) {
      std::memcpy(out_.data[c_] + y * out_.pitch_bytes[c_], keys, width_);
      return;
    }
    const auto codes = row_scratch(0, width_);
    const float unit = median_scale(in_).code_of_key;
    for (std::size_t x = 0; x < width_; ++x)
      codes[x] = static_cast<float>(keys[x] - Keys::kBias) * unit;
    store_row(out_, c_, y, static_cast<int>(width_), codes.data());
  }

  // rows: from the first of the upper window on. results: two rows.
  void find_pair(const Key* rows, Key* results) const {
    for (std::size_t x = 0; x < width_; x += kLanes) {
      Vector core[MedianSizes<R>::kCore], upper[kSide], lower[kSide], medians[2];
      for (std::size_t i = 0; i < kSide; ++i) {
        load(rows + x + i, upper[i]);
        load(rows + (kSide * pitch_ + x + i), lower[i]);
        for (std::size_t r = 0; r < 2 * R; ++r)
          load(rows + (r + 1) * pitch_ + x + i, core[i * 2 * R + r]);
      }
      two_medians<R>(core, upper, lower, VectorOrder{}, medians);
      std::memcpy(results + x, &medians[0], sizeof(Vector));
      std::memcpy(results + pitch_ + x, &medians[1], sizeof(Vector));
    }
  }
  [[gnu::always_inline]] static void load(const Key* from, Vector& into) {
    std::memcpy(&into, from, sizeof into);
  }

  const ImageView& in_;
  const ImageView& out_;
  int c_;
  std::size_t width_, pitch_;  // of a row of keys
};

template <typename Keys, int R = 1>
void rows_by_radius(int radius, const HostPassCall& call, int c, int first, int last) {
  if (radius == R) return NetworkRows<Keys, R>(call, c).run(first, last);
  if constexpr (R < kMaxNetworkRadius) rows_by_radius<Keys, R + 1>(radius, call, c, first, last);
}

}  // namespace

void median_network_rows(int radius, const HostPassCall& call, int c, int first, int last) {
  if (median_scale(call.in[0]).bits == 8) {
    rows_by_radius<NarrowKeys>(radius, call, c, first, last);
  } else {
    rows_by_radius<WideKeys>(radius, call, c, first, last);
  }
}

}  // namespace framelane
