#include "gpu/temporal_ring.h"

#include <gmock/gmock.h>

namespace framelane {
namespace {

using testing::ElementsAre;

TEST(TemporalRing, RepeatsTheFirstPictureBeforeTheStart) {
  TemporalRing<int> ring(2, 0);
  ring.push(10);
  ASSERT_TRUE(ring.has_window());
  EXPECT_THAT(ring.take_window(), ElementsAre(10, 10, 10));
  ring.push(11);
  EXPECT_THAT(ring.take_window(), ElementsAre(10, 10, 11));
  ring.push(12);
  ring.push(13);
  EXPECT_THAT(ring.take_window(), ElementsAre(10, 11, 12));
  EXPECT_THAT(ring.take_window(), ElementsAre(11, 12, 13));
  EXPECT_FALSE(ring.has_window());
}

TEST(TemporalRing, WaitsForLookaheadAndRepeatsTheLastPictureAtTheEnd) {
  TemporalRing<int> ring(1, 2);
  ring.push(0);
  ring.push(1);
  EXPECT_FALSE(ring.has_window());
  EXPECT_TRUE(ring.has_pending());
  ring.push(2);
  EXPECT_THAT(ring.take_window(), ElementsAre(0, 0, 1, 2));
  EXPECT_FALSE(ring.has_window());
  ring.end();
  EXPECT_THAT(ring.take_window(), ElementsAre(0, 1, 2, 2));
  EXPECT_THAT(ring.take_window(), ElementsAre(1, 2, 2, 2));
  EXPECT_FALSE(ring.has_window());
  EXPECT_FALSE(ring.has_pending());
}

TEST(TemporalRing, BeginsAnewAfterClear) {
  TemporalRing<int> ring(1, 1);
  ring.push(1);
  ring.push(2);
  ring.clear();
  ring.push(5);
  ring.push(6);
  EXPECT_THAT(ring.take_window(), ElementsAre(5, 5, 6));
}

}  // namespace
}  // namespace framelane
