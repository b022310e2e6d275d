// Seeking gives the same pixels as playing there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

#include "decode/test_media.h"

namespace framelane::test {
namespace {

using testing::ElementsAreArray;
using Time = FrameSource::Time;

struct Clip {
  const char* name;
  const char* encoding;
  const char* file;
};
void PrintTo(const Clip& clip, std::ostream* out) {
  *out << clip.name;
}

std::string name_of_clip(const testing::TestParamInfo<Clip>& info) {
  return info.param.name;
}

constexpr int kFrames = 75;

class Seeking : public testing::TestWithParam<Clip> {
 protected:
  void SetUp() override {
    file_ = dir_ / GetParam().file;
    ffmpeg("-f lavfi -i testsrc2=s=160x96:r=25 -frames:v " + std::to_string(kFrames) + " " +
           GetParam().encoding + " " + shell_word(file_));
    Opened whole(file_);
    played_ = read_all(*whole.source);
    ASSERT_EQ(played_.size(), static_cast<std::size_t>(kFrames));
    OpenOptions options;
    options.threads = 3;
    input_ = std::make_unique<Opened>(file_, options);
  }
  // Frames [from, from + count) as played, the first `preroll` of them marked.
  [[nodiscard]] std::vector<Seen> played(std::size_t from, std::size_t count,
                                         std::size_t preroll = 0) const {
    const std::size_t last = std::min(from + count, played_.size());
    std::vector<Seen> part(played_.begin() + static_cast<std::ptrdiff_t>(from),
                           played_.begin() + static_cast<std::ptrdiff_t>(last));
    for (std::size_t i = 0; i < std::min(preroll, part.size()); ++i)
      part[i].preroll = true;
    return part;
  }
  FrameSource& source() { return *input_->source; }

