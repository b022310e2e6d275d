#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "gpu/chain.h"
#include "gpu/open_device.h"

namespace CLI {
class App;
}

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
  std::optional<Chain> chain;  // of pipeline; nothing: kBenchChain. Of filters; nothing: every one
};

inline constexpr const char* kBenchHelp =
    "transfer: copies, and upload, kernel and download in every mode (the default)\n"
    "pipeline: pictures through a chain, by mode, lanes, output format and memory\n"
    "filters: each filter alone beside a device copy\n"
    "\n"
    "Examples:\n"
    "  framelane bench transfer --quick\n"
    "  framelane bench pipeline --filters unsharp --json result.json\n"
    "  framelane bench filters --size 1920x1080 --csv result.csv\n"
    "  framelane bench filters --filters gblur=sigma=10,median=radius=3";
inline constexpr const char* kBenchChain = "eq=contrast=1.1,gblur=sigma=2";
inline constexpr int kMostBenchRepeats = 1000;

// The subcommand's options; both outlive the parser. --wait is spin unless it is said.
void add_bench_options(CLI::App& app, BenchOptions& into, DeviceChoice& device);
// Throws UsageError where an option is another benchmark's.
void validate_bench(const BenchOptions& options);

}  // namespace framelane
