#include "app/filters_feed.h"

#include <gtest/gtest.h>

#include "gpu/plan.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;

class FiltersFeedTest : public testing::Test {
 protected:
  void edit(const std::string& text) {
    chain_ = parse_chain(text);
    FrameFacts facts;
    facts.format = find_pixel_format("yuv420p");
    facts.width = 64;
    facts.height = 48;
    plan_ = plan_chain(chain_, facts, {});
    feed_.set_chain(chain_, *plan_, ++revision_);
  }
  // Frames with passes of these lengths.
  void measure(int frames, std::vector<std::chrono::microseconds> passes, bool warmup = false) {
    for (int n = 0; n < frames; ++n) {
      ProcessedFrame frame;
      frame.plan = plan_;
      frame.revision = revision_;
      frame.times.warmup = warmup;
      for (const auto length : passes)
        frame.times.passes.push_back({0ns, length});
      now_ += 10ms;
      feed_.add(frame, now_);
    }
  }
  [[nodiscard]] FiltersModel model() const {
    FiltersModel model;
    feed_.fill(model);
    return model;
  }

  FiltersFeed feed_;
  Chain chain_;
  std::shared_ptr<const ChainPlan> plan_;
  std::uint64_t revision_ = 0;
  FiltersFeed::Host::time_point now_ = FiltersFeed::Host::now();
};

TEST_F(FiltersFeedTest, FusedFiltersShareAPassAndItsTimeStandsAtTheFirst) {
  edit("eq=contrast=1.1,!negate,exposure=1,gblur=sigma=2,eq");
  measure(20, {2ms, 3ms});
  const FiltersModel filled = model();
  ASSERT_EQ(filled.rows.size(), 5U);
  EXPECT_EQ(filled.passes, 2);
  EXPECT_EQ(filled.revision, revision_);
  EXPECT_EQ(filled.rows[0].pass, 0);
  EXPECT_DOUBLE_EQ(*filled.rows[0].mean_ms, 2);
  EXPECT_FALSE(filled.rows[1].pass) << "disabled";
  EXPECT_FALSE(filled.rows[1].mean_ms);
  EXPECT_EQ(filled.rows[2].pass, 0);
  EXPECT_TRUE(filled.rows[2].fused);
  EXPECT_FALSE(filled.rows[2].mean_ms);
  EXPECT_EQ(filled.rows[3].pass, 1);
  EXPECT_FALSE(filled.rows[3].fused);
  EXPECT_DOUBLE_EQ(*filled.rows[3].mean_ms, 3);
  EXPECT_FALSE(filled.rows[4].pass) << "without effect";
  EXPECT_DOUBLE_EQ(*filled.sum_ms, 5);
}

TEST_F(FiltersFeedTest, AFilterOfTwoPassesTakesTheTimeOfBoth) {
  edit("gblur=sigma=1024");
  ASSERT_EQ(model().passes, 2);
  measure(1, {2ms, 3ms});
  EXPECT_DOUBLE_EQ(*model().rows[0].mean_ms, 5);
}

TEST_F(FiltersFeedTest, MeanAndP95AreOfTheLast120Frames) {
  edit("gblur=sigma=2");
  measure(50, {90ms});
  measure(110, {1ms});
  measure(10, {3ms});
  const FilterRow row = model().rows[0];
  EXPECT_NEAR(*row.mean_ms, (110.0 + 30.0) / 120, 1e-9);
  EXPECT_DOUBLE_EQ(*row.p95_ms, 3);
}

TEST_F(FiltersFeedTest, NothingStaysOfWhatWasMeasuredBeforeAnEdit) {
  edit("gblur=sigma=2");
  measure(20, {2ms});
  edit("gblur=sigma=3,negate");
  EXPECT_FALSE(model().rows[0].mean_ms);
  EXPECT_FALSE(model().sum_ms);
  measure(3, {4ms, 1ms}, true);
  EXPECT_FALSE(model().rows[0].mean_ms) << "warming up";
  measure(3, {4ms, 1ms});
  EXPECT_DOUBLE_EQ(*model().rows[0].mean_ms, 4);
}

TEST_F(FiltersFeedTest, OnlyTheFilterEditedShowsItsChangeOnceEnoughIsMeasured) {
  edit("gblur=sigma=2,sobel");
  measure(20, {2ms, 1ms});
  edit("gblur=sigma=3,sobel");
  measure(2, {3ms, 2ms});
  EXPECT_FALSE(model().rows[0].change_ms);
  measure(20, {3ms, 2ms});
  EXPECT_NEAR(model().rows[0].change_ms.value_or(-99), 1, 1e-9);
  EXPECT_FALSE(model().rows[1].change_ms);
  edit("gblur=sigma=3,sobel,negate");
  measure(20, {3ms, 2ms, 1ms});
  EXPECT_FALSE(model().rows[0].change_ms) << "another was added";
}

TEST_F(FiltersFeedTest, WhileASliderIsDraggedTheChangeIsSinceTheDragBegan) {
  edit("gblur=sigma=2");
  measure(20, {2ms});
  for (int n = 3; n < 9; ++n) {
    edit("gblur=sigma=2." + std::to_string(n));
    measure(2, {std::chrono::microseconds(n * 1000)});
  }
  measure(30, {8ms});
  EXPECT_NEAR(model().rows[0].change_ms.value_or(-99), 6, 0.01);
}

TEST_F(FiltersFeedTest, TheChangeOfAFusedFilterStandsWhereTheTimeStands) {
  edit("eq=contrast=1.1,exposure=1");
  measure(20, {2ms});
  edit("eq=contrast=1.1,exposure=2");
  measure(20, {5ms});
  EXPECT_NEAR(model().rows[0].change_ms.value_or(-99), 3, 1e-9);
  EXPECT_FALSE(model().rows[1].change_ms);
}

TEST_F(FiltersFeedTest, SwitchedOffAndOnThereIsNothingToCompareWith) {
  edit("gblur=sigma=2");
  measure(20, {2ms});
  edit("!gblur=sigma=2");
  measure(20, {});
  EXPECT_FALSE(model().rows[0].mean_ms);
  EXPECT_FALSE(model().rows[0].change_ms);
}

}  // namespace
}  // namespace framelane
