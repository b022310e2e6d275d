#include "app/help_texts.h"

#include <array>

#include "app/bench_options.h"
#include "gpu/pixel_format.h"

namespace framelane {
namespace {

constexpr const char* kRootHelp =
    "INPUT: a path, a URL, - (standard input), or "
    "pattern:3840x2160@60[:frames=N][:format=yuv420p]\n"
    "\n"
    "Examples:\n"
    "  framelane clip.mp4 --filters eq=contrast=1.2,gblur=sigma=2\n"
    "  framelane run clip.mp4 --log times.csv\n"
    "  framelane bench --quick\n"
    "  framelane play --help\n"
    "\n"
    "Exit status: 0 done; 1 failed while running; 2 wrong usage; 3 the input cannot be opened or\n"
    "has no video; 4 the device asked for is not there.";
constexpr const char* kPlayHelp =
    "Examples:\n"
    "  framelane play clip.mp4 --filters eq=saturation=1.4,unsharp\n"
    "  framelane one.mp4 two.mkv clips/\n"
    "  framelane clip.mp4 --unpaced --mode serial --log times.csv\n"
    "\n"
    "Of several inputs --start counts over all in a row, whatever they are, each to where its\n"
    "frames end; --frames is of all together. What cannot be opened is told and counts nothing.";
constexpr const char* kRunHelp =
    "Examples:\n"
    "  framelane run clip.mp4 --filters gblur=sigma=2 --lanes 4 --checksum --log times.csv\n"
    "  framelane run clip.mp4 --filters median --output - | ffmpeg -i - result.mkv";
constexpr const char* kReportHelp =
    "The JSON beside a log is read too where it is there.\n"
    "\n"
    "Examples:\n"
    "  framelane report times.csv\n"
    "  framelane report serial.csv overlapped.csv -o report.html";
constexpr const char* kFiltersHelp =
    "Examples:\n  framelane filters\n  framelane filters unsharp\n  framelane filters --json";
constexpr const char* kDevicesHelp = "Examples:\n  framelane devices\n  framelane devices --json";

struct CommandText {
  std::string_view name, usage, end;
};
constexpr std::array<CommandText, 6> kTexts{{
    {"play", "framelane [play] [INPUT...] [options]", kPlayHelp},
    {"run", "framelane run INPUT [options]", kRunHelp},
    {"bench", "framelane bench [transfer|pipeline|filters] [options]", kBenchHelp},
    {"report", "framelane report LOG [LOG2] [-o FILE.html]", kReportHelp},
    {"filters", "framelane filters [NAME] [--json]", kFiltersHelp},
    {"devices", "framelane devices [--json]", kDevicesHelp},
}};

// The layouts that results can have, in lines.
std::string layouts_text() {
  constexpr std::size_t kLine = 80;
  std::string text = "PIXFMT of --output-format:", line = "\n ";
  for (const PixelFormat& format : pixel_formats()) {
    if (line.size() + 1 + format.name.size() > kLine) {
      text += line;
      line = "\n ";
    }
    line.append(1, ' ').append(format.name);
  }
  return text + line;
}

}  // namespace

std::string usage_text(std::string_view command) {
  std::string text;
  for (const CommandText& one : kTexts)
    if (command.empty() || one.name == command)
      text += (text.empty() ? "Usage: " : "       ") + std::string(one.usage) + "\n";
  return text;
}

std::string help_end(std::string_view command) {
  if (command.empty()) return kRootHelp;
  for (const CommandText& one : kTexts)
    if (one.name == command)
      return (command == "play" || command == "run" ? layouts_text() + "\n\n" : "") +
             std::string(one.end);
  return {};
}

}  // namespace framelane
