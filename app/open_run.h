#pragma once
#include "app/engine.h"
#include "app/options.h"

namespace framelane {

// What the command line says of the engine; the rest is the command's own.
[[nodiscard]] EngineOptions engine_options_of(const Options& options);

}  // namespace framelane
