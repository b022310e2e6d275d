#pragma once
#include "app/options.h"

namespace framelane {

// Throws UsageError where two outputs, or an output and an input, are one file: the one would
// overwrite the other. Looks at the files that are there, and follows links.
void refuse_shared_names(const Options& options);
// Throws UsageError for an output whose name says that it is something else than what is written.
void refuse_wrong_endings(const Options& options);

}  // namespace framelane
