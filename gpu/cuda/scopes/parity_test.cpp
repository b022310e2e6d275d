#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "gpu/cuda/scopes/count.h"
#include "gpu/filters/testing.h"
#include "gpu/host/scopes/count.h"

// Every scope on both devices.
namespace framelane {
namespace {

using testing::facts_of;
using testing::make_scene;
using testing::Raw;
using Table = std::vector<std::uint32_t>;

constexpr const char* kFormats[] = {
    "yuv420p",     "yuv422p",     "yuv444p",     "yuva420p", "nv12",     "nv21",     "p010le",
    "yuv420p10le", "yuv422p12le", "yuv444p16le", "gray",     "gray10le", "gray16le", "ya8",
    "gbrp",        "gbrp12le",    "rgb24",       "bgr0",     "rgba",     "rgb48le"};

void must(cudaError_t status) {
  if (status != cudaSuccess) throw std::runtime_error(cudaGetErrorString(status));
}

struct DeviceMemory {
  explicit DeviceMemory(std::size_t bytes) { must(cudaMalloc(&data, bytes)); }
  ~DeviceMemory() { (void)cudaFree(data); }
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  void* data = nullptr;
};

// Rows back to back.
ImageFormat format_of(const FrameFacts& facts) {
  PictureLayout layout;
  for (int p = 0; p < facts.format->plane_count; ++p) {
    const auto row = static_cast<std::size_t>(facts.format->plane_row_bytes(p, facts.width));
    layout.planes[static_cast<std::size_t>(p)] = {layout.bytes, row};
    layout.bytes += row * static_cast<std::size_t>(facts.format->plane_rows(p, facts.height));
  }
  return stored_format(*facts.format, facts.width, facts.height, layout);
}

Table on_host(const ScopeWork& work, const FrameFacts& facts, Raw& raw) {
  BandPool bands(2);
  Table table(scope_table_size(work));
  const ImageView view = view_of(format_of(facts), reinterpret_cast<std::byte*>(raw.data()));
  count_on_host(work, view, table.data(), bands, nullptr);
  return table;
}

Table on_device(const ScopeWork& work, const FrameFacts& facts, const Raw& raw) {
  Table table(scope_table_size(work));
  const DeviceMemory picture(raw.size()), counts(table.size() * sizeof(std::uint32_t));
  must(cudaMemcpy(picture.data, raw.data(), raw.size(), cudaMemcpyHostToDevice));
  must(cudaMemset(counts.data, 0xEE, table.size() * sizeof(std::uint32_t)));
  const ImageView view = view_of(format_of(facts), static_cast<std::byte*>(picture.data));
  // Waits for the copies above: cudaMemcpy from pageable memory returns before they have arrived.
  cudaStream_t stream = nullptr;
  must(cudaStreamCreateWithFlags(&stream, cudaStreamDefault));
  count_on_cuda(work, view, static_cast<std::uint32_t*>(counts.data), stream);
  must(cudaStreamSynchronize(stream));
  must(cudaStreamDestroy(stream));
  must(cudaMemcpy(table.data(), counts.data, table.size() * sizeof(std::uint32_t),
                  cudaMemcpyDeviceToHost));
  return table;
}

class ScopesParity : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    int devices = 0;
    const cudaError_t status = cudaGetDeviceCount(&devices);
    if (status != cudaSuccess || devices == 0)
      GTEST_SKIP() << "no GPU: " << cudaGetErrorString(status);
  }
};

TEST_P(ScopesParity, BothDevicesCountTheSame) {
  for (const auto& [width, height] :
       {std::pair{131, 67}, {1, 1}, {3, 2}, {1921, 37}, {700, 1100}, {5000, 3}})
    for (const int most : {1 << 30, 131 * 20}) {
      const FrameFacts facts = facts_of(GetParam(), width, height);
      Raw raw = make_scene(facts, 3);
      for (const Scope scope : kAllScopes) {
        const ScopeWork work = scope_work(scope, facts, most);
        const Table device = on_device(work, facts, raw);
        EXPECT_EQ(device, on_host(work, facts, raw))
            << name_of(scope) << " " << width << "x" << height << ", " << most;
        EXPECT_GT(std::accumulate(device.begin(), device.end(), std::uint64_t{0}), 0U);
      }
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, ScopesParity, ::testing::ValuesIn(kFormats),
                         [](const auto& test) { return std::string(test.param); });

// What each scope costs at 3840 x 2160, of a picture with detail and of a flat one. The goal is
// 0.02 ms on a data-centre GPU; the limit here leaves room for small ones.
TEST(ScopesCost, IsSmallBesideAFrame) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) GTEST_SKIP() << "no GPU";
  const FrameFacts facts = facts_of("yuv420p", 3840, 2160);
  for (const bool flat : {false, true}) {
    Raw raw = make_scene(facts, 3);
    if (flat) std::fill(raw.begin(), raw.end(), std::uint8_t{128});
    const DeviceMemory picture(raw.size());
    must(cudaMemcpy(picture.data, raw.data(), raw.size(), cudaMemcpyHostToDevice));
    const ImageView view = view_of(format_of(facts), static_cast<std::byte*>(picture.data));
    cudaEvent_t begin = nullptr, end = nullptr;
    must(cudaEventCreate(&begin));
    must(cudaEventCreate(&end));
    for (const Scope scope : kAllScopes) {
      const ScopeWork work = scope_work(scope, facts, kCudaScopeSamples);
      const DeviceMemory counts(scope_table_size(work) * sizeof(std::uint32_t));
      constexpr int kTimes = 100;
      for (int i = -10; i < kTimes; ++i) {
        if (i == 0) must(cudaEventRecord(begin));
        count_on_cuda(work, view, static_cast<std::uint32_t*>(counts.data), nullptr);
      }
      must(cudaEventRecord(end));
      must(cudaEventSynchronize(end));
      float ms = 0;
      must(cudaEventElapsedTime(&ms, begin, end));
      ms /= kTimes;
      RecordProperty(std::string(name_of(scope)) + (flat ? "_flat_us" : "_us"),
                     static_cast<int>(1000 * ms));
      std::printf("%s, %s picture: %.4f ms\n", name_of(scope), flat ? "flat" : "detailed", ms);
      EXPECT_LT(ms, 0.5F) << name_of(scope);
    }
    must(cudaEventDestroy(begin));
    must(cudaEventDestroy(end));
  }
}

}  // namespace
}  // namespace framelane
