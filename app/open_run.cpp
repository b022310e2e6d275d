#include "app/open_run.h"

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

}  // namespace framelane
