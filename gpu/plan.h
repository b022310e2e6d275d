#pragma once
#include <memory>
#include <string>
#include <vector>

#include "gpu/chain.h"
#include "gpu/pass.h"

namespace framelane {

// What the result comes back as.
struct OutputFormat {
  enum class Kind { source, rgba, named };
  Kind kind = Kind::source;
  const PixelFormat* named = nullptr;  // for Kind::named
  friend bool operator==(const OutputFormat&, const OutputFormat&) = default;
};

// A chain planned for one kind of source frame. No passes: the frame comes back bit for bit.
// Thread-safety: immutable, shared.
struct ChainPlan {
  std::string chain_text;
  FrameFacts source;
  FrameFacts result;
  std::vector<Pass> passes;
  // Frames before a frame that its pixels depend on; lookahead is the passes' own.
  int reach = 0;
};

// Throws UsageError where the chain cannot take such frames (naming the filter).
[[nodiscard]] std::shared_ptr<const ChainPlan> plan_chain(const Chain& chain,
                                                          const FrameFacts& source,
                                                          const OutputFormat& output);

}  // namespace framelane
