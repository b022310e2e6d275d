#include "app/frame_log.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/log_row.h"
#include "app/test_rows.h"
#include "gpu/errors.h"
#include "gpu/temp_dir_test.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;
using test::plan_of;
using test::row_of;
using test::run_facts;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kHeader =
    "Frame,PTSInS,TimeInMs,Mode,Lanes,Lane,Warmup,MsDecode,MsDecodeWait,MsUpload,MsFilter,"
    "MsDownload,MsLatency,MsBetweenFrames,UploadStartMs,UploadEndMs,FilterStartMs,FilterEndMs,"
    "DownloadStartMs,DownloadEndMs,BytesUp,BytesDown,QueueDepth,Dropped,Displayed,MsPresent,"
    "Checksum";

class FrameLogTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::string at(const std::string& name) const { return folder_ / name; }
  [[nodiscard]] std::string text(const std::string& name) const { return folder_.text(name); }
  [[nodiscard]] nlohmann::json json(const std::string& name) const {
    return nlohmann::json::parse(text(name));
  }

  test::TempDir folder_;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  return lines;
}

TEST(LogRow, HeaderIsTheDocumentedOneWithThePassesBehind) {
  EXPECT_EQ(log_header(nullptr), std::string(kHeader) + "\r\n");
  const auto plan = plan_of({"eq+hue", "gblur"});
  EXPECT_EQ(log_header(plan.get()), std::string(kHeader) + ",MsPass_1_eq+hue,MsPass_2_gblur\r\n");
}

TEST(LogRow, EveryValueStandsInItsColumn) {
  const auto plan = plan_of({"eq"});
  FrameRow row = row_of(3, plan);
  row.checksum = 0xabcULL;
  row.displayed = true;
  row.times.present = 1250us;
  row.times.queue_depth = 5;
  row.times.warmup = true;
  EXPECT_EQ(log_row(row, 10ms, plan.get()),
            "3,0.120000000,40.000000,overlapped,2,1,1,1.000000,NA,2.000000,3.000000,4.000000,"
            "9.500000,10.000000,30.000000,32.000000,32.000000,35.000000,35.000000,39.000000,"
            "2000000,8000000,5,0,1,1.250000,0000000000000abc,3.000000\r\n");
}

TEST(LogRow, WhatIsNotThereIsNa) {
  FrameRow row;
  row.dropped = true;
  row.displayed = false;
  const auto plan = plan_of({"eq"});
  EXPECT_EQ(log_row(row, {}, plan.get()),
            "0,0.000000000,0.000000,serial,1,NA,0,NA,NA,NA,NA,NA,NA,NA,NA,NA,NA,NA,NA,NA,0,0,0,1,0,"
            "NA,NA,NA\r\n");
}

TEST(LogRow, ADownloadThatWasLeftOutIsNaWithItsBytes) {
  const auto plan = plan_of({"eq"});
  FrameRow row = row_of(3, plan);
  row.displayed = true;
  row.times.download.reset();
  row.times.bytes_down = 0;
  EXPECT_EQ(log_row(row, 10ms, plan.get()),
            "3,0.120000000,40.000000,overlapped,2,1,0,1.000000,NA,2.000000,3.000000,NA,"
            "9.500000,10.000000,30.000000,32.000000,32.000000,35.000000,NA,NA,"
            "2000000,NA,0,0,1,NA,NA,3.000000\r\n");
}

TEST(LogRow, AFrameOvertakenAfterItWasProcessedHasItsLane) {
  FrameRow row = row_of(1, plan_of({"eq"}));
  row.dropped = true;
  row.displayed = false;
  EXPECT_THAT(log_row(row, {}, row.plan.get()), HasSubstr(",overlapped,2,1,0,1.000000,"));
}

TEST(LogRow, FieldsAreQuotedWhereTheyMustBe) {
  EXPECT_EQ(csv_field("plain"), "plain");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("say \"x\""), "\"say \"\"x\"\"\"");
  EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
}

