#include "ui/picture_light.h"

#include "gpu/light.h"

namespace framelane {
namespace {

constexpr const char* kPqLight = R"(vec3 light@(vec3 code) {
  vec3 p = pow(code, vec3(1.0 / 78.84375));
  return 100.0 * pow(max(p - 0.8359375, 0.0) / (18.8515625 - 18.6875 * p),
                     vec3(1.0 / 0.1593017578125));
}
)";
constexpr const char* kHlgLight = R"(vec3 light@(vec3 code) {
  vec3 upper = (exp((code - 0.55991073) / 0.17883277) + 0.28466892) / 12.0;
  return 10.0 * pow(mix(code * code / 3.0, upper, step(0.5, code)), vec3(1.2));
}
)";
constexpr const char* kWideLight = R"(vec3 light@(vec3 code) { return pow(code, vec3(2.4)); }
)";

// BT.2390's curve of the largest of R, G and B, the others in proportion.
constexpr const char* kTone = R"(uniform vec3 tone@;
vec3 toned@(vec3 light) {
  float largest = max(max(light.r, light.g), light.b);
  float p = pow(largest * 0.01, 0.1593017578125);
  float code = pow((0.8359375 + 18.8515625 * p) / (1.0 + 18.6875 * p), 78.84375) / tone@.x;
  if (code <= tone@.y || largest <= 0.0) return light;
  float t = min((code - tone@.y) / (1.0 - tone@.y), 1.0), t2 = t * t, t3 = t2 * t;
  float shown = (2.0 * t3 - 3.0 * t2 + 1.0) * tone@.y + (t3 - 2.0 * t2 + t) * (1.0 - tone@.y) +
                (3.0 * t2 - 2.0 * t3) * tone@.z;
  float q = pow(shown * tone@.x, 1.0 / 78.84375);
  float to = 100.0 * pow(max(q - 0.8359375, 0.0) / (18.8515625 - 18.6875 * q),
                         1.0 / 0.1593017578125);
  return light * (to / largest);
}
)";

}  // namespace

LightUniforms light_uniforms(const FrameFacts& facts) {
  LightUniforms uniforms;
  const Rows3 rows = rgb_to_rgb(effective_primaries(facts.color), Primaries::bt709);
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 3; ++c)
      uniforms.to_display[3 * c + r] = static_cast<float>(rows[r][c]);
  const ToneCurve curve = shown_tone(facts);
  const double top = pq_code(curve.peak * curve.target);
  uniforms.tone = {static_cast<float>(top),
                   static_cast<float>(pq_code(corner_of(curve) * curve.target) / top),
                   static_cast<float>(pq_code(curve.target) / top)};
  // No light is said to exceed the display's: none is bent.
  if (curve.peak <= 1) uniforms.tone[1] = 1e9F;
  return uniforms;
}

std::string light_source(LightMapping mapping) {
  const bool tone = mapping != LightMapping::wide;
  std::string text = mapping == LightMapping::pq    ? kPqLight
                     : mapping == LightMapping::hlg ? kHlgLight
                                                    : kWideLight;
  if (tone) text += kTone;
  return text +
         "uniform mat3 to_display@;\nvec3 on_display@(vec3 rgb) {\n  vec3 shown = to_display@ * " +
         (tone ? "toned@(light@(rgb))" : "light@(rgb)") +
         ";\n  return pow(clamp(shown, 0.0, 1.0), vec3(1.0 / 2.4));\n}\n";
}

}  // namespace framelane
