#include <cstring>
#include <type_traits>
#include <vector>

#include "gpu/filters/median_run.h"
#include "gpu/host/passes/median.h"
#include "gpu/host/passes/median_rows.h"

namespace framelane {
namespace {

// Vectors that every x86-64 and ARM has an unsigned 8-bit and a signed 16-bit minimum of.
using Bytes [[gnu::vector_size(16)]] = std::uint8_t;
using Words [[gnu::vector_size(16)]] = std::int16_t;

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

template <typename Key>
using VectorOf = std::conditional_t<sizeof(Key) == 1, Bytes, Words>;

template <typename Keys, int R>
class NetworkRows {
  using Key = typename Keys::Key;
  using Vector = VectorOf<Key>;
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
      load_keys<Keys>(in_, c_, first - R + static_cast<int>(r), R, keys.data() + r * pitch_);
    Key* const results = keys.data() + rows * pitch_;
    for (int y = first; y < last; y += 2) {
      find_pair(keys.data() + static_cast<std::size_t>(y - first) * pitch_, results);
      store_keys<Keys>(in_, out_, c_, y, results);
      if (y + 1 < last) store_keys<Keys>(in_, out_, c_, y + 1, results + pitch_);
    }
  }

 private:
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
