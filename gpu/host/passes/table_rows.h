#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "gpu/host/passes/passes.h"

namespace framelane {

// The stored output sample by input code; empty where it is the code itself.
using CodeTable = std::vector<std::uint16_t>;
using CodeTables = std::array<CodeTable, 4>;  // by component

// Rows [first, last) of component c, which both pictures have and store as integers.
void look_up_rows(const HostPassCall& call, const CodeTables& tables, int c, int first, int last);

}  // namespace framelane
