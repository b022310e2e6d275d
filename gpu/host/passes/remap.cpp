#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

#include "gpu/filters/remap_work.h"
#include "gpu/host/passes/passes.h"
#include "gpu/host/passes/rows.h"
#include "gpu/host/passes/sample_groups.h"
#include "gpu/host/passes/two_squares.h"

namespace framelane {
namespace {

template <typename T>
using VectorOf [[gnu::vector_size(16)]] = T;

template <typename T>
VectorOf<T> load(const T* at) {
  VectorOf<T> v;
  std::memcpy(&v, at, sizeof v);
  return v;
}

template <typename T, std::size_t... I>
VectorOf<T> low_halves(VectorOf<T> a, VectorOf<T> b, std::index_sequence<I...>) {
  constexpr int kCount = 16 / sizeof(T);
  return __builtin_shufflevector(a, b, (I / 2 + I % 2 * kCount)...);
}
template <typename T, std::size_t... I>
VectorOf<T> high_halves(VectorOf<T> a, VectorOf<T> b, std::index_sequence<I...>) {
  constexpr int kCount = 16 / sizeof(T);
  return __builtin_shufflevector(a, b, (kCount / 2 + I / 2 + I % 2 * kCount)...);
}
template <typename T>
using Lanes = std::make_index_sequence<16 / sizeof(T)>;

// Eight bytes of samples in reverse order.
template <typename T>
std::uint64_t turned(std::uint64_t word) {
  if constexpr (sizeof(T) == 1) return __builtin_bswap64(word);
  if constexpr (sizeof(T) == 2) {
    word = word >> 32 | word << 32;
    return (word & 0xFFFF0000FFFFULL) << 16 | (word >> 16 & 0xFFFF0000FFFFULL);
  }
  if constexpr (sizeof(T) == 4) return word >> 32 | word << 32;
  return word;
}

#ifdef __x86_64__
template <typename T, int... I>
[[gnu::target("avx2")]] int reverse_vectors(const T* from, T* into, int count,
                                            std::integer_sequence<int, I...>) {
  using Vector [[gnu::vector_size(32)]] = T;
  constexpr int kCount = sizeof...(I);
  const int whole = count / kCount * kCount;
  for (int x = 0; x < whole; x += kCount) {  // read forwards, which is fetched ahead better
    Vector v;
    std::memcpy(&v, from + count - whole + x, sizeof v);
    v = __builtin_shufflevector(v, v, (kCount - 1 - I)...);
    std::memcpy(into + whole - kCount - x, &v, sizeof v);
  }
  return whole;
}
#endif

// Reverses as many samples as whole vectors hold; gives their number.
template <typename T>
int reverse_most([[maybe_unused]] const T* from, [[maybe_unused]] T* into,
                 [[maybe_unused]] int count) {
#ifdef __x86_64__
  static const bool avx2 = __builtin_cpu_supports("avx2") != 0;
  if constexpr (std::is_integral_v<T>)
    if (avx2)
      return reverse_vectors(from, into, count,
                             std::make_integer_sequence<int, 32 / static_cast<int>(sizeof(T))>{});
#endif
  return 0;
}

template <typename T>
void reverse_row(const T* from, T* into, int count) {
  constexpr int kCount = 8 / sizeof(T);
  int x = reverse_most(from, into, count);
  if constexpr (kCount * sizeof(T) == 8) {
    for (; x + kCount <= count; x += kCount) {
      std::uint64_t word = 0;
      std::memcpy(&word, from + count - kCount - x, sizeof word);
      word = turned<T>(word);
      std::memcpy(into + x, &word, sizeof word);
    }
  }
  for (; x < count; ++x)
    into[x] = from[count - 1 - x];
}

// A square of 16 / sizeof(T) rows and columns, rows exchanged with columns by interleaving halves
// until every row is a column. Pitches are bytes.
template <typename T>
void transpose_square(const std::byte* from, std::ptrdiff_t from_pitch, std::byte* into,
                      std::ptrdiff_t into_pitch) {
  constexpr std::size_t kCount = 16 / sizeof(T);
  VectorOf<T> rows[kCount], next[kCount];
  for (std::size_t i = 0; i < kCount; ++i)
    rows[i] = load(reinterpret_cast<const T*>(from + static_cast<std::ptrdiff_t>(i) * from_pitch));
  for (std::size_t done = 1; done < kCount; done *= 2) {
    for (std::size_t i = 0; i < kCount / 2; ++i) {
      next[2 * i] = low_halves<T>(rows[i], rows[i + kCount / 2], Lanes<T>{});
      next[2 * i + 1] = high_halves<T>(rows[i], rows[i + kCount / 2], Lanes<T>{});
    }
    std::memcpy(&rows, &next, sizeof rows);
  }
  for (std::size_t i = 0; i < kCount; ++i)
    std::memcpy(into + static_cast<std::ptrdiff_t>(i) * into_pitch, &rows[i], sizeof rows[i]);
}

// One group of samples in both pictures. `T` holds one sample of it.
template <typename T>
class Mover {
 public:
  Mover(const RemapWork& work, const HostPassCall& call, const SampleGroup& group)
      : work_(work), in_(call.in[0]), out_(call.out[0]), c_(group.c) {}

  void rows(int first, int last) const {
    if (work_.swap) return swapped_rows(first, last);
    // Read from the top down, which is fetched ahead better.
    for (int i = first; i < last; ++i) {
      const int y = work_.flip_y ? first + last - 1 - i : i;
      const T* from = source(span_.left, row_of(work_, span_, y));
      if (work_.flip_x) {
        reverse_row(from, target(0, y), span_.width);
      } else {
        std::memcpy(target(0, y), from, static_cast<std::size_t>(span_.width) * sizeof(T));
      }
    }
  }

