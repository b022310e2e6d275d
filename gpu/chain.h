#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "gpu/filters/filter.h"

namespace framelane {

// One filter of a chain with the values of all its options.
struct ChainFilter {
  const FilterSpec* spec = nullptr;
  bool enabled = true;
  std::string label;  // without '@'; empty when absent
  FilterValues values;
  friend bool operator==(const ChainFilter&, const ChainFilter&) = default;
};

// A parsed filter chain. Thread-safety: a value.
struct Chain {
  std::vector<ChainFilter> filters;
  friend bool operator==(const Chain&, const Chain&) = default;
};

// Reads FFmpeg's filter-chain syntax with '!' (starts disabled) and '@label:'. Empty text is the
// empty chain. Filters come from `registry`. Throws UsageError naming filter, option, range and
// column (1-based, in bytes of text).
[[nodiscard]] Chain parse_chain(std::string_view text, FilterRegistry registry = shipped_filters());

// The same for a chain that nobody completes any more: a filter that is on and lacks a file it
// cannot do without is refused. Elsewhere it passes the picture on until one is chosen.
[[nodiscard]] Chain parse_complete_chain(std::string_view text,
                                         FilterRegistry registry = shipped_filters());

// Text that parses to the same chain. Options at their default are left out.
[[nodiscard]] std::string to_text(const Chain& chain);

}  // namespace framelane
