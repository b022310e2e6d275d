#include "gpu/frame_facts.h"

#include <cmath>

namespace framelane {
namespace {

struct LumaWeights {
  double kr, kb;  // kg = 1 - kr - kb
};

LumaWeights luma_weights(Matrix matrix) {
  switch (matrix) {
    case Matrix::fcc:
      return {0.30, 0.11};
    case Matrix::bt470bg:
    case Matrix::bt601:
      return {0.299, 0.114};
    case Matrix::smpte240m:
      return {0.212, 0.087};
    case Matrix::bt2020nc:
    case Matrix::bt2020c:
      return {0.2627, 0.0593};
    default:
      return {0.2126, 0.0722};
  }
}

const char* matrix_name(Matrix matrix) {
  switch (matrix) {
    case Matrix::rgb:
      return "RGB";
    case Matrix::bt709:
      return "BT.709";
    case Matrix::fcc:
      return "FCC";
    case Matrix::bt470bg:
    case Matrix::bt601:
      return "BT.601";
    case Matrix::smpte240m:
      return "SMPTE 240M";
    case Matrix::ycgco:
      return "YCgCo";
    case Matrix::bt2020nc:
    case Matrix::bt2020c:
      return "BT.2020";
    case Matrix::unspecified:
      break;
  }
  return "other matrix";
}

}  // namespace

Matrix effective_matrix(const FrameFacts& facts) {
  if (facts.format->family == ColorFamily::rgb) return Matrix::rgb;
  if (!matrix_is_assumed(facts)) return facts.color.matrix;
  return facts.width >= 1280 || facts.height > 576 ? Matrix::bt709 : Matrix::bt601;
}

Range effective_range(const FrameFacts& facts) {
  if (facts.format->family == ColorFamily::rgb) return Range::full;
  return facts.color.range == Range::full ? Range::full : Range::limited;
}

bool matrix_is_assumed(const FrameFacts& facts) {
  if (facts.format->family == ColorFamily::rgb) return false;
  return facts.color.matrix == Matrix::unspecified || facts.color.matrix == Matrix::rgb;
}

CodeSpan code_span(const FrameFacts& facts, int c) {
  const double unit = std::ldexp(1.0, facts.format->depth - 8);
  const bool full = effective_range(facts) == Range::full || c == 3;
  const double top = facts.format->max_code();
  if (!facts.format->is_chroma(c)) return full ? CodeSpan{0, top} : CodeSpan{16 * unit, 219 * unit};
  if (full) return {128 * unit, top};
  return {128 * unit, (effective_matrix(facts) == Matrix::ycgco ? 219 : 224) * unit};
}

Rows3 yuv_to_rgb(Matrix matrix) {
  if (matrix == Matrix::ycgco) return {{{1, -1, 1}, {1, 1, 0}, {1, -1, -1}}};
  const auto [kr, kb] = luma_weights(matrix);
  const double kg = 1 - kr - kb;
  const double r = 2 * (1 - kr), b = 2 * (1 - kb);
  return {{{1, 0, r}, {1, -b * kb / kg, -r * kr / kg}, {1, b, 0}}};
}

Rows3 rgb_to_yuv(Matrix matrix) {
  if (matrix == Matrix::ycgco) return {{{0.25, 0.5, 0.25}, {-0.25, 0.5, -0.25}, {0.5, 0, -0.5}}};
  const auto [kr, kb] = luma_weights(matrix);
  const double kg = 1 - kr - kb;
  const double r = 2 * (1 - kr), b = 2 * (1 - kb);
  return {{{kr, kg, kb}, {-kr / b, -kg / b, (1 - kb) / b}, {(1 - kr) / r, -kg / r, -kb / r}}};
}

std::string describe_color(const FrameFacts& facts) {
  const bool gray = facts.format->family == ColorFamily::gray;
  std::string text = gray ? "gray" : matrix_name(effective_matrix(facts));
  if (facts.color.transfer == Transfer::pq) text += " PQ";
  if (facts.color.transfer == Transfer::hlg) text += " HLG";
  text += effective_range(facts) == Range::full ? " full" : " limited";
  if (!gray && matrix_is_assumed(facts)) text += " (assumed)";
  return text;
}

}  // namespace framelane
