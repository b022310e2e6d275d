#include "app/bench_kernel.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include "app/bench_stats.h"

namespace framelane {
namespace {

using Host = std::chrono::steady_clock;

constexpr float kHighest = 65535;  // a sample of 16 bits: half the work of bytes, a lighter kernel

PointWork inversions(int count) {
  PointOp invert;
  invert.kind = PointOp::Kind::scale;
  invert.components = 1;
  invert.limit = kHighest;
  invert.m[0][0] = -1;
  invert.m[0][1] = kHighest;
  PointWork work;
  work.count = count;
  std::fill_n(work.ops, count, invert);
  return work;
}

Pass pass_of(int operations, const ImageFormat& format) {
  Pass pass;
  pass.name = "inversions";
  pass.work = inversions(operations);
  pass.input.format = format.pixels;
  pass.input.width = format.width;
  pass.input.height = format.height;
  pass.output = pass.input;
  return pass;
}

ImageFormat batch_format(std::size_t bytes) {
  const PixelFormat& gray = *find_pixel_format("gray16le");
  const int width = static_cast<int>(kBatchRow / 2), height = static_cast<int>(bytes / kBatchRow);
  return stored_format(gray, width, height, packed_layout(gray, width, height));
}

double ms_of(Stream& stream, const BatchKernel& kernel, std::byte* from, std::byte* to, int count) {
  const auto begin = Host::now();
  for (int i = 0; i < count; ++i)
    kernel.run(stream, from, to);
  stream.finish();
  return ms_since(begin) / count;
}

}  // namespace

BatchKernel::BatchKernel(std::size_t bytes, int passes, int operations)
    : passes_(passes),
      operations_(operations),
      format_(batch_format(bytes)),
      full_(pass_of(kMaxPointOps, format_)),
      last_(pass_of(operations, format_)) {}

void BatchKernel::run(Stream& stream, std::byte* from, std::byte* to) const {
  const ImageView in[] = {view_of(format_, from)}, out[] = {view_of(format_, to)};
  for (int i = 1; i < passes_; ++i)
    stream.run(full_, in, out, {});
  stream.run(last_, in, out, {});
}

double kernel_ms(Stream& stream, const BatchKernel& kernel, std::byte* from, std::byte* to) {
  constexpr double kLeastMs = 5;
  constexpr int kLeast = 3, kMost = 1000;
  const double one = std::max(ms_of(stream, kernel, from, to, 1), 1e-3);
  return ms_of(stream, kernel, from, to,
               std::clamp(static_cast<int>(kLeastMs / one), kLeast, kMost));
}

BatchKernel kernel_taking(double ms, Stream& stream, std::size_t bytes, std::byte* from,
                          std::byte* to) {
  const auto measured = [&](int operations) {
    const BatchKernel kernel(bytes, 1, operations);
    std::vector<double> times;
    for (int i = 0; i < 3; ++i)
      times.push_back(kernel_ms(stream, kernel, from, to));
    return spread_of(times)->median;
  };
  const double lightest = measured(1), full = std::max(measured(kMaxPointOps), lightest);
  const double operation = (full - lightest) / (kMaxPointOps - 1);
  const int passes = 1 + static_cast<int>(std::max(0.0, ms - lightest) / full);
  const double rest = ms - (passes - 1) * full - lightest;
  const double more = operation > 0 ? std::round(rest / operation) : 0;
  return {bytes, passes, 1 + static_cast<int>(std::clamp(more, 0.0, kMaxPointOps - 1.0))};
}

}  // namespace framelane
