#include "app/csv_reader.h"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "gpu/errors.h"

namespace framelane {
namespace {

constexpr std::size_t kBufferBytes = 65536;
constexpr int kEnd = -1;

[[noreturn]] void cannot(const std::string& name, const char* what) {
  throw InputError(
      fmt::format("log {}: {}: {}", name, what, std::generic_category().message(errno)));
}

}  // namespace

CsvReader::CsvReader(std::string name) : name_(std::move(name)), buffer_(kBufferBytes) {
  std::error_code error;
  if (std::filesystem::is_directory(name_, error))
    throw InputError(fmt::format("log {}: is a folder: name the CSV in it", name_));
  file_.reset(std::fopen(name_.c_str(), "rbe"));
  if (!file_) cannot(name_, "cannot be opened");
  skip_mark();
}

void CsvReader::skip_mark() {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (fill() && std::string_view(buffer_.data(), end_).starts_with(kMark)) at_ = kMark.size();
}

bool CsvReader::fill() {
  at_ = 0;
  end_ = std::fread(buffer_.data(), 1, buffer_.size(), file_.get());
  if (end_ == 0 && std::ferror(file_.get()) != 0) cannot(name_, "cannot be read");
  return end_ > 0;
}

int CsvReader::take() {
  if (at_ == end_ && !fill()) return kEnd;
  return static_cast<unsigned char>(buffer_[at_++]);
}

void CsvReader::wrong(const char* what) const {
  throw LogError(fmt::format("log {}: line {}: {}; this is not a frame log, or it is damaged",
                             name_, record_line_, what));
}

std::string& CsvReader::open_field(std::vector<std::string>& fields) {
  if (fields.size() <= count_) fields.emplace_back();
  return fields[count_];
}

void CsvReader::put(char c, std::vector<std::string>& fields) {
  open_field(fields) += c;
}

bool CsvReader::accept(char c, std::vector<std::string>& fields) {
  if (++record_bytes_ > kMostRecordBytes) wrong("longer than a megabyte");
  if (c == '\n') ++next_line_;
  if (state_ == State::quoted) {
    if (c == '"')
      state_ = State::quote_in_quoted;
    else
      put(c, fields);
    return false;
  }
  if (state_ == State::quote_in_quoted && c == '"') {
    state_ = State::quoted;
    put(c, fields);
    return false;
  }
  if (c == ',' || c == '\n') {
    std::string& field = open_field(fields);
    if (c == '\n' && state_ != State::quote_in_quoted && field.ends_with('\r')) field.pop_back();
    ++count_;
    if (c == ',') open_field(fields).clear();
    state_ = State::field_start;
    return c == '\n';
  }
  if (state_ == State::quote_in_quoted) {
    if (c != '\r') wrong("text behind a closing quote");
    return false;
  }
  if (c == '"' && state_ == State::field_start) {
    state_ = State::quoted;
    return false;
  }
  state_ = State::plain;
  put(c, fields);
  return false;
}

bool CsvReader::read_record(std::vector<std::string>& fields) {
  record_line_ = next_line_;
  count_ = record_bytes_ = 0;
  state_ = State::field_start;
  open_field(fields).clear();
  for (int c = take(); c != kEnd; c = take())
    if (accept(static_cast<char>(c), fields)) {
      fields.resize(count_);
      return true;
    }
  cut_ = record_bytes_ > 0;
  return false;
}

bool CsvReader::next(std::vector<std::string>& fields) {
  while (read_record(fields))
    if (fields.size() > 1 || !fields[0].empty()) return true;
  return false;
}

}  // namespace framelane
