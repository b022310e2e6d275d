#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "gpu/filters/cube_file.h"
#include "gpu/filters/filter.h"

namespace framelane {

// Point operations that apply the tables of .cube files to full-range R'G'B' of codes 0 .. top.
// Each adds itself and its table to the step.

// Along straight lines, or to the nearest entry. `last`: the result is clamped to the codes.
void append_line(FilterStep& step, const CubeTable& line, int top, PointOp::Lookup lookup,
                 bool last);
// The file's lattice. Its table is made once as long as a plan holds it. Thread-safety: any thread.
void append_lattice(FilterStep& step, const std::shared_ptr<const CubeFile>& file, int top,
                    PointOp::Lookup lookup);

// Entries of four numbers as halves, each where spread_pitch() has it.
[[nodiscard]] std::vector<std::uint16_t> spread_halves(std::span<const float> numbers, int size);

// An entry as a table holds it: far beyond every code, but so that no sum overflows.
[[nodiscard]] float limited(float entry);

}  // namespace framelane