TEST(LogNames, FollowTheRules) {
  EXPECT_EQ(json_name_of("a/b.csv"), "a/b.json");
  EXPECT_EQ(json_name_of("a.b/log"), "a.b/log.json");
  EXPECT_EQ(nth_log_name("a.b/log.csv", 2), "a.b/log_2.csv");
  EXPECT_EQ(nth_log_name("a.b/log", 3), "a.b/log_3");
  const auto name = [](const std::string& input) {
    return default_log_name(input, std::chrono::system_clock::time_point{});
  };
  EXPECT_THAT(name("/films/my clip.x.mp4"),
              ::testing::MatchesRegex("framelane_my clip\\.x_[0-9]{4}-[0-9]{2}-[0-9]{2}_"
                                      "[0-9]{2}-[0-9]{2}-[0-9]{2}\\.csv"));
  EXPECT_THAT(name("-"), StartsWith("framelane_stdin_"));
  EXPECT_THAT(name("pattern:64x48@60"), StartsWith("framelane_pattern_64x48@60_"));
  EXPECT_LT(name(std::string(500, 'x')).size(), 200U);
}

TEST_F(FrameLogTest, RowsAndJsonArriveWhole) {
  FrameLog log(at("a.csv"), run_facts());
  const auto plan = plan_of({"eq"});
  for (std::int64_t n = 0; n < 1000; ++n)
    EXPECT_TRUE(log.push(row_of(n, plan)));
  log.finish();
  EXPECT_FALSE(log.error());
  const auto lines = lines_of(text("a.csv"));
  ASSERT_EQ(lines.size(), 1001U);
  EXPECT_EQ(lines[0] + "\n", log_header(plan.get()));
  EXPECT_EQ(lines[1000] + "\n", log_row(row_of(999, plan), 10ms, plan.get()));
  const auto side = json("a.json");
  EXPECT_EQ(side["schema"], 1);
  EXPECT_EQ(side["chain"], "eq");
  EXPECT_EQ(side["input"]["name"], run_facts().input.name);
  EXPECT_TRUE(side["chain_changes"].empty());
  ASSERT_EQ(side["modes"].size(), 1U);
  EXPECT_EQ(side["modes"][0]["frames"], 1000);
  EXPECT_EQ(side["modes"][0]["bound"]["stage"], "download");
  EXPECT_FALSE(log.push(row_of(0, plan)));
}

TEST_F(FrameLogTest, ParametersAreNotedAndAnotherPassListStartsTheNextFile) {
  FrameLog log(at("a.csv"), run_facts());
  EXPECT_TRUE(log.push(row_of(0, plan_of({"eq"}))));
  EXPECT_TRUE(log.push(row_of(1, plan_of({"eq"}, 64, "eq=contrast=2"))));
  EXPECT_TRUE(log.push(row_of(2, plan_of({"eq", "gblur"}, 64, "eq,gblur"))));
  EXPECT_TRUE(log.push(row_of(3, plan_of({"eq", "gblur"}, 128, "eq,gblur"))));
  log.finish();
  EXPECT_EQ(log.current_name(), at("a_3.csv"));
  EXPECT_EQ(lines_of(text("a.csv")).size(), 3U);
  EXPECT_EQ(lines_of(text("a_2.csv")).size(), 2U);
  EXPECT_EQ(lines_of(text("a_3.csv")).size(), 2U);
  const auto changes = json("a.json")["chain_changes"];
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_EQ(changes[0]["frame"], 1);
  EXPECT_EQ(changes[0]["chain"], "eq=contrast=2");
  EXPECT_EQ(json("a_2.json")["chain"], "eq,gblur");
  EXPECT_EQ(json("a_3.json")["modes"][0]["frames"], 1);
}

TEST_F(FrameLogTest, APauseIsNoTimeBetweenFrames) {
  FrameLog log(at("a.csv"), run_facts());
  const auto plan = plan_of({"eq"});
  EXPECT_TRUE(log.push(row_of(0, plan)));
  log.interrupted();
  EXPECT_TRUE(log.push(row_of(500, plan)));
  EXPECT_TRUE(log.push(row_of(501, plan)));
  log.finish();
  const auto lines = lines_of(text("a.csv"));
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[2] + "\n", log_row(row_of(500, plan), {}, plan.get()));
  EXPECT_EQ(lines[3] + "\n", log_row(row_of(501, plan), 10ms, plan.get()));
}

