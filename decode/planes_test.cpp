// The decoder's planes come out bit for bit, for many codecs, layouts and sizes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <ostream>

#include "decode/test_media.h"
#include "gpu/errors.h"

namespace framelane::test {
namespace {

using testing::ElementsAreArray;
using testing::SizeIs;

struct Recipe {
  const char* name;
  const char* source;  // testsrc2 parameters; plain testsrc keeps odd sizes
  const char* encoding;
  const char* file;
  const char* reference;  // pixel format ffmpeg is asked for
  int frames;
};
void PrintTo(const Recipe& recipe, std::ostream* out) {
  *out << recipe.name;
}
std::string name_of_recipe(const testing::TestParamInfo<Recipe>& info) {
  return info.param.name;
}

void make(const Recipe& recipe, const std::string& file) {
  ffmpeg("-f lavfi -i " + std::string(recipe.source) + ":r=25 -frames:v " +
         std::to_string(recipe.frames) + " " + recipe.encoding + " " + shell_word(file));
}

class Planes : public testing::TestWithParam<Recipe> {
 protected:
  TempDir dir_;
};

TEST_P(Planes, EqualWhatFfmpegDecodes) {
  const std::string file = dir_ / GetParam().file;
  make(GetParam(), file);
  Opened input(file);
  const auto expected = reference_hashes(file, input.source->facts().frame, GetParam().reference);
  ASSERT_THAT(expected, SizeIs(static_cast<std::size_t>(GetParam().frames)));
  EXPECT_THAT(hashes_of(read_all(*input.source)), ElementsAreArray(expected));
}

constexpr const char* kX264 = "-c:v libx264 -preset veryfast -bf 3 -pix_fmt yuv420p";
constexpr const char* kVp9 = "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -pix_fmt yuv420p";
constexpr const char* kEven = "testsrc2=s=322x242";
constexpr const char* kOdd = "testsrc=s=321x241";

INSTANTIATE_TEST_SUITE_P(
    Codecs, Planes,
    testing::Values(
        Recipe{"H264", kEven, "-c:v libx264 -bf 3 -pix_fmt yuv420p", "a.mp4", "yuv420p", 20},
        Recipe{"H264WidthNot16", "testsrc2=s=366x168", "-c:v libx264 -pix_fmt yuv420p", "a.mkv",
               "yuv420p", 6},
        Recipe{"H264TenBit", kEven, "-c:v libx264 -pix_fmt yuv420p10le", "a.mp4", "yuv420p10le", 6},
        Recipe{"H264High422", kEven, "-c:v libx264 -pix_fmt yuv422p10le", "a.mp4", "yuv422p10le",
               6},
        Recipe{"H264High444", kEven, "-c:v libx264 -pix_fmt yuv444p", "a.mp4", "yuv444p", 6},
        Recipe{"H264FullRange", kEven, "-c:v libx264 -pix_fmt yuvj420p", "a.mp4", "yuvj420p", 6},
        Recipe{"H264Bottom1088", "testsrc2=s=320x184", "-c:v libx264 -pix_fmt yuv420p", "a.ts",
               "yuv420p", 6},
        Recipe{"Hevc", kEven, "-c:v libx265 -x265-params log-level=none -pix_fmt yuv420p", "a.mp4",
               "yuv420p", 10},
        Recipe{"HevcTenBit", kEven, "-c:v libx265 -x265-params log-level=none -pix_fmt yuv420p10le",
               "a.mkv", "yuv420p10le", 6},
        Recipe{"HevcRgb", kEven, "-c:v libx265 -x265-params log-level=none -pix_fmt gbrp", "a.mkv",
               "gbrp", 4},
        Recipe{"HevcGray", kEven, "-c:v libx265 -x265-params log-level=none -pix_fmt gray", "a.mkv",
               "gray", 4},
        Recipe{"Vp9OddSize", kOdd, kVp9, "a.webm", "yuv420p", 10},
        Recipe{"Vp9OnePixel", "testsrc=s=1x1", kVp9, "a.webm", "yuv420p", 4},
        Recipe{"Vp9ThreePixels", "testsrc=s=3x3", kVp9, "a.webm", "yuv420p", 4},
        Recipe{"Vp9Tiny", "testsrc=s=17x9", kVp9, "a.webm", "yuv420p", 4},
        Recipe{"Mpeg4WithBFrames", kOdd, "-c:v mpeg4 -bf 2", "a.avi", "yuv420p", 10},
        Recipe{"Mpeg2Interlaced", "testsrc2=s=320x288",
               "-vf tinterlace=interleave_top,format=yuv420p,setfield=tff -flags +ilme+ildct "
               "-c:v mpeg2video -b:v 4M",
               "a.ts", "yuv420p", 6},
        Recipe{"Mjpeg422", kOdd, "-c:v mjpeg -pix_fmt yuvj422p", "a.avi", "yuvj422p", 4},
        Recipe{"Ffv1Gray", kOdd, "-c:v ffv1 -pix_fmt gray", "a.mkv", "gray", 4},
        Recipe{"Ffv1Gray16", kOdd, "-c:v ffv1 -pix_fmt gray16le", "a.mkv", "gray16le", 4},
        Recipe{"Ffv1Rgb10", kOdd, "-c:v ffv1 -pix_fmt gbrp10le", "a.mkv", "gbrp10le", 4},
        Recipe{"Ffv1Alpha", kOdd, "-c:v ffv1 -pix_fmt yuva420p", "a.mkv", "yuva420p", 4},
        Recipe{"Ffv1Yuv444p16", kOdd, "-c:v ffv1 -pix_fmt yuv444p16le", "a.mkv", "yuv444p16le", 4},
        Recipe{"Prores", kEven, "-c:v prores_ks -pix_fmt yuv422p10le", "a.mov", "yuv422p10le", 3},
        Recipe{"GifReusesItsPicture", "testsrc2=s=64x48", "-pix_fmt pal8", "a.gif", "bgra", 8},
        Recipe{"Png", "testsrc2=s=65x47", "-pix_fmt rgba", "a.png", "rgba", 1}),
    name_of_recipe);

INSTANTIATE_TEST_SUITE_P(
    Layouts, Planes,
    testing::Values(
        Recipe{"Nv12", kEven, "-c:v rawvideo -pix_fmt nv12", "a.nut", "nv12", 2},
        Recipe{"Bgra", kOdd, "-c:v rawvideo -pix_fmt bgra", "a.nut", "bgra", 2},
        Recipe{"Rgb24", kOdd, "-c:v rawvideo -pix_fmt rgb24", "a.nut", "rgb24", 2},
        Recipe{"Yuv422p10", kOdd, "-c:v rawvideo -pix_fmt yuv422p10le", "a.nut", "yuv422p10le", 2},
        Recipe{"PaletteBecomesRgbWithAlpha", kEven, "-c:v rawvideo -pix_fmt pal8", "a.nut", "gbrap",
               2},
        Recipe{"Yuv411pKeepsItsChroma", kEven, "-c:v rawvideo -pix_fmt yuv411p", "a.nut", "yuv422p",
               2},
        Recipe{"Yuv410pKeepsItsChroma", kEven, "-c:v rawvideo -pix_fmt yuv410p", "a.nut", "yuv420p",
               2},
        Recipe{"Yuv440pKeepsItsChroma", kEven, "-c:v rawvideo -pix_fmt yuv440p", "a.nut", "yuv444p",
               2},
        Recipe{"PackedYuv422", kEven, "-c:v rawvideo -pix_fmt yuyv422", "a.nut", "yuv422p", 2},
        Recipe{"BigEndian", kEven, "-c:v rawvideo -pix_fmt yuv420p16be", "a.nut", "yuv420p16le", 2},
        Recipe{"OneBit", kEven, "-c:v rawvideo -pix_fmt monow", "a.nut", "gray", 2},
        Recipe{"Float", kEven, "-c:v exr -pix_fmt gbrpf32le", "a.exr", "gbrp16le", 1}),
    name_of_recipe);

// The last frames only come out when the decoder is drained, whatever its threads hold.
TEST(Draining, GivesEveryFrameOfVeryShortClips) {
  TempDir dir;
  for (int frames = 1; frames <= 4; ++frames) {
    const std::string file = dir / std::to_string(frames) + ".mp4";
    make({"", kEven, kX264, "", "", frames}, file);
    for (const int threads : {1, 2, 4, 8}) {
      OpenOptions options;
      options.threads = threads;
      Opened input(file, options);
      EXPECT_THAT(read_all(*input.source), SizeIs(static_cast<std::size_t>(frames)))
          << threads << " threads";
      SourceFrame frame;
      EXPECT_EQ(input.source->read(frame), ReadStatus::end);
    }
  }
}

TEST(Slots, TakeH264HevcAndVp9WithoutACopy) {
  TempDir dir;
  const std::map<std::string, std::string> codecs = {
      {"a.mp4", "-c:v libx264 -pix_fmt yuv420p"},
      {"b.mp4", "-c:v libx265 -x265-params log-level=none -pix_fmt yuv420p10le"},
      {"c.webm", kVp9}};
  for (const auto& [name, encoding] : codecs) {
    const std::string file = dir / name;
    make({"", kEven, encoding.c_str(), "", "", 30}, file);
    OpenOptions options;
    options.threads = 4;
    Opened input(file, options);
    EXPECT_THAT(read_all(*input.source), SizeIs(30));
    EXPECT_EQ(input.source->counts().copied_bytes, 0U) << name;
    EXPECT_EQ(input.source->counts().converted, 0U) << name;
    EXPECT_EQ(input.source->counts().outside, 0U) << name;
    EXPECT_EQ(input.pool.counts().arena_allocations, 1U) << name;
  }
}

TEST(Slots, AreNotWrittenWhileAFrameIsHeld) {
  TempDir dir;
  for (const char* name : {"a.mp4", "a.gif"}) {
    const std::string file = dir / name;
    ffmpeg("-f lavfi -i testsrc2=s=96x64:r=25:d=2 -pix_fmt " +
           std::string(file.ends_with("gif") ? "pal8 " : "yuv420p ") + shell_word(file));
    Opened input(file);
    std::vector<SourceFrame> held;
    std::vector<std::uint64_t> when_read;
    SourceFrame frame;
    while (input.source->read(frame) == ReadStatus::frame) {
      when_read.push_back(hash_of(frame.picture));
      held.push_back(frame);
    }
    ASSERT_GT(held.size(), 40U);
    std::vector<std::uint64_t> later;
    for (const SourceFrame& kept : held)
      later.push_back(hash_of(kept.picture));
    EXPECT_THAT(later, ElementsAreArray(when_read)) << name;
  }
}

TEST(Slots, OutliveTheSourceAndThePool) {
  TempDir dir;
  const std::string file = dir / "a.mp4";
  make({"", kEven, kX264, "", "", 5}, file);
  PlainDevice device;
  SourceFrame frame;
  std::uint64_t when_read = 0;
  {
    HostPool pool(device, HostMemory::pinned);
    const auto source = open_input(file, {}, pool);
    ASSERT_EQ(source->read(frame), ReadStatus::frame);
    when_read = hash_of(frame.picture);
  }
  EXPECT_EQ(hash_of(frame.picture), when_read);
}

TEST(Slots, RunningOutIsMadeUpForBetweenPackets) {
  TempDir dir;
  const std::string file = dir / "a.mp4";
  make({"", kEven, kX264, "", "", 100}, file);
  OpenOptions options;
  options.threads = 2;
  options.held_frames = 0;
  Opened input(file, options);
  const int planned = input.pool.counts().blocks;
  std::vector<SourceFrame> held(100);
  for (SourceFrame& frame : held)
    ASSERT_EQ(input.source->read(frame), ReadStatus::frame);
  EXPECT_GT(input.source->counts().outside, 0U);
  EXPECT_LT(input.source->counts().outside, 100U);
  EXPECT_GT(input.pool.counts().blocks, planned);
  EXPECT_EQ(input.source->counts().copied_bytes, 0U);
}

TEST(Slots, StayWithinThePinnedLimitAndLowerThreadsFirst) {
  TempDir dir;
  const std::string file = dir / "a.mp4";
  make({"", kEven, kX264, "", "", 60}, file);
  OpenOptions options;
  options.threads = 16;
  options.pinned_limit = 30 * 150'000;
  Opened input(file, options);
  EXPECT_LT(input.source->facts().decoder_threads, 16);
  ASSERT_THAT(input.source->facts().notes, SizeIs(1));
  std::vector<SourceFrame> held(60);
  for (SourceFrame& frame : held)
    ASSERT_EQ(input.source->read(frame), ReadStatus::frame);
  EXPECT_LE(input.pool.counts().blocks, 30);
  EXPECT_GT(input.source->counts().outside, 0U);
}

TEST(Slots, RefusePicturesThatDoNotFitIntoThePinnedLimit) {
  TempDir dir;
  const std::string file = dir / "a.mp4";
  make({"", kEven, kX264, "", "", 1}, file);
  OpenOptions options;
  options.pinned_limit = 400'000;
  EXPECT_THROW(Opened(file, options), UsageError);
}

TEST(Slots, LieAsOneCopyCanMoveThem) {
  TempDir dir;
  const std::string file = dir / "a.mp4";
  make({"", "testsrc2=s=366x168", kX264, "", "", 3}, file);
  Opened input(file);
  SourceFrame frame;
  ASSERT_EQ(input.source->read(frame), ReadStatus::frame);
  const HostPicture& picture = frame.picture;
  EXPECT_EQ(input.source->counts().outside, 0U);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(picture.first) % 512, 0U);
  for (int p = 0; p < 3; ++p) {
    EXPECT_EQ(picture.layout.planes[static_cast<std::size_t>(p)].offset % 512, 0U);
    EXPECT_EQ(picture.pitch(p) % 64, 0U);
  }
  EXPECT_GE(picture.first, picture.block->data);
  EXPECT_LE(picture.first + picture.layout.bytes, picture.block->data + picture.block->bytes);
}

TEST(ResolutionChange, GivesFramesOfBothSizesInOrder) {
  TempDir dir;
  const std::string small = dir / "a.ts", large = dir / "b.ts", both = dir / "both.ts";
  make({"", "testsrc2=s=320x180", kX264, "", "", 10}, small);
  make({"", "testsrc2=s=642x362", kX264, "", "", 10}, large);
  shell("cat " + small + " " + large + " " + small + " > " + both);
  Opened input(both);
  std::vector<int> widths;
  std::vector<SourceFrame> held;
  SourceFrame frame;
  while (input.source->read(frame) == ReadStatus::frame) {
    widths.push_back(frame.picture.facts.width);
    if (held.size() < 5) held.push_back(frame);
  }
  std::vector<int> expected(10, 320);
  expected.insert(expected.end(), 10, 642);
  expected.insert(expected.end(), 10, 320);
  EXPECT_EQ(widths, expected);
  Opened alone(small);
  const auto first = read_all(*alone.source, 5);
  for (std::size_t i = 0; i < held.size(); ++i)
    EXPECT_EQ(hash_of(held[i].picture), first[i].hash);
}

}  // namespace
}  // namespace framelane::test
