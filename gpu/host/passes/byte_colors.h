#pragma once
#include <optional>

#include "gpu/host/passes/byte_color_rows.h"
#include "gpu/host/passes/passes.h"

namespace framelane {

// 8-bit 4:2:0 through one matrix without floats, where the machine has what byte_color_rows.h
// needs: into 8-bit R G B of any layout, chroma interpolated at its siting, or into 8-bit 4:2:0
// again. Before they are rounded, results are within 0.03 of a code of those of a matrix without
// rounding of its own, so that one sample in a hundred at most is a code off what floats give.

// The factors, or nothing where the program is not such a matrix or sums might not fit.
[[nodiscard]] std::optional<RgbFactors> rgb_factors(const PointWork& work);
[[nodiscard]] std::optional<YuvFactors> yuv_factors(const PointWork& work);

// Whether it did it.
[[nodiscard]] bool run_byte_colors(const PointWork& work, const HostPassCall& call);
// The same where the input is known to be 8-bit 4:2:0 and the output R G B.
[[nodiscard]] bool run_byte_rgb(const PointWork& work, const HostPassCall& call,
                                const ByteColorRows& rows);

}  // namespace framelane
