#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "decode/frame_source.h"
#include "decode/interrupt.h"
#include "gpu/host_pool.h"

namespace framelane {

struct OpenOptions {
  int threads = 0;  // of the decoder; 0 = all cores
  // Most bytes of slots; 0 = a quarter of the machine's memory. Fewer decoder threads, then fewer
  // slots, keep within it.
  std::uint64_t pinned_limit = 0;
  // Frames that everything behind the decoder may hold at once: queue + lanes + history + reach +
  // shown.
  int held_frames = 8;
  // Ends a blocking open, and later reads as FrameSource::interrupt() does (which raises it, as
  // resume() clears it). Null: the source makes its own.
  std::shared_ptr<Interrupt> interrupt;
};

// A look at the disk alone. Throws InputError for what is missing, empty or a directory, UsageError
// for a bad pattern.
void look_for_input(const std::string& input);

// Opens a path, a URL, `-` (standard input) or `pattern:`, decodes its first frame and sizes the
// pool for it. What exists on disk is opened as a file whatever its name looks like.
// Which stream: of the video streams that have a decoder, attached pictures (cover art) left out,
// the one marked default; else the largest picture; else the highest bit rate; else the first.
// Throws InputError (cannot be opened, no video stream, no decoder, not one decodable frame, or
// interrupted), UsageError for a bad pattern. The pool outlives the source.
[[nodiscard]] std::unique_ptr<FrameSource> open_input(const std::string& input,
                                                      const OpenOptions& options, HostPool& pool);

}  // namespace framelane
