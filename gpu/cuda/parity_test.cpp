#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "gpu/cuda/run_pass.h"
#include "gpu/filters/test_filters.h"
#include "gpu/filters/testing.h"

// Every filter on both devices.
namespace framelane::testing {
namespace {

void must(cudaError_t status) {
  if (status != cudaSuccess) throw std::runtime_error(cudaGetErrorString(status));
}

// A copy of host bytes in device memory.
class DeviceCopy {
 public:
  explicit DeviceCopy(std::span<const std::byte> bytes) : bytes_(bytes.size()) {
    must(cudaMalloc(&memory_, std::max<std::size_t>(bytes_, 1)));
    must(cudaMemcpy(memory_, bytes.data(), bytes_, cudaMemcpyHostToDevice));
  }
  DeviceCopy(const DeviceCopy&) = delete;
  DeviceCopy& operator=(const DeviceCopy&) = delete;
  ~DeviceCopy() { (void)cudaFree(memory_); }
  [[nodiscard]] std::byte* data() const { return static_cast<std::byte*>(memory_); }
  void read_into(std::vector<std::byte>& bytes) const {
    must(cudaMemcpy(bytes.data(), memory_, bytes_, cudaMemcpyDeviceToHost));
  }

 private:
  std::size_t bytes_;
  void* memory_ = nullptr;
};

// Device copies of what a pass works on.
struct DeviceRun {
  std::vector<std::unique_ptr<DeviceCopy>> held;