  TempDir dir_;
  std::string file_;
  std::vector<Seen> played_;
  std::unique_ptr<Opened> input_;
};

TEST_P(Seeking, ExactIsWhatPlayingThereGives) {
  for (const std::size_t to : {40U, 3U, 74U, 26U, 25U, 24U, 0U, 60U}) {
    ASSERT_EQ(source().seek_exact(played_[to].pts, 0).status, SeekStatus::done);
    EXPECT_THAT(read_all(source(), 4), ElementsAreArray(played(to, 4))) << "to frame " << to;
  }
  // Between two frames it is the later one; past the end, the end.
  ASSERT_EQ(source().seek_exact(played_[30].pts + Time(1), 0).status, SeekStatus::done);
  EXPECT_THAT(read_all(source(), 2), ElementsAreArray(played(31, 2)));
  ASSERT_EQ(source().seek_exact(std::chrono::hours(1), 0).status, SeekStatus::done);
  SourceFrame frame;
  EXPECT_EQ(source().read(frame), ReadStatus::end);
  ASSERT_EQ(source().seek_exact(played_[10].pts, 0).status, SeekStatus::done);
  EXPECT_THAT(read_all(source(), 2), ElementsAreArray(played(10, 2)));
}

TEST_P(Seeking, ExactBringsTheFramesBeforeAsPreroll) {
  for (const std::size_t to : {50U, 26U, 25U, 6U}) {
    ASSERT_EQ(source().seek_exact(played_[to].pts, 5).status, SeekStatus::done);
    EXPECT_THAT(read_all(source(), 8), ElementsAreArray(played(to - 5, 8, 5))) << to;
  }
  ASSERT_EQ(source().seek_exact(played_[2].pts, 5).status, SeekStatus::done);
  EXPECT_THAT(read_all(source(), 4), ElementsAreArray(played(0, 4, 2)));
}

TEST_P(Seeking, BackIsTheFrameBeforeOverGroupsFromTheEndAndAtTheStart) {
  Time at = played_[29].pts;
  for (std::size_t to = 28; to >= 20; --to) {
    ASSERT_EQ(source().seek_previous(at, 2).status, SeekStatus::done);
    EXPECT_THAT(read_all(source(), 4), ElementsAreArray(played(to - 2, 4, 2))) << "to " << to;
    at = played_[to].pts;
  }
  static_cast<void>(read_all(source()));
  ASSERT_EQ(source().seek_previous(std::chrono::hours(1), 0).status, SeekStatus::done);
  EXPECT_THAT(read_all(source()), ElementsAreArray(played(kFrames - 1, 1)));
  ASSERT_EQ(source().seek_previous(played_[1].pts, 3).status, SeekStatus::done);
  EXPECT_THAT(read_all(source(), 2), ElementsAreArray(played(0, 2)));
  ASSERT_EQ(source().seek_previous(played_[0].pts, 3).status, SeekStatus::done);
  EXPECT_THAT(read_all(source(), 2), ElementsAreArray(played(0, 2)));
}

TEST_P(Seeking, NearNeverComesOutLateNorStandsStill) {
  for (const std::size_t to : {70U, 33U, 1U}) {
    ASSERT_EQ(source().seek_near(played_[to].pts, std::nullopt).status, SeekStatus::done);
    const auto first = read_all(source(), 3);
    ASSERT_FALSE(first.empty());
    EXPECT_LE(first[0].pts, played_[to].pts);
    const auto place = std::ranges::find(played_, first[0]);
    ASSERT_NE(place, played_.end());
    EXPECT_THAT(first, ElementsAreArray(played(static_cast<std::size_t>(place - played_.begin()),
                                               first.size())));
  }
  ASSERT_EQ(source().seek_near(played_[45].pts, played_[44].pts).status, SeekStatus::done);
  const auto onward = read_all(source(), 1);
  ASSERT_FALSE(onward.empty());
  EXPECT_GT(onward[0].pts, played_[44].pts);
}

TEST_P(Seeking, RewindAfterTheEndPlaysAllAgain) {
  static_cast<void>(read_all(source()));
  for (int round = 0; round < 2; ++round) {
    ASSERT_EQ(source().rewind().status, SeekStatus::done);
    EXPECT_THAT(read_all(source()), ElementsAreArray(played_));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Clips, Seeking,
    testing::Values(
        Clip{"ClosedGroups", "-c:v libx264 -preset veryfast -g 25 -bf 3 -pix_fmt yuv420p", "a.mp4"},
        Clip{"OpenGroups",
             "-c:v libx264 -preset veryfast -x264-params keyint=25:min-keyint=25:scenecut=0:"
             "open-gop=1:bframes=3:b-adapt=0 -pix_fmt yuv420p",
             "a.mkv"},
        Clip{"OpenGroupsInTransportStream",
             "-c:v libx264 -preset veryfast -x264-params keyint=25:min-keyint=25:scenecut=0:"
             "open-gop=1:bframes=3:b-adapt=0 -pix_fmt yuv420p",
             "a.ts"},
        Clip{"OneKeyFrame",
             "-c:v libx264 -preset veryfast -g 9999 -sc_threshold 0 -bf 2 -pix_fmt yuv420p",
             "a.mp4"},
        Clip{"AllKeyFrames", "-c:v libx264 -preset veryfast -g 1 -pix_fmt yuv420p", "a.mp4"},
        Clip{"IntraRefresh",
             "-c:v libx264 -preset veryfast -x264-params keyint=25:intra-refresh=1:bframes=0 "
             "-pix_fmt yuv420p",
             "a.mp4"},
        Clip{"HevcOpenGroups",
             "-c:v libx265 -preset ultrafast -x265-params "
             "log-level=none:keyint=25:min-keyint=25:open-gop=1:bframes=3 -pix_fmt yuv420p",
             "a.mp4"},
        Clip{"Vp9", "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -g 25 -pix_fmt yuv420p",
             "a.webm"},
        Clip{"Mpeg2OpenGroups", "-c:v mpeg2video -g 12 -bf 2 -b:v 2M -pix_fmt yuv420p", "a.ts"},
        Clip{"Mpeg4InAvi", "-c:v mpeg4 -g 25 -bf 0 -pix_fmt yuv420p", "a.avi"},
        Clip{"H264InAviWithoutPts", "-c:v libx264 -preset veryfast -g 25 -bf 3 -pix_fmt yuv420p",
             "a.avi"},
        Clip{"RawH264WithoutTimes", "-c:v libx264 -preset veryfast -g 25 -bf 3 -pix_fmt yuv420p",
             "a.h264"},
        Clip{"LateStart",
             "-vf setpts=PTS+10/TB -c:v libx264 -preset veryfast -g 25 -bf 3 -pix_fmt yuv420p",
             "a.ts"},
        Clip{"Gif", "-pix_fmt pal8", "a.gif"}),
    name_of_clip);

TEST(SeekingWhereTimesComeAgain, TheStartIsTheFirstFrameNotOneOfItsTime) {
  const TempDir dir;
  const std::string one = dir / "one.ts", joined = dir / "joined.ts", still = dir / "still.mkv";
  ffmpeg(
      "-f lavfi -i testsrc2=s=160x96:r=25 -frames:v 12 -c:v libx264 -preset veryfast -g 6 "
      "-pix_fmt yuv420p " +
      one);
  shell("cat " + one + " " + one + " " + one + " > " + joined);
  ffmpeg("-i " + one + " -c copy -bsf:v setts=pts=0:dts=0 " + still);
  for (const std::string& file : {joined, still}) {
    Opened input(file);
    const std::vector<Seen> played = read_all(*input.source);
    ASSERT_EQ(played.size(), file == joined ? 36U : 12U);
    for (int round = 0; round < 2; ++round) {
      ASSERT_EQ(input.source->rewind().status, SeekStatus::done);
      EXPECT_THAT(read_all(*input.source), ElementsAreArray(played)) << file;
      ASSERT_EQ(input.source->seek_exact(played[0].pts, 0).status, SeekStatus::done);
      EXPECT_THAT(read_all(*input.source), ElementsAreArray(played)) << file;
    }
  }
}

TEST(SeekingWhereTimesComeAgain, AStartCountsOverTheFilesThatWereJoined) {
  const TempDir dir;
  const std::string one = dir / "one.ts", joined = dir / "joined.ts";
  ffmpeg(
      "-f lavfi -i testsrc2=s=160x96:r=25 -frames:v 50 -c:v libx264 -preset veryfast -g 10 "
      "-pix_fmt yuv420p " +
      one);
  shell("cat " + one + " " + one + " " + one + " > " + joined);
  for (const std::string& file : {joined, "concat:" + one + "|" + one + "|" + one}) {
    Opened whole(file);
    const std::vector<Seen> played = read_all(*whole.source);
    ASSERT_EQ(played.size(), 150U);
    for (const int first : {0, 25, 49, 50, 62, 101, 149}) {
      Opened input(file);
      ASSERT_EQ(input.source->start_at(std::chrono::milliseconds(40 * first), 0).status,
                SeekStatus::done);
      EXPECT_THAT(read_all(*input.source), ElementsAreArray(played.begin() + first, played.end()))
          << file << " from frame " << first;
    }
    Opened input(file);
    ASSERT_EQ(input.source->start_at(std::chrono::seconds(6), 0).status, SeekStatus::done);
    EXPECT_TRUE(read_all(*input.source).empty());
  }
}

// 50 frames at 25 a second.
void make_fifty(const std::string& file) {
  ffmpeg(
      "-f lavfi -i testsrc2=s=160x96:r=25 -frames:v 50 -c:v libx264 -preset veryfast -g 10 "
      "-pix_fmt yuv420p " +
      file);
}

TEST(SeekingWhereTimesComeAgain, AFrameSaysWhereItLiesAndTheFileWhereItEnds) {
  const TempDir dir;
  const std::string one = dir / "one.ts", joined = dir / "joined.ts";
  make_fifty(one);
  shell("cat " + one + " " + one + " " + one + " > " + joined);
  Opened input(joined);
  const auto expect_from = [&](int first) {
    SourceFrame frame;
    int number = first;
    for (; input.source->read(frame) == ReadStatus::frame; ++number) {
      EXPECT_EQ(position_of(frame), std::chrono::milliseconds(40 * number)) << number;
      EXPECT_EQ(frame.pts, std::chrono::milliseconds(40 * (number % 50))) << number;
    }
    EXPECT_EQ(number, 150);
    EXPECT_EQ(input.source->end(), std::chrono::seconds(6));
  };
  expect_from(0);
  ASSERT_EQ(input.source->start_at(std::chrono::milliseconds(4080), 3).status, SeekStatus::done);
  expect_from(99);
  ASSERT_EQ(input.source->rewind().status, SeekStatus::done);
  expect_from(0);
  Opened past(joined);
  ASSERT_EQ(past.source->start_at(std::chrono::seconds(7), 0).status, SeekStatus::done);
  SourceFrame frame;
  EXPECT_EQ(past.source->read(frame), ReadStatus::end);
  EXPECT_EQ(past.source->end(), std::chrono::seconds(6));
}

// In one file a gap is its own, and a start counts it.
TEST(SeekingWhereTimesComeAgain, AGapAloneIsNoJoin) {
  const TempDir dir;
  const std::string file = dir / "gap.mkv";
  ffmpeg(
      "-f lavfi -i testsrc2=s=160x96:r=25 -frames:v 50 -vf setpts='PTS+gte(N\\,25)*20/TB' "
      "-fps_mode passthrough -c:v libx264 -preset veryfast -g 10 -pix_fmt yuv420p " +
      file);
  Opened input(file);
  SourceFrame frame;
  int number = 0;
  for (; input.source->read(frame) == ReadStatus::frame; ++number)
    EXPECT_EQ(position_of(frame),
              std::chrono::milliseconds(40 * number + (number < 25 ? 0 : 20000)));
  EXPECT_EQ(number, 50);
  ASSERT_EQ(input.source->start_at(std::chrono::milliseconds(21'200), 0).status, SeekStatus::done);
  ASSERT_EQ(input.source->read(frame), ReadStatus::frame);
  EXPECT_EQ(position_of(frame), std::chrono::milliseconds(21'200));
}

TEST(SeekingWhereTimesComeAgain, AStartPastTheEndFindsTheEndOfAnyFile) {
  const TempDir dir;
  for (const char* name : {"one.ts", "one.mp4"}) {
    const std::string one = dir / name;
    make_fifty(one);
    Opened input(one);
    ASSERT_EQ(input.source->start_at(std::chrono::seconds(7), 2).status, SeekStatus::done);
    SourceFrame frame;
    while (input.source->read(frame) == ReadStatus::frame)
      EXPECT_TRUE(frame.preroll);
    EXPECT_EQ(input.source->end(), std::chrono::seconds(2)) << name;
  }
}

}  // namespace
}  // namespace framelane::test
