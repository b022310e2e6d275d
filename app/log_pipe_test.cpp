// A log into a pipe ends with the program, whoever does not read it; and what an ended log leaves.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <future>

#include "app/frame_log.h"
#include "app/print.h"
#include "app/test_rows.h"
#include "app/trace_file.h"
#include "gpu/errors.h"
#include "gpu/temp_dir_test.h"

namespace framelane {
namespace {

using ::testing::HasSubstr;

class LogPipeTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::signal(SIGPIPE, SIG_IGN);
    ASSERT_EQ(mkfifo(pipe_.c_str(), 0600), 0);
    reader_ = open(pipe_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  }
  void TearDown() override { close(reader_); }
  // More than a pipe holds.
  static void fill(FrameLog& log) {
    const auto plan = test::plan_of({"eq"});
    for (std::int64_t n = 0; n < 3000 && log.push(test::row_of(n, plan)); ++n) {
    }
  }

  test::TempDir folder_;
  std::string pipe_ = folder_ / "pipe";
  int reader_ = -1;
  std::shared_ptr<Interrupt> interrupt_ = std::make_shared<Interrupt>();
};

// Without the interrupt this would wait for ever.
TEST_F(LogPipeTest, ALogThatNobodyReadsAnyMoreEndsOnceEverythingShall) {
  FrameLog log(pipe_, test::run_facts(), false, interrupt_);
  fill(log);
  interrupt_->raise();
  log.finish();
  ASSERT_TRUE(log.error());
  EXPECT_THAT(*log.error(), HasSubstr("/pipe: ended while nobody read it"));
}

TEST_F(LogPipeTest, AWaitForAReaderIsToldAndStillEndsAtOnce) {
  std::promise<std::string> told;
  const PipeWait wait(interrupt_, [&](const std::string& name) { told.set_value(name); });
  FrameLog log(pipe_, test::run_facts(), false, wait);
  fill(log);
  EXPECT_EQ(told.get_future().get(), pipe_);
  interrupt_->raise();
  log.finish();
  EXPECT_TRUE(log.given_up());
}

TEST_F(LogPipeTest, ATraceThatNobodyReadsAnyMoreEndsOnceEverythingShall) {
  TraceFile trace(pipe_, test::run_facts(), std::nullopt, interrupt_);
  interrupt_->raise();
  const auto plan = test::plan_of({"eq"});
  const auto write_much = [&] {
    for (std::int64_t n = 0; n < 3000; ++n)
      trace.write(test::row_of(n, plan));
    trace.close();
  };
  EXPECT_THROW(write_much(), OutputError);
}

// Standard output is such a pipe while it lives, and full.
class FullStandardOutput {
 public:
  explicit FullStandardOutput(const std::string& pipe) {
    std::fflush(stdout);
    const int full = open(pipe.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK);
    const std::vector<char> much(65536);
    while (write(full, much.data(), much.size()) > 0) {
    }
    (void)fcntl(full, F_SETFL, 0);
    dup2(full, STDOUT_FILENO);
    close(full);
  }
  ~FullStandardOutput() {
    std::fflush(stdout);
    dup2(before_, STDOUT_FILENO);
    close(before_);
  }
  FullStandardOutput(const FullStandardOutput&) = delete;
  FullStandardOutput& operator=(const FullStandardOutput&) = delete;

 private:
  int before_ = dup(STDOUT_FILENO);
};

TEST_F(LogPipeTest, WhatIsPrintedForNobodyEndsOnceEverythingShall) {
  bool printed = true;
  {
    const FullStandardOutput full(pipe_);
    interrupt_->raise();
    printed = print("a summary\n", interrupt_);
  }
  EXPECT_FALSE(printed);
  testing::internal::CaptureStdout();
  EXPECT_TRUE(print("a summary\n", interrupt_));
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "a summary\n");
}

TEST_F(LogPipeTest, WhatIsReadInTimeIsWholeThoughEverythingShallEnd) {
  const auto plan = test::plan_of({"eq"});
  {
    FrameLog log(pipe_, test::run_facts(), false, interrupt_);
    interrupt_->raise();
    for (std::int64_t n = 0; n < 20; ++n)
      EXPECT_TRUE(log.push(test::row_of(n, plan)));
    log.finish();
    EXPECT_FALSE(log.error());
  }
  std::string text(65536, '\0');
  const ssize_t got = read(reader_, text.data(), text.size());
  ASSERT_GT(got, 0);
  EXPECT_EQ(std::count(text.begin(), text.begin() + got, '\n'), 21) << "a header and the rows";
}

TEST_F(LogPipeTest, TheJsonOfALogThatWasThereBeforeDoesNotStandBesideTheNewOne) {
  std::ofstream(folder_ / "a.json") << "another run's";
  FrameLog log(folder_ / "a.csv", test::run_facts());
  EXPECT_EQ(access((folder_ / "a.json").c_str(), F_OK), -1);
  log.finish();
  EXPECT_EQ(access((folder_ / "a.json").c_str(), F_OK), 0);
}

}  // namespace
}  // namespace framelane
