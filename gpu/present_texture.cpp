#include "gpu/present_texture.h"

namespace framelane {

Pass present_pass(const FrameFacts& facts) {
  const auto plan = plan_chain(Chain{}, facts, {OutputFormat::Kind::rgba, nullptr});
  if (!plan->passes.empty()) return plan->passes.front();
  // Such a picture needs no conversion, only a copy.
  Pass copy;
  copy.name = "convert";
  copy.work = PointWork{};
  copy.input = copy.output = facts;
  return copy;
}

}  // namespace framelane
