#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace framelane {

enum class Stage : std::uint8_t { decode, upload, passes, download, present };

// One row of the HUD: a stage, or one pass of several. Times in milliseconds. No value is no
// measurement: it is drawn as a dash.
struct StageRow {
  Stage stage = Stage::decode;
  std::string name;     // "decode", or a pass's name
  bool single = false;  // one pass, a dense row under "passes", without a line
  std::optional<double> mean_ms, p99_ms, gb_per_s;
  std::vector<float> series_ms;  // the last 2 s, oldest first
  std::vector<float> waits_ms;   // decode's wait per frame, same length as series_ms, or empty
  // Read out while the pointer is on the row.
  std::optional<double> last_ms, average_ms, p95_ms, max_ms, budget_share;  // share: 1 = all of it
  std::optional<int> queue_depth, queue_capacity;
  std::string bound;                     // what holds frames back, in words
  std::optional<double> over_budget_ms;  // set when the stage takes more than the budget
};

struct HudModel {
  std::optional<double> displayed_fps, processed_fps, source_fps;
  std::optional<double> budget_ms;
  std::string mode = "overlapped";  // name_of(Mode)
  int lanes = 1;
  bool pinned = true;
  std::string device;  // short: "H200", "CPU, 16 threads"
  bool unpaced = false;
  bool resident = false;
  bool paced = false;  // one frame in flight at a time, nothing to overlap
  bool paused = false;
  bool ended = false;  // nothing more comes
  std::uint64_t frame = 0;
  // Takes the mode row's place while set: "warming up, frame 12 of 60", "overlapped to serial, 2
  // frames in flight", "paced: one frame in flight at a time".
  std::string notice;
  std::vector<float> intervals_ms;  // between the last 120 displayed frames, oldest first
  std::optional<double> interval_p99_ms;
  std::vector<StageRow> rows;
  std::uint64_t decoded = 0, processed = 0, displayed = 0, dropped = 0, late = 0, repeated = 0;
  bool logging = false;  // the small form says so too
  std::uint64_t log_rows = 0;
};

}  // namespace framelane
