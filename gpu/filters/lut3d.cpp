#include "gpu/errors.h"
#include "gpu/filters/cube_tables.h"
#include "gpu/filters/filters.h"

namespace framelane {
namespace {

using Type = Parameter::Type;
using Lookup = PointOp::Lookup;

constexpr Parameter::Choice kLut3dLookups[] = {
    {"nearest", static_cast<std::uint32_t>(Lookup::nearest)},
    {"trilinear", static_cast<std::uint32_t>(Lookup::linear)},
    {"tetrahedral", static_cast<std::uint32_t>(Lookup::tetrahedral)}};
constexpr Parameter kLut3dParameters[] = {
    {.name = "file", .type = Type::file, .help = "a .cube file", .file_kinds = "cube"},
    {.name = "interp",
     .type = Type::choice,
     .maximum = 2,
     .standard = 2,
     .help = "between the table's entries",
     .choices = kLut3dLookups},
};

FilterStep plan_lut3d(const FilterValues& values, const FrameFacts& facts) {
  FilterStep step;
  const std::string& path = values[0].text;
  if (path.empty()) return step;
  const auto file = read_cube(path);
  if (file->lattice.size == 0)
    throw UsageError("lut3d: " + path + " has a table of one dimension; lut1d takes it");
  const int top = facts.format->max_code();
  if (file->line.size > 0) append_line(step, file->line, top, Lookup::linear, false);
  append_lattice(step, file, top, static_cast<Lookup>(values[1].number));
  return step;
}

}  // namespace

constinit const FilterSpec kLut3dFilter{
    "lut3d",
    "a .cube table of all three colours",
    "Takes .cube files alone, Resolve's one-dimensional table before the lattice with them, and "
    "asks "
    "for one, where FFmpeg's filter passes the picture on without; the domain is honoured, where "
    "that takes no minimum; results are rounded, where it cuts fractions off. Its interp pyramid "
    "and prism and its clut are left out.",
    FilterSpace::rgb,
    kLut3dParameters,
    plan_lut3d,
    "lut3d=file=film.cube"};

}  // namespace framelane
