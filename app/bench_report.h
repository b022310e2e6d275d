#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/bench_stats.h"
#include "app/run_json.h"
#include "gpu/device.h"

namespace framelane {

// Nothing, text, a whole number, or a number already rounded to its column's decimals.
struct BenchCell {
  enum class Kind : std::uint8_t { nothing, text, whole, number };
  BenchCell() = default;
  BenchCell(std::string value) : kind(Kind::text), text(std::move(value)) {}
  BenchCell(const char* value) : kind(Kind::text), text(value) {}
  BenchCell(std::int64_t value) : kind(Kind::whole), whole(value) {}
  BenchCell(int value) : kind(Kind::whole), whole(value) {}
  BenchCell(double value) : kind(Kind::number), number(value) {}

  Kind kind = Kind::nothing;
  std::string text;
  std::int64_t whole = 0;
  double number = 0;
};

struct BenchColumn {
  std::string key;   // in the JSON
  std::string name;  // in the CSV: unit in it, never renamed once released
  std::string head;  // above the printed column; empty: in the files alone
  int decimals = 0;
};

// Measurements of one kind, a row each. Thread-safety: one thread at a time.
struct BenchTable {
  std::string key;    // in the JSON and the CSV's first column
  std::string title;  // what it shows, with what is counted
  std::vector<BenchColumn> columns;
  std::vector<std::vector<BenchCell>> rows;

  // Rounds numbers to their columns' decimals. A row has a cell for each column.
  void add(std::vector<BenchCell> row);
};

// The three cells of a spread: median, least, most; nothing where there is none. `scale` is
// multiplied in.
void append_spread(std::vector<BenchCell>& row, const std::optional<Spread>& spread,
                   double scale = 1);
[[nodiscard]] BenchCell cell_of(const std::optional<double>& value);

// Everything one `framelane bench` found. Text, JSON and CSV are made of it and of nothing else, so
// they agree to the last digit. Thread-safety: one thread at a time.
struct BenchReport {
  std::string kind;  // transfer, pipeline, filters
  DeviceFacts device;
  std::string on_cpu;             // why it ran on the CPU device, one line; empty on a GPU
  std::string wait;               // block, spin
  std::vector<std::string> said;  // one line each: what is counted, what holds for all tables
  int repeats = 0;                // asked for
  int repeats_done = 0;           // every row has at least so many
  bool quick = false;
  std::string ended_by;             // "SIGINT"; empty when complete
  std::optional<bool> same_pixels;  // whether results were equal in all modes; nothing: not checked
  std::vector<BenchTable> tables;
};

[[nodiscard]] std::string report_text(const BenchReport& report);
[[nodiscard]] Json report_json(const BenchReport& report);
// One header line with every table's columns, RFC 4180; NA where a table has no such column.
[[nodiscard]] std::string report_csv(const BenchReport& report);

}  // namespace framelane
