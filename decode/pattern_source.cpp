#include "decode/pattern_source.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <thread>
#include <vector>

#include "gpu/band_pool.h"
#include "gpu/errors.h"
#include "gpu/memory_facts.h"

namespace framelane {
namespace {

using Time = FrameSource::Time;
constexpr int kPictures = 16;
constexpr int kBandRows = 32;

std::uint32_t noise(std::uint32_t x, std::uint32_t y, std::uint32_t seed) {
  std::uint32_t h = x * 0x9E3779B1U + y * 0x85EBCA77U + seed * 0xC2B2AE3DU;
  h = (h ^ (h >> 15)) * 0x2C1B3C6DU;
  h = (h ^ (h >> 12)) * 0x297A2D39U;
  return h ^ (h >> 15);
}

// One component of one picture: a gradient that wanders, a box and a disc that move, and noise.
class Painter {
 public:
  Painter(int width, int height, int component, int picture)
      : width_(width), component_(component), picture_(picture) {
    box_x_ = (width * picture / kPictures + component * width / 8) % width;
    box_y_ = (height * picture / kPictures) / 2;
    box_w_ = width / 4 + 1;
    box_h_ = height / 4 + 1;
    disc_x_ = width - 1 - width * picture / kPictures;
    disc_y_ = height / 2 + component * height / 8;
    radius_ = std::min(width, height) / 6 + 1;
  }
  // 0 to 65535.
  [[nodiscard]] std::uint32_t at(int x, int y) const {
    const int across = (component_ == 1 ? 1536 : 1024) * x / width_;
    const int phase = (across + y * (component_ + 1) + picture_ * 64) & 1023;
    std::uint32_t value = 0x1800U + 96U * static_cast<std::uint32_t>(std::min(phase, 1023 - phase));
    const int dx = x - disc_x_, dy = y - disc_y_;
    if (x >= box_x_ && x < box_x_ + box_w_ && y >= box_y_ && y < box_y_ + box_h_) value ^= 0x4000U;
    if (dx * dx + dy * dy < radius_ * radius_) value ^= 0x2000U;
    const auto seed = static_cast<std::uint32_t>(picture_ * 4 + component_);
    return value +
           (noise(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), seed) >> 21);
  }

 private:
  int width_, component_, picture_;
  int box_x_, box_y_, box_w_, box_h_, disc_x_, disc_y_, radius_;
};

void paint_rows(const HostPicture& picture, int component, int number, int first, int last) {
  const FrameFacts& facts = picture.facts;
  const PixelFormat& format = *facts.format;
  const ComponentPlace place = format.components[static_cast<std::size_t>(component)];
  const PictureLayout::Plane plane = picture.layout.planes[place.plane];
  const int width = format.component_width(component, facts.width);
  const Painter painter(width, format.component_height(component, facts.height), component, number);
  for (int y = first; y < last; ++y) {
    std::byte* to = picture.first + plane.offset + static_cast<std::size_t>(y) * plane.pitch_bytes +
                    place.offset_bytes;
    for (int x = 0; x < width; ++x, to += place.step_bytes) {
      const auto code =
          static_cast<std::uint16_t>((painter.at(x, y) >> (16 - format.depth)) << format.shift);
      std::memcpy(to, &code, format.bytes_per_sample);
    }
  }
}

void paint(const HostPicture& picture, int number, BandPool& workers, const Interrupt* interrupt) {
  std::memset(picture.first, 0, picture.layout.bytes);
  const PixelFormat& format = *picture.facts.format;
  for (int c = 0; c < 4; ++c) {
    if (!format.has_component(c)) continue;
    workers.run(format.component_height(c, picture.facts.height), kBandRows,
                [&](int first, int last) {
                  if (interrupt == nullptr || !interrupt->raised())
                    paint_rows(picture, c, number, first, last);
                });
  }
}

FrameFacts pattern_facts(const PatternSpec& spec) {
  FrameFacts facts;
  facts.format = spec.format;
  facts.width = spec.width;
  facts.height = spec.height;
  const bool rgb = spec.format->family == ColorFamily::rgb;
  facts.color.range = rgb ? Range::full : Range::limited;
  if (rgb) facts.color.matrix = Matrix::rgb;
  if (spec.format->log2_chroma_w > 0) facts.color.siting = Siting::left;
  return facts;
}

class PatternSource final : public FrameSource {
 public:
  PatternSource(const PatternSpec& spec, const std::string& name, HostPool& pool,
                const Interrupt* interrupt)
      : spec_(spec) {
    const FrameFacts frame = pattern_facts(spec);
    make_pictures(frame, pool, interrupt);
    facts_.name = name;
    facts_.container = "pattern";
    facts_.codec = "pattern";
    facts_.pixel_format = spec.format->name;
    facts_.frame = frame;
    facts_.frame_rate = spec.rate;
    facts_.frame_count = spec.frames;
    if (spec.frames) facts_.duration = time_of(*spec.frames);
    facts_.seekable = true;
  }

