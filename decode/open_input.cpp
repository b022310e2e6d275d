#include "decode/open_input.h"

#include <new>

#include "decode/file_source.h"
#include "decode/pattern_source.h"
#include "gpu/errors.h"

namespace framelane {

void look_for_input(const std::string& input) {
  if (input.starts_with("pattern:"))
    (void)parse_pattern(input);
  else
    (void)find_input(input);
}

std::unique_ptr<FrameSource> open_input(const std::string& input, const OpenOptions& options,
                                        HostPool& pool) {
  if (input.starts_with("pattern:"))
    return make_pattern_source(parse_pattern(input), input, pool, options.interrupt.get());
  try {
    return std::make_unique<FileSource>(find_input(input), options, pool);
  } catch (const std::bad_alloc&) {
    throw InputError(input + ": no memory is left to open it; close other programs");
  }
}

}  // namespace framelane
