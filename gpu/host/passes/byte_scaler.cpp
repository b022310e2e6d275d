#include "gpu/host/passes/byte_scaler.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "gpu/host/passes/byte_columns.h"
#include "gpu/host/passes/rows.h"
#include "gpu/host/passes/sample_groups.h"

namespace framelane {
namespace {

static_assert(kMostShortTaps == 2 * kMostPairs);

// Of the calling thread, kept from call to call.
template <typename T>
T* kept_room(std::size_t count) {
  thread_local std::vector<T> room;
  if (room.size() < count) room.resize(count);
  return room.data();
}

// The rows of sums across that a band's sums down need, each made once while the band goes down.
class AcrossRows {
 public:
  AcrossRows(const ByteSums& sums, const ByteTaps& taps, const ImageView& in,
             const SampleGroup& group, int used, int end)
      : sums_(sums),
        taps_(taps),
        from_(reinterpret_cast<const std::uint8_t*>(in.data[group.c])),
        pitch_(in.pitch_bytes[group.c]),
        bytes_(in.component_width(group.c) * group.bytes),
        height_(in.component_height(group.c)),
        end_(std::min(end, height_)),
        slots_(used + kByteRows - 1),
        stride_(taps.count + kByteBlock),  // no power of two, which would share few cache lines
        slot_room_(kept_room<std::int16_t>(static_cast<std::size_t>(slots_ * stride_))),
        row_room_(kept_room<std::uint8_t>(static_cast<std::size_t>(kByteRows * row_stride()))) {}

  // From the top down: those of [first, first + used).
  void make(int first, int used) {
    next_ = std::max(next_, first);
    while (next_ < std::min(first + used, end_)) {
      const int count = end_ - next_ >= kByteRows ? kByteRows : 1;
      const std::uint8_t* rows[kByteRows];
      std::int16_t* into[kByteRows];
      for (int i = 0; i < count; ++i) {
        rows[i] = readable(next_ + i, i);
        into[i] = slot(next_ + i);
      }
      sums_.across(taps_, count, rows, into);
      next_ += count;
    }
  }
  [[nodiscard]] const std::int16_t* row(int y) const { return slot(std::min(y, end_ - 1)); }

 private:
  [[nodiscard]] std::ptrdiff_t row_stride() const { return bytes_ + kByteSlack; }
  [[nodiscard]] std::int16_t* slot(int y) const {
    return slot_room_ + std::ptrdiff_t{y % slots_} * stride_;
  }
  // Row y with room behind it: in the picture where others follow.
  [[nodiscard]] const std::uint8_t* readable(int y, int i) const {
    const std::uint8_t* const row = from_ + y * pitch_;
    if ((height_ - 1 - y) * pitch_ >= kByteSlack) return row;
    std::uint8_t* const copy = row_room_ + i * row_stride();
    std::memcpy(copy, row, static_cast<std::size_t>(bytes_));
    std::memset(copy + bytes_, 0, kByteSlack);
    return copy;
  }

  const ByteSums& sums_;
  const ByteTaps taps_;
  const std::uint8_t* from_;
  std::ptrdiff_t pitch_, bytes_;
  int height_, end_, slots_;
  std::ptrdiff_t stride_;
  std::int16_t* slot_room_;
  std::uint8_t* row_room_;
  int next_ = 0;
};

// A group of components and how its rows are made.
struct Part {
  SampleGroup group;
  const ScaleAxis& down;
  const std::byte* table;
  ByteColumns columns;
};

void scale_band(const ByteSums& sums, const Part& part, const HostPassCall& call, int first,
                int last) {
  const ImageView &in = call.in[0], &out = call.out[0];
  const int c = part.group.c, used = part.down.used, pairs = (used + 1) / 2;
  const int* const firsts = taps_of(part.down, part.table).firsts;
  const std::int16_t* const weights = short_weights_of(part.down, part.table);
  const int bytes = out.component_width(c) * static_cast<int>(part.group.bytes);
  AcrossRows across(sums, part.columns.taps(), in, part.group, used, firsts[last - 1] + used);
  std::array<const std::int16_t*, kMostShortTaps> rows{};
  for (int y = first; y < last; ++y) {
    across.make(firsts[y], used);
    for (int k = 0; k < 2 * pairs; ++k)
      rows[static_cast<std::size_t>(k)] = across.row(firsts[y] + std::min(k, used - 1));
    sums.down(rows.data(), weights + std::ptrdiff_t{part.down.taps} * y, pairs, bytes,
              reinterpret_cast<std::uint8_t*>(out.data[c] + y * out.pitch_bytes[c]));
  }
}

bool are_bytes(const ImageView& view) {
  return view.type == SampleType::u8 && view.max_code == 255;
}

std::vector<Part> parts_of(const ScaleWork& work, const HostPassCall& call, const ByteSums& sums) {
  std::vector<Part> parts;
  for (const SampleGroup& group : common_groups(call.in[0], call.out[0])) {
    const int axes = scale_part(call.in[0], group.c);
    const ScaleAxis &across = work.across[axes], &down = work.down[axes];
    if (!across.shorts || !down.shorts) return {};
    Part part{
        group, down, call.memory.tables[down.table],
        ByteColumns(across, call.memory.tables[across.table], static_cast<int>(group.bytes), sums)};
    if (!part.columns.usable()) return {};
    parts.push_back(std::move(part));
  }
  return parts;
}

}  // namespace

bool scale_bytes(const ScaleWork& work, const HostPassCall& call, const ByteSums& sums) {
  if (!are_bytes(call.in[0]) || !are_bytes(call.out[0])) return false;
  const std::vector<Part> parts = parts_of(work, call, sums);
  for (const Part& part : parts) {
    const int rows = call.out[0].component_height(part.group.c);
    call.bands.run(
        rows, band_rows(rows, call.bands.threads(), 32),
        [&](int first, int last) { scale_band(sums, part, call, first, last); }, call.cancel);
  }
  return !parts.empty();
}

bool scale_bytes(const ScaleWork& work, const HostPassCall& call) {
  for (const ByteSums* sums : {widest_byte_sums(), wide_byte_sums()})
    if (sums != nullptr && scale_bytes(work, call, *sums)) return true;
  return false;
}

}  // namespace framelane
