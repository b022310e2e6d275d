#include "ui/picture_shader.h"

#include <cmath>

namespace framelane {
namespace {

// Gain and offset of one component; H.273 equations 20 to 34 turned round.
void set_code_range(PictureUniforms& uniforms, int c, const FrameFacts& facts) {
  const PixelFormat& format = *facts.format;
  const bool limited = effective_range(facts) == Range::limited && c != 3;
  const bool chroma = format.is_chroma(c);
  const double unit = std::ldexp(1.0, format.depth - 8);
  const double span = limited ? (chroma ? 224 : 219) * unit : format.max_code();
  const double zero = chroma ? 128 * unit : limited ? 16 * unit : 0;
  const double stored_max = format.bytes_per_sample == 1 ? 255 : 65535;
  const double codes = std::ldexp(stored_max, -format.shift);
  const auto i = static_cast<std::size_t>(c);
  uniforms.gain[i] = static_cast<float>(codes / span);
  uniforms.offset[i] = static_cast<float>(-zero / span);
}

std::array<float, 9> ycbcr_to_rgb(LumaWeights weights) {
  const double kg = 1 - weights.kr - weights.kb;
  const double red = 2 * (1 - weights.kr), blue = 2 * (1 - weights.kb);
  return {1,
          1,
          1,
          0,
          static_cast<float>(-weights.kb * blue / kg),
          static_cast<float>(blue),
          static_cast<float>(red),
          static_cast<float>(-weights.kr * red / kg),
          0};
}

std::array<float, 9> matrix_to_rgb(const FrameFacts& facts) {
  if (facts.format->family != ColorFamily::yuv) return {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const Matrix matrix = effective_matrix(facts);
  if (matrix == Matrix::ycgco) return {1, 1, 1, -1, 1, -1, 1, 0, -1};
  return ycbcr_to_rgb(luma_weights(matrix));
}

// Where chroma sample 0 lies in one direction, as a share of the way between the first luma sample
// and the last that it covers: 0, 0.5 or 1. Untagged chroma is taken as MPEG-2's: left, centred.
double siting_x(Siting siting) {
  const bool centred =
      siting == Siting::center || siting == Siting::top || siting == Siting::bottom;
  return centred ? 0.5 : 0.0;
}
double siting_y(Siting siting) {
  if (siting == Siting::topleft || siting == Siting::top) return 0.0;
  return siting == Siting::bottomleft || siting == Siting::bottom ? 1.0 : 0.5;
}

void set_siting(PictureUniforms& uniforms, const FrameFacts& facts) {
  const std::array<int, 2> log2{facts.format->log2_chroma_w, facts.format->log2_chroma_h};
  const std::array<double, 2> share{siting_x(facts.color.siting), siting_y(facts.color.siting)};
  for (std::size_t i = 0; i < 2; ++i) {
    const double step = 1 << log2[i];
    const double first = 0.5 + share[i] * (step - 1);
    uniforms.chroma_scale[i] = static_cast<float>(1 / step);
    uniforms.chroma_shift[i] = static_cast<float>(0.5 - first / step);
  }
}

void set_orientation(PictureUniforms& uniforms, const FrameFacts& facts) {
  switch (facts.rotation) {
    case 90:
      uniforms.turn = {0, -1, 1, 0};
      uniforms.move = {0, 1};
      break;
    case 180:
      uniforms.turn = {-1, 0, 0, -1};
      uniforms.move = {1, 1};
      break;
    case 270:
      uniforms.turn = {0, 1, -1, 0};
      uniforms.move = {1, 0};
      break;
    default:
      uniforms.turn = {1, 0, 0, 1};
      uniforms.move = {0, 0};
  }
  if (!facts.mirror) return;
  uniforms.turn[0] = -uniforms.turn[0];
  uniforms.turn[2] = -uniforms.turn[2];
  uniforms.move[0] = 1 - uniforms.move[0];
}

}  // namespace

PictureUniforms picture_uniforms(const FrameFacts& facts) {
  PictureUniforms uniforms;
  const PixelFormat& format = *facts.format;
  uniforms.color = format.color_count == 3;
  uniforms.alpha = format.alpha;
  for (int c = 0; c < 4; ++c) {
    const auto i = static_cast<std::size_t>(c);
    uniforms.plane[i] = format.components[i].plane;
    uniforms.channel[i] = format.components[i].offset_bytes / format.bytes_per_sample;
    set_code_range(uniforms, c, facts);
  }
  uniforms.to_rgb = matrix_to_rgb(facts);
  set_siting(uniforms, facts);
  set_orientation(uniforms, facts);
  return uniforms;
}

std::string picture_vertex_source() {
  return R"(#version 330 core
void main() {
  vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  gl_Position = vec4(corner, 0.0, 1.0);
}
)";
}

std::string picture_fragment_source() {
  return R"(#version 330 core
uniform sampler2D planes[4];
uniform ivec4 plane;
uniform ivec4 channel;
uniform bool color, alpha;
uniform vec4 gain, offset;
uniform mat3 to_rgb;
uniform vec2 chroma_scale, chroma_shift;
uniform mat2 turn;
uniform vec2 move;
uniform vec2 size;          // of the stored picture, pixels
uniform vec4 area;          // of the shown one: left, bottom, width, height
uniform ivec2 taps;         // samples taken for one pixel shown, across and down
uniform bvec4 chroma;       // which components are
uniform bool subsampled;
out vec4 shown;

vec4 filtered(sampler2D plane_of, vec2 place) {
  return textureLod(plane_of, place / vec2(textureSize(plane_of, 0)), 0.0);
}

// Between the four samples around, in full precision: a texture unit may round what it filters to
// the texture's 8 bits, and chroma is amplified after that.
vec4 between(sampler2D plane_of, vec2 place) {
  ivec2 last = textureSize(plane_of, 0) - 1;
  vec2 at = place - 0.5;
  ivec2 low = ivec2(floor(at));
  ivec2 a = clamp(low, ivec2(0), last), b = clamp(low + 1, ivec2(0), last);
  vec4 upper = mix(texelFetch(plane_of, a, 0), texelFetch(plane_of, ivec2(b.x, a.y), 0), fract(at.x));
  vec4 lower = mix(texelFetch(plane_of, ivec2(a.x, b.y), 0), texelFetch(plane_of, b, 0), fract(at.x));
  return mix(upper, lower, fract(at.y));
}

vec4 sample_plane(int p, vec2 place) {
  if (p == 0) return filtered(planes[0], place);
  if (p == 1) return subsampled ? between(planes[1], place) : filtered(planes[1], place);
  if (p == 2) return subsampled ? between(planes[2], place) : filtered(planes[2], place);
  return filtered(planes[3], place);
}

float component(int c, vec2 pixel) {
  vec2 place = chroma[c] ? pixel * chroma_scale + chroma_shift : pixel;
  return sample_plane(plane[c], place)[channel[c]] * gain[c] + offset[c];
}

vec3 color_at(vec2 pixel) {
  vec3 value = vec3(component(0, pixel));
  if (color) value = to_rgb * vec3(value.x, component(1, pixel), component(2, pixel));
  value = clamp(value, 0.0, 1.0);
  return alpha ? value * clamp(component(3, pixel), 0.0, 1.0) : value;
}

void main() {
  vec3 sum = vec3(0.0);
  for (int y = 0; y < taps.y; ++y) {
    for (int x = 0; x < taps.x; ++x) {
      vec2 within = (vec2(x, y) + 0.5) / vec2(taps) - 0.5;
      vec2 place = (gl_FragCoord.xy + within - area.xy) / area.zw;
      vec2 stored = turn * vec2(place.x, 1.0 - place.y) + move;
      sum += color_at(stored * size);
    }
  }
  shown = vec4(sum / float(taps.x * taps.y), 1.0);
}
)";
}

}  // namespace framelane
