#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gpu/chain.h"

namespace framelane {

// What the filters panel shows of one filter, beside its values. Times in milliseconds; no value is
// no measurement: it is drawn as a dash.
struct FilterRow {
  // Filters that run as one pass carry the same number; none when the filter is in no pass:
  // disabled, or without effect.
  std::optional<int> pass;
  bool fused = false;  // its pass's time stands at an earlier filter
  std::optional<double> mean_ms, p95_ms;
  std::optional<double> change_ms;  // of mean_ms since the last edit
};

// The chain in force and what its filters take. `rows` has the length of chain.filters.
// Thread-safety: a value.
struct FiltersModel {
  Chain chain;
  std::vector<FilterRow> rows;
  std::optional<double> sum_ms;  // of the passes
  int passes = 0;
  std::vector<std::string> presets;  // names, sorted
  std::string refused;               // why the last edit was not taken; empty when it was
  std::uint64_t revision = 0;        // of the chain: raised by every edit that was taken
};

}  // namespace framelane
