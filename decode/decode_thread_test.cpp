#include "decode/decode_thread.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <deque>
#include <fstream>
#include <future>
#include <iterator>

#include "decode/test_media.h"
#include "gpu/errors.h"

namespace framelane::test {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;
using Kind = DecodedItem::Kind;
using Time = FrameSource::Time;

// A source with its thread and the consumer's end of the queue.
class Playing {
 public:
  explicit Playing(const std::string& input, const DecodeStart& start = {},
                   std::size_t capacity = 4)
      : opened_(input),
        queue_(capacity),
        thread_(std::make_unique<DecodeThread>(std::move(opened_.source), queue_, start)) {}

  DecodeThread& thread() { return *thread_; }
  BoundedQueue<DecodedItem>& queue() { return queue_; }
  HostPool& pool() { return opened_.pool; }
  // The next item of the present generation.
  DecodedItem next() {
    DecodedItem item;
    for (;;) {
      const QueueStatus status = queue_.pop(item);
      if (status == QueueStatus::closed) throw std::runtime_error("closed");
      if (status == QueueStatus::ok && item.generation >= thread_->generation()) return item;
    }
  }
  // The numbers of the next `count` frames of a pattern at 25 per second.
  std::vector<int> numbers(int count) {
    std::vector<int> all;
    for (int i = 0; i < count; ++i) {
      const DecodedItem item = next();
      if (item.kind != Kind::frame) break;
      all.push_back(static_cast<int>(item.frame.pts / milliseconds(40)));
    }
    return all;
  }
  // Blocks until the decode thread can only wait for room.
  void wait_until_full() {
    while (queue_.size() < queue_.capacity())
      std::this_thread::yield();
  }

