#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "decode/frame_source.h"
#include "decode/interrupt.h"
#include "gpu/host_pool.h"

namespace framelane {

// `pattern:WIDTHxHEIGHT@RATE[:frames=N][:format=NAME]`. Thread-safety: a value.
struct PatternSpec {
  int width = 0, height = 0;            // 1 to 16384
  Rational rate{60, 1};                 // "60", "59.94", "60000/1001"; 1 to 100000
  std::optional<std::int64_t> frames;   // up to 10^9
  const PixelFormat* format = nullptr;  // yuv420p by default
};

// Throws UsageError naming what is wrong and the column.
[[nodiscard]] PatternSpec parse_pattern(std::string_view text);

// 16 different pictures made once in blocks of the pool, which is sized for them, going round
// without a copy. The same text gives the same bytes on every machine. Throws InputError when
// memory is short, or where `interrupt` (may be null) is raised meanwhile.
[[nodiscard]] std::unique_ptr<FrameSource> make_pattern_source(const PatternSpec& spec,
                                                               const std::string& name,
                                                               HostPool& pool,
                                                               const Interrupt* interrupt);

}  // namespace framelane
