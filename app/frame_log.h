#pragma once
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/row_writer.h"
#include "decode/pipe_room.h"

namespace framelane {

// The JSON beside a log: FILE.csv's is FILE.json, any other name's has .json added.
[[nodiscard]] std::string json_name_of(const std::string& csv_name);
// The n-th file of a log, from 1: FILE.csv, FILE_2.csv, FILE_3.csv, …
[[nodiscard]] std::string nth_log_name(const std::string& csv_name, int n);
// The first of FILE_2.csv, FILE_3.csv, … that neither it nor its JSON takes the place of anything.
// `n`: where counting begins; the number it has, afterwards.
[[nodiscard]] std::string free_log_name(const std::string& csv_name, int& n);
// framelane_<input>_%Y-%m-%d_%H-%M-%S.csv, local time; what a file name cannot hold becomes '_'.
[[nodiscard]] std::string default_log_name(const std::string& input,
                                           std::chrono::system_clock::time_point now);

// The frame log: a CSV with one row a frame, and a JSON beside it, written by its own thread. A
// change of the pass list or of a picture's geometry starts the next file; a change of parameters
// alone is noted in the JSON. A next file takes the first number that is free. Where the name is
// not an ordinary file (a device, a pipe) there is no JSON and no next file. Writing that fails
// ends the log with error() set; nothing else stops. Thread-safety: push() and try_push() from one
// thread at a time each; the rest from any thread.
class FrameLog {
 public:
  // Replaces what is there; `next`: begins with the first number that is free, as the log of
  // another input under the same name. `wait`: as create_file()'s. Throws OutputError when the
  // file cannot be created.
  FrameLog(std::string csv_name, RunFacts facts, bool next = false, PipeWait wait = {});

  // As RowWriter's.
  bool push(FrameRow row) { return writer_.push(std::move(row)); }
  bool try_push(FrameRow row) { return writer_.try_push(std::move(row)); }
  void interrupted() { writer_.interrupted(); }
  void finish() { writer_.finish(); }
  // finish(), where `next` is the log of the input that follows: each one's JSON names the other.
  void finish_before(FrameLog& next);
  [[nodiscard]] std::optional<std::string> error() const { return writer_.error(); }
  [[nodiscard]] bool given_up() const { return writer_.given_up(); }
  // The file rows go to now.
  [[nodiscard]] std::string current_name() const;

 private:
  class Files;
  std::shared_ptr<Files> files_;
  RowWriter writer_;
};

}  // namespace framelane
