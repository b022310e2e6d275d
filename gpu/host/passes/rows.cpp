#include "gpu/host/passes/rows.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "gpu/filters/sample_math.h"
#include "gpu/host/passes/half.h"
#include "gpu/host/passes/half_rows.h"

namespace framelane {
namespace {

template <typename T>
const T* sample(const ImageView& view, int c, int y, int x) {
  return reinterpret_cast<const T*>(view.data[c] + y * view.pitch_bytes[c] +
                                    std::ptrdiff_t{x} * view.step_bytes[c]);
}
template <typename T>
T* sample_to_write(const ImageView& view, int c, int y, int x) {
  return reinterpret_cast<T*>(view.data[c] + y * view.pitch_bytes[c] +
                              std::ptrdiff_t{x} * view.step_bytes[c]);
}

// Samples [x, x + count) of row y of component c.
struct Part {
  const ImageView& view;
  int c, y, x;
  std::size_t count;
};

// Calls body(get) with get(i) giving sample i in code units; samples of one step get a loop of
// their own, which vectorises.
template <typename T, typename Code, typename Body>
[[gnu::always_inline]] inline void each_sample(const Part& part, Code code, Body body) {
  const T* first = sample<T>(part.view, part.c, part.y, part.x);
  const auto step = static_cast<std::size_t>(part.view.step_bytes[part.c]) / sizeof(T);
  switch (step) {
    case 1:
      return body([=](std::size_t i) { return code(first[i]); });
    case 2:
      return body([=](std::size_t i) { return code(first[2 * i]); });
    case 4:
      return body([=](std::size_t i) { return code(first[4 * i]); });
    default:
      return body([=](std::size_t i) { return code(first[i * step]); });
  }
}

template <typename Body>
[[gnu::always_inline]] inline void read_row(const Part& part, Body body) {
  const ImageView& view = part.view;
  const auto top = static_cast<float>(view.max_code);
  switch (view.type) {
    case SampleType::u8:
      return each_sample<std::uint8_t>(
          part, [](std::uint8_t s) { return static_cast<float>(s); }, body);
    case SampleType::u16:
      return each_sample<std::uint16_t>(
          part, [shift = view.shift](std::uint16_t s) { return static_cast<float>(s >> shift); },
          body);
    case SampleType::f16:
      return each_sample<std::uint16_t>(
          part, [top](std::uint16_t s) { return half_to_float(s) * top; }, body);
    case SampleType::f32:
      return each_sample<float>(
          part, [top](float s) { return s * top; }, body);
  }
}

template <typename T, typename Value>
[[gnu::always_inline]] inline void write_samples(const Part& part, Value value) {
  T* first = sample_to_write<T>(part.view, part.c, part.y, part.x);
  const auto step = static_cast<std::size_t>(part.view.step_bytes[part.c]) / sizeof(T);
  const std::size_t n = part.count;
  if (step == 1) {
    for (std::size_t i = 0; i < n; ++i)
      first[i] = value(i);
  } else {
    for (std::size_t i = 0; i < n; ++i)
      first[i * step] = value(i);
  }
}

[[gnu::always_inline]] inline void load_any(const Part& part, float* __restrict into) {
  read_row(part, [=, n = part.count](auto get) {
    for (std::size_t i = 0; i < n; ++i)
      into[i] = get(i);
  });
}

[[gnu::always_inline]] inline void add_any(const Part& part, float weight, float* __restrict sums) {
  read_row(part, [=, n = part.count](auto get) {
    for (std::size_t i = 0; i < n; ++i)
      sums[i] += weight * get(i);
  });
}

[[gnu::always_inline]] inline void store_any(const Part& part, const float* __restrict from) {
  const auto top = static_cast<float>(part.view.max_code);
  const float inverse = 1.0F / top;
  // The sum's low bits are the rounded code (see round_even()): no conversion, and it vectorises.
  const auto code = [=](std::size_t i) {
    constexpr float kMagic = 12582912.0F;
    return std::bit_cast<std::uint32_t>(clamped(from[i], top) + kMagic);
  };
  switch (part.view.type) {
    case SampleType::u8:
      return write_samples<std::uint8_t>(
          part, [=](std::size_t i) { return static_cast<std::uint8_t>(code(i)); });
    case SampleType::u16:
      return write_samples<std::uint16_t>(part, [=, shift = part.view.shift](std::size_t i) {
        return static_cast<std::uint16_t>(code(i) << shift);
      });
    case SampleType::f16:
      return write_samples<std::uint16_t>(
          part, [=](std::size_t i) { return float_to_half(from[i] * inverse); });
    case SampleType::f32:
      return write_samples<float>(part, [=](std::size_t i) { return from[i] * inverse; });
  }
}

#ifdef __x86_64__
// The same code, compiled for vectors of eight, which not every processor has.
[[gnu::target("avx2"), gnu::flatten]] void load_wide(const Part& part, float* into) {
  load_any(part, into);
}
[[gnu::target("avx2"), gnu::flatten]] void add_wide(const Part& part, float weight, float* sums) {
  add_any(part, weight, sums);
}
[[gnu::target("avx2"), gnu::flatten]] void store_wide(const Part& part, const float* from) {
  store_any(part, from);
}
bool has_wide() {
  return __builtin_cpu_supports("avx2") != 0;
}
#else
void load_wide(const Part&, float*) {}
void add_wide(const Part&, float, float*) {}
void store_wide(const Part&, const float*) {}
bool has_wide() {
  return false;
}
#endif

bool neighbouring_halves(const ImageView& view, int c) {
  return view.type == SampleType::f16 && view.step_bytes[c] == 2;
}

bool stored_alike(const ImageView& a, const ImageView& b) {
  return a.type == b.type && a.shift == b.shift && a.max_code == b.max_code;
}

}  // namespace

void load_row(const ImageView& view, int c, int y, int x, int count, float* into) {
  const Part part{view, c, y, x, static_cast<std::size_t>(count)};
  if (neighbouring_halves(view, c))
    return load_halves(sample<std::uint16_t>(view, c, y, x), part.count,
                       static_cast<float>(view.max_code), into);
  if (has_wide()) return load_wide(part, into);
  load_any(part, into);
}

void add_row(const ImageView& view, int c, int y, float weight, int count, float* sums) {
  const Part part{view, c, y, 0, static_cast<std::size_t>(count)};
  if (has_wide()) return add_wide(part, weight, sums);
  add_any(part, weight, sums);
}

void store_row(const ImageView& view, int c, int y, int count, const float* from) {
  store_part(view, c, y, 0, count, from);
}

void store_part(const ImageView& view, int c, int y, int x, int count, const float* from) {
  const Part part{view, c, y, x, static_cast<std::size_t>(count)};
  if (neighbouring_halves(view, c))
    return store_halves(from, part.count, 1.0F / static_cast<float>(view.max_code),
                        sample_to_write<std::uint16_t>(view, c, y, x));
  if (has_wide()) return store_wide(part, from);
  store_any(part, from);
}

void copy_row(const ImageView& from, const ImageView& to, int c, int y, float* scratch) {
  const int width = to.component_width(c);
  const int bytes = from.type == SampleType::u8 ? 1 : from.type == SampleType::f32 ? 4 : 2;
  if (stored_alike(from, to) && from.step_bytes[c] == bytes && to.step_bytes[c] == bytes) {
    std::memcpy(to.data[c] + y * to.pitch_bytes[c], from.data[c] + y * from.pitch_bytes[c],
                static_cast<std::size_t>(width) * static_cast<std::size_t>(bytes));
    return;
  }
  load_row(from, c, y, 0, width, scratch);
  store_row(to, c, y, width, scratch);
}

std::span<float> row_scratch(int index, std::size_t floats) {
  thread_local std::array<std::vector<float>, 8> buffers;
  std::vector<float>& buffer = buffers.at(static_cast<std::size_t>(index));
  if (buffer.size() < floats) buffer.resize(floats);
  return std::span(buffer).first(floats);
}

std::span<std::uint16_t> whole_scratch(int index, std::size_t count) {
  constexpr std::size_t kEach = 32;
  struct alignas(64) Line {
    std::uint16_t samples[kEach];
  };
  thread_local std::array<std::vector<Line>, 6> buffers;
  std::vector<Line>& buffer = buffers.at(static_cast<std::size_t>(index));
  const std::size_t lines = count / kEach + 1;
  if (buffer.size() < lines) buffer.resize(lines);
  return {buffer.data()->samples, count};
}

int band_rows(int rows, int threads, int least) {
  const int share = rows / (threads * 4) + 1;
  return (std::max(share, least) + 1) / 2 * 2;
}

void extend_row(float* row, int count, int margin) {
  std::fill(row - margin, row, row[0]);
  std::fill(row + count, row + count + margin, row[count - 1]);
}

}  // namespace framelane
