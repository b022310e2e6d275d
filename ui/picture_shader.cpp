#include "ui/picture_shader.h"

#include <algorithm>
#include <cmath>

namespace framelane {
namespace {

struct SampleRange {
  double gain = 1, offset = 0;
};

// From a texture's sample to 0..1 for luma, R, G, B and A, -0.5..0.5 for chroma.
SampleRange sample_range(int c, const FrameFacts& facts) {
  const PixelFormat& format = *facts.format;
  const CodeSpan code = code_span(facts, c);
  const double stored_max = format.bytes_per_sample == 1 ? 255 : 65535;
  return {std::ldexp(stored_max, -format.shift) / code.span, -code.zero / code.span};
}

Rows3 matrix_to_rgb(const FrameFacts& facts) {
  if (facts.format->family == ColorFamily::gray) return {{{1, 0, 0}, {1, 0, 0}, {1, 0, 0}}};
  if (facts.format->family == ColorFamily::rgb) return {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  return yuv_to_rgb(effective_matrix(facts));
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

void set_to_rgb(PictureUniforms& uniforms, const FrameFacts& facts) {
  const Rows3 matrix = matrix_to_rgb(facts);
  std::array<double, 3> offset{};
  for (std::size_t c = 0; c < 3; ++c) {
    const SampleRange range = sample_range(static_cast<int>(c), facts);
    for (std::size_t i = 0; i < 3; ++i) {
      uniforms.to_rgb[3 * c + i] = static_cast<float>(matrix[i][c] * range.gain);
      offset[i] += matrix[i][c] * range.offset;
    }
  }
  for (std::size_t i = 0; i < 3; ++i)
    uniforms.to_rgb_offset[i] = static_cast<float>(offset[i]);
  uniforms.alpha_gain = static_cast<float>(sample_range(3, facts).gain);
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

bool is_subsampled(const PixelFormat& format) {
  return format.log2_chroma_w + format.log2_chroma_h > 0;
}

std::string numbered(const char* stem, int number) {
  std::string text = stem;
  return text += std::to_string(number);
}

// "p1.g": component c, once the samples of its plane are read.
std::string component(const PixelFormat& format, int c) {
  const ComponentPlace place = format.components[static_cast<std::size_t>(c)];
  const int channel = place.offset_bytes / format.bytes_per_sample;
  std::string text = numbered("p", place.plane);
  text += '.';
  return text += "rgba"[channel];
}

// Reads plane p into the variable of its name.
std::string read_plane(const PictureShape& shape, int p, bool chroma) {
  const PixelFormat& format = *shape.format;
  const std::string name = numbered("plane", p) + "_@";
  const std::string into = numbered("  vec4 p", p) + " = ";
  if (chroma && is_subsampled(format)) {
    const bool one = format.components[1].plane != format.components[2].plane;
    return into + (one ? "between_one(" : "between(") + name + ", next, f);\n";
  }
  if (shape.nearest) return into + "texelFetch(" + name + ", ivec2(pixel), 0);\n";
  return into + "textureLod(" + name + ", pixel / size@, 0.0);\n";
}

// The function that gives the colour at a place in the stored picture, in pixels.
std::string color_source(const PictureShape& shape) {
  const PixelFormat& format = *shape.format;
  std::string text = "vec3 color_at@(vec2 pixel) {\n";
  if (is_subsampled(format)) {
    text += R"(  vec2 chroma = pixel * chroma_scale@ + chroma_shift@ - 0.5;
  ivec2 next = ivec2(floor(chroma)) + 1;
  vec2 f = chroma - floor(chroma);
)";
  }
  for (int p = 0; p < format.plane_count; ++p) {
    bool chroma = false;
    for (int c = 1; c < format.color_count; ++c) {
      const auto i = static_cast<std::size_t>(c);
      chroma = chroma || (format.is_chroma(c) && format.components[i].plane == p);
    }
    text += read_plane(shape, p, chroma);
  }
  const std::string first = component(format, 0);
  const bool color = format.color_count == 3;
  text += "  vec3 samples = vec3(" + first + ", " + (color ? component(format, 1) : first) + ", " +
          (color ? component(format, 2) : first) + ");\n" +
          "  vec3 rgb = clamp(to_rgb@ * samples + to_rgb_offset@, 0.0, " +
          (shape.light != LightMapping::none ? "1.5" : "1.0") + ");\n";
  const std::string opacity = "clamp(" + component(format, 3) + " * alpha_gain@, 0.0, 1.0)";
  if (shape.light != LightMapping::none) text += "  rgb = on_display@(rgb);\n";
  return text + "  return rgb" + (format.alpha ? " * " + opacity : "") + ";\n}\n";
}

// Between four samples, in full precision: a texture unit may round what it filters to the
// texture's 8 bits, and chroma is amplified after that. `next` is the lower right one of them. A
// gather is a third cheaper than four fetches where software draws; it reads one channel.
constexpr const char* kShaderBetween = R"(
vec4 between(sampler2D plane, ivec2 next, vec2 f) {
  ivec2 last = textureSize(plane, 0) - 1;
  ivec2 a = clamp(next - 1, ivec2(0), last), b = clamp(next, ivec2(0), last);
  vec4 upper = mix(texelFetch(plane, a, 0), texelFetch(plane, ivec2(b.x, a.y), 0), f.x);
  vec4 lower = mix(texelFetch(plane, ivec2(a.x, b.y), 0), texelFetch(plane, b, 0), f.x);
  return mix(upper, lower, f.y);
}
#ifdef GL_ARB_texture_gather
vec4 between_one(sampler2D plane, ivec2 next, vec2 f) {
  vec4 around = textureGather(plane, vec2(next) / vec2(textureSize(plane, 0)));
  vec2 across = mix(around.wx, around.zy, f.x);
  return vec4(mix(across.x, across.y, f.y));
}
#else
#define between_one between
#endif
)";

// The function that gives what one pixel of the window shows.
std::string shown_source(const PictureShape& shape) {
  const std::string head =
      "vec3 shown_at@(vec2 window) {\n"
      "  vec2 stored = base@ + window.x * across@ + window.y * down@;\n";
  const int count = shape.taps_x * shape.taps_y;
  if (shape.nearest) {
    return head + "  return color_at@(clamp(floor(stored), vec2(0.0), size@ - 1.0) + 0.5);\n}\n";
  }
  if (count == 1) return head + "  return color_at@(stored);\n}\n";
  const std::string x = std::to_string(shape.taps_x), y = std::to_string(shape.taps_y);
  return head +
         "  vec3 sum = vec3(0.0);\n"
         "  for (int j = 0; j < " +
         y + "; ++j) for (int i = 0; i < " + x +
         "; ++i) {\n"
         "    vec2 within = (vec2(i, j) + 0.5) / vec2(" +
         x + ", " + y +
         ") - 0.5;\n"
         "    sum += color_at@(stored + within.x * across@ + within.y * down@);\n  }\n"
         "  return sum / " +
         std::to_string(count) + ".0;\n}\n";
}

// All that one picture needs; `number` takes the place of every @.
std::string picture_source(const PictureShape& shape, char number) {
  std::string text = R"(uniform mat3 to_rgb@;
uniform vec3 to_rgb_offset@;
uniform float alpha_gain@;
uniform vec2 chroma_scale@, chroma_shift@, size@;
uniform vec2 base@;          // of the first pixel's corner, in the stored picture
uniform vec2 across@, down@; // from one pixel shown to the next, in the stored picture
)";
  for (int p = 0; p < shape.format->plane_count; ++p) {
    text += numbered("uniform sampler2D plane", p) + "_@;\n";
  }
  if (shape.light != LightMapping::none) text += light_source(shape.light);
  text += color_source(shape) + shown_source(shape);
  std::ranges::replace(text, '@', number);
  return text;
}

constexpr const char* kShaderHead = R"(#version 330 core
#extension GL_ARB_texture_gather : enable
uniform vec2 corner;  // top left of what is drawn, as gl_FragCoord counts
out vec4 shown;
vec2 here() { return vec2(gl_FragCoord.x - corner.x, corner.y - gl_FragCoord.y); }
)";

}  // namespace

PictureUniforms picture_uniforms(const FrameFacts& facts) {
  PictureUniforms uniforms;
  set_to_rgb(uniforms, facts);
  set_siting(uniforms, facts);
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

std::string picture_fragment_source(const PictureShape& shape) {
  return std::string(kShaderHead) + kShaderBetween + picture_source(shape, '0') +
         "void main() { shown = vec4(shown_at0(here()), 1.0); }\n";
}

std::string difference_fragment_source(const PictureShape& first, const PictureShape& second) {
  return std::string(kShaderHead) + kShaderBetween + picture_source(first, '0') +
         picture_source(second, '1') +
         "uniform float gain;\n"
         "void main() {\n"
         "  vec3 apart = abs(shown_at0(here()) - shown_at1(here()));\n"
         "  shown = vec4(min(apart * gain, 1.0), 1.0);\n}\n";
}

}  // namespace framelane
