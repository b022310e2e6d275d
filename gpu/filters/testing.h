#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "gpu/plan.h"

namespace framelane::testing {

// Bytes as `ffmpeg -f rawvideo` has them: planes in order, rows without padding.
using Raw = std::vector<std::uint8_t>;

// Facts of a BT.709 limited picture (RGB: full) with chroma at the left.
[[nodiscard]] FrameFacts facts_of(const char* format, int width, int height);

// A picture of 1/f noise, hard edges, text-like blocks, gradients and grain; the same for the same
// arguments.
[[nodiscard]] Raw make_scene(const FrameFacts& facts, unsigned seed);

// A picture in memory as passes see it.
struct Image {
  ImageFormat format;
  std::vector<std::byte> bytes;
  [[nodiscard]] ImageView view() { return view_of(format, bytes.data()); }
};

// Runs one pass. Outputs come filled with a poison byte; state is Pass::state_bytes long, fresh
// where no picture came before; before and after as PassMemory has them.
struct PassRun {
  const Pass& pass;
  std::vector<Image*> in, out;
  std::vector<std::byte>& state;
  bool fresh;
  int before, after;
};
using PassRunner = std::function<void(const PassRun& run)>;
[[nodiscard]] PassRunner host_runner();

// Runs a chain over successive pictures; edges of the stream repeat the first and the last picture.
[[nodiscard]] std::vector<Raw> run_chain(const std::string& chain, const FrameFacts& facts,
                                         const std::vector<Raw>& pictures,
                                         const OutputFormat& output = {},
                                         const PassRunner& runner = host_runner());
[[nodiscard]] Raw run_chain(const std::string& chain, const FrameFacts& facts, const Raw& picture,
                            const OutputFormat& output = {});

// What `ffmpeg -vf graph` makes of the pictures. Throws when ffmpeg fails.
[[nodiscard]] Raw run_ffmpeg(const std::string& graph, const FrameFacts& facts,
                             const std::vector<Raw>& pictures, const std::string& out_format,
                             const std::string& input_options = "");

// Component c of a raw picture as codes, row by row.
[[nodiscard]] std::vector<double> codes_of(const Raw& raw, const FrameFacts& facts, int c);

// How far two planes of codes are apart. Decibels of peak `max_code`; 200 where equal.
struct Distance {
  double psnr = 200;
  double worst_tile = 200;         // of 16x16 tiles
  double worst_border_tile = 200;  // of those that touch the border
  double largest = 0;              // difference in codes
};
[[nodiscard]] Distance distance(const std::vector<double>& a, const std::vector<double>& b,
                                int width, int height, int max_code);

}  // namespace framelane::testing
