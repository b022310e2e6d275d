#include "app/open_run.h"

#include <fmt/format.h>

namespace framelane {

EngineOptions engine_options_of(const Options& options) {
  EngineOptions engine;
  engine.input = options.input;
  engine.open.threads = options.threads;
  engine.open.pinned_limit = options.pinned_limit;
  engine.start.at = options.start;
  engine.start.frames = options.frames;
  engine.start.loop.plays = options.plays;
  engine.start.resident = options.resident;
  engine.chain = options.chain;
  engine.output = options.output_format;
  engine.settings = {options.mode, options.lanes, options.memory};
  return engine;
}

std::string why_nothing_came(const Options& options, std::optional<Nanoseconds> end) {
  if (!options.start) return "the input gave none";
  const auto seconds = [](Nanoseconds time) { return static_cast<double>(time.count()) / 1e9; };
  const std::string start = fmt::format("--start {:.3f}", seconds(*options.start));
  if (!end) return start + " lies past its last frame";
  if (*options.start < *end)
    return fmt::format("no frame begins at or after {}; it ends at {:.3f} s", start, seconds(*end));
  return fmt::format("{} lies past its end at {:.3f} s", start, seconds(*end));
}

}  // namespace framelane
