#pragma once
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "app/frame_row.h"

namespace framelane {

// A file that rows are written into. Every member may throw OutputError; OutputInterrupted where it
// is asked to end while nobody reads it. Thread-safety: one thread at a time.
class RowSink {
 public:
  virtual ~RowSink() = default;
  virtual void write(const FrameRow& row) = 0;
  // Play was paused or moved: the gap before the next row is not a frame's time.
  virtual void interrupted() = 0;
  // To the file system.
  virtual void flush() = 0;
  // Completes the file; nothing follows.
  virtual void close() = 0;
};

// Writes rows into a sink on a thread of its own. Writing that fails ends it with error() set;
// nothing else stops. Thread-safety: push() and try_push() from one thread at a time each; the rest
// from any thread.
class RowWriter {
 public:
  // `what`: how errors name it, "log a.csv".
  RowWriter(std::string what, std::shared_ptr<RowSink> sink);
  ~RowWriter();  // finish()
  RowWriter(const RowWriter&) = delete;
  RowWriter& operator=(const RowWriter&) = delete;

  // Waits for room. False once it has ended; the row is then not written.
  bool push(FrameRow row);
  // Never waits: a full queue ends it with an error.
  bool try_push(FrameRow row);
  void interrupted();
  // Writes what is queued and closes the sink. Again, or where it ended with an error: returns at
  // once, and what is still queued is not written.
  void finish();
  // Why it ended, one line; nothing while all is well.
  [[nodiscard]] std::optional<std::string> error() const;
  // Whether it ended because it was asked to while nobody read it.
  [[nodiscard]] bool given_up() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
  std::thread writer_;
};

}  // namespace framelane
