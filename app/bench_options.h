#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "gpu/chain.h"

namespace framelane {

enum class BenchKind : std::uint8_t { transfer, pipeline, filters };
[[nodiscard]] const char* name_of(BenchKind kind);

// What `framelane bench` is asked for, apart from the device. Thread-safety: a value.
struct BenchOptions {
  BenchKind kind = BenchKind::transfer;
  int repeats = 5;
  bool quick = false;
  std::string json, csv;  // paths; empty: none
  // Pictures, of pipeline and filters; 0: 3840x2160 on a GPU, less on the CPU device.
  int width = 0, height = 0;
  std::optional<Chain> chain;  // of pipeline; nothing: kBenchChain
};

inline constexpr const char* kBenchChain = "eq=contrast=1.1,gblur=sigma=2";
inline constexpr int kMostBenchRepeats = 1000;

}  // namespace framelane
