#include "app/frame_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <mutex>
#include <utility>

#include "app/log_file.h"
#include "gpu/errors.h"

namespace framelane {
namespace {

bool taken(const std::string& name) {
  std::error_code unknown;
  return std::filesystem::exists(std::filesystem::symlink_status(name, unknown));
}

std::string file_name_part(const std::string& input) {
  if (input == "-") return "stdin";
  const bool pattern = input.starts_with("pattern:");
  std::string name = pattern ? input : std::filesystem::path(input).stem().string();
  constexpr std::string_view kRefused = "/\\:*?\"<>|";
  std::replace_if(
      name.begin(), name.end(),
      [&](char c) {
        return kRefused.find(c) != std::string_view::npos || static_cast<unsigned char>(c) < 0x20;
      },
      '_');
  constexpr std::size_t kMostBytes = 100;
  if (name.size() <= kMostBytes) return name;
  std::size_t end = kMostBytes;  // not inside a character of several bytes
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U)
    --end;
  return name.substr(0, end);
}

}  // namespace

std::string json_name_of(const std::string& csv_name) {
  const bool csv = csv_name.ends_with(".csv");
  return (csv ? csv_name.substr(0, csv_name.size() - 4) : csv_name) + ".json";
}

std::string nth_log_name(const std::string& csv_name, int n) {
  if (n == 1) return csv_name;
  const std::string extension = std::filesystem::path(csv_name).extension().string();
  return fmt::format("{}_{}{}", csv_name.substr(0, csv_name.size() - extension.size()), n,
                     extension);
}

std::string free_log_name(const std::string& csv_name, int& n) {
  for (;; ++n) {
    std::string name = nth_log_name(csv_name, n);
    if (!taken(name) && !taken(json_name_of(name))) return name;
  }
}

std::string default_log_name(const std::string& input, std::chrono::system_clock::time_point now) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  std::tm local{};
  localtime_r(&seconds, &local);
  return fmt::format("framelane_{}_{:04}-{:02}-{:02}_{:02}-{:02}-{:02}.csv", file_name_part(input),
                     local.tm_year + 1900, local.tm_mon + 1, local.tm_mday, local.tm_hour,
                     local.tm_min, local.tm_sec);
}

// The log's files, one after the other. current_name() from any thread.
class FrameLog::Files final : public RowSink {
 public:
  Files(std::string name, RunFacts facts, bool next, PipeWait wait)
      : first_name_(std::move(name)),
        facts_(std::move(facts)),
        current_(next ? free_log_name(first_name_, ++files_) : first_name_),
        file_(std::make_unique<LogFile>(current_, facts_, std::move(wait))) {}

  void write(const FrameRow& row) override {
    if (!file_->takes(row)) next_file();
    file_->write(row);
  }
  void interrupted() override { file_->interrupted(); }
  void flush() override { file_->flush(); }
  void close() override { close_file({}); }

  // Of the inputs before and behind.
  void join(const std::string* before, const std::string* behind) {
    const std::lock_guard lock(mutex_);
    if (before != nullptr) before_ = *before;
    if (behind != nullptr) behind_ = *behind;
  }

  [[nodiscard]] std::string current_name() const {
    const std::lock_guard lock(mutex_);
    return current_;
  }

 private:
  void next_file() {
    // Only the first file was asked for by name: others replace nothing.
    const std::string name = free_log_name(first_name_, ++files_);
    std::unique_ptr<LogFile> next;
    try {
      next = std::make_unique<LogFile>(name, facts_);
    } catch (const OutputError&) {
      close_file({});
      throw;
    }
    close_file(name);
    file_ = std::move(next);
    const std::lock_guard lock(mutex_);
    previous_ = std::exchange(current_, name);
  }

  // `next`: this log's own next file.
  void close_file(const std::string& next) {
    std::string continues, continued_in;
    {
      const std::lock_guard lock(mutex_);
      continues = previous_.empty() ? before_ : previous_;
      continued_in = next.empty() ? behind_ : next;
    }
    file_->close(continues, continued_in);
  }

  const std::string first_name_;
  const RunFacts facts_;
  int files_ = 1;
  mutable std::mutex mutex_;
  std::string current_, previous_;  // of this log's files
  std::string before_, behind_;     // of other logs
  std::unique_ptr<LogFile> file_;
};

FrameLog::FrameLog(std::string csv_name, RunFacts facts, bool next, PipeWait wait)
    : files_(std::make_shared<Files>(csv_name, std::move(facts), next, std::move(wait))),
      writer_("log " + csv_name, files_) {}

void FrameLog::finish_before(FrameLog& next) {
  const std::string behind = next.current_name();
  files_->join(nullptr, &behind);
  finish();
  const std::string before = current_name();  // only now is it the last
  next.files_->join(&before, nullptr);
}

std::string FrameLog::current_name() const {
  return files_->current_name();
}

}  // namespace framelane
