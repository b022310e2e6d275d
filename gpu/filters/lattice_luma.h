#pragma once
#include <optional>
#include <vector>

#include "gpu/filters/short_math.h"
#include "gpu/pass_memory.h"
#include "gpu/pixel_format.h"

// A lattice whose colours become luma and chroma at once: entries of luma and of what blue and red
// are beyond it, which a GPU mixes instead of colours. A conversion takes three products a pixel
// then, where it would take seven. Formulas for the GPU's kernels and for tests.
namespace framelane {

// What luma is made of, and how codes as parts of the highest one follow from the entries.
struct LumaOfColors {
  float red = 0, blue = 0;             // their shares of luma; the rest is green's
  float gain[3] = {}, offset[3] = {};  // of luma, of blue beyond it and of red beyond it
};

// Nothing unless the program is a clamped linear step, a lattice inside the codes, and one that
// makes luma and chroma of what the lattice gives.
[[nodiscard]] std::optional<LumaOfColors> luma_of_colors(const ShortProgram& program);

// Component c of a result, from what the entries of its pixels say, or for chroma from the mean of
// it.
FRAMELANE_BOTH inline float stored_part(const LumaOfColors& luma, int c, float value) {
  return in_unit(plus_product(luma.gain[c], value, luma.offset[c]));
}

// Gives the program's lattice entries of luma where kernels use them: for 8-bit 4:2:0.
void add_luma_entries(PointWork& work, std::vector<PassTableRef>& tables,
                      const PixelFormat& result);

// Where entries of luma lie in a lattice's table: behind the floats and the halves of colours.
[[nodiscard]] std::size_t luma_entries_at(int size);
// The table of a lattice of halves followed by entries of four halves: blue and red beyond luma,
// luma, and nothing. Made once for the same table and shares as long as a plan holds it.
// Thread-safety: any thread.
[[nodiscard]] PassTableRef with_luma_entries(const PassTableRef& table, int size,
                                             const LumaOfColors& luma);

}  // namespace framelane
