#include "app/play.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "app/config_folder.h"
#include "app/print.h"
#include "app/say.h"
#include "app/summary.h"
#include "app/viewer.h"
#include "decode/open_input.h"
#include "gpu/errors.h"
#include "ui/display.h"

namespace framelane {
namespace {

// A run that ends by itself, or that nobody can see, is the same whatever was kept before.
std::filesystem::path config_of(const Options& options, bool seen) {
  return options.exit_after || !seen ? std::filesystem::path() : config_folder();
}

// Of inputs none of which is there, a line each; where only some are missing, the viewer passes
// them over.
void refuse_missing(const std::vector<std::string>& inputs) {
  std::vector<std::string> faults;
  for (const std::string& input : inputs) {
    std::error_code error;
    if (std::filesystem::is_directory(input, error)) return;
    try {
      return look_for_input(input);
    } catch (const InputError& missing) {
      faults.emplace_back(missing.what());
    }
  }
  if (faults.empty()) return;
  std::for_each(faults.begin(), faults.end() - 1, say);
  throw InputError(faults.back());
}

void refuse_unseen(const Options& options) {
  if (options.inputs.empty())
    throw UsageError("no input, and no display to choose one on: name a file (see --help)");
  if (!options.exit_after && std::getenv("SDL_VIDEODRIVER") == nullptr)
    throw UsageError(
        "no display to play on: framelane run needs none, and with --exit-after N play ends "
        "without one");
}

}  // namespace

int play_command(const Options& options, const StopSignal& stop) {
  refuse_missing(options.inputs);
  const Display display;  // before the viewer's window, and until that is closed
  const bool seen = display.is_there();
  if (!seen) refuse_unseen(options);
  const OpenedDevice opened = open_device(options.device);
  if (!opened.fallback_reason.empty() && !options.quiet)
    say("on the CPU: " + opened.fallback_reason);
  Viewer viewer(*opened.device, options, stop, config_of(options, seen));
  const std::string through_host = viewer.direct_present().fallback_line();
  if (!through_host.empty() && !options.quiet) say(through_host);
  const int status = viewer.run();
  const std::string summary =
      options.exit_after && !options.quiet ? viewer.summary(opened.fallback_reason) : "";
  if (!print(summary, stop.interrupt())) say("play: standard output: ended while nobody read it");
  return status;
}

}  // namespace framelane
