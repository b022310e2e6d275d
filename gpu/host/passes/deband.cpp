#include <algorithm>
#include <vector>

#include "gpu/filters/deband_math.h"
#include "gpu/host/passes/half.h"
#include "gpu/host/passes/passes.h"
#include "gpu/host/passes/rows.h"

namespace framelane {
namespace {

// References of a row's samples as they are stored: four rows of `width`.
template <typename T>
T* reference_scratch(std::size_t width) {
  thread_local std::vector<T> buffer;
  if (buffer.size() < 4 * width) buffer.resize(4 * width);
  return buffer.data();
}

template <typename T>
struct References {
  const ImageView& in;
  int c, reach;
  DebandSize size;
  std::ptrdiff_t pitch, step;
  T* rows;

  References(const DebandWork& work, const ImageView& picture, int component)
      : in(picture),
        c(component),
        reach(work.reach),
        size{picture.component_width(component), picture.component_height(component)},
        pitch(picture.pitch_bytes[component]),
        step(picture.step_bytes[component]),
        rows(reference_scratch<T>(static_cast<std::size_t>(size.width))) {}

  void take(int x, const std::byte* a, const std::byte* b, const std::byte* d,
            const std::byte* e) const {
    rows[x] = *reinterpret_cast<const T*>(a);
    rows[size.width + x] = *reinterpret_cast<const T*>(b);
    rows[2 * size.width + x] = *reinterpret_cast<const T*>(d);
    rows[3 * size.width + x] = *reinterpret_cast<const T*>(e);
  }
  // Samples [first, last) of row y, some of whose references lie outside.
  void gather_border(int y, int first, int last, const DebandOffset* offsets) const {
    const std::byte* const plane = in.data[c];
    for (int x = first; x < last; ++x) {
      const DebandOffset offset = offsets[x];
      const std::ptrdiff_t right = nearest_inside(x + offset.x, size.width) * step;
      const std::ptrdiff_t left = nearest_inside(x - offset.x, size.width) * step;
      const std::byte* down = plane + nearest_inside(y + offset.y, size.height) * pitch;
      const std::byte* up = plane + nearest_inside(y - offset.y, size.height) * pitch;
      take(x, down + right, up + right, up + left, down + left);
    }
  }
  void gather_inside(int y, int first, int last, const DebandOffset* offsets) const {
    const std::byte* at = in.data[c] + y * pitch + first * step;
    // A copy: storing a sample might else change it.
    const References own = *this;
    for (int x = first; x < last; ++x, at += own.step) {
      const std::ptrdiff_t down = offsets[x].y * own.pitch, right = offsets[x].x * own.step;
      own.take(x, at + down + right, at - down + right, at - down - right, at + down - right);
    }
  }
  void gather(int y, const DebandOffset* offsets) const {
    const bool whole = y < reach || y + reach >= size.height || size.width <= 2 * reach;
    const int first = whole ? size.width : reach;
    const int last = whole ? size.width : size.width - reach;
    gather_border(y, 0, first, offsets);
    gather_inside(y, first, last, offsets);
    gather_border(y, last, size.width, offsets);
  }
};

struct ChoiceRow {
  const float* source;
  float* mean;
  float* excess;
};

// A block's numbers in memory that nothing else can point to: so the loops vectorise.
constexpr std::size_t kBlock = 256;
struct ChoiceBlock {
  float source[kBlock], reference[4][kBlock], mean[kBlock], excess[kBlock];

