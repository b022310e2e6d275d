#pragma once
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "app/created_file.h"
#include "app/frame_row.h"
#include "app/run_json.h"
#include "app/summary.h"
#include "decode/pipe_room.h"

namespace framelane {

// One CSV of a log with the JSON beside it. Thread-safety: one thread at a time.
class LogFile {
 public:
  // Creates the CSV. Throws OutputError. `wait`: as create_file()'s.
  LogFile(std::string csv_name, RunFacts facts, PipeWait wait = {});

  // The header comes with the first row. Throws OutputError.
  void write(const FrameRow& row);
  // To the file system. Throws OutputError.
  void flush();
  // Flushes, closes, writes the JSON. Throws OutputError. The destructor alone writes no JSON.
  // `continues`, `continued_in`: the run's files before and behind; empty for its first and last.
  void close(const std::string& continues = {}, const std::string& continued_in = {});

  // Whether the row's passes and geometry are this file's.
  [[nodiscard]] bool takes(const FrameRow& row) const;
  [[nodiscard]] bool ordinary() const { return ordinary_; }
  // The next row's MsBetweenFrames is then NA.
  void interrupted();

 private:
  void begin(const FrameRow& row);
  void note_chain(const FrameRow& row);
  void write_json(const std::string& continues, const std::string& continued_in);
  [[noreturn]] void fail(const std::string& name, const std::string& what) const;

  std::string name_;
  RunFacts facts_;
  FilePtr file_;
  bool ordinary_ = true;
  bool header_written_ = false;
  std::string pending_;
  std::shared_ptr<const ChainPlan> plan_;    // of the columns
  std::shared_ptr<const ChainPlan> latest_;  // of the row before
  std::optional<Nanoseconds> previous_finished_;
  Json chain_changes_ = Json::array();
  Summary summary_;
};

}  // namespace framelane
