#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace framelane {

// A log that says what cannot be. what() is one line naming file, line and column; exit status 1.
struct LogError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Records of a CSV by RFC 4180, lines ending in CR LF or LF, read piece by piece: the file is never
// in memory as a whole. A byte-order mark and blank lines are passed over. Thread-safety: one
// thread at a time.
class CsvReader {
 public:
  static constexpr std::size_t kMostRecordBytes = std::size_t{1} << 20;

  // Throws InputError when the file cannot be opened, or is a folder.
  explicit CsvReader(std::string name);

  // The next record; false at the end. A last line without its line end is not given: see cut().
  // Throws LogError for a record that cannot be one, InputError when reading fails.
  bool next(std::vector<std::string>& fields);
  // Of the record given last, from 1: the line it begins at.
  [[nodiscard]] std::int64_t line() const { return record_line_; }
  // At the end: whether something followed the last line end.
  [[nodiscard]] bool cut() const { return cut_; }
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  enum class State : std::uint8_t { field_start, plain, quoted, quote_in_quoted };
  bool fill();
  int take();
  void skip_mark();
  bool read_record(std::vector<std::string>& fields);
  // Whether `c` ended the record.
  bool accept(char c, std::vector<std::string>& fields);
  void put(char c, std::vector<std::string>& fields);
  std::string& open_field(std::vector<std::string>& fields);
  [[noreturn]] void wrong(const char* what) const;

  std::string name_;
  std::unique_ptr<std::FILE, CloseFile> file_;
  std::vector<char> buffer_;
  std::size_t at_ = 0, end_ = 0;
  std::int64_t next_line_ = 1, record_line_ = 0;
  State state_ = State::field_start;
  std::size_t count_ = 0;         // fields of the record begun
  std::size_t record_bytes_ = 0;  // of the record begun
  bool cut_ = false;
};

}  // namespace framelane