  template <bool kBlur>
  void choose(std::size_t count, float threshold) {
    for (std::size_t i = 0; i < count; ++i) {
      const float references[4] = {reference[0][i], reference[1][i], reference[2][i],
                                   reference[3][i]};
      const DebandChoice choice = debanded(source[i], references, threshold, kBlur);
      mean[i] = choice.mean;
      excess[i] = choice.excess;
    }
  }
};

template <bool kBlur, typename T, typename Code>
void choose(const References<T>& from, float threshold, Code code, const ChoiceRow& row) {
  const auto width = static_cast<std::size_t>(from.size.width);
  ChoiceBlock block;
  for (std::size_t first = 0; first < width; first += kBlock) {
    const std::size_t count = std::min(kBlock, width - first);
    std::copy_n(row.source + first, count, block.source);
    for (std::size_t r = 0; r < 4; ++r) {
      const T* const stored = from.rows + r * width + first;
      for (std::size_t i = 0; i < count; ++i)
        block.reference[r][i] = code(stored[i]);
    }
    block.choose<kBlur>(count, threshold);
    std::copy_n(block.mean, count, row.mean + first);
    std::copy_n(block.excess, count, row.excess + first);
  }
}

template <typename T, typename Code>
void choose_row(const DebandWork& work, const ImageView& in, int c, int y,
                const DebandOffset* offsets, Code code, const ChoiceRow& row) {
  const References<T> from(work, in, c);
  from.gather(y, offsets);
  if (work.blur) return choose<true>(from, work.threshold[c], code, row);
  choose<false>(from, work.threshold[c], code, row);
}

void choose_any(const DebandWork& work, const ImageView& in, int c, int y,
                const DebandOffset* offsets, const ChoiceRow& row) {
  const auto top = static_cast<float>(in.max_code);
  switch (in.type) {
    case SampleType::u8:
      return choose_row<std::uint8_t>(
          work, in, c, y, offsets, [](std::uint8_t s) { return static_cast<float>(s); }, row);
    case SampleType::u16:
      return choose_row<std::uint16_t>(
          work, in, c, y, offsets,
          [shift = in.shift](std::uint16_t s) { return static_cast<float>(s >> shift); }, row);
    case SampleType::f16:
      return choose_row<std::uint16_t>(
          work, in, c, y, offsets, [top](std::uint16_t s) { return half_to_float(s) * top; }, row);
    case SampleType::f32:
      return choose_row<float>(
          work, in, c, y, offsets, [top](float s) { return s * top; }, row);
  }
}

// excess becomes the greatest of all components' where they go together.
void couple(const DebandWork& work, const ImageView& in, int c, int y, const DebandOffset* offsets,
            std::span<float> excess) {
  const auto source = row_scratch(3, excess.size()), mean = row_scratch(4, excess.size());
  const auto theirs = row_scratch(5, excess.size());
  for (int other = 0; other < 4; ++other) {
    if (other == c || (work.components >> other & 1) == 0) continue;
    load_row(in, other, y, 0, static_cast<int>(excess.size()), source.data());
    choose_any(work, in, other, y, offsets, {source.data(), mean.data(), theirs.data()});
    for (std::size_t x = 0; x < excess.size(); ++x)
      excess[x] = larger(excess[x], theirs[x]);
  }
}

void take_means(std::span<const float> excess, const float* source, float* mean) {
  for (std::size_t x = 0; x < excess.size(); ++x) {
    const float own = source[x], other = mean[x];
    mean[x] = excess[x] < 0 ? other : own;
  }
}

void deband_row(const DebandWork& work, const HostPassCall& call, int c, int y,
                const DebandOffset* offsets) {
  const ImageView& in = call.in[0];
  const int width = in.component_width(c);
  const auto length = static_cast<std::size_t>(width);
  const auto source = row_scratch(0, length), mean = row_scratch(1, length);
  const auto excess = row_scratch(2, length);
  load_row(in, c, y, 0, width, source.data());
  choose_any(work, in, c, y, offsets, {source.data(), mean.data(), excess.data()});
  if (work.coupled) couple(work, in, c, y, offsets, excess);
  take_means(excess, source.data(), mean.data());
  store_row(call.out[0], c, y, width, mean.data());
}

}  // namespace

void run_on_host(const DebandWork& work, const HostPassCall& call) {
  const auto* offsets = reinterpret_cast<const DebandOffset*>(call.memory.tables[0]);
  unsigned components = 0;
  for (unsigned c = 0; c < 4; ++c)
    if (work.threshold[c] > 0) components |= 1U << c;
  each_band_of(components, call, {}, [&](int c, int first, int last) {
    for (int y = first; y < last; ++y)
      deband_row(work, call, c, y, offsets + std::ptrdiff_t{y} * call.in[0].width);
  });
}

}  // namespace framelane
