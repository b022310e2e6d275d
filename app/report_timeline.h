#pragma once
#include <string>
#include <vector>

#include "app/report_data.h"
#include "app/run_json.h"

namespace framelane {

// Where the logs' pace is most like that of the rest of each: a share of its frames, 0 to 1.
[[nodiscard]] double typical_position(const std::vector<const ReportLog*>& logs);
// The swim lanes of a log over `span_ms` from the frame at `position` on, as one SVG.
[[nodiscard]] std::string timeline_chart(const std::string& key, const ReportLog& log,
                                         double position, double span_ms);
// Its frames for the page's script, of which `most_bytes` may be taken; frames are thinned out
// until they fit. `frames` is base64 of LEB128 numbers, signed ones zigzag; for each frame: number
// less the one before, lane, the stages it has (bits 0 to 2), bytes up and down less those before;
// then for each stage it has: microseconds from the end of the stage before (of the first: from the
// start of the frame before), length in microseconds; behind the passes' length that of each pass.
[[nodiscard]] Json timeline_data(const std::string& key, ReportLog& log, std::size_t most_bytes);

}  // namespace framelane
