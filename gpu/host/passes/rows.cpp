#include "gpu/host/passes/rows.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "gpu/filters/sample_math.h"
#include "gpu/host/passes/half.h"

namespace framelane {
namespace {

template <typename T>
const T* sample(const ImageView& view, int c, int y, int x) {
  return reinterpret_cast<const T*>(view.data[c] + y * view.pitch_bytes[c] +
                                    std::ptrdiff_t{x} * view.step_bytes[c]);
}
template <typename T>
T* sample(const ImageView& view, int c, int y) {
  return reinterpret_cast<T*>(view.data[c] + y * view.pitch_bytes[c]);
}

// Calls body(get) with get(i) giving sample i in code units; contiguous samples get a loop of their
// own, which vectorises.
template <typename T, typename Code, typename Body>
void each_sample(const ImageView& view, int c, int y, int x, Code code, Body body) {
  const T* first = sample<T>(view, c, y, x);
  const auto step = static_cast<std::size_t>(view.step_bytes[c]) / sizeof(T);
  if (step == 1) {
    body([=](std::size_t i) { return code(first[i]); });
  } else {
    body([=](std::size_t i) { return code(first[i * step]); });
  }
}

template <typename Body>
void read_row(const ImageView& view, int c, int y, int x, Body body) {
  const auto top = static_cast<float>(view.max_code);
  switch (view.type) {
    case SampleType::u8:
      return each_sample<std::uint8_t>(
          view, c, y, x, [](std::uint8_t s) { return static_cast<float>(s); }, body);
    case SampleType::u16:
      return each_sample<std::uint16_t>(
          view, c, y, x,
          [shift = view.shift](std::uint16_t s) { return static_cast<float>(s >> shift); }, body);
    case SampleType::f16:
      return each_sample<std::uint16_t>(
          view, c, y, x, [top](std::uint16_t s) { return half_to_float(s) * top; }, body);
    case SampleType::f32:
      return each_sample<float>(
          view, c, y, x, [top](float s) { return s * top; }, body);
  }
}

template <typename T, typename Value>
void write_samples(const ImageView& view, int c, int y, int count, Value value) {
  T* first = sample<T>(view, c, y);
  const auto step = static_cast<std::size_t>(view.step_bytes[c]) / sizeof(T);
  const auto n = static_cast<std::size_t>(count);
  if (step == 1) {
    for (std::size_t i = 0; i < n; ++i)
      first[i] = value(i);
  } else {
    for (std::size_t i = 0; i < n; ++i)
      first[i * step] = value(i);
  }
}

bool stored_alike(const ImageView& a, const ImageView& b) {
  return a.type == b.type && a.shift == b.shift && a.max_code == b.max_code;
}

}  // namespace

void load_row(const ImageView& view, int c, int y, int x, int count, float* into) {
  const auto n = static_cast<std::size_t>(count);
  read_row(view, c, y, x, [=](auto get) {
    for (std::size_t i = 0; i < n; ++i)
      into[i] = get(i);
  });
}

void add_row(const ImageView& view, int c, int y, float weight, int count, float* sums) {
  const auto n = static_cast<std::size_t>(count);
  read_row(view, c, y, 0, [=](auto get) {
    for (std::size_t i = 0; i < n; ++i)
      sums[i] += weight * get(i);
  });
}

void store_row(const ImageView& view, int c, int y, int count, const float* from) {
  const auto top = static_cast<float>(view.max_code);
  const float inverse = 1.0F / top;
  // The sum's low bits are the rounded code (see round_even()): no conversion, and it vectorises.
  const auto code = [=](std::size_t i) {
    constexpr float kMagic = 12582912.0F;
    return std::bit_cast<std::uint32_t>(clamped(from[i], top) + kMagic);
  };
  switch (view.type) {
    case SampleType::u8:
      return write_samples<std::uint8_t>(
          view, c, y, count, [=](std::size_t i) { return static_cast<std::uint8_t>(code(i)); });
    case SampleType::u16:
      return write_samples<std::uint16_t>(view, c, y, count,
                                          [=, shift = view.shift](std::size_t i) {
                                            return static_cast<std::uint16_t>(code(i) << shift);
                                          });
    case SampleType::f16:
      return write_samples<std::uint16_t>(
          view, c, y, count, [=](std::size_t i) { return float_to_half(from[i] * inverse); });
    case SampleType::f32:
      return write_samples<float>(view, c, y, count,
                                  [=](std::size_t i) { return from[i] * inverse; });
  }
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

int band_rows(int rows, int threads, int least) {
  const int share = rows / (threads * 4) + 1;
  return (std::max(share, least) + 1) / 2 * 2;
}

void extend_row(float* row, int count, int margin) {
  std::fill(row - margin, row, row[0]);
  std::fill(row + count, row + count + margin, row[count - 1]);
}

}  // namespace framelane
