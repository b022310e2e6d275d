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
#include "gpu/filters/test_tables.h"
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
  memory.before = run.before;
  memory.after = run.after;
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
    "colorbalance=rs=0.3:gm=-0.2:bh=0.4",
    "colorbalance=rs=-0.3:gm=0.2:bh=-0.4:pl=1,vibrance=intensity=0.7:bbal=2",
    "colorchannelmixer=rr=0.7:rg=0.2:bb=1.2",
    "colorchannelmixer=ra=0.3:ar=0.4:aa=0.5:pc=lum:pa=0.6",
    "colorchannelmixer=rr=0.7:gb=0.2:pc=pwr:pa=1,colorchannelmixer=bb=0.6:pc=nrm:pa=1",
    "colorlevels=rimin=0.1:gimax=0.8:aomax=0.7,colortemperature=temperature=3000",
    "colorlevels=rimin=0.1:gimax=0.8:preserve=avg,colortemperature=temperature=9000:pl=0.7",
    "vignette=angle=0.9:x0=20",
    "vignette=angle=0.5:mode=backward:aspect=1.3",
    "zebra=low=60:angle=37",
    "falsecolor=opacity=0.7",
    "falsecolor=scale=stops:style=color:opacity=0.5",
    "chromakey=gray:0.1:0.4",
    "chromakey=gray:0.15,gblur=sigma=1,exposure=exposure=0.2",
    "gblur=sigma=2",
    "gblur=sigma=6:sigmaV=0.6:planes=1",
    "gblur=sigma=9",
    "unsharp=7:5:1.3:5:5:0.7",
    "unsharp=la=5:ca=-2",
    "sobel=scale=0.5:delta=3",
    "prewitt=scale=0.7:planes=1",
    "erosion",
    "erosion=coordinates=150:threshold0=30:threshold1=0",
    "dilation=coordinates=49",
    "cas=0.8",
    "cas=planes=9",
    "convolution=0m=0 -1 0 -1 5 -1 0 -1 0:1m=1 1 1 1 1 1 1 1 1:2bias=9",
    "convolution=0m=0 -1 0 -1 5 -1 0 -1 0:1m=1 2 3 4 5 5 4 3 2 1 0 0 9 0 0 1 2 3 4 5 5 4 3 2 1",
    "boxblur",
    "boxblur=1:1:0",
    "boxblur=20:1",
    "boxblur=7:2:6:3:2:1",
    "gblur=sigma=30:sigmaV=5",
    "deband",
    "deband=range=-9:direction=-0.7:blur=0:1thr=0.1",
    "bilateral=sigmaS=1:planes=15",
    "bilateral=sigmaS=2.2:sigmaR=0.04:window=7",
    "bilateral=sigmaS=12:sigmaR=0.3:window=35:planes=7",
    "nlmeans=s=2:p=7:r=11",
    "nlmeans=s=12:p=7:r=9",
    "nlmeans=s=6:p=5:r=5:pc=3:rc=7",
    "nlmeans=s=9:p=9:r=7:pc=1",
    "median",
    "median=radius=2",
    "median=radius=3",
    "median=radius=4:planes=5",
    "median=radius=5",
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
    "yadif",
    "yadif=mode=send_field_nospatial:parity=bff",
    "bwdif",
    "bwdif=mode=send_frame:parity=bff,gblur=sigma=1",
    "gblur=sigma=1,yadif=mode=send_field,bwdif",
    "hqdn3d",
    "hqdn3d=9:0.4:30:2",
    "gblur=sigma=1,hqdn3d,negate",
    "deflicker",
    "deflicker=size=2:mode=pm,unsharp",
    "gblur=sigma=1,deflicker=mode=median",
    "curves=preset=vintage:m=0/0.1 0.5/0.6 1/0.9",
    "lut1d=file=%c9d.cube:interp=spline",
    "lut3d=file=%l33.cube",
    "lut3d=file=%l65i.cube",
    "lut3d=file=%l17d.cube:interp=trilinear,eq=gamma=1.3",
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
  static void compare(const std::string& text, const FrameFacts& facts,
                      const OutputFormat& output) {
    const std::string chain = with_tables(text);
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
  // Odd ones, and widths whose layouts kernels are compiled for.
  for (const auto& [width, height] :
       {std::pair{131, 67}, std::pair{64, 48}, std::pair{272, 70}, std::pair{5, 7}})
    for (const char* chain : kChains)
      compare(chain, facts_of(GetParam(), width, height), {});
}

