#pragma once
#include <nlohmann/json.hpp>

#include "app/frame_row.h"
#include "app/summary.h"

namespace framelane {

// Numbers that are not there are null. Text that is not UTF-8 has its stray bytes replaced when the
// JSON is written with json_text().
using Json = nlohmann::ordered_json;

inline constexpr int kJsonSchema = 1;

// schema, version, device, driver, link rates, input facts, chain text.
[[nodiscard]] Json facts_json(const RunFacts& facts);
// One entry for each mode x lanes x memory: frames, fps, stages, bound with its terms, efficiency,
// verdict, percentiles.
[[nodiscard]] Json modes_json(const Summary& summary, const RunFacts& facts);
// `run --json`: both, and the totals.
[[nodiscard]] Json summary_json(const RunFacts& facts, const RunTotals& totals,
                                const Summary& summary);
// Indented, ending in a line break.
[[nodiscard]] std::string json_text(const Json& json);

}  // namespace framelane
