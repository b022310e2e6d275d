#include <future>
#include <utility>

#include "app/trace_file.h"
#include "app/viewer.h"

// The timeline: what it shows, and saving that.

namespace framelane {

const TimelineModel* Viewer::timeline_model() {
  if (!player_ || !overlay_->timeline_needed()) return nullptr;
  return &timeline_feed_.model(overlay_->timeline_held());
}

void Viewer::apply_timeline(const Action& action) {
  if (action.kind != Action::Kind::save_timeline) return;
  const Interval stretch{Nanoseconds{action.from_ns}, Nanoseconds{action.until_ns}};
  std::vector<FrameRow> rows = timeline_feed_.rows(stretch);
  if (rows.empty()) return overlay_->report_note("No frame is on the timeline yet");
  saving_.push_back(
      std::async(std::launch::async, [stretch, rows = std::move(rows), facts = log_.facts(),
                                      path = default_name("_timeline.json")] {
        TraceFile trace(path, facts, stretch);
        for (const FrameRow& row : rows)
          trace.write(row);
        trace.close();
        return path;
      }));
}

}  // namespace framelane
