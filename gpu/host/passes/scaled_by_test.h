#pragma once
#include <functional>
#include <string>

#include "gpu/filters/testing.h"
#include "gpu/host/passes/passes.h"

namespace framelane::testing {

// A way of scaling; gives whether it takes such a picture.
using ScaleWay = std::function<bool(const ScaleWork&, const HostPassCall&)>;

struct Scaled {
  Raw raw;
  bool taken = false;
};

// What a chain of one scale makes of a picture that way; fails where it writes behind a row's end.
[[nodiscard]] Scaled scaled_by(const ScaleWay& way, const std::string& chain,
                               const FrameFacts& facts, const Raw& picture, int threads = 2);

// With sums of floats.
bool exactly(const ScaleWork& work, const HostPassCall& call);

}  // namespace framelane::testing
