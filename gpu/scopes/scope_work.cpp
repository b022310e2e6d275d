#include "gpu/scopes/scope_work.h"

#include <algorithm>
#include <iterator>

#include "gpu/filters/color.h"
#include "gpu/scopes/scope_math.h"

namespace framelane {
namespace {

FrameFacts eight_bit(const char* format, const FrameFacts& facts, Matrix matrix, Range range) {
  FrameFacts result = facts;
  result.format = find_pixel_format(format);
  result.color.matrix = matrix;
  result.color.range = range;
  return result;
}

// Bins are cut off, not rounded. A half goes to the upper bin (to even, bins of 10-bit chroma would
// hold three codes and five in turn), whatever the last bits of a float make of it.
constexpr double kHalfUp = 0.5 + 2e-4;

void set_row(ScopeWork& work, int row, const ColorMap& map, std::size_t from) {
  std::transform(map.m[from].begin(), map.m[from].end(), std::begin(work.m[row]),
                 [](double value) { return static_cast<float>(value); });
  work.m[row][3] = static_cast<float>(map.m[from][3] + kHalfUp);
}

void set_chroma(ScopeWork& work, const FrameFacts& facts) {
  const FrameFacts yuv = eight_bit("yuv444p", facts, scope_matrix(facts), Range::limited);
  const ColorMap map = color_map(facts, yuv);
  set_row(work, 0, map, 1);
  set_row(work, 1, map, 2);
}

void set_colors(ScopeWork& work, const FrameFacts& facts) {
  const ColorMap rgb = color_map(facts, eight_bit("rgb24", facts, Matrix::rgb, Range::full));
  for (int c = 0; c < 3; ++c)
    set_row(work, c, rgb, static_cast<std::size_t>(c));
  const Matrix matrix =
      facts.format->family == ColorFamily::rgb ? Matrix::bt709 : effective_matrix(facts);
  set_row(work, 3, color_map(facts, eight_bit("yuv444p", facts, matrix, Range::full)), 0);
}

// Rows from one counted to the next.
int row_step(std::int64_t samples, int most_samples) {
  const auto step = static_cast<int>((samples + most_samples - 1) / most_samples);
  return step <= 1 ? 1 : step | 1;
}

}  // namespace

Matrix scope_matrix(const FrameFacts& facts) {
  const Matrix matrix = effective_matrix(facts);
  const bool own = facts.format->family == ColorFamily::yuv && matrix != Matrix::ycgco;
  return own ? matrix : Matrix::bt709;
}

ScopeWork scope_work(Scope scope, const FrameFacts& facts, int most_samples) {
  ScopeWork work;
  work.scope = scope;
  if (scope == Scope::vectorscope) {
    set_chroma(work, facts);
    if (facts.format->family == ColorFamily::yuv) work.step_x = 1 << facts.format->log2_chroma_w;
  } else {
    set_colors(work, facts);
  }
  if (scope == Scope::waveform) work.columns = std::min(facts.width, kMostScopeColumns);
  const std::int64_t across = scope_count(facts.width, work.step_x);
  const int chroma_rows =
      scope == Scope::vectorscope ? facts.format->component_height(1, facts.height) : facts.height;
  work.step_y = row_step(across * chroma_rows, most_samples);
  // The step is one of the picture's rows.
  if (chroma_rows < facts.height) work.step_y *= 2;
  return work;
}

std::int64_t scope_samples(const ScopeWork& work, int width, int height) {
  return std::int64_t{scope_count(width, work.step_x)} * scope_count(height, work.step_y);
}

std::size_t scope_table_size(const ScopeWork& work) {
  constexpr std::size_t kBins = kScopeBins;
  switch (work.scope) {
    case Scope::histogram:
      return kScopeChannels * kBins;
    case Scope::waveform:
      return 3 * kBins * static_cast<std::size_t>(work.columns);
    case Scope::vectorscope:
      break;
  }
  return kBins * kBins;
}

const char* name_of(Scope scope) {
  switch (scope) {
    case Scope::histogram:
      return "histogram";
    case Scope::waveform:
      return "waveform";
    case Scope::vectorscope:
      break;
  }
  return "vectorscope";
}

}  // namespace framelane
