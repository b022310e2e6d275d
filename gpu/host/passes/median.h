#pragma once
#include "gpu/host/passes/passes.h"

namespace framelane {

// Medians of square windows of radius 1 .. kMaxNetworkRadius for rows [first, last) of component c.
void median_network_rows(int radius, const HostPassCall& call, int c, int first, int last);

// Any rank in any window of samples of 8 bits, for rows [first, last) of component c.
void rank_by_columns(const MedianWork& work, const HostPassCall& call, int c, int first, int last);

}  // namespace framelane
