#include "decode/library_log.h"

#include <atomic>
#include <cstdarg>
#include <mutex>
#include <utility>

#include "decode/ffmpeg_types.h"
#include "decode/printable.h"

namespace framelane {
namespace {

struct Log {
  std::mutex mutex;
  std::function<void(std::string_view)> sink;
  int lines_left = 0;
  std::string last_error;
  std::atomic<std::uint64_t> errors{0};
  std::atomic<std::uint64_t> warnings{0};
};

Log& log() {
  static Log instance;
  return instance;
}

void hand_on(Log& to, const std::string& line) {
  if (!to.sink || to.lines_left <= 0) return;
  to.sink(line);
  if (--to.lines_left == 0) to.sink("further messages of the decoder are only counted");
}

// "h264: ", for messages of a part of FFmpeg that has a name.
std::string name_of_part(void* source) {
  if (source == nullptr) return {};
  const AVClass* part = *static_cast<AVClass**>(source);
  if (part == nullptr || part->item_name == nullptr) return {};
  return printable(part->item_name(source)) + ": ";
}

void receive(void* source, int level, const char* format, va_list arguments) {
  if (level > AV_LOG_WARNING) return;
  const bool error = level <= AV_LOG_ERROR;
  (error ? log().errors : log().warnings).fetch_add(1, std::memory_order_relaxed);
  char text[512] = {};
  int print_prefix = 0;
  av_log_format_line2(source, level, format, arguments, text, sizeof text, &print_prefix);
  const std::string line = printable(text);
  std::lock_guard lock(log().mutex);
  if (error) log().last_error = line;
  hand_on(log(), name_of_part(source) + line);
}

}  // namespace

void install_library_log() {
  static const bool installed = [] {
    av_log_set_callback(receive);
    return true;
  }();
  static_cast<void>(installed);
}

std::string take_last_library_error() {
  std::lock_guard lock(log().mutex);
  return std::exchange(log().last_error, {});
}

void set_library_log(std::function<void(std::string_view)> sink, int max_lines) {
  install_library_log();
  std::lock_guard lock(log().mutex);
  log().sink = std::move(sink);
  log().lines_left = max_lines;
}

LibraryLogCounts library_log_counts() {
  return {log().errors.load(), log().warnings.load()};
}

}  // namespace framelane
