#pragma once
#include <string>

#include "app/engine.h"
#include "app/options.h"

namespace framelane {

// What the command line says of the engine; the rest is the command's own.
[[nodiscard]] EngineOptions engine_options_of(const Options& options);
// Where the input was read to its end, at `end`, and gave no frame: the reason, without a full
// stop.
[[nodiscard]] std::string why_nothing_came(const Options& options, std::optional<Nanoseconds> end);

}  // namespace framelane
