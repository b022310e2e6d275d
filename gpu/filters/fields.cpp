#include "gpu/filters/fields.h"

namespace framelane {

FilterStep plan_fields(FieldsWork::Method method, int mode, const FilterValues& values,
                       const FrameFacts& facts) {
  FilterStep step;
  const bool interlaced = facts.field_order != FieldOrder::progressive;
  if (values[2].number == 1 && !interlaced) return step;
  FieldsWork work;
  work.method = method;
  const double parity = values[1].number;
  work.top_first = parity > 1 ? facts.field_order != FieldOrder::bottom_first : parity == 0;
  work.check_lines = (mode & 2) == 0;
  step.works.push_back({work, facts});
  step.behind = 1;
  step.ahead = 1;
  step.outputs_per_input = (mode & 1) != 0 ? 2 : 1;
  step.becomes = [](const FrameFacts& home) {
    FrameFacts progressive = home;
    progressive.field_order = FieldOrder::progressive;
    return progressive;
  };
  return step;
}

}  // namespace framelane
