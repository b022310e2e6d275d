#include "gpu/source_map.h"

#include <variant>

namespace framelane {
namespace {

// Of a pass that reads the input from (left, top) on. Pixels.
SourceMap part_of(const Pass& pass, int left, int top, double width, double height) {
  SourceMap map;
  map.xx = width / pass.input.width;
  map.yy = height / pass.input.height;
  map.x0 = static_cast<double>(left) / pass.input.width;
  map.y0 = static_cast<double>(top) / pass.input.height;
  return map;
}

SourceMap after(const SourceMap& first, const SourceMap& second) {
  SourceMap map;
  map.xx = first.xx * second.xx + first.xy * second.yx;
  map.xy = first.xx * second.xy + first.xy * second.yy;
  map.yx = first.yx * second.xx + first.yy * second.yx;
  map.yy = first.yx * second.xy + first.yy * second.yy;
  const SourceMap::Place origin = first.to_source({second.x0, second.y0});
  map.x0 = origin.x;
  map.y0 = origin.y;
  return map;
}

SourceMap map_of(const Pass& pass, const RemapWork& work) {
  const int width = work.swap ? pass.output.height : pass.output.width;
  const int height = work.swap ? pass.output.width : pass.output.height;
  SourceMap turned;
  if (work.flip_x) turned = after(turned, {-1, 0, 0, 1, 1, 0});
  if (work.flip_y) turned = after(turned, {1, 0, 0, -1, 0, 1});
  if (work.swap) turned = after(turned, {0, 1, 1, 0, 0, 0});
  return after(part_of(pass, work.left, work.top, width, height), turned);
}

SourceMap map_of(const Pass& pass, const ReduceWork& work) {
  return part_of(pass, work.left, work.top, 1.0 * pass.output.width * work.factor,
                 1.0 * pass.output.height * work.factor);
}

template <typename Work>
SourceMap map_of(const Pass& /*pass*/, const Work& /*work*/) {
  return {};
}

}  // namespace

SourceMap::Place SourceMap::to_source(Place result) const {
  return {xx * result.x + xy * result.y + x0, yx * result.x + yy * result.y + y0};
}

SourceMap::Place SourceMap::to_result(Place source) const {
  const double determinant = xx * yy - xy * yx;
  const double x = source.x - x0, y = source.y - y0;
  return {(yy * x - xy * y) / determinant, (xx * y - yx * x) / determinant};
}

SourceMap source_map_of(std::span<const Pass> passes) {
  SourceMap map;
  for (const Pass& pass : passes)
    map = after(map, std::visit([&](const auto& work) { return map_of(pass, work); }, pass.work));
  return map;
}

}  // namespace framelane
