#include "app/timeline_feed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "app/test_rows.h"
#include "app/timeline_blocks.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;
using test::plan_of;
using test::row_of;
using testing::ElementsAre;

std::vector<const TimelineBlock*> of(const TimelineRow& row, bool waiting) {
  std::vector<const TimelineBlock*> found;
  for (const TimelineBlock& block : row.blocks)
    if (block.waiting == waiting) found.push_back(&block);
  return found;
}

std::vector<std::string> names(const TimelineModel& model) {
  std::vector<std::string> all;
  for (const TimelineRow& row : model.rows)
    all.push_back(row.name);
  return all;
}

void expect_in_time_and_apart(const TimelineModel& model) {
  for (const TimelineRow& row : model.rows)
    for (std::size_t i = 0; i < row.blocks.size(); ++i) {
      EXPECT_LT(row.blocks[i].start, row.blocks[i].end) << row.name;
      if (i > 0) {
        EXPECT_GE(row.blocks[i].start, row.blocks[i - 1].end) << row.name << i;
      }
    }
}

std::size_t blocks(const TimelineModel& model) {
  std::size_t count = 0;
  for (const TimelineRow& row : model.rows)
    count += row.blocks.size();
  return count;
}

// One frame of which everything is known: 5 us to each place on the clock, from `at` on.
FrameRow whole_row(std::int64_t n, Nanoseconds at) {
  FrameRow row = row_of(n, plan_of({"load+eq", "gblur"}));
  FrameTimes& times = row.times;
  times.decoding = Interval{at - 50us, at - 30us};
  times.decode = 20us;
  times.decode_wait = 15us;
  times.upload = Interval{at + 5us, at + 15us};
  times.upload_waited = 5us;
  times.passes = {{at + 18us, at + 20us}, {at + 20us, at + 26us}};
  times.filter = Interval{at + 18us, at + 26us};
  times.download = Interval{at + 30us, at + 40us};
  times.download_waited = 2us;
  times.present = 7us;
  row.finished = at + 100us;
  row.pace = 16ms;
  return row;
}

TEST(TimelineBlocks, AFrameIsInItsRowsAsItsTimesState) {
  TimelineModel model;
  clear_blocks(model, 2);
  EXPECT_THAT(names(model), ElementsAre("decode", "lane 0", "lane 1", "present"));
  add_blocks(model, whole_row(1, 1ms));
  expect_in_time_and_apart(model);
  EXPECT_TRUE(model.rows[1].blocks.empty()) << "frame 1 went through lane 1";
  const TimelineRow& lane = model.rows[2];
  const auto working = of(lane, false), waiting = of(lane, true);
  ASSERT_EQ(working.size(), 4U);
  EXPECT_EQ(working[0]->stage, Stage::upload);
  EXPECT_EQ(working[0]->start, 1005us);
  EXPECT_EQ(working[0]->waited, 5us);
  EXPECT_EQ(working[0]->bytes, 2'000'000U);
  EXPECT_EQ(model.names.at(working[1]->name.value()), "load+eq");
  EXPECT_EQ(model.names.at(working[2]->name.value()), "gblur");
  EXPECT_EQ(working[2]->end, 1026us);
  EXPECT_EQ(working[3]->stage, Stage::download);
  EXPECT_EQ(working[3]->bytes, 8'000'000U);
  EXPECT_EQ(working[3]->waited, 4us) << "from the passes' end on";
  ASSERT_EQ(waiting.size(), 3U);
  EXPECT_EQ(waiting[0]->start, 1ms);
  EXPECT_EQ(waiting[0]->end, 1005us);
  EXPECT_EQ(waiting[1]->stage, Stage::passes);
  EXPECT_EQ(waiting[1]->length(), 3us);
  EXPECT_EQ(waiting[2]->stage, Stage::download);
  EXPECT_EQ(waiting[2]->length(), 4us);
  const auto decode = of(model.rows[0], false), held_up = of(model.rows[0], true);
  ASSERT_EQ(decode.size(), 1U);
  EXPECT_EQ(decode[0]->length(), 20us);
  ASSERT_EQ(held_up.size(), 1U);
  EXPECT_EQ(held_up[0]->end, decode[0]->start);
  EXPECT_EQ(held_up[0]->length(), 15us);
  ASSERT_EQ(model.rows[3].blocks.size(), 1U);
  EXPECT_EQ(model.rows[3].blocks[0].end, 1100us);
  EXPECT_EQ(model.rows[3].blocks[0].length(), 7us);
}

