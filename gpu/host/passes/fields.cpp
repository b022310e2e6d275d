#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "gpu/filters/bwdif_math.h"
#include "gpu/filters/yadif_math.h"
#include "gpu/host/passes/passes.h"
#include "gpu/host/passes/rows.h"

namespace framelane {

// Eight samples at once, which every x86-64 and ARM has: loops of as many choices as an edge takes
// are not vectorised by themselves.
using Lanes [[gnu::vector_size(16)]] = std::int16_t;
constexpr std::size_t kLanes = 8;

template <typename S>
using StoredLanes [[gnu::vector_size(kLanes * sizeof(S))]] = S;

template <>
struct CodesAt<Lanes> {
  static Lanes read(const std::uint16_t* samples) {
    Lanes codes;
    std::memcpy(&codes, samples, sizeof codes);
    return codes;
  }
  // The bytes between zeros: the compiler's own conversion takes five times the instructions.
  static Lanes read(const std::uint8_t* samples) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, samples, sizeof eight);
    using Bytes [[gnu::vector_size(16)]] = std::uint8_t;
    using Longs [[gnu::vector_size(16)]] = std::uint64_t;
    const auto bytes = reinterpret_cast<Bytes>(Longs{eight, 0});
    return reinterpret_cast<Lanes>(__builtin_shufflevector(bytes, Bytes{}, 0, 16, 1, 17, 2, 18, 3,
                                                           19, 4, 20, 5, 21, 6, 22, 7, 23));
  }
};

namespace {

enum : std::uint8_t { previous, current, next };

// The lines of the pictures as they are stored.
template <typename S>
class StoredLines {
 public:
  StoredLines(const HostPassCall& call, int c) : in_(call.in), c_(c) {}
  [[nodiscard]] const S* line(int picture, int y) const {
    const ImageView& view = in_[static_cast<std::size_t>(picture)];
    return reinterpret_cast<const S*>(view.data[c_] + y * view.pitch_bytes[c_]);
  }

 private:
  std::span<const ImageView> in_;
  int c_;
};

// The lines of the pictures as codes of type S, read once each while a band goes down.
template <typename S>
class LoadedLines {
 public:
  LoadedLines(const HostPassCall& call, int c)
      : in_(call.in), c_(c), width_(static_cast<std::size_t>(in_[0].component_width(c))) {
    thread_local std::vector<S> kept;
    if (kept.size() < 3 * kSlots * width_) kept.resize(3 * kSlots * width_);
    lines_ = kept.data();
    for (auto& slots : held_)
      slots.fill(-1);
  }
  [[nodiscard]] const S* line(int picture, int y) {
    const auto p = static_cast<std::size_t>(picture);
    const auto slot = static_cast<std::size_t>(y) % kSlots;
    S* const into = lines_ + (p * kSlots + slot) * width_;
    if (held_[p][slot] != y) load(in_[p], y, into);
    held_[p][slot] = y;
    return into;
  }