 private:
  Opened opened_;
  BoundedQueue<DecodedItem> queue_;  // its frames lie in the pool of what is opened
  std::unique_ptr<DecodeThread> thread_;
};

constexpr const char* kTen = "pattern:16x16@25:frames=10";

TEST(DecodeThread, HandsOnEveryFrameThenTheEnd) {
  Playing playing(kTen);
  for (std::int64_t i = 0; i < 10; ++i) {
    const DecodedItem item = playing.next();
    ASSERT_EQ(item.kind, Kind::frame);
    EXPECT_EQ(item.frame.index, i);
    EXPECT_EQ(item.frame.generation, 1U);
    EXPECT_FALSE(item.frame.starts_loop);
  }
  EXPECT_EQ(playing.next().kind, Kind::end);
}

TEST(DecodeThread, StartsAtATimeWithItsPrerollAndEndsAfterSoManyFrames) {
  DecodeStart start;
  start.at = milliseconds(200);
  start.reach = 2;
  start.frames = 3;
  Playing playing(kTen, start);
  std::vector<std::int64_t> indices;
  std::vector<bool> preroll;
  DecodedItem item;
  while ((item = playing.next()).kind == Kind::frame) {
    indices.push_back(item.frame.index);
    preroll.push_back(item.frame.preroll);
  }
  EXPECT_THAT(indices, ElementsAre(0, 0, 0, 1, 2));
  EXPECT_THAT(preroll, ElementsAre(true, true, false, false, false));
}

TEST(DecodeThread, TheNumberOfFramesCountsFromTheLastMoveAndThroughWraps) {
  DecodeStart start;
  start.frames = 5;
  start.loop.plays = 0;
  Playing playing("pattern:16x16@25:frames=3", start);
  EXPECT_THAT(playing.numbers(9), ElementsAre(0, 1, 2, 0, 1));
  EXPECT_EQ(playing.thread().frames_counted(), 5);
  playing.thread().seek_exact(Time(0), 0);
  EXPECT_THAT(playing.numbers(9), ElementsAre(0, 1, 2, 0, 1));
  EXPECT_EQ(playing.thread().frames_counted(), 5);
  playing.thread().set_loop({0, {}, {}});
  EXPECT_THAT(playing.numbers(9), ElementsAre(0, 1, 2, 0, 1));
}

TEST(DecodeThread, ASeekDropsWhatIsQueuedAndRaisesTheGeneration) {
  Playing playing(kTen);
  playing.wait_until_full();
  const DecodeAnswer answer = playing.thread().seek_exact(milliseconds(280), 0);
  EXPECT_TRUE(answer.accepted);
  EXPECT_EQ(answer.generation, 2U);
  EXPECT_THAT(playing.numbers(3), ElementsAre(7, 8, 9));
  EXPECT_EQ(playing.next().kind, Kind::end);
  EXPECT_EQ(playing.thread().seek_previous(milliseconds(80), 0).generation, 3U);
  EXPECT_THAT(playing.numbers(2), ElementsAre(1, 2));
  playing.thread().seek_near(milliseconds(160), std::nullopt);
  EXPECT_THAT(playing.numbers(1), ElementsAre(4));
}

TEST(DecodeThread, OfManySeeksTheLastCounts) {
  Playing playing("pattern:16x16@25");
  DecodeAnswer answer;
  for (int i = 1; i <= 200; ++i)
    answer = playing.thread().seek_exact(milliseconds(40 * i), 0);
  EXPECT_EQ(answer.generation, 201U);
  EXPECT_THAT(playing.numbers(2), ElementsAre(200, 201));
}

TEST(DecodeThread, LoopsSoOftenAndMarksEachWrap) {
  DecodeStart start;
  start.loop.plays = 3;
  Playing playing("pattern:16x16@25:frames=3", start);
  std::vector<bool> marks;
  std::int64_t index = 0;
  DecodedItem item;
  while ((item = playing.next()).kind == Kind::frame) {
    marks.push_back(item.frame.starts_loop);
    EXPECT_EQ(item.frame.index, index++);
    EXPECT_EQ(item.generation, 1U);
  }
  EXPECT_THAT(marks, ElementsAre(false, false, false, true, false, false, true, false, false));
}

TEST(DecodeThread, LoopsFromBToA) {
  DecodeStart start;
  start.loop = {0, milliseconds(80), milliseconds(160)};
  Playing playing(kTen, start);
  EXPECT_THAT(playing.numbers(9), ElementsAre(0, 1, 2, 3, 4, 2, 3, 4, 2));
  playing.thread().seek_exact(milliseconds(320), 0);
  EXPECT_THAT(playing.numbers(4), ElementsAre(8, 9, 2, 3));
}

TEST(DecodeThread, ALoopSetAtTheEndStartsAgain) {
  Playing playing("pattern:16x16@25:frames=2");
  EXPECT_THAT(playing.numbers(2), ElementsAre(0, 1));
  EXPECT_EQ(playing.next().kind, Kind::end);
  playing.thread().set_loop({0, {}, {}});
  EXPECT_THAT(playing.numbers(5), ElementsAre(0, 1, 0, 1, 0));
}

TEST(DecodeThread, ALoopWithoutFramesEnds) {
  DecodeStart start;
  start.loop = {0, milliseconds(4000), {}};
  Playing playing(kTen, start);
  EXPECT_THAT(playing.numbers(11).size(), 10U);
  EXPECT_EQ(playing.thread().generation(), 1U);
}

TEST(DecodeThread, ResidentFramesGoRoundWithoutDecoding) {
  TempDir dir;
  const std::string file = dir / "a.mp4";
  ffmpeg("-f lavfi -i testsrc2=s=64x64:r=25:d=2 -c:v libx264 -bf 2 -g 10 -pix_fmt yuv420p " + file);
  Playing playing(file);
  static_cast<void>(playing.next());
  const DecodeAnswer answer = playing.thread().set_resident(5, milliseconds(400));
  ASSERT_TRUE(answer.accepted) << answer.why;
  EXPECT_EQ(answer.generation, 2U);
  EXPECT_GT(answer.bytes, 5 * 64 * 64U);
  std::vector<int> numbers;
  std::vector<const std::byte*> places;
  for (int i = 0; i < 15; ++i) {
    const DecodedItem item = playing.next();
    numbers.push_back(static_cast<int>(item.frame.pts / milliseconds(40)));
    places.push_back(item.frame.picture.first);
    EXPECT_EQ(item.frame.starts_loop, i == 5 || i == 10) << i;
    EXPECT_EQ(item.frame.decode_time.has_value(), i < 5) << i;
  }
  EXPECT_THAT(numbers, ElementsAre(10, 11, 12, 13, 14, 10, 11, 12, 13, 14, 10, 11, 12, 13, 14));
  for (std::size_t i = 5; i < places.size(); ++i)
    EXPECT_EQ(places[i], places[i - 5]);
  const std::uint64_t decoded = playing.thread().counts().decoded;
  static_cast<void>(playing.numbers(50));
  EXPECT_EQ(playing.thread().counts().decoded, decoded);
}

TEST(DecodeThread, ResidentAgainAndAgainTakesNoMoreMemory) {
  TempDir dir;
  const std::string file = dir / "a.mp4";
  ffmpeg("-f lavfi -i testsrc2=s=64x64:r=25:d=2 -c:v libx264 -pix_fmt yuv420p " + file);
  Playing playing(file);
  int blocks = 0;
  for (int round = 0; round < 4; ++round) {
    ASSERT_TRUE(playing.thread().set_resident(5, Time(0)).accepted);
    EXPECT_THAT(playing.numbers(6), ElementsAre(0, 1, 2, 3, 4, 0));
    if (round == 0) blocks = playing.pool().counts().blocks;
    EXPECT_EQ(playing.pool().counts().blocks, blocks);
  }
}

TEST(DecodeThread, LeavingResidentGoesOnAfterTheFramePushedLast) {
  DecodeStart start;
  start.resident = 4;
  Playing playing("pattern:16x16@25:frames=100", start);
  static_cast<void>(playing.numbers(6));
  EXPECT_EQ(playing.thread().set_resident(0, std::nullopt).generation, 1U);
  std::vector<int> numbers = playing.numbers(20);
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    const bool next = numbers[i] == numbers[i - 1] + 1;
    EXPECT_TRUE(next || (numbers[i - 1] == 3 && numbers[i] == 0)) << i;
  }
  EXPECT_GT(numbers.back(), 4);
}

