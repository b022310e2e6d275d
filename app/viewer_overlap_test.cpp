#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "app/viewer_fixture_test.h"

namespace framelane {
namespace {

using Row = OverlapModel::Row;
using State = OverlapModel::Equality::State;
using ::testing::AnyOf;
using ::testing::HasSubstr;

// Resident frames over a simulated link, so that there is something to overlap.
class ViewerOverlapTest : public ViewerTest {
 protected:
  static constexpr const char* kDevice = "cpu:link=0.05";
  void SetUp() override {
    opened_ = open_device(parse_device_choice(kDevice));
    ViewerTest::SetUp();
  }
  void open_resident(const std::string& chain) {
    options_.unpaced = true;
    options_.resident = 8;
    open("pattern:320x240@60", chain);
    viewer_->window().resize({1920, 1080});
    press("F5");
  }
  [[nodiscard]] bool says(const std::string& text) {
    return std::ranges::any_of(viewer_->overlay().text_boxes(), [&](const TextBox& box) {
      return box.text.find(text) != std::string::npos;
    });
  }
  [[nodiscard]] const OverlapModel& model() { return viewer_->overlap_model(); }
  [[nodiscard]] std::optional<double> measured(const std::string& name) {
    for (const Row& row : model().rows)
      if (row.name == name) return row.measured_ms;
    return std::nullopt;
  }
};

TEST_F(ViewerOverlapTest, BothModesAreMeasuredAndOverlappingIsFaster) {
  open_resident("negate");
  const char* overlapped = "overlapped, 2 lanes";
  ASSERT_TRUE(turn_until([&] { return measured(overlapped).has_value(); }));
  EXPECT_FALSE(model().speed_up || measured("serial")) << "serial was not measured";
  press("t");
  ASSERT_TRUE(turn_until([&] { return measured("serial").has_value(); }));
  ASSERT_TRUE(turn_until([&] { return model().speed_up.has_value(); }));
  EXPECT_EQ(model().speed_up, 1);
  EXPECT_THAT(model().verdict, HasSubstr("the stages add up to"));
  EXPECT_TRUE(measured(overlapped)) << "from the last time";
  press("t");
  ASSERT_TRUE(turn_until([&] { return model().speed_up && *model().speed_up > 1; }));
  EXPECT_TRUE(model().share_of_bound && model().bound_ms);
  EXPECT_THAT(model().verdict, AnyOf(HasSubstr("upload"), HasSubstr("download"),
                                     HasSubstr("copies"), HasSubstr("passes")));
  EXPECT_TRUE(turn_until([&] { return says("as fast as serial") && says("ms a frame"); }));
}

TEST_F(ViewerOverlapTest, AClickOnARowSwitchesToThatModeAndItsFiguresStay) {
  open_resident("negate");
  ASSERT_TRUE(turn_until([&] { return measured("overlapped, 2 lanes").has_value(); }));
  click("overlap.row0");
  ASSERT_TRUE(turn_until([&] { return in_force().mode == Mode::serial; }));
  EXPECT_TRUE(model().rows[0].now);
  click("overlap.row2");
  ASSERT_TRUE(turn_until([&] { return in_force().mode == Mode::overlapped; }));
  EXPECT_EQ(in_force().lanes, 3);
  EXPECT_EQ(model().rows[1].name, "overlapped, 2 lanes");
  EXPECT_TRUE(measured("overlapped, 2 lanes")) << "from the last time";
  click("overlap.row4");
  ASSERT_TRUE(turn_until([&] { return in_force().memory == HostMemory::pageable; }));
  EXPECT_EQ(in_force().lanes, 3);
  ASSERT_TRUE(turn_until([&] {
    return measured("page-locked, 3 lanes").has_value() ||
           measured("overlapped, 3 lanes").has_value();
  }));
  EXPECT_FALSE(measured("serial")) << "not with pageable memory";
}

TEST_F(ViewerOverlapTest, AChainEditMakesTheFiguresVoid) {
  open_resident("negate");
  press("t");
  ASSERT_TRUE(turn_until([&] { return measured("serial").has_value(); }));
  press("t");
  ASSERT_TRUE(turn_until([&] { return measured("overlapped, 2 lanes").has_value(); }));
  Action edit{Action::Kind::set_chain};
  edit.text = "eq=contrast=1.2";
  viewer_->apply(edit);
  ASSERT_TRUE(turn_until([&] { return measured("overlapped, 2 lanes").has_value(); }));
  EXPECT_FALSE(measured("serial"));
}

TEST_F(ViewerOverlapTest, ALoopIsComparedWithSerialWhilePlaying) {
  open_resident("tmix=frames=3");
  ASSERT_TRUE(show_frames(1));
  EXPECT_EQ(model().equality.state, State::off);
  press("k");
  ASSERT_TRUE(turn_until([&] { return model().equality.waits_for == "serial, key t"; }));
  press("t");
  ASSERT_TRUE(turn_until([&] { return model().equality.count >= 8; }));
  EXPECT_EQ(model().equality.state, State::equal);
  press("T");
  press("T");
  const auto before = model().equality.count;
  ASSERT_TRUE(turn_until([&] { return model().equality.count >= before + 8; }));
  EXPECT_EQ(model().equality.state, State::equal);
  EXPECT_TRUE(turn_until([&] { return says("equal to serial"); }));
  press("R");
  EXPECT_TRUE(turn_until([&] { return model().equality.state == State::waiting; }));
  EXPECT_EQ(model().equality.waits_for, "the resident loop, key R");
  click("overlap.equality");
  EXPECT_EQ(model().equality.state, State::off);
}

TEST_F(ViewerOverlapTest, TheKeyOfTheChecksumsSaysWhatItDidWhereTheLightIsNotSeen) {
  open("pattern:320x240@60", "negate");
  for (const Size size : {Size{320, 240}, Size{640, 360}, Size{1280, 720}}) {
    viewer_->window().resize(size);
    ASSERT_TRUE(show_frames(2));
    press("k");
    EXPECT_TRUE(turn_until([&] { return says("Checksums on") && says("resident"); }));
    press("k");
    EXPECT_TRUE(turn_until([&] { return says("Checksums off"); }));
  }
  press("F5");
  ASSERT_TRUE(turn_until([&] { return says("not compared: checksums are off"); }));
  press("k");
  EXPECT_TRUE(turn_until([&] { return says("comparing waits for the resident loop"); }));
  EXPECT_FALSE(says("Checksums on"));
}

TEST_F(ViewerOverlapTest, PacedThereIsNothingToOverlapAndTheKeyToPressIsNamed) {
  open("pattern:320x240@8", "negate");
  const auto alone = [&] { return model().verdict.find("One frame in flight") == 0; };
  const auto panels_agree = [&] {
    const auto& burst = viewer_->timeline_feed().model(false).burst;
    const std::string frames =
        burst ? "last burst, " + std::to_string(burst->frames) + " frames" : "";
    return alone() && model().frames == frames;
  };
  ASSERT_TRUE(turn_until(panels_agree));
  EXPECT_FALSE(model().speed_up || model().share_of_bound);
  press("u");
  ASSERT_TRUE(turn_until([&] { return measured("overlapped, 2 lanes") && !alone(); }));
  EXPECT_EQ(model().terms.front().name, "decode");
}

}  // namespace
}  // namespace framelane
