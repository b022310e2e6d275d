#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "gpu/filters/pass_work.h"
#include "gpu/frame_facts.h"
#include "gpu/image_view.h"
#include "gpu/pass_memory.h"

namespace framelane {

// One step of a planned chain: a kernel with its parameters and what it reads and writes.
// Thread-safety: immutable once planned.
struct Pass {
  std::string name;          // for the log's column: the filter's name, fused ones joined by '+'
  std::vector<int> filters;  // the chain's filters it carries, by position; none: a conversion
  PassWork work;             // std::variant of plain structs; each has a host and a CUDA function
  FrameFacts input;          // facts of what it reads and writes; colour and size may differ
  FrameFacts output;
  bool reads_stored = true;  // reads the input format's own storage; else working samples
  bool writes_stored = true;
  // Temporal window: completing input n needs inputs n - behind .. n + ahead. At the stream's edges
  // the window repeats the first or the last picture. One output per input, or two
  // (outputs_per_input), half a duration apart.
  int behind = 0;
  int ahead = 0;
  int outputs_per_input = 1;
  // What it works with beside pictures, kMaxPassTables at most. State goes from each picture to the
  // next, so that such a pass takes them in order; it begins anew where the history does.
  std::vector<PassTableRef> tables{};
  std::size_t scratch_bytes = 0, state_bytes = 0;
  [[nodiscard]] bool temporal() const {
    return behind > 0 || ahead > 0 || outputs_per_input != 1 || state_bytes > 0;
  }
};

}  // namespace framelane
