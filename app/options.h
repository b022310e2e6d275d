#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "app/bench_options.h"
#include "gpu/chain.h"
#include "gpu/frame_times.h"
#include "gpu/open_device.h"
#include "gpu/plan.h"

namespace framelane {

enum class Command : std::uint8_t { play, run, bench, report, filters, devices };

// How results come to the screen: through a texture that the GPU fills, or through host memory.
enum class PresentChoice : std::uint8_t { automatic, interop, host };

// The command line, read and validated. Thread-safety: a value.
struct Options {
  Command command = Command::play;
  std::string input;                // a path, a URL, "-" or "pattern:…"; of several the first
  std::vector<std::string> inputs;  // play: all of them, none for a window without a file

  Chain chain;  // --filters
  DeviceChoice device;
  Mode mode = Mode::overlapped;
  int lanes = 2;
  HostMemory memory = HostMemory::pinned;
  OutputFormat output_format;
  int threads = 0;                 // of the decoder; 0: all cores
  std::uint64_t pinned_limit = 0;  // bytes; 0: a quarter of the machine's memory
  std::optional<std::chrono::nanoseconds> start;
  std::optional<std::int64_t> frames;  // process so many
  std::int64_t plays = 1;              // --loop; 0: without end
  int resident = 0;                    // frames kept; 0: off
  std::string trace;                   // path of the Chrome trace; empty: none
  std::string log;                     // path of the CSV; empty: none
  bool quiet = false;
  bool verbose = false;
  bool json = false;  // run, filters, devices

  std::string output;  // run: path or "-"; empty: none
  bool checksum = false;
  bool realtime = false;

  bool fullscreen = false;  // play
  bool unpaced = false;
  std::optional<std::int64_t> exit_after;  // frames shown
  PresentChoice present = PresentChoice::automatic;
  bool no_download = false;  // leave out the download that direct present needs not
  std::string screenshot;    // path of the PNG; empty: none

  std::vector<std::string> logs;  // report: one or two
  std::string page;               // its HTML; never empty with logs
  BenchOptions bench;

  std::string filter_name;  // filters NAME; empty: the list
};

// --help or --version: text for standard output, and exit status 0.
struct InfoText {
  std::string text;
};

// Reads the arguments after the program's name; without a subcommand they are play's. Touches no
// device and no display; of files, only whether two outputs, or an output and the input, are the
// same. Throws UsageError, one line.
[[nodiscard]] std::variant<Options, InfoText> parse_options(std::span<const char* const> arguments);

// The program's version, as --version, the log and the summary state it.
[[nodiscard]] const char* program_version();

}  // namespace framelane