TEST(TimelineBlocks, WhatWaitedForALaterFrameRunsInThatOnesLane) {
  auto plan = std::make_shared<ChainPlan>(*plan_of({"load+eq", "tmix"}));
  plan->passes[1].ahead = 1;
  TimelineModel model;
  clear_blocks(model, 2);
  for (std::int64_t n = 0; n < 4; ++n) {
    FrameRow row = whole_row(n, n * 50us);
    const Nanoseconds next = (n + 1) * 50us;
    row.plan = plan;
    row.times.passes[1] = {next + 20us, next + 26us};
    row.times.filter->end = next + 26us;
    row.times.download = Interval{next + 30us, next + 40us};
    add_blocks(model, row);
  }
  expect_in_time_and_apart(model);
  std::vector<std::int64_t> frames;
  for (const TimelineBlock* block : of(model.rows[2], false))
    frames.push_back(block->frame);
  // In lane 1: uploads and first passes of 1 and 3, the rest of 0 and 2.
  EXPECT_THAT(frames, ElementsAre(1, 1, 0, 0, 3, 3, 2, 2));
}

TEST(TimelineBlocks, WhatWasNotMeasuredOrNotDoneIsNotThere) {
  TimelineModel model;
  clear_blocks(model, 1);
  FrameRow dropped;
  dropped.dropped = true;
  dropped.times.decoding = Interval{1ms, 2ms};
  add_blocks(model, dropped);
  EXPECT_EQ(model.rows[0].blocks.size(), 1U);
  EXPECT_EQ(blocks(model), 1U);
  FrameRow row = row_of(0, plan_of({}));
  row.times.filter.reset();
  row.times.download.reset();
  add_blocks(model, row);
  ASSERT_EQ(model.rows[1].blocks.size(), 1U);
  EXPECT_FALSE(model.rows[1].blocks[0].waited) << "the device has no engines to wait for";
}

TEST(TimelineBlocks, NoneOverlapsAnotherHoweverTheClocksRound) {
  TimelineModel model;
  clear_blocks(model, 2);
  for (const std::int64_t n : {0, 4, 2, 2, 6, 1, 5}) {
    FrameRow row = whole_row(n, n * 39us);
    row.times.decode_wait = 500us;
    add_blocks(model, row);
  }
  expect_in_time_and_apart(model);
  EXPECT_EQ(of(model.rows[0], false).size(), 6U) << "two results of one frame share its decode";
}

class Feed : public testing::Test {
 protected:
  // Frames of 40 us, each beginning so much after the one before.
  void add(int frames, Nanoseconds every) {
    for (int i = 0; i < frames; ++i) {
      add(whole_row(next_++, at_));
      at_ += every;
    }
  }
  void add(const FrameRow& row, bool paced = true) {
    if (row.processed()) bursts_.add(row.frame, row.times, paced);
    feed_.add(row);
  }

  Bursts bursts_;
  TimelineFeed feed_{bursts_};
  std::int64_t next_ = 0;
  Nanoseconds at_ = 10ms;
};