// Where the next `count` frames lie, in frames of 40 ms from the first one on.
std::vector<int> places(Playing& playing, int count) {
  std::vector<int> all;
  for (int i = 0; i < count; ++i) {
    const DecodedItem item = playing.next();
    if (item.kind != Kind::frame) break;
    all.push_back(static_cast<int>(position_of(item.frame) / milliseconds(40)));
  }
  return all;
}

TEST(DecodeThread, ResidentFramesBeginWhereTheStartLiesInFilesJoinedToOne) {
  TempDir dir;
  const std::string one = dir / "one.ts", joined = dir / "joined.ts";
  ffmpeg("-f lavfi -i testsrc2=s=64x64:r=25 -frames:v 50 -c:v libx264 -g 10 -pix_fmt yuv420p " +
         one);
  shell("cat " + one + " " + one + " > " + joined);
  DecodeStart start;
  start.resident = 4;
  start.reach = 2;
  start.at = milliseconds(1920);
  Playing over(joined, start);
  EXPECT_THAT(places(over, 9), ElementsAre(48, 49, 50, 51, 48, 49, 50, 51, 48));
  start.at = milliseconds(2520);
  Playing behind(joined, start);
  EXPECT_THAT(places(behind, 6), ElementsAre(63, 64, 65, 66, 63, 64));
  ASSERT_TRUE(behind.thread().set_resident(0, std::nullopt).accepted);
  const std::vector<int> rest = places(behind, 60);
  EXPECT_EQ(rest.back(), 99) << "it goes on behind the join";
  start.at = milliseconds(4400);
  EXPECT_EQ(Playing(joined, start).next().kind, Kind::end);
}

