#pragma once
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "app/frame_log.h"
#include "app/frame_row.h"
#include "app/player.h"
#include "app/row_writer.h"
#include "app/summary.h"
#include "decode/interrupt.h"
#include "ui/hud_model.h"
#include "ui/transport_model.h"

namespace framelane {

// The viewer's log, switched on and off while playing, and the run's summary. Rows never wait, and
// an end waits a second at most for a pipe that nobody reads.
// Thread-safety: add() and add_dropped() from any thread; the rest on the main thread.
class LogRecorder {
 public:
  using Host = std::chrono::steady_clock;

  // Of the input that plays now.
  void describe(RunFacts facts, Host::time_point run_start);
  // Throws OutputError when the file cannot be created.
  void start(const std::string& name);
  // Completes the log and goes on in the first free number of `name`, of the input that plays now;
  // each names the other. Why the one before is not whole, one line. Throws likewise, and then the
  // one before still stands.
  std::optional<std::string> go_on(const std::string& name);
  // A Chrome trace, to the end of the input. `next`: another input's under the same name, which
  // then gets the first number that is free. Throws likewise.
  void start_trace(const std::string& path, bool next);
  // Completes the trace. Why it is not whole, one line; nothing when it is.
  std::optional<std::string> close_trace();
  // Completes the log. Why it is not whole, one line; nothing when it is.
  std::optional<std::string> close();
  // The row, as it is in log and trace.
  FrameRow add(const ProcessedFrame& frame, const FrameOutcome& outcome);
  // The same. `settings`: in force when it was dropped.
  FrameRow add_dropped(const SourceFrame& frame, const PipelineSettings& settings);
  // Play was paused or moved: the gap before the next row is not a frame's time.
  void interrupted();
  [[nodiscard]] bool recording() const;
  [[nodiscard]] std::string path() const;
  void fill(HudModel& hud, TransportModel& transport) const;
  // Why the log, or the trace, ended by itself, once each.
  [[nodiscard]] std::optional<std::string> take_error();
  [[nodiscard]] std::optional<std::string> take_trace_error();
  [[nodiscard]] const RunFacts& facts() const { return facts_; }
  // With nothing running any more; of all inputs that were described.
  [[nodiscard]] const Summary& summary() const { return summary_; }

 private:
  // What writes rows, and what asks it to end.
  template <typename Writer>
  struct Recording {
    std::shared_ptr<Interrupt> end = std::make_shared<Interrupt>();
    std::unique_ptr<Writer> writer;

    ~Recording() { (void)finish(); }
    std::optional<std::string> finish() {
      if (!writer) return {};
      end->raise();
      writer->finish();
      return writer->error();
    }
  };
  std::optional<std::string> begin(const std::string& name, bool next);
  FrameRow push(FrameRow row);
  template <typename Writer>
  std::optional<std::string> close(std::unique_ptr<Recording<Writer>>& place);
  template <typename Writer>
  std::optional<std::string> take_error(std::unique_ptr<Recording<Writer>>& place);

  mutable std::mutex mutex_;
  RunFacts facts_;
  Host::time_point run_start_;
  std::unique_ptr<Recording<FrameLog>> log_;
  std::unique_ptr<Recording<RowWriter>> trace_;
  std::uint64_t rows_ = 0;
  Summary summary_;
};

}  // namespace framelane