  const InputFacts& facts() const override { return facts_; }

  ReadStatus read(SourceFrame& into) override {
    if (interrupted_) return ReadStatus::interrupted;
    if (spec_.frames && next_ >= *spec_.frames) return ReadStatus::end;
    into = SourceFrame{};
    into.picture = pictures_[static_cast<std::size_t>(next_ % kPictures)];
    into.pts = time_of(next_);
    into.duration = time_of(next_ + 1) - into.pts;
    into.key = true;
    into.preroll = next_ < shown_from_;
    ++next_;
    ++decoded_;
    return ReadStatus::frame;
  }

  SeekOutcome seek_exact(Time t, int reach) override {
    go_to(frame_at(t), reach);
    return {};
  }
  SeekOutcome seek_near(Time t, std::optional<Time>) override {
    const std::int64_t at = frame_at(t);
    go_to(time_of(at) > t ? at - 1 : at, 0);
    return {};
  }
  SeekOutcome seek_previous(Time pts, int reach) override {
    go_to(frame_at(pts) - 1, reach);
    return {};
  }
  SeekOutcome rewind() override {
    go_to(0, 0);
    return {};
  }
  void reserve(int) override {}
  std::uint64_t block_bytes() const override { return 0; }
  void interrupt() override { interrupted_ = true; }
  void resume() override { interrupted_ = false; }
  DecodeCounts counts() const override {
    DecodeCounts counts;
    counts.decoded = decoded_;
    counts.outside = outside_;
    return counts;
  }

 private:
  void make_pictures(const FrameFacts& frame, HostPool& pool, const Interrupt* interrupt) {
    const PictureLayout layout = packed_layout(*frame.format, frame.width, frame.height);
    const auto needed =
        static_cast<int>(std::min<std::int64_t>(kPictures, spec_.frames.value_or(kPictures)));
    if (layout.bytes * static_cast<std::uint64_t>(needed) > free_memory_bytes() / 2)
      throw InputError("pattern: " + std::to_string(needed) + " pictures of " +
                       std::to_string(frame.width) + "x" + std::to_string(frame.height) +
                       " take more than half of the free memory; choose a smaller size");
    const HostPool::Counts counts = pool.counts();
    pool.reserve(layout.bytes, counts.blocks - counts.free + needed);
    BandPool workers(std::max(1, static_cast<int>(std::thread::hardware_concurrency())));
    for (int i = 0; i < needed; ++i) {
      HostPicture& picture = pictures_[static_cast<std::size_t>(i)];
      picture.facts = frame;
      picture.layout = layout;
      picture.block = pool.try_acquire();
      if (!picture.block) {
        picture.block = pool.acquire_outside(layout.bytes);
        ++outside_;
      }
      picture.first = picture.block->data;
      paint(picture, i, workers, interrupt);
      if (interrupt != nullptr && interrupt->raised())
        throw InputError("pattern: opening was interrupted");
    }
  }
  // Whole seconds apart, so that nothing overflows.
  [[nodiscard]] Time time_of(std::int64_t frame) const {
    constexpr std::int64_t kSecond = 1'000'000'000;
    const std::int64_t num = spec_.rate.num;
    const std::int64_t ticks = frame % num * spec_.rate.den;
    const std::int64_t seconds = frame / num * spec_.rate.den + ticks / num;
    return Time(seconds * kSecond + (ticks % num * kSecond + num / 2) / num);
  }
  // The first frame at or after t.
  [[nodiscard]] std::int64_t frame_at(Time t) const {
    const double seconds = std::chrono::duration<double>(t).count();
    auto frame = static_cast<std::int64_t>(seconds * spec_.rate.num / spec_.rate.den) - 1;
    frame = std::max<std::int64_t>(frame, 0);
    while (time_of(frame) < t)
      ++frame;
    return frame;
  }
  void go_to(std::int64_t frame, int reach) {
    shown_from_ = std::max<std::int64_t>(frame, 0);
    next_ = std::max<std::int64_t>(shown_from_ - reach, 0);
  }

  PatternSpec spec_;
  InputFacts facts_;
  std::array<HostPicture, kPictures> pictures_;
  std::int64_t next_ = 0;
  std::int64_t shown_from_ = 0;
  std::uint64_t outside_ = 0;
  std::atomic<std::uint64_t> decoded_{0};
  std::atomic<bool> interrupted_{false};
};

}  // namespace

std::unique_ptr<FrameSource> make_pattern_source(const PatternSpec& spec, const std::string& name,
                                                 HostPool& pool, const Interrupt* interrupt) {
  return std::make_unique<PatternSource>(spec, name, pool, interrupt);
}

}  // namespace framelane
