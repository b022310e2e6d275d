#pragma once
#include <memory>
#include <string>
#include <vector>

#include "gpu/chain.h"
#include "gpu/pass.h"
#include "gpu/scopes/scope_tables.h"

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
  ScopeWants scopes;  // counted beside the passes
};

// What a plan asks of the pools. Thread-safety: a value.
struct PlanNeeds {
  int history = 0;  // pictures that its temporal passes keep
  int ahead = 0;    // of those, the ones after the picture being completed
  int outputs = 1;  // results that one submit may give
};
[[nodiscard]] PlanNeeds needs_of(const ChainPlan& plan);

// Results for each frame of the source.
[[nodiscard]] int results_per_frame(const ChainPlan& plan);

// Whether pictures that nobody is shown matter to those after them.
[[nodiscard]] bool remembers(const ChainPlan& plan);

// Throws UsageError where the chain cannot take such frames (naming the filter).
[[nodiscard]] std::shared_ptr<const ChainPlan> plan_chain(const Chain& chain,
                                                          const FrameFacts& source,
                                                          const OutputFormat& output,
                                                          const ScopeWants& scopes = {});

}  // namespace framelane
