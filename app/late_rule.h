#pragma once
#include <chrono>
#include <optional>

#include "app/play_clock.h"
#include "gpu/source_frame.h"

namespace framelane {

// What becomes of a source frame in paced play, decided before its upload.
enum class Fate {
  process,
  history_only,  // late: it runs up to the last temporal filter and is dropped there
  skip           // over a second late: not run at all; history restarts after it
};

// Late is a frame whose own time on the display has passed already: pts + duration is due before
// now. One frame a second is processed however late it is. Thread-safety: one thread at a time.
class LateRule {
 public:
  explicit LateRule(const PlayClock& clock) : clock_(clock) {}
  [[nodiscard]] Fate fate(const SourceFrame& frame, bool temporal, PlayClock::Host::time_point now);

 private:
  const PlayClock& clock_;
  std::optional<PlayClock::Host::time_point> last_processed_;
};

}  // namespace framelane
