#include "gpu/filters/cube_tables.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <mutex>
#include <span>
#include <vector>

#include "gpu/filters/lut_math.h"
#include "gpu/host/passes/half.h"

namespace framelane {
namespace {

PointOp op_for(const CubeTable& table, PointOp::Kind kind, int top) {
  PointOp op;
  op.kind = kind;
  op.size = table.size;
  op.limit = static_cast<float>(top);
  for (std::size_t c = 0; c < 3; ++c) {
    const double steps = table.size - 1, span = double{table.maximum[c]} - table.minimum[c];
    op.m[c][0] = static_cast<float>(steps / (span * top));
    op.m[c][1] = static_cast<float>(-table.minimum[c] * steps / span);
  }
  return op;
}

void append_op(FilterStep& step, PointOp op, PassTableRef table) {
  op.table = static_cast<int>(step.tables.size());
  step.point.push_back(op);
  step.tables.push_back(std::move(table));
}

// Whether halves leave errors well under a code: those of 255 are 1/16 at most. Larger lattices
// would take more memory than what is gained.
bool halves_do(const CubeTable& table, int top) {
  constexpr float kMost = 4;
  return top <= 255 && table.size <= 65 &&
         std::ranges::all_of(table.values, [](float v) { return std::abs(v) <= kMost; });
}

// Entries of four numbers, the last one without a meaning.
std::vector<float> entries_of(const CubeTable& table, int top) {
  const std::size_t entries = table.values.size() / 3;
  std::vector<float> numbers(4 * entries);
  for (std::size_t i = 0; i < entries; ++i)
    for (std::size_t c = 0; c < 3; ++c)
      numbers[4 * i + c] = limited(table.values[3 * i + c]) * static_cast<float>(top);
  return numbers;
}

PassTableRef lattice_table(const CubeTable& table, int top, bool halves) {
  const std::vector<float> numbers = entries_of(table, top);
  const auto bytes = std::as_bytes(std::span(numbers));
  auto made = std::make_shared<PassTable>();
  made->bytes.assign(bytes.begin(), bytes.end());
  if (!halves) return made;
  const std::vector<std::uint16_t> spread = spread_halves(numbers, table.size);
  const auto behind = std::as_bytes(std::span(spread));
  made->bytes.insert(made->bytes.end(), behind.begin(), behind.end());
  return made;
}

// The same table for the same file and codes as long as a plan has it, so that an edit of another
// filter neither makes nor uploads it again.
PassTableRef shared_lattice(const std::shared_ptr<const CubeFile>& file, int top, bool halves) {
  struct Made {
    std::weak_ptr<const CubeFile> file;
    int top;
    std::weak_ptr<const PassTable> table;
  };
  constexpr std::size_t kMostKept = 16;
  static std::mutex mutex;
  static std::deque<Made> made;
  const std::lock_guard lock(mutex);
  std::erase_if(made, [](const Made& m) { return m.table.expired() || m.file.expired(); });
  for (const Made& m : made)
    if (PassTableRef table = m.table.lock(); table && m.top == top && m.file.lock() == file)
      return table;
  PassTableRef table = lattice_table(file->lattice, top, halves);
  made.push_front({file, top, table});
  if (made.size() > kMostKept) made.pop_back();
  return table;
}

}  // namespace

std::vector<std::uint16_t> spread_halves(std::span<const float> numbers, int lattice_size) {
  const LatticePitch pitch = spread_pitch(lattice_size);
  const auto size = static_cast<std::size_t>(lattice_size);
  const auto row = static_cast<std::size_t>(pitch.row),
             plane = static_cast<std::size_t>(pitch.plane);
  std::vector<std::uint16_t> halves(4 * plane * size);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::size_t entry = i / 4, x = entry % size, y = entry / size % size,
                      z = entry / (size * size);
    halves[4 * (z * plane + y * row + x) + i % 4] = float_to_half(numbers[i]);
  }
  return halves;
}

float limited(float entry) {
  constexpr float kMost = 1e9F;
  return std::clamp(entry, -kMost, kMost);
}

void append_line(FilterStep& step, const CubeTable& line, int top, PointOp::Lookup lookup,
                 bool last) {
  PointOp op = op_for(line, PointOp::Kind::curve, top);
  op.lookup = lookup;
  op.clamp = last;
  const auto size = static_cast<std::size_t>(line.size);
  std::vector<float> rows(3 * size);
  for (std::size_t i = 0; i < rows.size(); ++i)
    rows[i] = limited(line.values[i % size * 3 + i / size]) * static_cast<float>(top);
  append_op(step, op, make_pass_table<float>(rows));
}

void append_lattice(FilterStep& step, const std::shared_ptr<const CubeFile>& file, int top,
                    PointOp::Lookup lookup) {
  PointOp op = op_for(file->lattice, PointOp::Kind::lattice, top);
  op.lookup = lookup;
  op.halves = halves_do(file->lattice, top);
  op.clamp = !std::ranges::all_of(file->lattice.values, [](float v) { return v >= 0 && v <= 1; });
  append_op(step, op, shared_lattice(file, top, op.halves));
}

}  // namespace framelane
