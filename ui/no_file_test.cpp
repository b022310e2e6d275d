// The empty window, and notes, through the overlay.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ui/overlay_fixture_test.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;
using Kind = Action::Kind;
using testing::ElementsAre;

using NoFileTest = OverlayTest;

TEST_F(NoFileTest, OffersTheOpenButtonAndTheRecentFiles) {
  transport_ = {};
  (void)draw(0s);
  EXPECT_THAT(click(overlay_.control_box("open"), 0s),
              ElementsAre(Action{Kind::toggle_open_dialog}));
  EXPECT_THAT(click(overlay_.control_box("recent_2"), 0s),
              ElementsAre(Action{Kind::open_file, 0, true, "/tmp/test pattern.y4m"}));
  files_.recent.clear();
  (void)draw(0s);
  EXPECT_EQ(overlay_.control_box("recent_0").w, 0);
  EXPECT_TRUE(says("Drop a video here, or open one"));
}

using NoteTest = OverlayTest;

TEST_F(NoteTest, NotesGoAfterFiveSecondsAreNotCountedAndFollowEachOther) {
  overlay_.report_note("Saved a.png");
  (void)draw(1s);
  EXPECT_TRUE(says("Saved a.png"));
  ASSERT_TRUE(overlay_.redraw_at());
  EXPECT_LE(*overlay_.redraw_at(), 6s);
  (void)draw(5900ms);
  EXPECT_TRUE(says("Saved a.png"));
  (void)draw(6s);
  EXPECT_FALSE(says("Saved"));
  overlay_.report_note("Saved b.png");
  overlay_.report_note("Saved c.png");
  (void)draw(7s);
  EXPECT_TRUE(says("Saved b.png"));
  (void)draw(9s);
  EXPECT_TRUE(says("Saved c.png"));
  EXPECT_FALSE(says("(2)"));
  overlay_.report_fault("It broke.");
  (void)draw(10s);
  EXPECT_TRUE(says("It broke."));
  (void)draw(100s);
  EXPECT_TRUE(says("It broke."));
}

}  // namespace
}  // namespace framelane