  std::byte* copy(std::span<const std::byte> bytes) {
    held.push_back(std::make_unique<DeviceCopy>(bytes));
    return held.back()->data();
  }
  std::vector<ImageView> copy(const std::vector<Image*>& images) {
    std::vector<ImageView> views;
    views.reserve(images.size());
    for (const Image* image : images)
      views.push_back(view_of(image->format, copy(image->bytes)));
    return views;
  }
};

void run_on_device(const PassRun& run) {
  DeviceRun device;
  const std::vector<ImageView> in_views = device.copy(run.in), out_views = device.copy(run.out);
  PassMemory memory;
  for (std::size_t i = 0; i < run.pass.tables.size(); ++i)
    memory.tables[i] = device.copy(run.pass.tables[i]->bytes);
  memory.scratch = device.copy(std::vector<std::byte>(run.pass.scratch_bytes, std::byte{0xCD}));
  memory.state = device.copy(run.state);
  memory.fresh = run.fresh;
  // Waits for the copies above: cudaMemcpy from pageable memory returns before they have arrived.
  cudaStream_t stream = nullptr;
  must(cudaStreamCreateWithFlags(&stream, cudaStreamDefault));
  run_pass_on_cuda(run.pass, in_views, out_views, memory, stream);
  must(cudaStreamSynchronize(stream));
  must(cudaStreamDestroy(stream));
  for (std::size_t o = 0; o < run.out.size(); ++o)
    device.held[run.in.size() + o]->read_into(run.out[o]->bytes);
  device.held.back()->read_into(run.state);
}

constexpr const char* kFormats[] = {
    "yuv420p",  "yuv422p",     "yuv444p",     "yuva420p",    "nv12",         "nv21",
    "p010le",   "yuv420p10le", "yuv422p12le", "yuv444p16le", "yuva444p10le", "gray",
    "gray10le", "gray16le",    "ya8",         "gbrp",        "gbrap",        "gbrp12le",
    "rgb24",    "bgr0",        "rgba",        "rgb48le"};

constexpr const char* kChains[] = {
    "eq=contrast=1.3:brightness=0.05:saturation=1.4",
    "eq=gamma=1.7:gamma_r=0.8:gamma_weight=0.6",
    "exposure=exposure=0.6:black=0.03",
    "negate",
    "hue=h=35:s=1.2:b=0.4",
    "gblur=sigma=2",
    "gblur=sigma=6:sigmaV=0.6:planes=1",
    "gblur=sigma=9",
    "unsharp=7:5:1.3:5:5:0.7",
    "unsharp=la=5:ca=-2",
    "sobel=scale=0.5:delta=3",
    "median",
    "median=radius=3:radiusV=2:percentile=0.3",
    "median=radius=40:planes=1",
    "tmix=frames=3:weights=1 2 1",
    "tmix=frames=12:planes=1",
    "tmix=frames=70",
    "scale=50:30:flags=lanczos",
    "scale=200:111",
    "scale=7:90:flags=bilinear",
    "scale=1900:9:flags=lanczos,scale=3:2:flags=lanczos",
    "hflip",
    "vflip,hflip",
    "transpose=clock",
    "transpose=cclock_flip,gblur=sigma=1,transpose=clock_flip",
    "crop=3:5:exact=1",
    "scale=40:40,crop=21:17:3:9:exact=1,format=yuv444p16le|gray",
    "tonemap=hable:desat=0.5:peak=8",
    "colorspace=all=bt2020:range=pc",
    "colorspace=all=bt470m:format=yuv420p10,negate",
    "tonemap=bt2390:target=50:peak=20,eq=contrast=1.1",
    "test_double_rate",
    "test_halve=left=2:top=4",
    "eq=contrast=1.1,exposure=exposure=0.3,hue=h=10,gblur=sigma=1.5,negate,tmix",
    "exposure=exposure=0.4,unsharp,median,eq=gamma=1.2"};

class Parity : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    int devices = 0;
    const cudaError_t status = cudaGetDeviceCount(&devices);
    if (status != cudaSuccess || devices == 0)
      GTEST_SKIP() << "no GPU: " << cudaGetErrorString(status);
  }
  static void compare(const std::string& chain, const FrameFacts& facts,
                      const OutputFormat& output) {
    const std::vector<Raw> pictures = {make_scene(facts, 1), make_scene(facts, 2),
                                       make_scene(facts, 3)};
    const auto host = run_chain(chain, facts, pictures, output);
    const auto device = run_chain(chain, facts, pictures, output, run_on_device);
    const FrameFacts result =
        plan_chain(parse_chain(chain, filters_with_tests()), facts, output)->result;
    ASSERT_EQ(host.size(), device.size());
    const double allowed = result.format->depth <= 10 ? 1 : 2;
    for (std::size_t n = 0; n < host.size(); ++n)
      for (int c = 0; c < 4; ++c) {
        if (!result.format->has_component(c)) continue;
        const Distance d =
            distance(codes_of(host[n], result, c), codes_of(device[n], result, c),
                     result.format->component_width(c, result.width),
                     result.format->component_height(c, result.height), result.format->max_code());
        EXPECT_LE(d.largest, allowed) << chain << ", " << facts.format->name << " " << facts.width
                                      << "x" << facts.height << ", component " << c;
      }
  }
};

TEST_P(Parity, BothDevicesGiveTheSameSamples) {
  for (const auto& [width, height] : {std::pair{131, 67}, std::pair{64, 48}, std::pair{5, 7}})
    for (const char* chain : kChains)
      compare(chain, facts_of(GetParam(), width, height), {});
}

TEST_P(Parity, OnePixelIsEnough) {
  for (const char* chain : kChains)
    if (std::string(chain).find("halve") == std::string::npos &&
        !std::string(chain).starts_with("crop"))
      compare(chain, facts_of(GetParam(), 1, 1), {});
}

TEST_P(Parity, BothDevicesConvertAlike) {
  for (const char* named : {"yuv420p", "yuv444p10le", "nv12", "gray", "rgb24", "gbrap16le"})
    for (const char* chain : {"", "gblur=sigma=1", "exposure=exposure=0.2"}) {
      const FrameFacts facts = facts_of(GetParam(), 67, 35);
      compare(chain, facts, {OutputFormat::Kind::named, find_pixel_format(named)});
      compare(chain, facts, {OutputFormat::Kind::rgba, nullptr});
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, Parity, ::testing::ValuesIn(kFormats),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace framelane::testing
