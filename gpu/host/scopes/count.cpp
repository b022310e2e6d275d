#include "gpu/host/scopes/count.h"

#include <algorithm>
#include <mutex>
#include <span>
#include <vector>

#include "gpu/host/passes/rows.h"
#include "gpu/scopes/scope_math.h"

namespace framelane {
namespace {

using Bins = std::uint8_t;
constexpr int kBlock = 512;  // pixels whose bins are made at a time

// The stretch of counted pixels of one row: `first` and `count` are in steps of the work.
struct Stretch {
  int row = 0;  // of the picture
  int first = 0, count = 0;
};

// Floats for one stretch: three components, and chroma before it is repeated.
struct Codes {
  float component[3][kBlock];
  float chroma[kBlock / 2 + 2];
};

void repeat_chroma(const float* chroma, int first, int count, float* into) {
  const int base = first / 2;
  for (int i = 0; i < count; ++i)
    into[i] = chroma[(first + i) / 2 - base];
}

void load_chroma(const ScopeWork& work, const ImageView& view, int c, Stretch at, Codes& codes) {
  const int row = at.row >> view.log2_chroma_h;
  if (view.log2_chroma_w == 0 || work.step_x > 1) {
    load_row(view, c, row, at.first, at.count, codes.component[c]);
    return;
  }
  const int first = at.first / 2, last = (at.first + at.count - 1) / 2;
  load_row(view, c, row, first, last - first + 1, codes.chroma);
  repeat_chroma(codes.chroma, at.first, at.count, codes.component[c]);
}

void load_codes(const ScopeWork& work, const ImageView& view, Stretch at, Codes& codes) {
  ImageView stepped = view;
  stepped.step_bytes[0] *= work.step_x;
  load_row(stepped, 0, at.row, at.first, at.count, codes.component[0]);
  for (int c = 1; c < 3; ++c) {
    if (view.data[c] == nullptr) {
      std::fill_n(codes.component[c], at.count, 0.0F);
    } else if (view.yuv) {
      load_chroma(work, view, c, at, codes);
    } else {
      load_row(view, c, at.row, at.first, at.count, codes.component[c]);
    }
  }
}

void make_bins(const float (&m)[4], const Codes& codes, int count, Bins* bins) {
  const float row[4] = {m[0], m[1], m[2], m[3]};
  const auto n = static_cast<std::size_t>(count);
  for (std::size_t i = 0; i < n; ++i)
    bins[i] = static_cast<Bins>(
        scope_bin(row, codes.component[0][i], codes.component[1][i], codes.component[2][i]));
}

// Counts of the calling thread's band, kept from call to call.
std::span<std::uint32_t> cleared_counts(std::size_t size) {
  thread_local std::vector<std::uint32_t> counts;
  counts.resize(std::max(counts.size(), size));
  const auto wanted = std::span(counts).first(size);
  std::ranges::fill(wanted, 0U);
  return wanted;
}

struct Call {
  const ScopeWork& work;
  const ImageView& picture;
  std::uint32_t* table;
};

// Calls body(bins, count) for stretches of the rows [first, last) of those counted; `rows` results
// of the work are made for each pixel.
template <typename Body>
void each_stretch(const Call& call, int rows, int first, int last, Body body) {
  Codes codes;
  Bins bins[kScopeChannels][kBlock];
  const int across = scope_count(call.picture.width, call.work.step_x);
  for (int j = first; j < last; ++j)
    for (int i = 0; i < across; i += kBlock) {
      const Stretch at{j * call.work.step_y, i, std::min(kBlock, across - i)};
      load_codes(call.work, call.picture, at, codes);
      for (int r = 0; r < rows; ++r)
        make_bins(call.work.m[r], codes, at.count, bins[r]);
      body(bins, at.count);
    }
}

void count_histogram(const Call& call, int first, int last, std::span<std::uint32_t> counts) {
  each_stretch(call, kScopeChannels, first, last, [&](const auto& bins, int count) {
    for (int r = 0; r < kScopeChannels; ++r) {
      std::uint32_t* const channel = counts.data() + r * kScopeBins;
      for (int i = 0; i < count; ++i)
        ++channel[bins[r][i]];
    }
  });
}

void count_vectors(const Call& call, int first, int last, std::span<std::uint32_t> counts) {
  each_stretch(call, 2, first, last, [&](const auto& bins, int count) {
    for (int i = 0; i < count; ++i)
      ++counts[static_cast<std::size_t>(bins[1][i]) * kScopeBins + bins[0][i]];
  });
}

// Each band of rows counts into a table of its own, which is then added to the whole.
template <typename Count>
void add_bands(const Call& call, BandPool& bands, const std::atomic<bool>* cancel, Count count) {
  const int rows = scope_count(call.picture.height, call.work.step_y);
  const std::size_t size = scope_table_size(call.work);
  std::mutex adding;
  bands.run(
      rows, (rows + bands.threads() - 1) / bands.threads(),
      [&](int first, int last) {
        const auto counts = cleared_counts(size);
        count(call, first, last, counts);
        std::lock_guard lock(adding);
        for (std::size_t i = 0; i < size; ++i)
          call.table[i] += counts[i];
      },
      cancel);
}

// Adds one stretch of a row to the columns that it meets.
void add_columns(const Call& call, const Bins (&bins)[kScopeChannels][kBlock], Stretch at) {
  const int columns = call.work.columns, width = call.picture.width;
  const auto channel = static_cast<std::size_t>(columns) * kScopeBins;
  int column = column_of(at.first, columns, width);
  for (int i = 0; i < at.count; ++column) {
    const int end = std::min(at.count, column_start(column + 1, columns, width) - at.first);
    std::uint32_t* const counts = call.table + static_cast<std::size_t>(column) * kScopeBins;
    for (; i < end; ++i)
      for (std::size_t c = 0; c < 3; ++c)
        ++counts[c * channel + bins[c][i]];
  }
}

// A band of columns has its part of the table to itself.
void count_columns(const Call& call, int first, int last) {
  Codes codes;
  Bins bins[kScopeChannels][kBlock];
  const int from = column_start(first, call.work.columns, call.picture.width);
  const int to = column_start(last, call.work.columns, call.picture.width);
  for (int x = from; x < to; x += kBlock)
    for (int y = 0; y < call.picture.height; y += call.work.step_y) {
      const Stretch at{y, x, std::min(kBlock, to - x)};
      load_codes(call.work, call.picture, at, codes);
      for (int c = 0; c < 3; ++c)
        make_bins(call.work.m[c], codes, at.count, bins[c]);
      add_columns(call, bins, at);
    }
}

}  // namespace

void count_on_host(const ScopeWork& work, const ImageView& picture, std::uint32_t* table,
                   BandPool& bands, const std::atomic<bool>* cancel) {
  std::fill_n(table, scope_table_size(work), 0U);
  const Call call{work, picture, table};
  switch (work.scope) {
    case Scope::histogram:
      return add_bands(call, bands, cancel, count_histogram);
    case Scope::vectorscope:
      return add_bands(call, bands, cancel, count_vectors);
    case Scope::waveform: {
      const int wide = std::max(1, std::min(64, work.columns / bands.threads()));
      return bands.run(
          work.columns, wide, [&](int first, int last) { count_columns(call, first, last); },
          cancel);
    }
  }
}

}  // namespace framelane
