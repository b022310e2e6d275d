#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "gpu/host/passes/sample_groups.h"
#include "gpu/image_view.h"

namespace framelane {

// `count` of the calling thread, from a cache line's beginning on; kept from call to call.
template <typename T>
T* kept_room(std::ptrdiff_t count) {
  constexpr std::size_t kLine = 64 / sizeof(T);
  thread_local std::vector<T> room;
  const std::size_t needed = static_cast<std::size_t>(count) + kLine;
  if (room.size() < needed) room.resize(needed);
  const std::size_t past = reinterpret_cast<std::uintptr_t>(room.data()) / sizeof(T) % kLine;
  return room.data() + (kLine - past) % kLine;
}

// The rows of sums across that a band's sums down need, each made once while the band goes down.
// `Sums` are ByteSums or CodeSums.
template <typename Sums>
class AcrossRows {
 public:
  using Sum = typename Sums::Sum;

  // Of the rows above `end` alone.
  AcrossRows(const Sums& sums, const typename Sums::Taps& taps, const ImageView& in,
             const SampleGroup& group, int used, int end)
      : sums_(sums),
        taps_(taps),
        from_(reinterpret_cast<const std::uint8_t*>(in.data[group.c])),
        pitch_(in.pitch_bytes[group.c]),
        bytes_(in.component_width(group.c) * group.bytes),
        height_(in.component_height(group.c)),
        end_(std::min(end, height_)),
        slots_(used + Sums::kRows - 1),
        stride_(Sums::stride(taps.count)),
        slot_room_(kept_room<Sum>(slots_ * stride_)),
        row_room_(kept_room<std::uint8_t>(Sums::kRows * row_stride())) {}

  // From the top down: those of [first, first + used).
  void make(int first, int used) {
    next_ = std::max(next_, first);
    while (next_ < std::min(first + used, end_)) {
      const int count = end_ - next_ >= Sums::kRows ? Sums::kRows : 1;
      const std::uint8_t* rows[Sums::kRows];
      Sum* into[Sums::kRows];
      for (int i = 0; i < count; ++i) {
        rows[i] = readable(next_ + i, i);
        into[i] = slot(next_ + i);
      }
      sums_.across(taps_, count, rows, into);
      next_ += count;
    }
  }
  [[nodiscard]] const Sum* row(int y) const { return slot(std::min(y, end_ - 1)); }

 private:
  [[nodiscard]] std::ptrdiff_t row_stride() const { return bytes_ + Sums::kSlack; }
  [[nodiscard]] Sum* slot(int y) const { return slot_room_ + y % slots_ * stride_; }
  // Row y with room behind it: in the picture where others follow.
  [[nodiscard]] const std::uint8_t* readable(int y, int i) const {
    const std::uint8_t* const row = from_ + y * pitch_;
    if ((height_ - 1 - y) * pitch_ >= Sums::kSlack) return row;
    std::uint8_t* const copy = row_room_ + i * row_stride();
    std::memcpy(copy, row, static_cast<std::size_t>(bytes_));
    std::memset(copy + bytes_, 0, Sums::kSlack);
    return copy;
  }

  const Sums& sums_;
  const typename Sums::Taps taps_;
  const std::uint8_t* from_;
  std::ptrdiff_t pitch_, bytes_;
  int height_, end_, slots_;
  std::ptrdiff_t stride_;
  Sum* slot_room_;
  std::uint8_t* row_room_;
  int next_ = 0;
};

}  // namespace framelane
