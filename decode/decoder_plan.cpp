#include "decode/decoder_plan.h"

#include <sched.h>

#include <algorithm>
#include <string>

#include "decode/picture_maker.h"
#include "gpu/errors.h"
#include "gpu/memory_facts.h"

namespace framelane {
namespace {

constexpr int kMostThreads = 64;
// Finished frames on their way through the decoder, and one being filled.
constexpr int kUnderWay = 2;
constexpr int kFewestBlocks = 4;

int usable_cores() {
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof cores, &cores) != 0) return 1;
  return std::max(1, CPU_COUNT(&cores));
}

int references_within(std::int64_t budget, const AVCodecParameters& stream, int most) {
  const std::int64_t blocks = std::max<std::int64_t>(
      1, std::int64_t{(stream.width + 15) / 16} * ((stream.height + 15) / 16));
  return static_cast<int>(std::clamp<std::int64_t>(budget / blocks, 4, most));
}

std::size_t bytes_of_picture(AVCodecContext& codec, const AVCodecParameters& stream) {
  const auto format = static_cast<AVPixelFormat>(stream.format);
  const PixelFormat* native = nearest_native(format);
  if (native == nullptr || stream.width <= 0 || stream.height <= 0) return 0;
  const std::size_t packed = packed_layout(*native, stream.width, stream.height).bytes;
  if (native_format(format) == nullptr) return packed;
  return std::max(packed, decoder_layout(codec, format, stream.width, stream.height).bytes);
}

}  // namespace

int most_references(const AVCodecParameters& stream) {
  // Macroblocks of the decoded picture buffer at levels 5.2 and 6.2.
  constexpr std::int64_t kLevel52 = 184320;
  constexpr std::int64_t kLevel62 = 696320;
  switch (stream.codec_id) {
    case AV_CODEC_ID_H264:
      return references_within(stream.level > 52 ? kLevel62 : kLevel52, stream, 16);
    case AV_CODEC_ID_HEVC:
      return references_within(6 * kLevel62 / 5, stream, 16);
    case AV_CODEC_ID_VP9:
    case AV_CODEC_ID_AV1:
      return 8;
    default:
      return 4;
  }
}

DecoderPlan plan_decoder(AVCodecContext& codec, const AVCodecParameters& stream,
                         const OpenOptions& options) {
  DecoderPlan plan;
  plan.limit = options.pinned_limit > 0 ? options.pinned_limit : physical_memory_bytes() / 4;
  plan.wanted_threads =
      std::min(options.threads > 0 ? options.threads : usable_cores(), kMostThreads);
  plan.threads = plan.wanted_threads;
  plan.block_bytes = bytes_of_picture(codec, stream);
  if (plan.block_bytes == 0) return plan;
  const auto fit = static_cast<int>(std::min<std::uint64_t>(plan.limit / plan.block_bytes, 4096));
  if (fit < kFewestBlocks)
    throw UsageError("pictures of " + std::to_string(stream.width) + "x" +
                     std::to_string(stream.height) + " do not fit into --pinned-limit " +
                     std::to_string(plan.limit) + "; raise it");
  const int fixed = most_references(stream) + kUnderWay + options.held_frames;
  plan.threads = std::clamp(fit - fixed, 1, plan.wanted_threads);
  plan.blocks = std::min(fixed + plan.threads, fit);
  return plan;
}

}  // namespace framelane
