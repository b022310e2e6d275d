#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/csv_reader.h"
#include "app/frame_row.h"
#include "app/log_columns.h"
#include "app/log_facts.h"

namespace framelane {

// A frame log read back, row by row, as the rows that were written: columns in any order, unknown
// ones passed over, NA and an empty field for no value, numbers the same in every locale. Frame,
// TimeInMs, Mode and Lanes must be there. Where a stage's start and end are not, it is placed
// behind the one before on its engine, by its length alone. Thread-safety: one thread at a time.
class LogReader {
 public:
  static constexpr int kMostLanes = 64;

  // Throws InputError when the file cannot be opened, LogError when it is no frame log. `facts`
  // gives what the rows do not have: memory and pace.
  LogReader(std::string csv_name, LogFacts facts);

  // False at the end. Throws LogError naming line and column.
  bool next(FrameRow& row);
  // Whether play was paused or moved before the row given last.
  [[nodiscard]] bool interrupted() const { return interrupted_; }
  // At the end: the last line had no line end and was left out.
  [[nodiscard]] bool cut() const { return csv_.cut(); }
  [[nodiscard]] bool has(LogColumn column) const { return place(column).has_value(); }
  // Start and end of all three stages are columns.
  [[nodiscard]] bool has_positions() const;
  [[nodiscard]] std::vector<std::string> missing() const;
  [[nodiscard]] const std::vector<std::string>& unknown() const { return unknown_; }

 private:
  struct Stage {
    LogColumn length, start, end;
  };
  [[nodiscard]] std::optional<std::size_t> place(LogColumn column) const {
    return places_[static_cast<std::size_t>(column)];
  }
  void read_header();
  void place_column(const std::string& name, std::size_t at);
  bool place_pass(const std::string& name, std::size_t at);

  // The field's text; nothing for NA and for a column that is not there.
  [[nodiscard]] const std::string* field(LogColumn column) const;
  [[nodiscard]] double number(LogColumn column, const std::string& text) const;
  [[nodiscard]] std::optional<Nanoseconds> ms(LogColumn column) const;
  [[nodiscard]] std::optional<std::uint64_t> whole(LogColumn column, std::uint64_t most) const;
  [[nodiscard]] bool flag(LogColumn column) const;
  [[nodiscard]] std::optional<Interval> interval(const Stage& stage, Nanoseconds& engine_end) const;
  void read_identity(FrameRow& row);
  void read_settings(FrameTimes& times) const;
  void read_times(FrameRow& row);
  void read_passes(FrameTimes& times) const;
  void read_end(FrameRow& row) const;
  [[noreturn]] void wrong(std::string_view column, const std::string& text,
                          const std::string& wanted) const;

  CsvReader csv_;
  LogFacts facts_;
  std::array<std::optional<std::size_t>, kLogColumns.size()> places_;
  std::vector<std::pair<std::string, std::size_t>> passes_;  // column's name and place
  std::vector<std::string> unknown_;
  std::size_t columns_ = 0;
  std::vector<std::string> fields_;
  std::shared_ptr<const ChainPlan> plan_;
  std::optional<Nanoseconds> previous_finished_;
  std::array<Nanoseconds, 3> engine_ends_{};
  bool interrupted_ = false;
};

}  // namespace framelane
