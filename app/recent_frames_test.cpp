#include "app/recent_frames.h"

#include <gtest/gtest.h>

namespace framelane {
namespace {

class RecentFramesTest : public testing::Test {
 protected:
  void add(int count, bool begins = false, bool done = false, bool preroll = false) {
    for (int n = 0; n < count; ++n) {
      SourceFrame frame;
      frame.index = preroll ? next_ : next_++;
      frame.preroll = preroll;
      frame.resident = resident_;
      frame.starts_loop = begins && n == 0 && resident_;
      recent_.add(frame, begins && n == 0, done || preroll);
    }
  }
  // Indices, those that are history in brackets.
  [[nodiscard]] std::string again(std::int64_t shown, int reach, int untold = 0) const {
    std::string text;
    for (const Rerun& rerun : recent_.run_again(shown, reach, untold)) {
      const bool frame = rerun.item.kind == DecodedItem::Kind::frame;
      const std::string name = frame        ? std::to_string(rerun.item.frame.index)
                               : rerun.told ? "told"
                                            : "end";
      text += (text.empty() ? "" : " ") + (frame && rerun.history ? "(" + name + ")" : name);
    }
    return text;
  }

  RecentFrames recent_;
  std::int64_t next_ = 0;
  bool resident_ = false;
};

TEST_F(RecentFramesTest, TheFrameOnShowComesAfterThoseItReachesBackTo) {
  add(10, true);
  EXPECT_EQ(again(6, 2), "(4) (5) 6 7 8 9");
  EXPECT_EQ(again(6, 0), "6 7 8 9");
  EXPECT_EQ(again(1, 5), "(0) 1 2 3 4 5 6 7 8 9");
  EXPECT_TRUE(recent_.whole(6, 6));
  EXPECT_TRUE(recent_.whole(6, 60)) << "0 is the first there is";
}

TEST_F(RecentFramesTest, WithoutTheFrameOnShowItGoesOnWithTheFirstThatWaits) {
  add(3, false, true);
  add(2);
  EXPECT_EQ(again(-1, 1), "(2) 3 4");
  EXPECT_FALSE(recent_.whole(-1, 4));
  EXPECT_TRUE(recent_.whole(-1, 3));
}

TEST_F(RecentFramesTest, WhatWasDroppedIsHistoryAlone) {
  add(4, true);
  recent_.set_done(2);
  EXPECT_EQ(again(1, 1), "(0) 1 (2) 3");
}

TEST_F(RecentFramesTest, FramesBeforeASoughtOneAreHistory) {
  add(3, false, false, true);
  add(2);
  EXPECT_EQ(again(0, 3), "(0) (0) (0) 0 1");
  EXPECT_TRUE(recent_.whole(0, 3));
  EXPECT_FALSE(recent_.whole(0, 4));
}

TEST_F(RecentFramesTest, WhereTheFrameToBeShownIsYetToComeItsHistoryGoesFirst) {
  add(3, false, false, true);
  EXPECT_EQ(again(-1, 2), "(0) (0)");
  EXPECT_TRUE(recent_.whole(-1, 5)) << "more may come";
}

TEST_F(RecentFramesTest, OnlyWhatWaitsAndItsReachIsKept) {
  add(20, true);
  recent_.trim(3, 5);
  EXPECT_EQ(recent_.size(), 8U);
  EXPECT_TRUE(recent_.whole(15, 3));
  EXPECT_FALSE(recent_.whole(15, 4));
}

TEST_F(RecentFramesTest, BetweenTheFrameOnShowAndThoseThatWaitNothingIsKept) {
  add(3, true);
  add(10, false, true);
  add(2);
  recent_.trim(1, 5);
  EXPECT_EQ(again(0, 1), "0 1 2 (12) 13 14");
  EXPECT_TRUE(recent_.whole(0, 1));
  EXPECT_FALSE(recent_.whole(0, 2)) << "11 is missing before 13";
  EXPECT_TRUE(recent_.whole(0, 0));
}

TEST_F(RecentFramesTest, EndsNotTakenYetAreToldAgain) {
  add(2, true);
  DecodedItem end;
  end.kind = DecodedItem::Kind::end;
  recent_.add_end(end);
  add(1, true);
  recent_.add_end(end);
  EXPECT_EQ(again(1, 0), "1 told 2 told");
  EXPECT_EQ(again(1, 0, 1), "1 told 2 end");
  EXPECT_EQ(again(1, 0, 2), "1 end 2 end");
}

TEST_F(RecentFramesTest, OfAResidentLoopTheWholeRoundIsKeptAndNoRoundBetween) {
  resident_ = true;
  add(6, true);
  recent_.trim(0, 3);
  for (int round = 0; round < 50; ++round) {
    add(6, true, true);
    recent_.trim(0, 3);
  }
  add(2, true);
  recent_.trim(0, 3);
  EXPECT_EQ(recent_.size(), 8U);
  EXPECT_EQ(again(5, 9), "(0) (1) (2) (3) (4) 5 306 307");
  EXPECT_TRUE(recent_.whole(5, 100));
}

}  // namespace
}  // namespace framelane
