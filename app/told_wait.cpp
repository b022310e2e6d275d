#include "app/told_wait.h"

#include <unistd.h>

#include <cstdio>
#include <string>

namespace framelane {
namespace {

// The progress line may stand there.
void say_waiting(const std::string& name) {
  const std::string line =
      "\r\x1b[Kframelane: waiting for somebody to read " + name + "; Ctrl-C ends it\n";
  std::fputs(line.c_str(), stderr);
}

}  // namespace

PipeWait told_wait(const StopSignal& stop, bool quiet) {
  if (quiet || isatty(STDERR_FILENO) != 1) return {stop.interrupt()};
  return {stop.interrupt(), say_waiting};
}

}  // namespace framelane
