#include "app/equality.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace framelane {
namespace {

using namespace std::chrono_literals;

TEST(EqualityBook, EveryFrameOfBothModesIsCompared) {
  EqualityBook book;
  for (int n = 0; n < 5; ++n)
    book.add(n * 40ms, true, 100U + static_cast<unsigned>(n));
  EXPECT_TRUE(book.result().has_serial);
  EXPECT_FALSE(book.result().has_overlapped);
  EXPECT_EQ(book.result().compared, 0U);
  for (int round = 0; round < 2; ++round)
    for (int n = 0; n < 5; ++n)
      book.add(n * 40ms, false, 100U + static_cast<unsigned>(n));
  EXPECT_EQ(book.result().compared, 10U);
  EXPECT_FALSE(book.result().differs);
}

TEST(EqualityBook, SerialAfterOverlappedIsComparedToo) {
  EqualityBook book;
  book.add(0ms, false, 7);
  book.add(40ms, false, 8);
  book.add(40ms, true, 9);
  book.add(0ms, true, 7);
  EXPECT_EQ(book.result().compared, 2U);
  EXPECT_EQ(book.result().differs, 40ms);
}

TEST(EqualityBook, TheFirstFrameThatDiffersStays) {
  EqualityBook book;
  for (int n = 0; n < 4; ++n)
    book.add(n * 40ms, true, 1);
  book.add(0ms, false, 1);
  book.add(120ms, false, 2);
  book.add(40ms, false, 3);
  EXPECT_EQ(book.result().differs, 120ms);
  book.add(120ms, false, 1);
  EXPECT_EQ(book.result().differs, 120ms);
  book.clear();
  EXPECT_FALSE(book.result().differs || book.result().has_serial);
}

class EqualityCheckTest : public testing::Test {
 protected:
  // Frame n of a resident loop, its bytes made from n.
  ProcessedFrame frame(int n, Mode mode) {
    struct Bytes {
      std::vector<std::byte> bytes;
      HostBlock block;
    };
    auto memory = std::make_shared<Bytes>();
    ProcessedFrame made;
    FrameFacts& facts = made.picture.facts;
    facts.format = find_pixel_format("yuv420p");
    facts.width = 16;
    facts.height = 8;
    made.picture.layout = packed_layout(*facts.format, facts.width, facts.height);
    memory->bytes.assign(made.picture.layout.bytes, static_cast<std::byte>(n));
    made.picture.first = memory->bytes.data();
    made.picture.block = {memory, &memory->block};
    auto source = std::make_shared<SourceFrame>();
    source->resident = true;
    made.source = source;
    made.pts = n * 40ms;
    made.generation = generation_;
    made.revision = revision_;
    made.times.mode = mode;
    return made;
  }
  // One after the other: what comes while one is compared is left out.
  void take(const ProcessedFrame& frame) {
    check_.add(frame);
    check_.settle();
  }

  EqualityCheck check_;
  std::uint64_t generation_ = 1, revision_ = 0;
};

TEST_F(EqualityCheckTest, OffItLooksAtNothing) {
  check_.add(frame(0, Mode::serial));
  EXPECT_FALSE(check_.on());
  EXPECT_FALSE(check_.result().has_serial);
}

TEST_F(EqualityCheckTest, AFlippedByteIsFoundAtItsFrame) {
  check_.set_on(true);
  for (int n = 0; n < 6; ++n)
    take(frame(n, Mode::serial));
  for (int n = 0; n < 3; ++n)
    take(frame(n, Mode::overlapped));
  EXPECT_EQ(check_.result().compared, 3U);
  EXPECT_FALSE(check_.result().differs);
  ProcessedFrame flipped = frame(3, Mode::staged);
  flipped.picture.first[flipped.picture.layout.planes[1].offset + 5] ^= std::byte{1};
  take(flipped);
  take(frame(4, Mode::overlapped));
  EXPECT_EQ(check_.result().differs, 120ms);
  EXPECT_EQ(check_.result().compared, 5U);
}

TEST_F(EqualityCheckTest, BytesBesideThePictureDoNotCount) {
  check_.set_on(true);
  take(frame(1, Mode::serial));
  ProcessedFrame other = frame(1, Mode::overlapped);
  const auto& plane = other.picture.layout.planes[0];
  ASSERT_GT(plane.pitch_bytes, 16U);
  other.picture.first[plane.offset + plane.pitch_bytes - 1] ^= std::byte{1};
  take(other);
  EXPECT_EQ(check_.result().compared, 1U);
  EXPECT_FALSE(check_.result().differs);
}

TEST_F(EqualityCheckTest, AnotherChainOrLoopBeginsAnewAndLateFramesOfTheOldOneAreLeftOut) {
  check_.set_on(true);
  take(frame(1, Mode::serial));
  const ProcessedFrame late = frame(1, Mode::overlapped);
  ++revision_;
  take(frame(2, Mode::overlapped));
  EXPECT_FALSE(check_.result().has_serial);
  take(late);
  take(frame(2, Mode::serial));
  EXPECT_EQ(check_.result().compared, 1U);
  ++generation_;
  take(frame(2, Mode::serial));
  EXPECT_EQ(check_.result().compared, 0U);
}

TEST_F(EqualityCheckTest, OnlyResidentDownloadedFramesAreCompared) {
  check_.set_on(true);
  ProcessedFrame played = frame(1, Mode::serial);
  played.source = std::make_shared<SourceFrame>();
  take(played);
  ProcessedFrame kept = frame(1, Mode::serial);
  kept.picture.block.reset();
  take(kept);
  EXPECT_FALSE(check_.result().has_serial);
}

TEST_F(EqualityCheckTest, NoFrameIsHeldOnceItIsClearedOrOff) {
  std::weak_ptr<HostBlock> block;
  check_.set_on(true);
  for (const bool off : {false, true}) {
    {
      const ProcessedFrame one = frame(1, Mode::serial);
      block = one.picture.block;
      check_.add(one);
    }
    if (off)
      check_.set_on(false);
    else
      check_.clear();
    EXPECT_TRUE(block.expired());
    EXPECT_FALSE(check_.result().has_serial);
  }
}

}  // namespace
}  // namespace framelane