 private:
  static constexpr std::size_t kSlots = 16;  // more than the lines that one line is made of
  void load(const ImageView& view, int y, S* into) const {
    const auto codes = row_scratch(0, width_);
    load_row(view, c_, y, 0, static_cast<int>(width_), codes.data());
    for (std::size_t x = 0; x < width_; ++x)
      into[x] = static_cast<S>(codes[x]);
  }
  std::span<const ImageView> in_;
  int c_;
  std::size_t width_;
  S* lines_ = nullptr;
  std::array<std::array<int, kSlots>, 3> held_{};
};

// The lines that a missing line is made of.
template <typename S>
struct Around {
  const S *up, *down, *before, *after;
  const S *prev_up, *prev_down, *next_up, *next_down;
  const S *before_up2, *before_down2, *after_up2, *after_down2;
  const S *up3, *down3, *before_up4, *before_down4, *after_up4, *after_down4;
};

template <typename S, typename Lines>
Around<S> around(Lines& from, const FieldLines& at, int y, bool first) {
  const int before = first ? previous : current, after = first ? current : next;
  return {from.line(current, at.up),   from.line(current, at.down),  from.line(before, y),
          from.line(after, y),         from.line(previous, at.up),   from.line(previous, at.down),
          from.line(next, at.up),      from.line(next, at.down),     from.line(before, at.up2),
          from.line(before, at.down2), from.line(after, at.up2),     from.line(after, at.down2),
          from.line(current, at.up3),  from.line(current, at.down3), from.line(before, at.up4),
          from.line(before, at.down4), from.line(after, at.up4),     from.line(after, at.down4)};
}

template <typename T, typename S>
[[gnu::always_inline]] inline FieldTaps<T> taps_at(const Around<S>& a, std::size_t x) {
  const auto codes = [x](const S* line) { return CodesAt<T>::read(line + x); };
  return {codes(a.up),         codes(a.down),         codes(a.before),    codes(a.after),
          codes(a.prev_up),    codes(a.prev_down),    codes(a.next_up),   codes(a.next_down),
          codes(a.before_up2), codes(a.before_down2), codes(a.after_up2), codes(a.after_down2)};
}

template <typename S>
void write_lanes(Lanes codes, S* into) {
  const StoredLanes<S> stored = __builtin_convertvector(codes, StoredLanes<S>);
  std::memcpy(into, &stored, sizeof stored);
}

// The samples from `first` to `last`, none within three of the line's ends.
template <typename T, bool Check, typename S>
void yadif_inside(const Around<S>& a, std::size_t first, std::size_t last, S* out) {
  std::size_t x = first;
  if constexpr (std::is_same_v<T, std::int16_t>)
    for (; x + kLanes <= last; x += kLanes) {
      const Lanes guess = along_edge<Lanes>(a.up + x, a.down + x);
      write_lanes(yadif_sample(guess, taps_at<Lanes>(a, x), Check), out + x);
    }
  for (; x < last; ++x)
    out[x] =
        static_cast<S>(yadif_sample(along_edge<T>(a.up + x, a.down + x), taps_at<T>(a, x), Check));
}

template <typename T, bool Check, typename S>
void yadif_line(const Around<S>& a, std::size_t width, S* out) {
  const std::size_t margin = std::min<std::size_t>(3, width);
  const auto plain = [&](std::size_t x) {
    out[x] =
        static_cast<S>(yadif_sample(along<T>(a.up + x, a.down + x, 0), taps_at<T>(a, x), Check));
  };
  for (std::size_t x = 0; x < margin; ++x)
    plain(x);
  if (width > 6) yadif_inside<T, Check>(a, 3, width - 3, out);
  for (std::size_t x = std::max(margin, width - margin); x < width; ++x)
    plain(x);
}

template <typename T, bool Check, bool WideLine, typename S>
[[gnu::always_inline]] inline void bwdif_samples(const Around<S> a, std::size_t width, T limit,
                                                 S* __restrict out) {
#pragma GCC ivdep  // its results lie in another picture
  for (std::size_t x = 0; x < width; ++x) {
    const auto sum = [x](const S* one, const S* other) {
      return static_cast<T>(static_cast<T>(one[x]) + static_cast<T>(other[x]));
    };
    const BwdifSums<T> sums{
        sum(a.up, a.down), sum(a.up3, a.down3), sum(a.before, a.after),
        static_cast<T>(sum(a.before_up2, a.after_up2) + sum(a.before_down2, a.after_down2)),
        static_cast<T>(sum(a.before_up4, a.after_up4) + sum(a.before_down4, a.after_down4))};
    out[x] = static_cast<S>(bwdif_sample(taps_at<T>(a, x), sums, Check, WideLine, limit));
  }
}

#ifdef __x86_64__
// The same code, compiled for vectors twice as long, which not every processor has.
template <typename T, bool Check, bool WideLine, typename S>
[[gnu::target("avx2"), gnu::flatten]] void bwdif_line_avx2(const Around<S> a, std::size_t width,
                                                           T limit, S* __restrict out) {
  bwdif_samples<T, Check, WideLine>(a, width, limit, out);
}
#endif

template <typename T, bool Check, bool WideLine, typename S>
void bwdif_line(const Around<S>& a, std::size_t width, T limit, S* out) {
#ifdef __x86_64__
  static const bool avx2 = __builtin_cpu_supports("avx2") != 0;
  if (avx2) return bwdif_line_avx2<T, Check, WideLine>(a, width, limit, out);
#endif
  bwdif_samples<T, Check, WideLine>(a, width, limit, out);
}

template <typename T, typename S>
void alone_line(const Around<S> a, std::size_t width, T limit, S* __restrict out) {
  for (std::size_t x = 0; x < width; ++x) {
    const T near = static_cast<T>(static_cast<T>(a.up[x]) + static_cast<T>(a.down[x]));
    const T far = static_cast<T>(static_cast<T>(a.up3[x]) + static_cast<T>(a.down3[x]));
    out[x] = static_cast<S>(limited(bwdif_within_field(near, far), limit));
  }
}

// A band of rows of one component.
template <typename T, typename S, typename Lines>
class FieldBand {
 public:
  FieldBand(const FieldsWork& work, const HostPassCall& call, int c)
      : work_(work),
        call_(call),
        c_(c),
        width_(static_cast<std::size_t>(call.out[0].component_width(c))),
        height_(call.out[0].component_height(c)),
        from_(call, c) {}