TEST_F(Feed, FramesThatFollowEachOtherAreShownAsTheyCome) {
  add(20, 30us);
  const TimelineModel& model = feed_.model(false);
  EXPECT_THAT(names(model), ElementsAre("decode", "lane 0", "lane 1", "present"));
  expect_in_time_and_apart(model);
  EXPECT_FALSE(model.burst);
  EXPECT_EQ(model.period, 30'625ns);
  EXPECT_EQ(model.known_until, at_ - 30us - 30us) << "where the last frame was decoded";
  EXPECT_EQ(of(model.rows.back(), false).size(), 20U);
  add(1, 30us);
  (void)feed_.model(false);
  EXPECT_EQ(of(model.rows.back(), false).size(), 21U);
}

TEST_F(Feed, OneAtATimeTheLastBurstStays) {
  add(1, 16ms);
  add(6, 30us);
  at_ += 16ms;
  add(4, 16ms);
  EXPECT_FALSE(feed_.model(false).burst) << "it may be one of many";
  add(3000, 16ms);
  const TimelineModel& model = feed_.model(false);
  ASSERT_TRUE(model.burst);
  EXPECT_EQ(model.burst->frames, 6);
  EXPECT_EQ(model.burst->at.start, 26ms);
  EXPECT_EQ(model.period, 31'666ns);
  EXPECT_EQ(of(model.rows[1], false).front()->frame, 2);
  const auto rows = feed_.rows(model.burst->at);
  ASSERT_EQ(rows.size(), 6U);
  EXPECT_EQ(rows.front().frame, 1);
  add(3, 30us);
  EXPECT_EQ(feed_.model(false).burst->frames, 6) << "the next one is not over";
  at_ += 16ms;
  add(2, 16ms);
  EXPECT_EQ(feed_.model(false).burst->frames, 3);
  EXPECT_EQ(feed_.rows(model.burst->at).front().frame, next_ - 5);
  add(200, 30us);
  EXPECT_FALSE(feed_.model(false).burst) << "most frames are in bursts";
  EXPECT_EQ(of(model.rows.back(), false).back()->frame, next_ - 1);
}

TEST_F(Feed, TheBurstOfASettingThatHasPassedIsNotShown) {
  add(6, 30us);
  at_ += 16ms;
  add(20, 16ms);
  ASSERT_TRUE(feed_.model(false).burst);
  FrameRow other = whole_row(next_++, at_);
  other.times.warmup = true;
  other.times.lanes = 3;
  add(other);
  const TimelineModel& model = feed_.model(false);
  EXPECT_FALSE(model.burst);
  EXPECT_EQ(of(model.rows.back(), false).size(), 1U);
}

TEST_F(Feed, SerialFramesAreABurstWhenTheHostLosesNoTime) {
  const auto add_serial = [this](int frames, Nanoseconds every) {
    for (int i = 0; i < frames; ++i) {
      FrameRow row = whole_row(next_++, at_);
      row.times.mode = Mode::serial;
      row.times.lanes = 1;
      row.times.lane = 0;
      add(row);
      at_ += every;
    }
  };
  add_serial(1, 16ms);
  add_serial(5, 90us);
  at_ += 16ms;
  add_serial(100, 16ms);
  const TimelineModel& model = feed_.model(false);
  ASSERT_TRUE(model.burst);
  EXPECT_EQ(model.burst->frames, 5);
}

TEST_F(Feed, UnpacedThereIsNothingToWaitFor) {
  add(6, 30us);
  for (int i = 0; i < 3; ++i) {
    FrameRow row = whole_row(next_++, at_ += 2s);
    add(row, false);
  }
  const TimelineModel& model = feed_.model(false);
  EXPECT_FALSE(model.burst);
  EXPECT_EQ(of(model.rows.back(), false).size(), 9U);
}

TEST_F(Feed, IsCompleteUpToTheFrameOnShowWhichEndsAfterThoseItReplaces) {
  FrameRow shown = whole_row(2, at_ + 60us);
  shown.displayed = true;
  for (const std::int64_t n : {0, 1, 3, 4}) {
    FrameRow replaced = whole_row(n, at_ + n * 30us);
    replaced.displayed = false;
    add(replaced);
  }
  const TimelineModel& model = feed_.model(false);
  EXPECT_EQ(model.known_until, 0ns);
  add(shown);
  (void)feed_.model(false);
  EXPECT_EQ(model.known_until, shown.times.decoding->end);
  std::vector<std::int64_t> frames;
  for (const TimelineBlock* block : of(model.rows.front(), false))
    frames.push_back(block->frame);
  EXPECT_THAT(frames, ElementsAre(0, 1, 2, 3, 4));
  expect_in_time_and_apart(model);
}

TEST_F(Feed, WithoutAnyBurstTheFramesThereAreAreShown) {
  add(40, 16ms);
  const TimelineModel& model = feed_.model(false);
  EXPECT_FALSE(model.burst);
  EXPECT_EQ(model.period, 15'002'500ns);
  EXPECT_EQ(of(model.rows.back(), false).size(), 40U);
}

TEST_F(Feed, KeepsNoMoreThanItsLastFrames) {
  add(5000, 30us);
  const TimelineModel& model = feed_.model(false);
  EXPECT_EQ(of(model.rows.back(), false).size(), TimelineFeed::kFrames);
  EXPECT_EQ(of(model.rows.back(), false).back()->frame, 4999);
  EXPECT_EQ(feed_.rows({0ms, 1h}).size(), TimelineFeed::kFrames);
  for (int i = 0; i < 60; ++i) {
    add(700, 30us);
    (void)feed_.model(false);
  }
  EXPECT_LE(blocks(model), 4U * 8192);
  expect_in_time_and_apart(model);
}

TEST_F(Feed, HeldItStaysAndWhatItShowsCanStillBeExported) {
  add(20, 30us);
  const TimelineModel& model = feed_.model(true);
  const std::size_t before = blocks(model);
  const Interval stretch{10ms, 10ms + 100us};
  const std::size_t rows = feed_.rows(stretch).size();
  ASSERT_GT(rows, 2U);
  add(3000, 30us);
  EXPECT_EQ(blocks(feed_.model(true)), before);
  EXPECT_EQ(feed_.rows(stretch).size(), rows);
  (void)feed_.model(false);
  EXPECT_EQ(of(model.rows.back(), false).back()->frame, next_ - 1);
  EXPECT_TRUE(feed_.rows(stretch).empty()) << "long gone";
}

TEST_F(Feed, AnotherModeOrAnotherInputBeginsAnew) {
  add(20, 30us);
  FrameRow serial = whole_row(next_, at_);
  serial.times.mode = Mode::serial;
  serial.times.lanes = 1;
  serial.times.lane = 0;
  add(serial);
  const TimelineModel& model = feed_.model(false);
  EXPECT_THAT(names(model), ElementsAre("decode", "lane 0", "present"));
  EXPECT_EQ(model.rows.back().blocks.size(), 1U);
  feed_.clear();
  EXPECT_EQ(blocks(feed_.model(false)), 0U);
  EXPECT_TRUE(feed_.rows({0ms, 1h}).empty());
}

}  // namespace
}  // namespace framelane
