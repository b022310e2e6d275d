#include "decode/slot_buffers.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <unordered_map>
#include <utility>

namespace framelane {
namespace {

// Widens until every pitch is aligned. Pitches are never aligned one by one: decoders rely on their
// ratio.
bool fill_pitches(AVPixelFormat format, int width, const int (&align)[AV_NUM_DATA_POINTERS],
                  std::array<int, 4>& pitches) {
  for (;;) {
    if (width <= 0 || av_image_fill_linesizes(pitches.data(), format, width) < 0) return false;
    bool aligned = true;
    for (std::size_t i = 0; i < pitches.size(); ++i)
      aligned = aligned && pitches[i] % std::max(align[i], static_cast<int>(kPitchAlign)) == 0;
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
    layout.bytes += align_up(sizes[i] + kTailBytes, kPlaneAlign);
  }
  return layout;
}

const PixelFormat* native_format(AVPixelFormat format) {
  const char* name = av_get_pix_fmt_name(format);
  return name == nullptr ? nullptr : find_pixel_format(name);
}

// Stays alive while FFmpeg holds a buffer, even after SlotBuffers has gone.
struct SlotBuffers::State : std::enable_shared_from_this<State> {
  HostPool& pool;
  std::uint64_t limit;
  std::atomic<std::size_t> block_bytes{0};  // asked of the pool
  std::atomic<std::size_t> wanted_bytes{0};
  std::atomic<int> wanted_blocks{0};
  std::atomic<std::uint64_t> outside{0};
  std::mutex mutex;
  std::unordered_map<const std::uint8_t*, HostBlockRef> blocks;  // FFmpeg's, by their first byte
  std::shared_ptr<State> self;                                   // while there are any

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
  void keep(const std::uint8_t* data, const HostBlockRef& block) {
    std::lock_guard lock(mutex);
    blocks[data] = block;
    if (!self) self = shared_from_this();
  }
  // The block goes back to its pool, and this object perhaps goes, after the lock.
  void let_go(const std::uint8_t* data) {
    HostBlockRef block;
    std::shared_ptr<State> last;
    std::lock_guard lock(mutex);
    const auto found = blocks.find(data);
    block = std::move(found->second);
    blocks.erase(found);
    if (blocks.empty()) last = std::move(self);
  }
  HostBlock* find(const std::uint8_t* data) {
    std::lock_guard lock(mutex);
    const auto found = blocks.find(data);
    return found == blocks.end() ? nullptr : found->second.get();
  }
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
    State& state = *static_cast<SlotBuffers*>(codec->opaque)->state_;
    const HostBlockRef block = state.acquire(layout.bytes);
    auto* data = reinterpret_cast<std::uint8_t*>(block->data);
    state.keep(data, block);
    frame->buf[0] = av_buffer_create(data, layout.bytes, release, &state, 0);
    if (frame->buf[0] == nullptr) {
      release(&state, data);
      return AVERROR(ENOMEM);
    }
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

void SlotBuffers::release(void* state, std::uint8_t* data) {
  static_cast<State*>(state)->let_go(data);
}

HostBlockRef SlotBuffers::block_of(const AVFrame& frame) const {
  if (frame.buf[0] == nullptr || frame.buf[1] != nullptr) return nullptr;
  HostBlock* block = state_->find(frame.buf[0]->data);
  if (block == nullptr) return nullptr;
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
  const int blocks = std::min(std::max(have - extra_, 1) + missing, most) + extra_;
  if (bytes > block_bytes() || blocks > have) reserve(bytes, blocks);
}

void SlotBuffers::reserve_extra(int extra) {
  if (extra <= extra_) return;
  state_->pool.reserve(block_bytes(), state_->pool.counts().blocks + extra - extra_);
  extra_ = extra;
}

std::size_t SlotBuffers::block_bytes() const {
  return state_->block_bytes.load();
}

std::uint64_t SlotBuffers::outside() const {
  return state_->outside.load();
}

}  // namespace framelane

#ifdef __SANITIZE_THREAD__
// FFmpeg's libraries are not instrumented, so ThreadSanitizer does not see how they order what
// their threads do.
extern "C" const char* __tsan_default_suppressions() {
  return "called_from_lib:libavcodec.so\ncalled_from_lib:libavutil.so\n"
         "called_from_lib:libavformat.so\ncalled_from_lib:libswscale.so\n";
}
#endif
