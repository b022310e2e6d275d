#include "app/frame_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <ctime>
#include <filesystem>
#include <mutex>
#include <utility>

#include "app/log_file.h"
#include "gpu/bounded_queue.h"
#include "gpu/errors.h"

namespace framelane {
namespace {

constexpr std::size_t kQueuedRows = 4096;
constexpr auto kFlushAfter = std::chrono::milliseconds(500);

// A row, or the mark that play was interrupted.
struct LogItem {
  std::optional<FrameRow> row;
};

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

std::string default_log_name(const std::string& input, std::chrono::system_clock::time_point now) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  std::tm local{};
  localtime_r(&seconds, &local);
  return fmt::format("framelane_{}_{:04}-{:02}-{:02}_{:02}-{:02}-{:02}.csv", file_name_part(input),
                     local.tm_year + 1900, local.tm_mon + 1, local.tm_mday, local.tm_hour,
                     local.tm_min, local.tm_sec);
}

// Shared with the writer's thread, which is left behind where a write of it never returns.
struct FrameLog::State {
  State(std::string name, RunFacts run_facts)
      : first_name(std::move(name)),
        facts(std::move(run_facts)),
        file(std::make_unique<LogFile>(first_name, facts)),
        current(first_name) {}

  void write_all() {
    try {
      for (LogItem item; next(item);)
        write(item);
      file->close();
    } catch (const std::exception& failure) {
      end(failure.what());
    }
  }

  // Waits for an item; flushes meanwhile what has waited long enough. False at the end.
  bool next(LogItem& item) {
    for (;;) {
      const QueueStatus status = queue.pop_for(item, kFlushAfter);
      if (status == QueueStatus::closed) return false;
      const auto now = std::chrono::steady_clock::now();
      if (now - flushed > kFlushAfter) {
        file->flush();
        flushed = now;
      }
      if (status == QueueStatus::ok) return true;
    }
  }

  void write(const LogItem& item) {
    if (!item.row) {
      file->interrupted();
      return;
    }
    if (!file->takes(*item.row)) next_file();
    file->write(*item.row);
  }

  void next_file() {
    file->close();
    // Only the first file was asked for by name: others replace nothing.
    std::string name;
    do
      name = nth_log_name(first_name, ++files);
    while (taken(name) || taken(json_name_of(name)));
    file = std::make_unique<LogFile>(name, facts);
    const std::lock_guard lock(mutex);
    current = name;
  }

  void end(const std::string& why) {
    {
      const std::lock_guard lock(mutex);
      if (!error) error = why;
    }
    queue.close();
    queue.flush();
  }

  bool take(QueueStatus status) {
    if (status == QueueStatus::timeout)
      end("log " + first_name + ": the disk is too slow, rows were piling up; the log ends here");
    return status == QueueStatus::ok;
  }

  const std::string first_name;
  const RunFacts facts;
  std::unique_ptr<LogFile> file;  // the writer's
  int files = 1;
  std::chrono::steady_clock::time_point flushed = std::chrono::steady_clock::now();
  BoundedQueue<LogItem> queue{kQueuedRows};
  mutable std::mutex mutex;
  std::string current;
  std::optional<std::string> error;
};

FrameLog::FrameLog(std::string csv_name, RunFacts facts)
    : state_(std::make_shared<State>(std::move(csv_name), std::move(facts))),
      writer_([state = state_] { state->write_all(); }) {}

FrameLog::~FrameLog() {
  finish();
}

bool FrameLog::push(FrameRow row) {
  LogItem item{std::move(row)};
  return state_->queue.push(item) == QueueStatus::ok;
}

bool FrameLog::try_push(FrameRow row) {
  LogItem item{std::move(row)};
  return state_->take(state_->queue.try_push(item));
}

void FrameLog::interrupted() {
  LogItem mark;
  (void)state_->take(state_->queue.try_push(mark));
}

void FrameLog::finish() {
  state_->queue.close();
  if (!writer_.joinable()) return;
  error() ? writer_.detach() : writer_.join();
}

std::optional<std::string> FrameLog::error() const {
  const std::lock_guard lock(state_->mutex);
  return state_->error;
}

std::string FrameLog::current_name() const {
  const std::lock_guard lock(state_->mutex);
  return state_->current;
}

}  // namespace framelane
