#include "app/play.h"

#include <cstdlib>
#include <string_view>

#include "app/config_folder.h"
#include "app/print.h"
#include "app/say.h"
#include "app/summary.h"
#include "app/viewer.h"

namespace framelane {
namespace {

// A run that ends by itself, or that nobody can see, is the same whatever was kept before.
std::filesystem::path config_of(const Options& options) {
  const char* driver = std::getenv("SDL_VIDEODRIVER");
  const std::string_view shown = driver != nullptr ? driver : "";
  if (options.exit_after || shown == "offscreen" || shown == "dummy") return {};
  return config_folder();
}

}  // namespace

int play_command(const Options& options, const StopSignal& stop) {
  const OpenedDevice opened = open_device(options.device);
  if (!opened.fallback_reason.empty() && !options.quiet)
    say("on the CPU: " + opened.fallback_reason);
  Viewer viewer(*opened.device, options, stop, config_of(options));
  const std::string through_host = viewer.direct_present().fallback_line();
  if (!through_host.empty() && !options.quiet) say(through_host);
  const int status = viewer.run();
  const std::string summary =
      options.exit_after && !options.quiet ? viewer.summary(opened.fallback_reason) : "";
  if (!print(summary, stop.interrupt())) say("play: standard output: ended while nobody read it");
  return status;
}

}  // namespace framelane
