#include "app/background_job.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <memory>

namespace framelane {
namespace {

TEST(BackgroundJob, GivesItsResultOnceAndWakes) {
  std::promise<void> woken;
  BackgroundJob<int> job;
  EXPECT_FALSE(job.take());
  job.start([] { return 7; }, [&] { woken.set_value(); });
  woken.get_future().wait();
  EXPECT_EQ(job.take(), 7);
  EXPECT_FALSE(job.take());
  EXPECT_FALSE(job.running());
}

// A wake that has to wait itself, as for the window's own lock.
TEST(BackgroundJob, TheResultCanBeTakenWhileTheWakeIsStillUnderWay) {
  std::promise<void> began, taken;
  std::atomic<bool> ended{false};
  {
    BackgroundJob<int> job;
    job.start([] { return 7; },
              [&] {
                began.set_value();
                taken.get_future().wait();
                ended = true;
              });
    began.get_future().wait();
    EXPECT_EQ(job.take(), 7);
    EXPECT_FALSE(ended);
    taken.set_value();
  }
  EXPECT_TRUE(ended) << "what the wake uses may go once the job has gone";
}

// What a slow disk would do: the work does not end before it is let go.
TEST(BackgroundJob, NobodyWaitsForWorkThatWasAbandonedAndItsResultIsLost) {
  std::promise<void> let_go;
  std::promise<void> ended;
  auto end = ended.get_future();
  std::promise<void> second_done;
  const auto stuck = std::make_shared<std::future<void>>(let_go.get_future());
  {
    BackgroundJob<int> job;
    const std::shared_ptr<void> at_the_end(nullptr, [&](void*) { ended.set_value(); });
    job.start(
        [stuck, at_the_end] {
          stuck->wait();
          return 1;
        },
        [] { ADD_FAILURE() << "the abandoned job must not wake"; });
    job.start([] { return 2; }, [&] { second_done.set_value(); });
    second_done.get_future().wait();
    EXPECT_EQ(job.take(), 2);
    job.start([stuck] { return 3; }, nullptr);
  }
  let_go.set_value();
  end.wait();
}

}  // namespace
}  // namespace framelane
