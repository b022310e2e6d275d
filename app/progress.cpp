#include "app/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

namespace framelane {
namespace {

constexpr auto kInterval = std::chrono::milliseconds(250);
constexpr const char* kClearLine = "\r\x1b[K";

std::string time_left(double seconds) {
  const auto whole = std::llround(seconds);
  if (whole >= 3600)
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

}  // namespace

std::string progress_text(std::int64_t frames, std::optional<std::int64_t> total, double fps,
                          const std::string& bound) {
  std::string text =
      total ? fmt::format("{} of {} frames", frames, *total) : fmt::format("{} frames", frames);
  text += fmt::format(", {:.1f} fps", fps);
  if (total && fps > 0 && *total > frames)
    text += fmt::format(", {} left", time_left(static_cast<double>(*total - frames) / fps));
  return bound.empty() ? text : text + ", bound by " + bound;
}

void clear_progress() {
  std::fputs(kClearLine, stderr);
  std::fflush(stderr);
}

ProgressLine::ProgressLine(bool on) : on_(on && isatty(STDERR_FILENO) == 1), last_(Clock::now()) {}

ProgressLine::~ProgressLine() {
  clear();
}

bool ProgressLine::due() const {
  return on_ && Clock::now() - last_ >= kInterval;
}

void ProgressLine::draw(std::int64_t frames, std::optional<std::int64_t> total,
                        const std::string& bound) {
  if (!on_) return;
  const Clock::time_point now = Clock::now();
  const double seconds = std::chrono::duration<double>(now - last_).count();
  const double fps = seconds > 0 ? static_cast<double>(frames - last_frames_) / seconds : 0;
  last_ = now;
  last_frames_ = frames;
  draw_text(progress_text(frames, total, fps, bound));
}

void ProgressLine::draw_text(const std::string& text) {
  if (!on_) return;
  drawn_ = true;
  const std::string line = kClearLine + text;
  std::fwrite(line.data(), 1, line.size(), stderr);
  std::fflush(stderr);
}

void ProgressLine::clear() {
  if (!drawn_) return;
  drawn_ = false;
  clear_progress();
}

}  // namespace framelane
