#pragma once
#include <cstddef>

#include "gpu/filters/point_color3.h"
#include "gpu/filters/point_ops.h"

// FFmpeg's formulas of colorbalance and vibrance in code units, shared by both devices. Parameters
// are copied, so that the host's loops vectorise.
namespace framelane {

// vf_colorbalance: shadows, midtones and highlights are ramps of the lightness l (highest and
// lowest component, 0 to 2) that meet at 0.333.
struct BalanceRamps {
  float shadows, midtones, highlights;
  FRAMELANE_BOTH explicit BalanceRamps(float l)
      : shadows(clamped((0.333F - l) * 4 + 0.5F, 1)),
        midtones(clamped((l - 0.333F) * 4 + 0.5F, 1) * clamped((1 - l - 0.333F) * 4 + 0.5F, 1)),
        highlights(clamped((l + 0.333F - 1) * 4 + 0.5F, 1)) {}
  [[nodiscard]] FRAMELANE_BOTH float add_to(float v, const Row4& row) const {
    return v + row.a * shadows + row.b * midtones + row.c * highlights;
  }
};

// With the lightness of before, hue and saturation kept: all components move by the same. Colours
// at an end of the range turn gray, as there.
FRAMELANE_BOTH inline Color3 with_lightness(const Color3& v, float lightness, float limit) {
  const float high = v.highest(), low = v.lowest();
  const float middle = 0.5F * (high + low);
  const float color = high >= limit ? 0.0F : low > 0 ? 1.0F : 0.0F;
  return {clamped(lightness + (v.r - middle) * color, limit),
          clamped(lightness + (v.g - middle) * color, limit),
          clamped(lightness + (v.b - middle) * color, limit)};
}

template <bool kKeepLightness, std::size_t N>
FRAMELANE_BOTH inline void balance(const PointOp& op, float (&v)[4][N]) {
  const Row4 red(op.m[0]), green(op.m[1]), blue(op.m[2]);
  const float limit = op.limit, unit = op.top;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (std::size_t i = 0; i < N; ++i) {
    const Color3 was{v[0][i], v[1][i], v[2][i]};
    const float ends = was.highest() + was.lowest();
    const BalanceRamps ramps(ends * unit);
    const Color3 made{clamped(ramps.add_to(was.r, red), limit),
                      clamped(ramps.add_to(was.g, green), limit),
                      clamped(ramps.add_to(was.b, blue), limit)};
    const Color3 kept = kKeepLightness ? with_lightness(made, 0.5F * ends, limit) : made;
    v[0][i] = kept.r;
    v[1][i] = kept.g;
    v[2][i] = kept.b;
  }
}

template <std::size_t N>
FRAMELANE_BOTH inline void apply_balance(const PointOp& op, float (&v)[4][N]) {
  if (op.mode != 0) return balance<true>(op, v);
  balance<false>(op, v);
}

// vf_vibrance: away from luma by 1 + much * (1 - turned * saturation).
FRAMELANE_BOTH inline float more_vivid(float v, float luma, float saturation, const Row4& row) {
  return mixed(luma, v, 1 + row.a * (1 - row.b * saturation));
}

template <std::size_t N>
FRAMELANE_BOTH inline void apply_vibrance(const PointOp& op, float (&v)[4][N]) {
  const Row4 red(op.m[0]), green(op.m[1]), blue(op.m[2]);
  const float limit = op.limit, unit = op.top, bias = op.bias;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (std::size_t i = 0; i < N; ++i) {
    const Color3 was{v[0][i], v[1][i], v[2][i]};
    const float saturation = (was.highest() - was.lowest()) * unit;
    const float luma = was.g * green.c + was.r * red.c + was.b * blue.c;
    v[0][i] = clamped(more_vivid(was.r, luma, saturation, red) - bias, limit);
    v[1][i] = clamped(more_vivid(was.g, luma, saturation, green) - bias, limit);
    v[2][i] = clamped(more_vivid(was.b, luma, saturation, blue) - bias, limit);
  }
}

}  // namespace framelane