TEST(DecodeThread, LeavingResidentGoesOnWhereTimesAreLaterThanBehindTheJoins) {
  TempDir dir;
  const std::string one = dir / "one.ts", late = dir / "late.ts", joined = dir / "joined.ts";
  const std::string make =
      "-f lavfi -i testsrc2=s=64x64:r=25 -frames:v 50 -c:v libx264 -g 10 -pix_fmt yuv420p ";
  ffmpeg(make + one);
  ffmpeg(make + "-output_ts_offset 100 " + late);
  shell("cat " + one + " " + late + " " + one + " > " + joined);
  DecodeStart start;
  start.resident = 4;
  start.at = milliseconds(2520);
  Playing playing(joined, start);
  EXPECT_THAT(places(playing, 6), ElementsAre(63, 64, 65, 66, 63, 64));
  playing.wait_until_full();  // ten were pushed: the next one is in the middle of the round
  ASSERT_TRUE(playing.thread().set_resident(0, std::nullopt).accepted);
  const std::vector<int> rest = places(playing, 200);
  EXPECT_EQ(rest.back(), 149);
  for (std::size_t i = 1; i < rest.size(); ++i)
    EXPECT_TRUE(rest[i] == rest[i - 1] + 1 || (rest[i - 1] == 66 && rest[i] == 63)) << rest[i];
}

TEST(DecodeThread, ASeekLeavesResident) {
  DecodeStart start;
  start.resident = 3;
  Playing playing("pattern:16x16@25:frames=100", start);
  EXPECT_THAT(playing.numbers(4), ElementsAre(0, 1, 2, 0));
  playing.thread().seek_exact(milliseconds(400), 0);
  EXPECT_THAT(playing.numbers(5), ElementsAre(10, 11, 12, 13, 14));
}

