#include "decode/slot_buffers.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <unordered_map>

namespace framelane {
namespace {

constexpr int kPitchAlign = 64;
constexpr std::size_t kPlaneAlign = 512;
// Decoders read and write a little past a plane's end.
constexpr std::size_t kTail = 128;

std::size_t align_up(std::size_t value, std::size_t to) {
  return (value + to - 1) / to * to;
}

// Widens until every pitch is aligned. Pitches are never aligned one by one: decoders rely on their
// ratio.
bool fill_pitches(AVPixelFormat format, int width, const int (&align)[AV_NUM_DATA_POINTERS],
                  std::array<int, 4>& pitches) {
  for (;;) {
    if (width <= 0 || av_image_fill_linesizes(pitches.data(), format, width) < 0) return false;
    bool aligned = true;
    for (std::size_t i = 0; i < pitches.size(); ++i)
      aligned = aligned && pitches[i] % std::max(align[i], kPitchAlign) == 0;
    if (aligned) return true;
    width += width & -width;
  }
}

}  // namespace

DecoderLayout decoder_layout(AVCodecContext& codec, AVPixelFormat format, int width, int height) {
  DecoderLayout layout;
  int align[AV_NUM_DATA_POINTERS] = {};
  if (av_image_check_size2(static_cast<unsigned>(width), static_cast<unsigned>(height), INT64_MAX,
                           format, 0, nullptr) < 0)
    return layout;
  avcodec_align_dimensions2(&codec, &width, &height, align);
  if (!fill_pitches(format, width, align, layout.pitch_bytes)) return layout;
  std::size_t sizes[4] = {};
  std::ptrdiff_t pitches[4] = {};
  std::copy(layout.pitch_bytes.begin(), layout.pitch_bytes.end(), pitches);
  if (av_image_fill_plane_sizes(sizes, format, height, pitches) < 0) return layout;
  for (std::size_t i = 0; i < 4 && sizes[i] > 0; ++i) {
    layout.offset[i] = layout.bytes;
    layout.bytes += align_up(sizes[i] + kTail, kPlaneAlign);
  }
  return layout;
}

const PixelFormat* native_format(AVPixelFormat format) {
  const char* name = av_get_pix_fmt_name(format);
  return name == nullptr ? nullptr : find_pixel_format(name);
}

struct SlotBuffers::State {
  HostPool& pool;
  std::uint64_t limit;
  std::atomic<std::size_t> block_bytes{0};  // asked of the pool
  std::atomic<std::size_t> wanted_bytes{0};
  std::atomic<int> wanted_blocks{0};
  std::atomic<std::uint64_t> outside{0};
  std::mutex mutex;
  std::unordered_map<const std::uint8_t*, HostBlock*> blocks;  // by their first byte

  State(HostPool& of, std::uint64_t most) : pool(of), limit(most) {}

  HostBlockRef acquire(std::size_t bytes) {
    HostBlockRef block = pool.try_acquire();
    if (block && block->bytes >= bytes) return block;
    std::size_t known = wanted_bytes.load();
    while (known < bytes && !wanted_bytes.compare_exchange_weak(known, bytes)) {
    }
    if (!block) wanted_blocks.fetch_add(1);
    outside.fetch_add(1);
    return pool.acquire_outside(bytes);
  }
};

// What an FFmpeg buffer holds on to. It may outlive SlotBuffers.
struct SlotBuffers::Held {
  std::shared_ptr<State> state;
  HostBlockRef block;
};

SlotBuffers::SlotBuffers(HostPool& pool, std::uint64_t limit)
    : state_(std::make_shared<State>(pool, limit)) {}

void SlotBuffers::attach(AVCodecContext& codec) {
  codec.opaque = this;
  codec.get_buffer2 = get_buffer;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  // Without it FFmpeg 5.1 gives up frame threading for a get_buffer2 of one's own.
  codec.thread_safe_callbacks = 1;
#pragma GCC diagnostic pop
}

int SlotBuffers::get_buffer(AVCodecContext* codec, AVFrame* frame, int flags) {
  const auto format = static_cast<AVPixelFormat>(frame->format);
  if ((codec->codec->capabilities & AV_CODEC_CAP_DR1) == 0 || native_format(format) == nullptr)
    return avcodec_default_get_buffer2(codec, frame, flags);
  const DecoderLayout layout = decoder_layout(*codec, format, frame->width, frame->height);
  if (layout.bytes == 0) return AVERROR(EINVAL);
  try {
    const auto& state = static_cast<SlotBuffers*>(codec->opaque)->state_;
    auto held = std::make_unique<Held>(Held{state, state->acquire(layout.bytes)});
    HostBlock* block = held->block.get();
    auto* data = reinterpret_cast<std::uint8_t*>(block->data);
    {
      std::lock_guard lock(state->mutex);
      state->blocks[data] = block;
    }
    frame->buf[0] = av_buffer_create(data, layout.bytes, release, held.get(), 0);
    if (frame->buf[0] == nullptr) {
      release(held.release(), data);
      return AVERROR(ENOMEM);
    }
    static_cast<void>(held.release());
    for (std::size_t i = 0; i < 4; ++i) {
      frame->linesize[i] = layout.pitch_bytes[i];
      frame->data[i] = layout.pitch_bytes[i] > 0 ? data + layout.offset[i] : nullptr;
    }
    frame->extended_data = frame->data;
    return 0;
  } catch (const std::exception&) {
    return AVERROR(ENOMEM);
  }
}

void SlotBuffers::release(void* opaque, std::uint8_t* data) {
  const std::unique_ptr<Held> held(static_cast<Held*>(opaque));
  std::lock_guard lock(held->state->mutex);
  held->state->blocks.erase(data);
}

HostBlockRef SlotBuffers::block_of(const AVFrame& frame) const {
  if (frame.buf[0] == nullptr || frame.buf[1] != nullptr) return nullptr;
  HostBlock* block = nullptr;
  {
    std::lock_guard lock(state_->mutex);
    const auto found = state_->blocks.find(frame.buf[0]->data);
    if (found == state_->blocks.end()) return nullptr;
    block = found->second;
  }
  AVBufferRef* reference = av_buffer_ref(frame.buf[0]);
  if (reference == nullptr) throw std::bad_alloc();
  return {block, [reference](HostBlock*) mutable { av_buffer_unref(&reference); }};
}

HostBlockRef SlotBuffers::acquire(std::size_t bytes) {
  return state_->acquire(bytes);
}

void SlotBuffers::reserve(std::size_t block_bytes, int blocks) {
  state_->pool.reserve(block_bytes, blocks);
  state_->block_bytes = std::max(state_->block_bytes.load(), block_bytes);
}

void SlotBuffers::enlarge_if_wanted() {
  const std::size_t wanted = state_->wanted_bytes.exchange(0);
  if (wanted == 0) return;
  const int missing = state_->wanted_blocks.exchange(0);
  const std::size_t bytes = std::max(wanted, block_bytes());
  const int have = state_->pool.counts().blocks;
  const auto most = static_cast<int>(std::min<std::uint64_t>(state_->limit / bytes, 4096));
  const int blocks = std::min(std::max(have, 1) + missing, most);
  if (bytes > block_bytes() || blocks > have) reserve(bytes, blocks);
}

void SlotBuffers::reserve_more(int extra) {
  state_->pool.reserve(block_bytes(), state_->pool.counts().blocks + extra);
}

std::size_t SlotBuffers::block_bytes() const {
  return state_->block_bytes.load();
}

std::uint64_t SlotBuffers::outside() const {
  return state_->outside.load();
}

}  // namespace framelane
