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

std::string why_nothing_came(const Options& options, const InputFacts& input) {
  if (!options.start) return "the input gave none";
  const std::string start =
      fmt::format("--start {:.3f}", static_cast<double>(options.start->count()) / 1e9);
  if (!input.duration) return start + " lies past its last frame";
  const double end = static_cast<double>(input.duration->count()) / 1e9;
  if (*options.start < *input.duration)
    return fmt::format("no frame begins at or after {}; it ends at {:.3f} s", start, end);
  return fmt::format("{} lies past its end at {:.3f} s", start, end);
}

}  // namespace framelane
