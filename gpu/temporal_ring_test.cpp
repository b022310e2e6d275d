#include "gpu/temporal_ring.h"

#include <gmock/gmock.h>

#include <utility>
#include <vector>

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

TEST(TemporalRing, SaysHowManyPicturesOfAWindowThereAre) {
  TemporalRing<int> ring(2, 1);
  std::vector<std::pair<int, int>> seen;
  const auto take = [&] {
    seen.emplace_back(ring.before(), ring.after());
    (void)ring.take_window();
  };
  for (int n = 0; n < 4; ++n) {
    ring.push(n);
    while (ring.has_window())
      take();
  }
  ring.end();
  take();
  EXPECT_THAT(seen,
              ElementsAre(std::pair(0, 1), std::pair(1, 1), std::pair(2, 1), std::pair(2, 0)));
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
