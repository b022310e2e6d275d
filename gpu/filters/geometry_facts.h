#pragma once
#include <cstdint>

#include "gpu/filters/filter.h"
#include "gpu/filters/remap_work.h"

namespace framelane {

// What becomes of a picture's facts when its samples move.

// After that remapping to `width` x `height` pixels of output: chroma siting (the nearest that has
// a name: none says that chroma lies at the right), field order (none once rows are columns),
// sample aspect. Rotation and mirror stay: they say how the stored picture is turned for showing.
[[nodiscard]] FrameFacts remapped(const FrameFacts& facts, const RemapWork& work, int width,
                                  int height);

// Half luma samples from a chroma sample to the left or uppermost luma sample it belongs to: 0 on
// it, 1 between it and the next, 2 on the next. An unspecified siting counts as left.
[[nodiscard]] int chroma_offset_x(Siting siting);
[[nodiscard]] int chroma_offset_y(Siting siting);

// A size may change which matrix is assumed where none is said: then `to` says that of `from`.
void keep_matrix(const FrameFacts& from, FrameFacts& to);

// num / den in lowest terms, the nearest that an int holds; 1/1 where either is not positive.
[[nodiscard]] Rational reduced(std::int64_t num, std::int64_t den);

// A step that remaps, with the facts that follow.
[[nodiscard]] FilterStep remap_step(const FrameFacts& facts, const RemapWork& work, int width,
                                    int height);

}  // namespace framelane
