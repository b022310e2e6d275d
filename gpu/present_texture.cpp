#include "gpu/present_texture.h"

namespace framelane {

Pass present_pass(const FrameFacts& facts, ShownLight light) {
  const std::string chain = mapping_chain(light_mapping(facts.color, light));
  const auto plan = plan_chain(chain.empty() ? Chain{} : parse_chain(chain), facts,
                               {OutputFormat::Kind::rgba, nullptr});
  if (!plan->passes.empty()) return plan->passes.front();
  // Such a picture needs no conversion, only a copy.
  Pass copy;
  copy.name = "convert";
  copy.work = PointWork{};
  copy.input = copy.output = facts;
  return copy;
}

}  // namespace framelane
