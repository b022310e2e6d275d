#include "gpu/filters/testing.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "gpu/filters/test_filters.h"
#include "gpu/host/run_pass.h"

namespace framelane::testing {
namespace {

std::uint32_t hash(std::uint32_t x, std::uint32_t y, std::uint32_t seed) {
  std::uint32_t h = x * 0x9E3779B1U ^ y * 0x85EBCA77U ^ seed * 0xC2B2AE3DU;
  h = (h ^ (h >> 15)) * 0x2C1B3C6DU;
  h = (h ^ (h >> 12)) * 0x297A2D39U;
  return h ^ (h >> 15);
}

double unit_hash(int x, int y, std::uint32_t seed) {
  return hash(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), seed) / 4294967296.0;
}

double smooth_noise(double x, double y, std::uint32_t seed) {
  const int ix = static_cast<int>(x), iy = static_cast<int>(y);
  const double fx = x - ix, fy = y - iy;
  const double top = std::lerp(unit_hash(ix, iy, seed), unit_hash(ix + 1, iy, seed), fx);
  const double low = std::lerp(unit_hash(ix, iy + 1, seed), unit_hash(ix + 1, iy + 1, seed), fx);
  return std::lerp(top, low, fy);
}

double pink_noise(int x, int y, std::uint32_t seed) {
  double sum = 0, weight = 0.5;
  for (int size = 64; size >= 2; size /= 2, weight /= 2)
    sum += weight * smooth_noise(static_cast<double>(x) / size, static_cast<double>(y) / size,
                                 seed + static_cast<std::uint32_t>(size));
  return sum;
}

// 0..1 at a position of a plane that stands for (x, y) of the full picture.
double scene_value(int x, int y, int c, std::uint32_t seed) {
  const std::uint32_t s = seed * 7 + static_cast<std::uint32_t>(c);
  switch ((x / 48 + 2 * (y / 40)) % 5) {
    case 0:
      return pink_noise(x, y, s);
    case 1:
      return ((x / 12 + y / 9 + c) % 2 != 0) ? 0.92 : 0.08;
    case 2:
      return unit_hash(x / 2, y / 2, s) > 0.6 ? 0.9 : 0.2;
    case 3:
      return std::fmod(x * 0.0101 + y * 0.0043 + 0.13 * c + 0.017 * seed, 1.0);
    default:
      return 0.45 + 0.1 * (unit_hash(x, y, s) - 0.5) + 0.2 * std::sin(0.05 * (x + y) + c);
  }
}

struct Place {
  std::size_t offset, step;
};

// Where a component's samples lie in a raw picture.
Place place_of(const FrameFacts& facts, int c, int y) {
  const PixelFormat& format = *facts.format;
  const ComponentPlace& place = format.components[static_cast<std::size_t>(c)];
  std::size_t offset = 0;
  for (int p = 0; p < place.plane; ++p)
    offset += static_cast<std::size_t>(format.plane_row_bytes(p, facts.width)) *
              static_cast<std::size_t>(format.plane_rows(p, facts.height));
  offset += static_cast<std::size_t>(format.plane_row_bytes(place.plane, facts.width)) *
            static_cast<std::size_t>(y);
  return {offset + place.offset_bytes, place.step_bytes};
}

std::size_t raw_bytes(const FrameFacts& facts) {
  std::size_t bytes = 0;
  for (int p = 0; p < facts.format->plane_count; ++p)
    bytes += static_cast<std::size_t>(facts.format->plane_row_bytes(p, facts.width)) *
             static_cast<std::size_t>(facts.format->plane_rows(p, facts.height));
  return bytes;
}

// Copies between a raw picture and one with padded rows.
void copy_planes(const FrameFacts& facts, const PictureLayout& layout, std::uint8_t* raw,
                 std::byte* padded, bool to_padded) {
  for (int p = 0; p < facts.format->plane_count; ++p) {
    const auto row = static_cast<std::size_t>(facts.format->plane_row_bytes(p, facts.width));
    const PictureLayout::Plane& plane = layout.planes[static_cast<std::size_t>(p)];
    for (int y = 0; y < facts.format->plane_rows(p, facts.height); ++y, raw += row) {
      std::byte* line = padded + plane.offset + static_cast<std::size_t>(y) * plane.pitch_bytes;
      if (to_padded) {
        std::memcpy(line, raw, row);
      } else {
        std::memcpy(raw, line, row);
      }
    }
  }
}

Image make_image(const FrameFacts& facts, bool stored) {
  const PixelFormat& pixels = *facts.format;
  Image image;
  image.format = stored ? stored_format(pixels, facts.width, facts.height,
                                        packed_layout(pixels, facts.width, facts.height))
                        : working_format(pixels, facts.width, facts.height);
  image.bytes.assign(image.format.layout.bytes, std::byte{0xCD});
  return image;
}

std::vector<Image> run_pass(const Pass& pass, std::vector<Image>& inputs,
                            const PassRunner& runner) {
  std::vector<Image> results;
  const int count = static_cast<int>(inputs.size());
  results.reserve(inputs.size() * static_cast<std::size_t>(pass.outputs_per_input));
  std::vector<std::byte> state(pass.state_bytes, std::byte{0xCD});
  for (int n = 0; n < count; ++n) {
    std::vector<Image*> in, out;
    for (int i = n - pass.behind; i <= n + pass.ahead; ++i)
      in.push_back(&inputs[static_cast<std::size_t>(std::clamp(i, 0, count - 1))]);
    for (int o = 0; o < pass.outputs_per_input; ++o) {
      results.push_back(make_image(pass.output, pass.writes_stored));
      out.push_back(&results.back());
    }
    runner({pass, in, out, state, n == 0, std::min(n, pass.behind),
            std::min(count - 1 - n, pass.ahead)});
  }
  return results;
}

std::vector<ImageView> views_of(const std::vector<Image*>& images) {
  std::vector<ImageView> views;
  views.reserve(images.size());
  for (Image* image : images)
    views.push_back(image->view());
  return views;
}

struct TemporaryFolder {
  std::filesystem::path path;
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "framelane-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
};

double decibels(double mean_square, int max_code) {
  if (mean_square == 0) return 200;
  return 10 * std::log10(static_cast<double>(max_code) * max_code / mean_square);
}

}  // namespace

