#pragma once
#include <string>

#include "gpu/filters/filter.h"

namespace framelane {

// What `framelane filters [NAME] [--json]` prints. Throws UsageError for a filter that is not
// there.
[[nodiscard]] std::string filters_command(const std::string& name, bool json,
                                          FilterRegistry registry = shipped_filters());

}  // namespace framelane
