// What bench writes for a reader that does not read.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <vector>

#include "app/bench.h"
#include "gpu/temp_dir_test.h"

namespace framelane {
namespace {

using ::testing::HasSubstr;

// Without an end to the wait the test would never end.
TEST(BenchPipe, ASignalEndsTheWaitForAReaderOfAFile) {
  const test::TempDir folder;
  const std::string pipe = folder / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const int holder = open(pipe.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK);
  const std::vector<char> much(65536);
  while (write(holder, much.data(), much.size()) > 0) {
  }
  for (std::string BenchOptions::*file : {&BenchOptions::csv, &BenchOptions::json}) {
    const StopSignal stop;
    Options options;
    options.quiet = true;
    options.bench.kind = BenchKind::filters;
    options.bench.*file = pipe;
    ASSERT_EQ(std::raise(SIGINT), 0);
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    EXPECT_EQ(bench_command(options, stop), 128 + SIGINT);
    EXPECT_THAT(testing::internal::GetCapturedStdout(), HasSubstr("ended by SIGINT"));
    EXPECT_THAT(testing::internal::GetCapturedStderr(),
                HasSubstr(pipe + ": ended while nobody read it: it is not complete\n"));
  }
  close(holder);
}

}  // namespace
}  // namespace framelane