FrameFacts facts_of(const char* format, int width, int height) {
  FrameFacts facts;
  facts.format = find_pixel_format(format);
  if (facts.format == nullptr) throw std::runtime_error(std::string("no format ") + format);
  facts.width = width;
  facts.height = height;
  const bool rgb = facts.format->family == ColorFamily::rgb;
  facts.color.matrix = rgb ? Matrix::rgb : Matrix::bt709;
  facts.color.range = rgb ? Range::full : Range::limited;
  facts.color.siting = Siting::left;
  return facts;
}

Raw make_scene(const FrameFacts& facts, unsigned seed) {
  const PixelFormat& format = *facts.format;
  Raw raw(raw_bytes(facts), 0xFF);
  for (int c = 0; c < 4; ++c) {
    if (!format.has_component(c)) continue;
    const bool chroma = format.is_chroma(c);
    for (int y = 0; y < format.component_height(c, facts.height); ++y) {
      const Place place = place_of(facts, c, y);
      for (int x = 0; x < format.component_width(c, facts.width); ++x) {
        const double value = scene_value(x << (chroma ? format.log2_chroma_w : 0),
                                         y << (chroma ? format.log2_chroma_h : 0), c, seed);
        const int code = static_cast<int>(value * format.max_code()) << format.shift;
        std::uint8_t* at = raw.data() + place.offset + static_cast<std::size_t>(x) * place.step;
        at[0] = static_cast<std::uint8_t>(code);
        if (format.bytes_per_sample > 1) at[1] = static_cast<std::uint8_t>(code >> 8);
      }
    }
  }
  return raw;
}

PassRunner host_runner() {
  return [](const PassRun& run) {
    static BandPool bands(2);
    std::vector<std::byte> scratch(run.pass.scratch_bytes, std::byte{0xCD});
    PassMemory memory;
    for (std::size_t i = 0; i < run.pass.tables.size(); ++i)
      memory.tables[i] = run.pass.tables[i]->bytes.data();
    memory.scratch = scratch.data();
    memory.state = run.state.data();
    memory.fresh = run.fresh;
    memory.before = run.before;
    memory.after = run.after;
    run_pass_on_host(run.pass, views_of(run.in), views_of(run.out), memory, bands, nullptr);
  };
}

