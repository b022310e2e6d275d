#include "gpu/filters/geometry_facts.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace framelane {
namespace {

// Offsets in half luma samples, and how many chroma samples are cut off or turned round.
struct ChromaAxis {
  int offset = 1;
  int log2 = 0;
};

// Chroma sample i lies at luma sample 2 i + offset / 2. After a crop that begins at luma sample
// `first`, chroma begins at first / 2.
void crop(ChromaAxis& axis, int first) {
  if (axis.log2 > 0) axis.offset -= 2 * (first & 1);
}

// Luma sample i becomes size - 1 - i, chroma sample i likewise among its own.
void flip(ChromaAxis& axis, int size) {
  if (axis.log2 == 0) return;
  const int chroma = (size + 1) >> 1;
  axis.offset = 2 * (size + 1 - 2 * chroma) - axis.offset;
}

Siting siting_at(int x, int y) {
  constexpr Siting kNames[3][2] = {{Siting::topleft, Siting::top},
                                   {Siting::left, Siting::center},
                                   {Siting::bottomleft, Siting::bottom}};
  return kNames[std::clamp(y, 0, 2)][std::clamp(x, 0, 1)];
}

Siting moved_siting(const FrameFacts& facts, const RemapWork& work, int width, int height) {
  const PixelFormat& format = *facts.format;
  if (format.log2_chroma_w == 0 && format.log2_chroma_h == 0) return facts.color.siting;
  const Siting siting = facts.color.siting;
  ChromaAxis x{chroma_offset_x(siting), format.log2_chroma_w};
  ChromaAxis y{chroma_offset_y(siting), format.log2_chroma_h};
  crop(x, work.left);
  crop(y, work.top);
  if (work.flip_x) flip(x, work.swap ? height : width);
  if (work.flip_y) flip(y, work.swap ? width : height);
  if (work.swap) std::swap(x, y);
  const Siting moved = siting_at(x.offset, y.offset);
  return siting == Siting::unspecified && moved == Siting::left ? siting : moved;
}

FieldOrder moved_fields(FieldOrder order, const RemapWork& work, int height) {
  if (order == FieldOrder::progressive || work.swap) return FieldOrder::progressive;
  const int first_row = work.flip_y ? work.top + height - 1 : work.top;
  if (first_row % 2 == 0) return order;
  return order == FieldOrder::top_first ? FieldOrder::bottom_first : FieldOrder::top_first;
}

}  // namespace

int chroma_offset_x(Siting siting) {
  return siting == Siting::center || siting == Siting::top || siting == Siting::bottom ? 1 : 0;
}

int chroma_offset_y(Siting siting) {
  if (siting == Siting::topleft || siting == Siting::top) return 0;
  return siting == Siting::bottomleft || siting == Siting::bottom ? 2 : 1;
}

void keep_matrix(const FrameFacts& from, FrameFacts& to) {
  if (effective_matrix(from) != effective_matrix(to)) to.color.matrix = effective_matrix(from);
}

Rational reduced(std::int64_t num, std::int64_t den) {
  if (num <= 0 || den <= 0) return {1, 1};
  const std::int64_t common = std::gcd(num, den);
  constexpr std::int64_t kMost = std::numeric_limits<int>::max();
  const std::int64_t excess = std::max(num, den) / common / kMost + 1;
  const auto fitted = [&](std::int64_t n) {
    return static_cast<int>(std::max<std::int64_t>(1, n / common / excess));
  };
  return {fitted(num), fitted(den)};
}

FrameFacts remapped(const FrameFacts& facts, const RemapWork& work, int width, int height) {
  FrameFacts result = facts;
  result.width = width;
  result.height = height;
  result.color.siting = moved_siting(facts, work, width, height);
  result.field_order = moved_fields(facts.field_order, work, height);
  if (work.swap) result.sample_aspect = reduced(facts.sample_aspect.den, facts.sample_aspect.num);
  keep_matrix(facts, result);
  return result;
}

FilterStep remap_step(const FrameFacts& facts, const RemapWork& work, int width, int height) {
  FilterStep step;
  step.works.push_back({work, remapped(facts, work, width, height)});
  return step;
}

}  // namespace framelane