// Of the layouts that kernels are compiled for, over the seams of their tiles and segments.
TEST_F(Parity, LargerPicturesOfKnownLayouts) {
  for (const char* format : {"yuv420p", "yuv420p10le"})
    for (const auto& [width, height] :
         {std::pair{336, 67}, std::pair{656, 258}, std::pair{2064, 20}})
      for (const char* chain : {"eq=contrast=1.1",
                                "exposure=exposure=0.4",
                                "gblur=sigma=2",
                                "gblur=sigma=10",
                                "gblur=sigma=40",
                                "boxblur=4:1",
                                "boxblur=40:1",
                                "boxblur=70:2",
                                "unsharp",
                                "sobel",
                                "cas",
                                "erosion",
                                "median=radius=1",
                                "median=radius=2",
                                "scale=328:129:lanczos",
                                "curves=preset=strong_contrast",
                                "tonemap=hable",
                                "lut3d=file=%l33.cube",
                                "lut3d=file=%l2i.cube",
                                "lut3d=file=%l33i.cube",
                                "deband",
                                "yadif=mode=send_field",
                                "bwdif",
                                "hqdn3d",
                                "tmix",
                                "deflicker",
                                "hflip",
                                "transpose=clock",
                                "vignette",
                                "nlmeans=p=5:r=5"})
        compare(chain, facts_of(format, width, height), {});
}

// Of those whose blocks walk down the picture: further than all of them reach at once.
TEST_F(Parity, TallPicturesOfBlocksThatWalkDown) {
  for (const char* chain :
       {"curves=preset=strong_contrast", "lut3d=file=%l33.cube", "lut3d=file=%l2i.cube",
        "lut3d=file=%l33i.cube", "lut3d=file=%l33i.cube,eq=contrast=1.1"})
    compare(chain, facts_of("yuv420p", 1040, 2000), {});
}

// Halves between passes, read by kernels that know them.
TEST_F(Parity, LargerPicturesBetweenPasses) {
  for (const char* format : {"yuv420p", "yuv420p10le"})
    for (const auto& [width, height] : {std::pair{336, 68}, std::pair{656, 258}})
      for (const char* chain :
           {"eq=contrast=1.1,gblur=sigma=2", "gblur=sigma=2,eq=contrast=1.1",
            "exposure=exposure=0.4,gblur=sigma=2,lut3d=file=%l33.cube",
            "curves=preset=strong_contrast,gblur=sigma=3,gblur=sigma=1,tonemap=hable",
            "eq=contrast=1.3,boxblur=2:1,negate,unsharp,hue=h=20,sobel",
            "lut3d=file=%l33.cube,boxblur=3:1,curves=preset=vintage",
            "eq=saturation=1.4,tmix,exposure=exposure=0.2,gblur=sigma=1.5,vignette"})
        compare(chain, facts_of(format, width, height), {});
}

// Light brought into an 8-bit picture's range, which has a kernel of its own: over the ends of its
// warps' columns, and down further than all warps reach at once.
TEST_F(Parity, LargerPicturesOfLight) {
  const OutputFormat output{OutputFormat::Kind::named, find_pixel_format("yuv420p")};
  for (const Transfer transfer : {Transfer::pq, Transfer::hlg, Transfer::bt709})
    for (const auto& [width, height] :
         {std::pair{336, 68}, std::pair{2064, 20}, std::pair{1040, 2000}})
      for (const char* chain :
           {"tonemap=hable", "tonemap=reinhard:desat=0.5", "tonemap=gamma:desat=0:peak=8",
            "tonemap=bt2390:desat=0", "tonemap=hable,eq=contrast=1.1"}) {
        FrameFacts facts = facts_of("yuv420p10le", width, height);
        facts.color.transfer = transfer;
        facts.color.primaries = Primaries::bt2020;
        facts.color.matrix = Matrix::bt2020nc;
        compare(chain, facts, output);
      }
  compare("colorspace=fast=1:primaries=bt2020,tonemap=hable,colorspace=format=yuv420p",
          facts_of("yuv420p10le", 656, 258), {});
}

// Chroma interpolated for the screen, by each siting and what a kernel is compiled for.
TEST_F(Parity, LargerPicturesBecomeRgba) {
  for (const char* format : {"yuv420p", "yuv420p10le"})
    for (const Siting siting : {Siting::left, Siting::center, Siting::topleft})
      for (const auto& [width, height] : {std::pair{336, 68}, std::pair{656, 258}})
        for (const char* chain :
             {"eq=contrast=1.1", "exposure=exposure=0.4", "gblur=sigma=2", "lut3d=file=%l33.cube",
              "curves=preset=strong_contrast", "tonemap=hable", "eq=contrast=1.1,exposure=0.3"}) {
          FrameFacts facts = facts_of(format, width, height);
          facts.color.siting = siting;
          compare(chain, facts, {OutputFormat::Kind::rgba, nullptr});
        }
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