std::vector<Raw> run_chain(const std::string& chain, const FrameFacts& facts,
                           const std::vector<Raw>& pictures, const OutputFormat& output,
                           const PassRunner& runner) {
  const auto plan = plan_chain(parse_chain(chain, filters_with_tests()), facts, output);
  if (plan->passes.empty()) return pictures;
  std::vector<Image> images;
  for (Raw raw : pictures) {
    images.push_back(make_image(facts, true));
    copy_planes(facts, images.back().format.layout, raw.data(), images.back().bytes.data(), true);
  }
  for (const Pass& pass : plan->passes)
    images = run_pass(pass, images, runner);
  std::vector<Raw> results;
  for (Image& image : images) {
    results.emplace_back(raw_bytes(plan->result));
    copy_planes(plan->result, image.format.layout, results.back().data(), image.bytes.data(),
                false);
  }
  return results;
}

Raw run_chain(const std::string& chain, const FrameFacts& facts, const Raw& picture,
              const OutputFormat& output) {
  return run_chain(chain, facts, std::vector<Raw>{picture}, output).front();
}

Raw run_ffmpeg(const std::string& graph, const FrameFacts& facts, const std::vector<Raw>& pictures,
               const std::string& out_format, const std::string& input_options) {
  const TemporaryFolder folder;
  const auto in = folder.path / "in.raw", out = folder.path / "out.raw";
  std::ofstream file(in, std::ios::binary);
  for (const Raw& raw : pictures)
    file.write(reinterpret_cast<const char*>(raw.data()), static_cast<std::streamsize>(raw.size()));
  file.close();
  const std::string command = "ffmpeg -v error -nostdin -f rawvideo -pix_fmt " +
                              std::string(facts.format->name) + " -s " +
                              std::to_string(facts.width) + "x" + std::to_string(facts.height) +
                              " " + input_options + " -i " + in.string() + " -vf '" + graph +
                              "' -f rawvideo -pix_fmt " + out_format + " " + out.string();
  // NOLINTNEXTLINE(concurrency-mt-unsafe): tests run ffmpeg from one thread
  if (std::system(command.c_str()) != 0) throw std::runtime_error("failed: " + command);
  std::ifstream result(out, std::ios::binary);
  return Raw(std::istreambuf_iterator<char>(result), {});
}

std::vector<double> codes_of(const Raw& raw, const FrameFacts& facts, int c) {
  const PixelFormat& format = *facts.format;
  std::vector<double> codes;
  for (int y = 0; y < format.component_height(c, facts.height); ++y) {
    const Place place = place_of(facts, c, y);
    for (int x = 0; x < format.component_width(c, facts.width); ++x) {
      const std::uint8_t* at = raw.data() + place.offset + static_cast<std::size_t>(x) * place.step;
      const int sample = format.bytes_per_sample > 1 ? at[0] | at[1] << 8 : at[0];
      codes.push_back(sample >> format.shift);
    }
  }
  return codes;
}

Distance distance(const std::vector<double>& a, const std::vector<double>& b, int width, int height,
                  int max_code) {
  Distance result;
  double total = 0;
  for (int top = 0; top < height; top += 16)
    for (int left = 0; left < width; left += 16) {
      const int bottom = std::min(top + 16, height), right = std::min(left + 16, width);
      double sum = 0;
      for (int y = top; y < bottom; ++y)
        for (int x = left; x < right; ++x) {
          const auto i = static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                         static_cast<std::size_t>(x);
          const double difference = std::abs(a[i] - b[i]);
          result.largest = std::max(result.largest, difference);
          sum += difference * difference;
        }
      total += sum;
      const double tile = decibels(sum / ((bottom - top) * (right - left)), max_code);
      result.worst_tile = std::min(result.worst_tile, tile);
      if (top == 0 || left == 0 || bottom == height || right == width)
        result.worst_border_tile = std::min(result.worst_border_tile, tile);
    }
  result.psnr = decibels(total / (static_cast<double>(width) * height), max_code);
  return result;
}

}  // namespace framelane::testing
