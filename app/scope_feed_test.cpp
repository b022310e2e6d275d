#include "app/scope_feed.h"

#include <gtest/gtest.h>

namespace framelane {
namespace {

using namespace std::chrono_literals;
using Host = ScopeFeed::Host;

ProcessedFrame frame_with(std::int64_t index, Nanoseconds histogram) {
  ProcessedFrame frame;
  frame.index = index;
  frame.scopes.after = std::make_shared<ScopeTables>();
  frame.times.scopes[0].before = Interval{10ms, 10ms + histogram};
  frame.times.scopes[0].after = Interval{20ms, 20ms + histogram};
  return frame;
}

TEST(ScopeFeed, ShowsTheNewestTablesWhateverTheOrderTheyComeIn) {
  ScopeFeed feed;
  ScopesModel model;
  const Host::time_point now{};
  feed.fill(model, nullptr, now);
  EXPECT_EQ(model.revision, 0U);
  const ProcessedFrame older = frame_with(3, 1ms), newer = frame_with(4, 1ms);
  feed.add(newer, now);
  feed.add(older, now);
  feed.add(ProcessedFrame{}, now);  // not counted: what is known stays
  feed.fill(model, nullptr, now);
  EXPECT_EQ(model.tables.after, newer.scopes.after);
  EXPECT_EQ(model.revision, 1U);
  feed.fill(model, nullptr, now);
  EXPECT_EQ(model.revision, 1U);
  feed.fill(model, &older, now);
  EXPECT_EQ(model.tables.after, older.scopes.after) << "paused at it";
  EXPECT_EQ(model.revision, 2U);
  feed.clear();
  feed.fill(model, nullptr, now);
  EXPECT_FALSE(model.tables.after);
}

TEST(ScopeFeed, ACostIsTheMeanOfBothPicturesRenewedFourTimesASecond) {
  ScopeFeed feed;
  ScopesModel model;
  const Host::time_point start{};
  feed.add(frame_with(0, 1ms), start);
  feed.fill(model, nullptr, start);
  EXPECT_EQ(model.cost_ms[0], 2.0);
  EXPECT_FALSE(model.cost_ms[1]);
  feed.add(frame_with(1, 2ms), start + 10ms);
  feed.fill(model, nullptr, start + 100ms);
  EXPECT_EQ(model.cost_ms[0], 2.0);
  feed.fill(model, nullptr, start + 410ms);
  EXPECT_EQ(model.cost_ms[0], 3.0);
  feed.clear_costs();
  feed.fill(model, nullptr, start + 420ms);
  EXPECT_FALSE(model.cost_ms[0]);
}

}  // namespace
}  // namespace framelane
