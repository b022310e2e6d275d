#include "app/told_wait.h"

#include <unistd.h>

#include <string>

#include "app/progress.h"
#include "app/say.h"

namespace framelane {
namespace {

void say_waiting(const std::string& name) {
  clear_progress();
  say("waiting for somebody to read " + name + "; Ctrl-C ends it");
}

}  // namespace

PipeWait told_wait(const StopSignal& stop, bool quiet) {
  if (quiet || isatty(STDERR_FILENO) != 1) return {stop.interrupt()};
  return {stop.interrupt(), say_waiting};
}

}  // namespace framelane
