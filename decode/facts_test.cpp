// Colour, shape, orientation and times of frames.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "decode/frame_properties.h"
#include "decode/test_media.h"

namespace framelane::test {
namespace {

using std::chrono::milliseconds;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using Time = FrameSource::Time;

class Facts : public testing::Test {
 protected:
  // A clip of `frames` frames at 25 per second.
  std::string clip(const std::string& name, const std::string& encoding, int frames = 3,
                   const std::string& size = "160x96") {
    std::string file = dir_ / name;
    ffmpeg("-f lavfi -i testsrc2=s=" + size + ":r=25 -frames:v " + std::to_string(frames) + " " +
           encoding + " " + shell_word(file));
    return file;
  }
  static FrameFacts first_facts(const std::string& file) {
    return Opened(file).source->facts().frame;
  }
  TempDir dir_;
};

constexpr const char* kX264 = "-c:v libx264 -preset ultrafast -pix_fmt yuv420p ";

TEST_F(Facts, ColourTagsOfTheStreamAreKept) {
  const FrameFacts facts = first_facts(clip(
      "a.mp4", std::string(kX264) + "-color_range tv -colorspace bt2020nc -color_primaries bt2020 "
                                    "-color_trc smpte2084 -chroma_sample_location topleft"));
  EXPECT_EQ(facts.color.matrix, Matrix::bt2020nc);
  EXPECT_EQ(facts.color.primaries, Primaries::bt2020);
  EXPECT_EQ(facts.color.transfer, Transfer::pq);
  EXPECT_EQ(facts.color.range, Range::limited);
  EXPECT_EQ(facts.color.siting, Siting::topleft);
}

TEST_F(Facts, HowBrightALightIsIsKnownFromStaticMetadata) {
  const std::string x265 =
      "-c:v libx265 -preset ultrafast -pix_fmt yuv420p10le -x265-params "
      "log-level=none:hdr10=1:transfer=smpte2084:";
  const std::string display =
      "'master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(40000000,50)'";
  const LightFacts both = first_facts(clip("a.mp4", x265 + display + ":max-cll=1200,400")).light;
  EXPECT_EQ(both.max_content, 1200);
  EXPECT_EQ(both.max_display, 4000);
  const LightFacts one = first_facts(clip("b.mkv", x265 + display)).light;
  EXPECT_EQ(one.max_content, 0);
  EXPECT_EQ(one.max_display, 4000);
}

TEST_F(Facts, WithoutTagsNothingIsMadeUp) {
  const FrameFacts facts = first_facts(clip("a.mp4", kX264));
  EXPECT_EQ(facts.color.matrix, Matrix::unspecified);
  EXPECT_EQ(facts.color.primaries, Primaries::unspecified);
  EXPECT_EQ(facts.color.transfer, Transfer::unspecified);
  EXPECT_EQ(facts.light, LightFacts{});
}

TEST_F(Facts, FullRangeIsKnownFromTheOldFormatNames) {
  const std::string file = clip("a.avi", "-c:v mjpeg -pix_fmt yuvj420p");
  Opened input(file);
  EXPECT_EQ(input.source->facts().pixel_format, "yuvj420p");
  EXPECT_EQ(input.source->facts().frame.format, find_pixel_format("yuv420p"));
  EXPECT_EQ(input.source->facts().frame.color.range, Range::full);
  EXPECT_FALSE(input.source->facts().converted);
}

TEST_F(Facts, RgbHasNoYuvMatrix) {
  EXPECT_EQ(first_facts(clip("a.mkv", "-c:v ffv1 -pix_fmt gbrp")).color.matrix, Matrix::rgb);
}

TEST_F(Facts, SampleAspectIsTheStreamsAndOneWhenUnknown) {
  const FrameFacts wide =
      first_facts(clip("a.mp4", std::string("-vf setsar=64/45 ") + kX264, 3, "720x576"));
  EXPECT_EQ(wide.sample_aspect, (Rational{64, 45}));
  const FrameFacts unknown = first_facts(clip("b.mkv", std::string("-vf setsar=0 ") + kX264));
  EXPECT_EQ(unknown.sample_aspect, (Rational{1, 1}));
}

TEST_F(Facts, FieldOrderOfInterlacedFrames) {
  const std::string weave = "-vf tinterlace=interleave_top,format=yuv420p,setfield=";
  const std::string code = " -flags +ilme+ildct -c:v mpeg2video ";
  EXPECT_EQ(first_facts(clip("a.ts", weave + "tff" + code, 6)).field_order, FieldOrder::top_first);
  EXPECT_EQ(first_facts(clip("b.ts", weave + "bff" + code + "-top 0 ", 6)).field_order,
            FieldOrder::bottom_first);
  EXPECT_EQ(first_facts(clip("c.ts", "-c:v mpeg2video", 6)).field_order, FieldOrder::progressive);
  EXPECT_THAT(Opened(clip("d.ts", weave + "tff" + code, 6)).source->facts().notes,
              ElementsAre(HasSubstr("interlaced")));
  EXPECT_THAT(Opened(clip("c.ts", "-c:v mpeg2video", 6)).source->facts().notes, IsEmpty());
}

// ffmpeg's rotate=R tag turns the picture R degrees counter-clockwise when shown.
TEST_F(Facts, RotationTagsTurnTheRightWay) {
  const std::string plain = clip("a.mp4", kX264);
  const int clockwise[] = {0, 270, 180, 90};
  for (int quarter = 0; quarter < 4; ++quarter) {
    const std::string file = dir_ / std::to_string(quarter).append(".mp4");
    ffmpeg("-i " + plain + " -c copy -metadata:s:v:0 rotate=" + std::to_string(90 * quarter) + " " +
           file);
    EXPECT_EQ(first_facts(file).rotation, clockwise[quarter]) << quarter;
    EXPECT_FALSE(first_facts(file).mirror);
  }
}

struct Turn {
  std::int32_t a, b, c, d;
  int rotation;
  bool mirror;
};

// Where the matrix sends a corner is where turning and flipping sends it.
TEST(DisplayMatrix, AllEightOrientations) {
  constexpr std::int32_t kOne = 1 << 16;
  const Turn turns[] = {
      {kOne, 0, 0, kOne, 0, false},     {0, kOne, -kOne, 0, 90, false},
      {-kOne, 0, 0, -kOne, 180, false}, {0, -kOne, kOne, 0, 270, false},
      {-kOne, 0, 0, kOne, 0, true},     {0, -kOne, -kOne, 0, 90, true},
      {kOne, 0, 0, -kOne, 180, true},   {0, kOne, kOne, 0, 270, true},
  };
  for (const Turn& turn : turns) {
    const std::int32_t matrix[9] = {turn.a, turn.b, 0, turn.c, turn.d, 0, 0, 0, 1 << 30};
    const Orientation orientation = orientation_of(matrix);
    EXPECT_EQ(orientation.rotation, turn.rotation);
    EXPECT_EQ(orientation.mirror, turn.mirror);
    const double angle = turn.rotation * std::acos(-1.0) / 180;
    const double x = turn.mirror ? -1 : 1, y = 2;
    EXPECT_NEAR(x * std::cos(angle) - y * std::sin(angle), (turn.a * 1.0 + turn.c * 2.0) / kOne,
                1e-9);
    EXPECT_NEAR(x * std::sin(angle) + y * std::cos(angle), (turn.b * 1.0 + turn.d * 2.0) / kOne,
                1e-9);
  }
}

TEST(DisplayMatrix, WithoutContentMeansUpright) {
  const std::int32_t matrix[9] = {};
  EXPECT_EQ(orientation_of(matrix).rotation, 0);
  EXPECT_FALSE(orientation_of(matrix).mirror);
}

std::vector<Time> times(const std::string& file) {
  std::vector<Time> all;
  Opened input(file);
  for (const Seen& frame : read_all(*input.source))
    all.push_back(frame.pts);
  return all;
}

void expect_every(const std::vector<Time>& all, std::size_t count, Time step) {
  ASSERT_THAT(all, SizeIs(count));
  for (std::size_t i = 0; i < count; ++i)
    EXPECT_NEAR(static_cast<double>(all[i].count()),
                static_cast<double>(step.count()) * static_cast<double>(i), 2e6)
        << i;
}

TEST_F(Facts, TimesStartAtZeroWhateverTheStartOfTheStream) {
  const std::string base = clip("a.mp4", "-c:v libx264 -bf 3 -pix_fmt yuv420p", 20);
  const std::string late = dir_ / "late.mp4";
  ffmpeg("-itsoffset 1.5 -i " + base + " -c copy " + late);
  const std::string stream = clip("b.ts", "-vf setpts=PTS+10/TB -c:v libx264 -pix_fmt yuv420p", 20);
  for (const std::string& file : {base, late, stream})
    expect_every(times(file), 20, milliseconds(40));
}

TEST_F(Facts, TimesOfAVariableRateAreTheStreams) {
  const std::string file = dir_ / "v.mp4";
  ffmpeg(
      "-f lavfi -i testsrc2=s=160x96:r=25:d=2 -vf \"select='lt(n\\,10)+not(mod(n\\,5))'\" "
      "-vsync vfr -c:v libx264 -pix_fmt yuv420p " +
      file);
  std::vector<Time> expected;
  for (int n = 0; n < 50; ++n)
    if (n < 10 || n % 5 == 0) expected.emplace_back(milliseconds(40 * n));
  EXPECT_EQ(times(file), expected);
}

TEST_F(Facts, TimesAreMadeUpWhereThereAreNone) {
  const std::string h264 = "-c:v libx264 -bf 3 -pix_fmt yuv420p";
  expect_every(times(clip("raw.h264", h264, 20)), 20, milliseconds(40));
  const std::string source = clip("a.mp4", h264, 20), avi = dir_ / "a.avi";
  ffmpeg("-i " + source + " -c copy " + avi);
  const std::vector<Time> all = times(avi);
  ASSERT_THAT(all, SizeIs(20));
  EXPECT_EQ(all[0], Time(0));
  for (std::size_t i = 1; i < all.size(); ++i)
    EXPECT_GT(all[i], all[i - 1]);
}

// Of a broken file: a frame that is said to last for years has the nominal length, and frames
// without a time behind it go on.
TEST(FrameClockTest, ADurationOfYearsIsNotBelieved) {
  AVStream stream{};
  stream.time_base = {1, 1};
  stream.start_time = 0;
  AVFrame frame{};
  frame.pts = frame.best_effort_timestamp = 0;
  frame.pkt_duration = 90LL * 366 * 86400;
  FrameClock clock(stream, {25, 1});
  EXPECT_EQ(clock.stamp(frame).duration, Time(milliseconds(40)));
  frame.pts = frame.best_effort_timestamp = AV_NOPTS_VALUE;
  for (int n = 1; n < 10; ++n)
    EXPECT_EQ(clock.stamp(frame).pts, Time(milliseconds(40 * n)));
  frame.pkt_duration = 3600;
  EXPECT_EQ(clock.stamp(frame).duration, Time(std::chrono::hours(1))) << "a slide";
}

TEST_F(Facts, AnEditListLeavesOutTheSameFramesAsFfmpeg) {
  const std::string whole = clip("a.mp4", "-c:v libx264 -bf 3 -g 10 -pix_fmt yuv420p", 30);
  const std::string cut = dir_ / "cut.mp4";
  ffmpeg("-ss 0.5 -i " + whole + " -c copy " + cut);
  Opened input(cut);
  const auto expected = reference_hashes(cut, input.source->facts().frame, "yuv420p");
  const auto frames = read_all(*input.source);
  EXPECT_EQ(hashes_of(frames), expected);
  ASSERT_FALSE(frames.empty());
  EXPECT_GE(frames[0].pts, Time(0));
}

TEST_F(Facts, DurationsAreKnownForAConstantRate) {
  Opened input(clip("a.mp4", kX264));
  SourceFrame frame;
  ASSERT_EQ(input.source->read(frame), ReadStatus::frame);
  EXPECT_EQ(frame.duration, Time(milliseconds(40)));
  EXPECT_TRUE(frame.key);
  EXPECT_EQ(input.source->facts().frame_rate, (Rational{25, 1}));
  EXPECT_EQ(input.source->facts().duration, Time(milliseconds(120)));
}

TEST_F(Facts, LostAlphaIsNoted) {
  Opened input(clip("a.webm", "-c:v libvpx-vp9 -pix_fmt yuva420p -cpu-used 8"));
  EXPECT_THAT(input.source->facts().notes, SizeIs(1));
}

}  // namespace
}  // namespace framelane::test