  void run(int first, int last) {
    for (int y = first; y < last; ++y)
      for (std::size_t o = 0; o < call_.out.size(); ++o)
        if (keeps_line(work_, static_cast<int>(o), y)) {
          copy_row(call_.in[current], call_.out[o], c_, y, row_scratch(1, width_).data());
        } else {
          make(y, static_cast<int>(o));
        }
  }

 private:
  void make(int y, int output) {
    const ImageView& out = call_.out[static_cast<std::size_t>(output)];
    if constexpr (std::is_same_v<Lines, StoredLines<S>>) {
      if (out.type == call_.in[current].type && out.shift == 0 &&
          out.step_bytes[c_] == static_cast<int>(sizeof(S)))
        return compute(y, output, reinterpret_cast<S*>(out.data[c_] + y * out.pitch_bytes[c_]));
    }
    thread_local std::vector<S> made;
    made.resize(width_);
    compute(y, output, made.data());
    const auto codes = row_scratch(1, width_);
    std::copy(made.begin(), made.end(), codes.begin());
    store_row(out, c_, y, static_cast<int>(width_), codes.data());
  }

  void compute(int y, int output, S* into) {
    const ImageView& in = call_.in[current];
    const auto limit = static_cast<T>(in.max_code);
    if (work_.method == FieldsWork::Method::yadif) {
      const FieldLines at = yadif_lines(y, height_, work_.check_lines);
      const Around<S> lines = around<S>(from_, at, y, output == 0);
      return at.check ? yadif_line<T, true>(lines, width_, into)
                      : yadif_line<T, false>(lines, width_, into);
    }
    const bool alone = field_is_alone(output, call_.memory);
    const FieldLines at = bwdif_lines(y, height_, in.max_code > 255 ? 2 : 1, alone);
    const Around<S> lines = around<S>(from_, at, y, output == 0);
    if (alone) return alone_line<T>(lines, width_, limit, into);
    if (at.wide) return bwdif_line<T, true, true>(lines, width_, limit, into);
    if (at.check) return bwdif_line<T, true, false>(lines, width_, limit, into);
    bwdif_line<T, false, false>(lines, width_, limit, into);
  }

  const FieldsWork& work_;
  const HostPassCall& call_;
  int c_;
  std::size_t width_;
  int height_;
  Lines from_;
};

template <typename S>
bool all_stored_as(const HostPassCall& call, int c, SampleType type) {
  return std::ranges::all_of(call.in, [&](const ImageView& view) {
    return view.type == type && view.shift == 0 && view.step_bytes[c] == int{sizeof(S)};
  });
}

template <typename T, typename S, typename Lines>
void run_band(const FieldsWork& work, const HostPassCall& call, int c, int first, int last) {
  FieldBand<T, S, Lines>(work, call, c).run(first, last);
}

}  // namespace

void run_on_host(const FieldsWork& work, const HostPassCall& call) {
  each_band(call, {}, [&](int c, int first, int last) {
    const ImageView& in = call.in[current];
    constexpr int kMostIn16Bits = 4095;  // three times it, and sums of four, fit
    const auto run = [&](auto band) { band(work, call, c, first, last); };
    if (all_stored_as<std::uint8_t>(call, c, SampleType::u8))
      return run(run_band<std::int16_t, std::uint8_t, StoredLines<std::uint8_t>>);
    if (all_stored_as<std::uint16_t>(call, c, SampleType::u16))
      return run(in.max_code <= kMostIn16Bits
                     ? run_band<std::int16_t, std::uint16_t, StoredLines<std::uint16_t>>
                     : run_band<std::int32_t, std::uint16_t, StoredLines<std::uint16_t>>);
    if (in.type == SampleType::u8 || in.type == SampleType::u16)
      return run(run_band<std::int32_t, std::int32_t, LoadedLines<std::int32_t>>);
    run(run_band<float, float, LoadedLines<float>>);
  });
}

}  // namespace framelane
