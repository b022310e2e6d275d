// Draws the sample clip: a slow flight over folded, marbled silk. Writes raw RGB24 frames to
// standard output; make-sample.sh compiles it and pipes it into ffmpeg.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <thread>
#include <vector>

namespace {

constexpr int kWidth = 3840, kHeight = 2160, kFrames = 120;
constexpr int kStep = 6;  // the folds are smooth: they are computed on a coarse grid
constexpr int kGridWidth = kWidth / kStep + 4, kGridHeight = kHeight / kStep + 4;

struct Color {
  float r, g, b;
};

Color mix(Color a, Color b, float t) {
  return {a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t};
}

float hash(int x, int y, int z) {
  auto h = static_cast<std::uint32_t>(x) * 374761393u + static_cast<std::uint32_t>(y) * 668265263u +
           static_cast<std::uint32_t>(z) * 2147483647u;
  h = (h ^ (h >> 13)) * 1274126177u;
  h = (h ^ (h >> 16)) * 2246822519u;
  return static_cast<float>((h ^ (h >> 15)) & 0xffffffu) / 16777215.0f;
}

float smooth(float t) {
  return t * t * t * (t * (t * 6 - 15) + 10);
}

// Value noise, -1 to 1, in space and time.
float noise(float x, float y, float z) {
  const float fx = std::floor(x), fy = std::floor(y), fz = std::floor(z);
  const int ix = static_cast<int>(fx), iy = static_cast<int>(fy), iz = static_cast<int>(fz);
  const float u = smooth(x - fx), v = smooth(y - fy), w = smooth(z - fz);
  float sum = 0;
  for (int corner = 0; corner < 8; ++corner) {
    const int dx = corner & 1, dy = (corner >> 1) & 1, dz = corner >> 2;
    sum += hash(ix + dx, iy + dy, iz + dz) * (dx ? u : 1 - u) * (dy ? v : 1 - v) * (dz ? w : 1 - w);
  }
  return 2 * sum - 1;
}

float fractal(float x, float y, float z, int octaves) {
  float sum = 0, amplitude = 0.5f;
  for (int i = 0; i < octaves; ++i) {
    sum += amplitude * noise(x, y, z);
    const float turned = 1.6f * x + 1.2f * y;
    y = -1.2f * x + 1.6f * y;
    x = turned + 7.3f;
    amplitude *= 0.5f;
  }
  return sum;
}

struct Fold {
  float height, warp, tint;
  float slope_x = 0, slope_y = 0;  // height per grid step
};

Fold fold_at(float x, float y, float t) {
  const float ax = fractal(x, y, t, 3), ay = fractal(x + 5.2f, y + 1.3f, t, 3);
  const float bx = fractal(x + 3 * ax + 1.7f, y + 3 * ay + 9.2f, t, 3);
  const float by = fractal(x + 3 * ax + 8.3f, y + 3 * ay + 2.8f, t, 3);
  return {fractal(x + 2.4f * bx, y + 2.4f * by, t, 4), std::hypot(bx, by), ay};
}

// Catmull-Rom through four neighbours, so that the coarse grid leaves no facets.
float cubic(float a, float b, float c, float d, float t) {
  return b + 0.5f * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}

using Grid = std::vector<Fold>;

float sample(const Grid& grid, float Fold::*part, int x, int y, float u, float v) {
  float rows[4];
  for (int j = 0; j < 4; ++j) {
    const Fold* row = &grid[static_cast<std::size_t>((y + j) * kGridWidth + x)];
    rows[j] = cubic(row[0].*part, row[1].*part, row[2].*part, row[3].*part, u);
  }
  return cubic(rows[0], rows[1], rows[2], rows[3], v);
}

Color cloth(Fold fold) {
  const Color night{0.01f, 0.02f, 0.10f}, sea{0.00f, 0.20f, 0.36f}, foam{0.35f, 0.80f, 0.74f};
  const Color coral{0.93f, 0.17f, 0.13f}, gold{1.0f, 0.62f, 0.14f};
  const float h = std::clamp(0.5f + 1.25f * fold.height, 0.0f, 1.0f);
  Color color = mix(mix(night, sea, std::min(1.0f, 2 * h)), foam, std::max(0.0f, 2 * h - 1));
  color = mix(color, coral, std::clamp(2.2f * fold.warp - 0.55f, 0.0f, 0.92f));
  return mix(color, gold, std::clamp(2.6f * fold.tint * h, 0.0f, 0.85f));
}

std::uint8_t code(float linear) {
  return static_cast<std::uint8_t>(255 * std::sqrt(std::clamp(linear, 0.0f, 1.0f)) + 0.5f);
}

void draw_row(const Grid& grid, int y, std::uint8_t* out) {
  for (int x = 0; x < kWidth; ++x) {
    const int gx = x / kStep, gy = y / kStep;
    const float u = static_cast<float>(x % kStep) / kStep,
                v = static_cast<float>(y % kStep) / kStep;
    const auto at = [&](float Fold::*part) { return sample(grid, part, gx, gy, u, v); };
    const Fold here{at(&Fold::height), at(&Fold::warp), at(&Fold::tint), at(&Fold::slope_x),
                    at(&Fold::slope_y)};
    const float dx = here.slope_x, dy = here.slope_y;
    // Threads of the weave follow the height; the light comes from the upper left.
    const float thread = 0.5f + 0.5f * std::cos(150 * here.height + 22 * here.warp);
    const float weave = 0.5f + 0.5f * std::cos(640 * here.height - 90 * here.tint);
    const float light = std::clamp(0.80f - 11 * dx - 13 * dy, 0.10f, 1.9f);
    const float shine = std::pow(std::clamp(-8 * dx - 10 * dy, 0.0f, 1.0f), 3.0f) * 0.40f;
    const Color base = cloth(here);
    const float shade = light * (0.76f + 0.28f * thread * thread + 0.08f * weave);
    const float edge = 1 - 0.34f * (std::pow((x - kWidth / 2) / (kWidth / 2.0f), 2.0f) * 0.6f +
                                    std::pow((y - kHeight / 2) / (kHeight / 2.0f), 2.0f) * 0.5f);
    const float gray = 0.3f * base.r + 0.59f * base.g + 0.11f * base.b;
    for (const float part : {base.r, base.g, base.b})
      *out++ = code((std::max(0.0f, gray + 1.6f * (part - gray)) * shade * 1.12f + shine) * edge);
  }
}

template <typename Body>
void in_parallel(int rows, const Body& body) {
  const int count = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  std::vector<std::thread> workers;
  for (int w = 0; w < count; ++w)
    workers.emplace_back([=, &body] {
      for (int y = w; y < rows; y += count)
        body(y);
    });
  for (auto& worker : workers)
    worker.join();
}

void draw_frame(int frame, Grid& grid, std::vector<std::uint8_t>& pixels) {
  const float t = static_cast<float>(frame) / 30.0f;
  const float zoom = 1.55f * std::exp(-0.035f * t) / kHeight;
  in_parallel(kGridHeight, [&](int gy) {
    for (int gx = 0; gx < kGridWidth; ++gx) {
      const float x = static_cast<float>((gx - 1) * kStep - kWidth / 2) * zoom + 0.16f * t + 3.1f;
      const float y = static_cast<float>((gy - 1) * kStep - kHeight / 2) * zoom + 0.05f * t + 1.4f;
      grid[static_cast<std::size_t>(gy * kGridWidth + gx)] = fold_at(x, y, 0.10f * t + 0.35f);
    }
  });
  in_parallel(kGridHeight - 2, [&](int gy) {
    for (int i = (gy + 1) * kGridWidth + 1; i < (gy + 2) * kGridWidth - 1; ++i) {
      Fold* fold = &grid[static_cast<std::size_t>(i)];
      fold->slope_x = (fold[1].height - fold[-1].height) / 2;
      fold->slope_y = (fold[kGridWidth].height - fold[-kGridWidth].height) / 2;
    }
  });
  in_parallel(kHeight,
              [&](int y) { draw_row(grid, y, &pixels[static_cast<std::size_t>(y) * kWidth * 3]); });
}

}  // namespace

// make_sample [FIRST [LAST]]: frames FIRST to LAST - 1, all by default.
int main(int argc, char** argv) {
  const int first = argc > 1 ? std::atoi(argv[1]) : 0;
  const int last = argc > 2 ? std::atoi(argv[2]) : kFrames;
  Grid grid(static_cast<std::size_t>(kGridWidth) * kGridHeight);
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(kWidth) * kHeight * 3);
  for (int frame = first; frame < last; ++frame) {
    draw_frame(frame, grid, pixels);
    if (std::fwrite(pixels.data(), 1, pixels.size(), stdout) != pixels.size()) return 1;
  }
  return 0;
}