TEST_F(FrameLogTest, WithoutRowsThereIsAHeader) {
  FrameLog log(at("a.csv"), run_facts());
  log.finish();
  EXPECT_FALSE(log.error());
  EXPECT_EQ(text("a.csv"), log_header(nullptr));
  EXPECT_TRUE(json("a.json")["modes"].empty());
}

TEST_F(FrameLogTest, APlaceThatCannotBeWrittenIsRefusedAtOnce) {
  EXPECT_THROW(FrameLog(at("no/such/a.csv"), run_facts()), OutputError);
  EXPECT_THROW(FrameLog(folder_.path(), run_facts()), OutputError);
}

TEST_F(FrameLogTest, AFullDiskEndsTheLogWithItsReasonAndPushingGoesOn) {
  FrameLog log("/dev/full", run_facts());
  const auto plan = plan_of({"eq"});
  std::int64_t n = 0;
  while (n < 100'000 && log.push(row_of(n, plan)))
    ++n;
  EXPECT_LT(n, 100'000);
  EXPECT_FALSE(log.try_push(row_of(n, plan)));
  log.finish();
  ASSERT_TRUE(log.error());
  EXPECT_THAT(*log.error(), HasSubstr("/dev/full"));
  EXPECT_THAT(*log.error(), HasSubstr("No space left on device"));
  EXPECT_FALSE(std::filesystem::exists("/dev/full.json"));
}

TEST_F(FrameLogTest, AFileTakenAwayIsTold) {
  FrameLog log(at("a.csv"), run_facts());
  EXPECT_TRUE(log.push(row_of(0, plan_of({"eq"}))));
  std::filesystem::remove(at("a.csv"));
  log.finish();
  ASSERT_TRUE(log.error());
  EXPECT_THAT(*log.error(), HasSubstr("taken away"));
}

TEST_F(FrameLogTest, ANextFileThatCannotBeMadeEndsTheLogAndTheFirstStaysWhole) {
  const std::string longest(250, 'a');  // with "_2" it is longer than a name may be
  FrameLog log(at(longest + ".csv"), run_facts());
  EXPECT_TRUE(log.push(row_of(0, plan_of({"eq"}))));
  EXPECT_TRUE(log.push(row_of(1, plan_of({"gblur"}))));
  log.finish();
  ASSERT_TRUE(log.error());
  EXPECT_THAT(*log.error(), HasSubstr("a_2.csv"));
  EXPECT_EQ(lines_of(text(longest + ".csv")).size(), 2U);
  EXPECT_TRUE(json(longest + ".json")["continued_in"].is_null());
  EXPECT_EQ(json(longest + ".json")["modes"][0]["frames"], 1);
}

// Files of an earlier run stay where they are: which belong together is in the JSON.
TEST_F(FrameLogTest, EachFileNamesTheOneBeforeAndTheOneAfterItInTheSameRun) {
  for (int run = 0; run < 2; ++run) {
    FrameLog log(at("a.csv"), run_facts());
    EXPECT_TRUE(log.push(row_of(0, plan_of({"eq"}))));
    EXPECT_TRUE(log.push(row_of(1, plan_of({"gblur"}))));
    log.finish();
  }
  EXPECT_EQ(json("a.json")["continued_in"], "a_3.csv");
  EXPECT_TRUE(json("a.json")["continues"].is_null());
  EXPECT_EQ(json("a_3.json")["continues"], "a.csv");
  EXPECT_TRUE(json("a_3.json")["continued_in"].is_null());
  EXPECT_EQ(json("a_2.json")["log"], "a_2.csv") << "of the run before, untouched";
}

TEST_F(FrameLogTest, TheLogsOfInputsThatFollowNameEachOther) {
  {
    FrameLog first(at("a.csv"), run_facts());
    first.push(row_of(0, plan_of({"eq"})));
    first.push(row_of(1, plan_of({"gblur"})));
    FrameLog second(at("a.csv"), run_facts(), true);
    first.finish_before(second);
    second.push(row_of(0, plan_of({"eq"})));
    second.push(row_of(1, plan_of({"gblur"})));
  }
  // Which number is whose depends on who comes first.
  nlohmann::json log = "a.csv", before;
  for (int files = 0; files < 4; ++files) {
    const std::string name = log;
    const auto facts = json(json_name_of(name));
    EXPECT_EQ(facts["continues"], before) << name;
    before = log;
    log = facts["continued_in"];
    EXPECT_EQ(log.is_null(), files == 3) << name;
  }
}

TEST_F(FrameLogTest, ANextFileReplacesNothing) {
  std::ofstream(at("a_2.csv")) << "mine";
  std::ofstream(at("a_3.json")) << "mine too";
  FrameLog log(at("a.csv"), run_facts());
  EXPECT_TRUE(log.push(row_of(0, plan_of({"eq"}))));
  EXPECT_TRUE(log.push(row_of(1, plan_of({"gblur"}))));
  EXPECT_TRUE(log.push(row_of(2, plan_of({"eq"}))));
  log.finish();
  EXPECT_FALSE(log.error());
  EXPECT_EQ(log.current_name(), at("a_5.csv"));
  EXPECT_EQ(text("a_2.csv"), "mine");
  EXPECT_EQ(text("a_3.json"), "mine too");
  EXPECT_FALSE(std::filesystem::exists(at("a_3.csv")));
  EXPECT_EQ(lines_of(text("a_4.csv")).size(), 2U);
}

TEST_F(FrameLogTest, RowsThatPileUpEndTheLogInsteadOfWaiting) {
  // A pipe that nobody empties: the writer stands still, and the queue fills.
  std::signal(SIGPIPE, SIG_IGN);
  ASSERT_EQ(mkfifo(at("pipe").c_str(), 0600), 0);
  std::fstream holder(at("pipe"), std::ios::in | std::ios::out);
  FrameLog log(at("pipe"), run_facts());
  const auto plan = plan_of({"eq"});
  bool taken = true;
  for (std::int64_t n = 0; taken && n < 1'000'000; ++n)
    taken = log.try_push(row_of(n, plan));
  EXPECT_FALSE(taken);
  ASSERT_TRUE(log.error());
  EXPECT_THAT(*log.error(), HasSubstr("piling up"));
  log.finish();  // though the writer still stands
}

TEST_F(FrameLogTest, RowsQueuedWhenTheLogOverflowsAreDropped) {
  std::signal(SIGPIPE, SIG_IGN);
  ASSERT_EQ(mkfifo(at("pipe").c_str(), 0600), 0);
  const int reader = open(at("pipe").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  std::int64_t taken = 0;
  {
    FrameLog log(at("pipe"), run_facts());
    const auto plan = plan_of({"eq"});
    while (log.try_push(row_of(taken, plan)))
      ++taken;
  }
  fcntl(reader, F_SETFL, 0);  // and now it reads, to the end
  std::int64_t lines = 0;
  char bytes[4096];
  for (ssize_t got = 0; (got = read(reader, bytes, sizeof bytes)) > 0;)
    lines += std::count(bytes, bytes + got, '\n');
  close(reader);
  EXPECT_LT(lines, taken - 4000);
}

TEST_F(FrameLogTest, NumbersHaveAPointInEveryLocale) {
  const std::string made = "localedef -i de_DE -f UTF-8 " + at("de_DE.UTF-8") + " >/dev/null 2>&1";
  setenv("LOCPATH", folder_.path().c_str(), 1);
  const bool comma =
      std::system(made.c_str()) == 0 && std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr;
  if (comma) {
    EXPECT_STREQ(std::localeconv()->decimal_point, ",");
    FrameLog log(at("a.csv"), run_facts());
    EXPECT_TRUE(log.push(row_of(3, plan_of({"eq"}))));
    log.finish();
    EXPECT_THAT(text("a.csv"), HasSubstr("3,0.120000000,40.000000,overlapped"));
    EXPECT_NEAR(json("a.json")["modes"][0]["stages"]["download"]["mean_ms"].get<double>(), 4, 1e-9);
  }
  std::setlocale(LC_ALL, "C");
  unsetenv("LOCPATH");
  if (!comma) GTEST_SKIP() << "no locale with a decimal comma can be made here";
}

}  // namespace
}  // namespace framelane
