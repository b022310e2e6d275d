#include "app/pixel_probe.h"

#include <algorithm>
#include <cmath>

#include "ui/picture_shader.h"

namespace framelane {
namespace {

// Of the sample that lies there in its component's own grid.
int code_of(const HostPicture& picture, int c, int column, int row) {
  const PixelFormat& format = *picture.facts.format;
  const ComponentPlace place = format.components[static_cast<std::size_t>(c)];
  const std::byte* sample =
      picture.plane(place.plane) + static_cast<std::size_t>(row) * picture.pitch(place.plane) +
      static_cast<std::size_t>(column) * place.step_bytes + place.offset_bytes;
  auto stored = std::to_integer<unsigned>(sample[0]);
  if (format.bytes_per_sample == 2) stored |= std::to_integer<unsigned>(sample[1]) << 8U;
  return static_cast<int>(stored >> format.shift);
}

// A stored sample over the highest that its bytes can hold, as a texture gives it.
double texture_sample(const HostPicture& picture, int c, int column, int row) {
  const PixelFormat& format = *picture.facts.format;
  const double most = format.bytes_per_sample == 1 ? 255 : 65535;
  return (code_of(picture, c, column, row) << format.shift) / most;
}

struct Between {
  int low, high;
  double share;  // of `high`
};

Between between(double at, int count) {
  const auto low = static_cast<int>(std::floor(at));
  return {std::clamp(low, 0, count - 1), std::clamp(low + 1, 0, count - 1), at - std::floor(at)};
}

double chroma_sample(const HostPicture& picture, const PictureUniforms& u, int c, int x, int y) {
  const FrameFacts& facts = picture.facts;
  const double at_x = (x + 0.5) * static_cast<double>(u.chroma_scale[0]) +
                      static_cast<double>(u.chroma_shift[0]) - 0.5;
  const double at_y = (y + 0.5) * static_cast<double>(u.chroma_scale[1]) +
                      static_cast<double>(u.chroma_shift[1]) - 0.5;
  const Between across = between(at_x, facts.format->component_width(c, facts.width));
  const Between down = between(at_y, facts.format->component_height(c, facts.height));
  const auto row = [&](int j) {
    return std::lerp(texture_sample(picture, c, across.low, j),
                     texture_sample(picture, c, across.high, j), across.share);
  };
  return std::lerp(row(down.low), row(down.high), down.share);
}

std::optional<Rgb8> rgb_or_none(const HostPicture& picture, int x, int y) {
  const FrameFacts& facts = picture.facts;
  if (x < 0 || y < 0 || x >= facts.width || y >= facts.height) return std::nullopt;
  return displayed_rgb(picture, x, y);
}

void fill_loupe(PixelModel::Loupe& loupe, const HostPicture& picture, int x, int y) {
  const Orientation seen = orientation_of(picture.facts);
  std::size_t at = 0;
  for (int j = -PixelModel::kReach; j <= PixelModel::kReach; ++j) {
    for (int i = -PixelModel::kReach; i <= PixelModel::kReach; ++i) {
      loupe[at++] = rgb_or_none(picture, x + seen.turn[0] * i + seen.turn[2] * j,
                                y + seen.turn[1] * i + seen.turn[3] * j);
    }
  }
}

std::vector<PixelModel::Code> codes_of(const HostPicture& picture, int x, int y) {
  static constexpr const char* kYuv[] = {"Y", "Cb", "Cr", "A"};
  static constexpr const char* kRgb[] = {"R", "G", "B", "A"};
  const PixelFormat& format = *picture.facts.format;
  std::vector<PixelModel::Code> codes;
  for (int c = 0; c < 4; ++c) {
    if (!format.has_component(c)) continue;
    const char* name = format.family == ColorFamily::rgb ? kRgb[c] : kYuv[c];
    codes.push_back({name, stored_code(picture, c, x, y)});
  }
  return codes;
}

}  // namespace

int stored_code(const HostPicture& picture, int c, int x, int y) {
  const PixelFormat& format = *picture.facts.format;
  const bool chroma = format.is_chroma(c);
  return code_of(picture, c, chroma ? x >> format.log2_chroma_w : x,
                 chroma ? y >> format.log2_chroma_h : y);
}

Rgb8 displayed_rgb(const HostPicture& picture, int x, int y) {
  const PixelFormat& format = *picture.facts.format;
  const PictureUniforms u = picture_uniforms(picture.facts);
  std::array<double, 3> samples{};
  for (int c = 0; c < 3; ++c) {
    const int from = c < format.color_count ? c : 0;
    samples[static_cast<std::size_t>(c)] = format.is_chroma(from)
                                               ? chroma_sample(picture, u, from, x, y)
                                               : texture_sample(picture, from, x, y);
  }
  double opacity = 1;
  if (format.alpha) {
    opacity = texture_sample(picture, 3, x, y) * static_cast<double>(u.alpha_gain);
  }
  Rgb8 rgb{};
  for (std::size_t i = 0; i < 3; ++i) {
    auto level = static_cast<double>(u.to_rgb_offset[i]);
    for (std::size_t c = 0; c < 3; ++c)
      level += static_cast<double>(u.to_rgb[3 * c + i]) * samples[c];
    level = std::clamp(level, 0.0, 1.0) * std::clamp(opacity, 0.0, 1.0);
    rgb[i] = static_cast<std::uint8_t>(std::lround(255 * level));
  }
  return rgb;
}

void probe_pixel(PixelModel& model, const HostPicture& before, const HostPicture& after,
                 const SourceMap& map, int x, int y) {
  model.known = true;
  model.x = std::clamp(x, 0, before.facts.width - 1);
  model.y = std::clamp(y, 0, before.facts.height - 1);
  const SourceMap::Place there =
      map.to_result({(model.x + 0.5) / before.facts.width, (model.y + 0.5) / before.facts.height});
  const bool inside = there.x >= 0 && there.x < 1 && there.y >= 0 && there.y < 1;
  fill_loupe(model.before, before, model.x, model.y);
  model.after = {};
  if (after.block && inside) {
    fill_loupe(model.after, after, static_cast<int>(there.x * after.facts.width),
               static_cast<int>(there.y * after.facts.height));
  }
  model.depth = before.facts.format->depth;
  model.codes = codes_of(before, model.x, model.y);
}

}  // namespace framelane