TEST(DecodeThread, ResidentIsRefusedAboveHalfOfTheFreeMemory) {
  TempDir dir;
  const std::string file = dir / "a.mp4";
  ffmpeg("-f lavfi -i testsrc2=s=640x360:r=25 -frames:v 3 -c:v libx264 -pix_fmt yuv420p " + file);
  Playing playing(file);
  const DecodeAnswer answer = playing.thread().set_resident(2'000'000'000, Time(0));
  EXPECT_FALSE(answer.accepted);
  EXPECT_GT(answer.bytes, answer.free_bytes / 2);
  EXPECT_THAT(answer.why, HasSubstr("free"));
  EXPECT_EQ(playing.thread().generation(), 1U);
  DecodeStart start;
  start.resident = 2'000'000'000;
  EXPECT_THROW(Playing(file, start), UsageError);
}

// Stopping must end the thread wherever it waits.
TEST(DecodeThread, StopsWithAFullQueueAtTheEndAndInTheMiddle) {
  Playing full("pattern:16x16@25", {}, 2);
  full.wait_until_full();
  full.thread().stop();
  Playing ended("pattern:16x16@25:frames=1");
  while (ended.next().kind != Kind::end) {
  }
  ended.thread().stop();
  Playing running("pattern:16x16@25");
  static_cast<void>(running.numbers(5));
  running.thread().stop();
  running.thread().stop();
}

TEST(DecodeThread, StopsWhenTheQueueIsClosed) {
  Playing playing("pattern:16x16@25");
  playing.queue().close();
  playing.thread().stop();
  SUCCEED();
}

TEST(DecodeThread, StopsAndSeeksWhileItDecodesALongGroup) {
  TempDir dir;
  const std::string file = dir / "a.mp4";
  ffmpeg(
      "-f lavfi -i testsrc2=s=320x180:r=25:d=20 -c:v libx264 -preset ultrafast -g 9999 "
      "-pix_fmt yuv420p " +
      file);
  Playing playing(file);
  playing.thread().seek_exact(std::chrono::seconds(19), 0);
  playing.thread().seek_exact(milliseconds(80), 0);
  EXPECT_THAT(playing.numbers(2), ElementsAre(2, 3));
  playing.thread().seek_exact(std::chrono::seconds(19), 0);
  playing.thread().stop();
}

// A FIFO whose writer stays open after half of the file.
class HalfFed {
 public:
  explicit HalfFed(TempDir& dir) : fifo_(dir / "pipe") {
    const std::string file = dir / "a.mkv";
    ffmpeg("-f lavfi -i testsrc2=s=64x64:r=25 -frames:v 80 -c:v libx264 -g 5 -pix_fmt yuv420p " +
           file);
    std::ifstream in(file, std::ios::binary);
    bytes_.assign(std::istreambuf_iterator<char>(in), {});
    shell("mkfifo " + fifo_);
    writing_ = std::async(std::launch::async, [this] {
      descriptor_ = open(fifo_.c_str(), O_WRONLY);
      EXPECT_GT(write(descriptor_, bytes_.data(), bytes_.size() / 2), 0);
    });
  }
  ~HalfFed() {
    writing_.wait();
    close(descriptor_);
  }
  HalfFed(const HalfFed&) = delete;
  HalfFed& operator=(const HalfFed&) = delete;
  [[nodiscard]] const std::string& path() const { return fifo_; }
  void feed_the_rest() {
    writing_.wait();
    EXPECT_GT(
        write(descriptor_, bytes_.data() + bytes_.size() / 2, bytes_.size() - bytes_.size() / 2),
        0);
  }

 private:
  std::string fifo_;
  std::string bytes_;
  int descriptor_ = -1;
  std::future<void> writing_;
};

TEST(DecodeThread, StopsWhileAPipeGivesNothing) {
  TempDir dir;
  HalfFed pipe(dir);
  Playing playing(pipe.path(), {}, 100);
  static_cast<void>(playing.next());
  playing.thread().stop();
}

TEST(DecodeThread, APipeGoesForwardOnlyAndSaysSoAtOnce) {
  TempDir dir;
  HalfFed pipe(dir);
  Playing playing(pipe.path());
  EXPECT_THAT(playing.numbers(3), ElementsAre(0, 1, 2));
  const DecodeAnswer back = playing.thread().seek_exact(Time(0), 0);
  EXPECT_FALSE(back.accepted);
  EXPECT_EQ(back.generation, 1U);
  EXPECT_THAT(back.why, HasSubstr("pipe"));
  EXPECT_FALSE(playing.thread().seek_previous(milliseconds(80), 0).accepted);
  EXPECT_FALSE(playing.thread().set_resident(4, Time(0)).accepted);
  EXPECT_TRUE(playing.thread().seek_exact(milliseconds(2800), 0).accepted);
  pipe.feed_the_rest();
  EXPECT_THAT(playing.numbers(3), ElementsAre(70, 71, 72));
}

TEST(DecodeThread, APipeThatIsToLoopFailsWithTheReason) {
  TempDir dir;
  const std::string file = dir / "a.mkv";
  ffmpeg("-f lavfi -i testsrc2=s=64x64:r=25 -frames:v 3 -c:v libx264 -pix_fmt yuv420p " + file);
  shell("mkfifo " + (dir / "p") + " && (cat " + file + " > " + (dir / "p") + " &)");
  DecodeStart start;
  start.loop.plays = 2;
  Playing playing(dir / "p", start);
  EXPECT_THAT(playing.numbers(3), ElementsAre(0, 1, 2));
  const DecodedItem item = playing.next();
  EXPECT_EQ(item.kind, Kind::failed);
  EXPECT_THAT(item.error, HasSubstr("pipe"));
}

// Commands from several threads while frames are taken: for the sanitizers.
TEST(DecodeThread, TakesCommandsFromManyThreads) {
  Playing playing("pattern:16x16@25:frames=50");
  std::vector<std::future<void>> others;
  for (int who = 0; who < 3; ++who)
    others.push_back(std::async(std::launch::async, [&playing, who] {
      for (int i = 0; i < 100; ++i) {
        if (who == 0) playing.thread().seek_exact(milliseconds(10 * i), i % 3);
        if (who == 1) playing.thread().set_loop({i % 3, {}, {}});
        if (who == 2) playing.thread().set_resident(i % 5, std::nullopt);
      }
    }));
  DecodedItem item;
  for (int i = 0; i < 200; ++i)
    static_cast<void>(playing.queue().pop_for(item, milliseconds(1)));
  others.clear();
  playing.thread().seek_exact(milliseconds(1000), 0);
  EXPECT_THAT(playing.numbers(3), ElementsAre(25, 26, 27));
}

}  // namespace
}  // namespace framelane::test
