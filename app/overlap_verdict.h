#pragma once
#include <optional>
#include <string>

#include "app/summary.h"
#include "gpu/link_rates.h"

namespace framelane {

// What the panel's verdict rests on beside the frames. Thread-safety: a value.
struct VerdictFacts {
  LinkRates link;
  int decoder_threads = 0;  // 0: unknown
  // Bytes of a result in the source's layout; nothing where it has that already.
  std::optional<std::uint64_t> source_layout_bytes;
};

// The finding of run's summary as a sentence, with what would help.
[[nodiscard]] std::string overlap_verdict(const ModeSummary& frames, const VerdictFacts& facts);
// Of paced play.
[[nodiscard]] std::string one_at_a_time_verdict();

}  // namespace framelane