 private:
  static constexpr int kSquare = 16 % sizeof(T) == 0 ? 16 / static_cast<int>(sizeof(T)) : 1;

  [[nodiscard]] const T* source(int x, int y) const {
    return reinterpret_cast<const T*>(in_.data[c_] + y * in_.pitch_bytes[c_]) + x;
  }
  [[nodiscard]] T* target(int x, int y) const {
    return reinterpret_cast<T*>(out_.data[c_] + y * out_.pitch_bytes[c_]) + x;
  }

  // In blocks that stay in the first cache both ways.
  void swapped_rows(int first, int last) const {
    constexpr int kBlock = 64;
    const int width = out_.component_width(c_);
    const bool pairs = two_ != nullptr && width >= 2 * kSquare && last - first >= kSquare;
    for (int y = first; y < last; y += kBlock)
      for (int x = 0; x < width; x += 2 * kBlock) {
        const int right = std::min(x + 2 * kBlock, width), bottom = std::min(y + kBlock, last);
        pairs ? paired_block(x, y, right, bottom, width - 2 * kSquare, last - kSquare)
              : swapped_block(x, y, right, bottom);
      }
  }
  // By two squares at once; the last ones, from last_x and last_y on, overlap those before.
  void paired_block(int left, int top, int right, int bottom, int last_x, int last_y) const {
    for (int y = top; y < bottom; y += kSquare)
      for (int x = left; x < right; x += 2 * kSquare)
        exchange(two_, std::min(x, last_x), std::min(y, last_y));
  }
  void swapped_block(int left, int top, int right, int bottom) const {
    for (int y = top; y < bottom; y += kSquare)
      for (int x = left; x < right; x += kSquare) {
        const bool whole = x + kSquare <= right && y + kSquare <= bottom;
        if (whole && swapped_square(x, y)) continue;
        for (int j = y; j < std::min(y + kSquare, bottom); ++j)
          for (int i = x; i < std::min(x + kSquare, right); ++i)
            *target(i, j) = *source(column_of(work_, span_, j), row_of(work_, span_, i));
      }
  }
  bool swapped_square(int x, int y) const {
    if constexpr (kSquare > 1) exchange(transpose_square<T>, x, y);
    return kSquare > 1;
  }
  // A flipped axis is walked backwards.
  template <typename Squares>
  void exchange(Squares squares, int x, int y) const {
    const int column =
        std::min(column_of(work_, span_, y), column_of(work_, span_, y + kSquare - 1));
    squares(reinterpret_cast<const std::byte*>(source(column, row_of(work_, span_, x))),
            work_.flip_y ? -in_.pitch_bytes[c_] : in_.pitch_bytes[c_],
            reinterpret_cast<std::byte*>(target(x, work_.flip_x ? y + kSquare - 1 : y)),
            work_.flip_x ? -out_.pitch_bytes[c_] : out_.pitch_bytes[c_]);
  }

  const RemapWork& work_;
  const ImageView &in_, &out_;
  int c_;
  RemapSpan span_ = span_of(work_, in_, out_, c_);
  TwoSquares two_ = two_squares(static_cast<int>(sizeof(T)));
};

struct Bytes3 {
  std::uint8_t bytes[3];
};
struct Bytes6 {
  std::uint16_t words[3];
};

template <typename T>
void move_group(const RemapWork& work, const HostPassCall& call, const SampleGroup& group) {
  const Mover<T> mover(work, call, group);
  const int rows = call.out[0].component_height(group.c);
  call.bands.run(
      rows, band_rows(rows, call.bands.threads(), 64),
      [&](int first, int last) { mover.rows(first, last); }, call.cancel);
}

void move_any(const RemapWork& work, const HostPassCall& call, const SampleGroup& group) {
  switch (group.bytes) {
    case 1:
      return move_group<std::uint8_t>(work, call, group);
    case 2:
      return move_group<std::uint16_t>(work, call, group);
    case 3:
      return move_group<Bytes3>(work, call, group);
    case 4:
      return move_group<std::uint32_t>(work, call, group);
    case 6:
      return move_group<Bytes6>(work, call, group);
    default:
      return move_group<std::uint64_t>(work, call, group);
  }
}

// One row of the output as floats, where the two pictures store samples differently.
void gather_row(const RemapWork& work, const HostPassCall& call, int c, int y) {
  const ImageView &in = call.in[0], &out = call.out[0];
  const RemapSpan span = span_of(work, in, out, c);
  const int width = out.component_width(c);
  const auto row = row_scratch(0, static_cast<std::size_t>(width));
  if (work.swap) {
    for (int x = 0; x < width; ++x)
      load_row(in, c, row_of(work, span, x), column_of(work, span, y), 1,
               row.data() + static_cast<std::size_t>(x));
  } else {
    load_row(in, c, row_of(work, span, y), span.left, width, row.data());
    if (work.flip_x) std::ranges::reverse(row);
  }
  store_row(out, c, y, width, row.data());
}

}  // namespace

void run_on_host(const RemapWork& work, const HostPassCall& call) {
  const std::vector<SampleGroup> groups = common_groups(call.in[0], call.out[0]);
  for (const SampleGroup& group : groups)
    move_any(work, call, group);
  if (!groups.empty()) return;
  each_band(call, {}, [&](int c, int first, int last) {
    for (int y = first; y < last; ++y)
      gather_row(work, call, c, y);
  });
}

}  // namespace framelane
