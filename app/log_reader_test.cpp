#include "app/log_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clocale>
#include <cstdlib>
#include <sstream>

#include "app/frame_log.h"
#include "app/log_row.h"
#include "app/run_json.h"
#include "app/test_rows.h"
#include "gpu/errors.h"
#include "gpu/temp_dir_test.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;
using test::plan_of;
using test::row_of;
using test::run_facts;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class LogReaderTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::string at(const std::string& name) const { return folder_ / name; }
  [[nodiscard]] std::string text(const std::string& name) const { return folder_.text(name); }
  std::string write(const std::string& content, const std::string& name = "a.csv") const {
    return folder_.write(name, content);
  }
  [[nodiscard]] std::vector<FrameRow> read(const std::string& content,
                                           const LogFacts& facts = {}) const {
    LogReader reader(write(content), facts);
    std::vector<FrameRow> rows;
    for (FrameRow row; reader.next(row);)
      rows.push_back(row);
    return rows;
  }
  // What the log is refused with.
  [[nodiscard]] std::string refusal(const std::string& content) const {
    try {
      (void)read(content);
    } catch (const LogError& error) {
      EXPECT_THAT(error.what(), AllOf(Not(HasSubstr("\n")), HasSubstr(at("a.csv"))));
      return error.what();
    }
    return "taken";
  }

  test::TempDir folder_;
};

// Every kind of row: warm-up, dropped before and after it was processed, shown, with a checksum.
std::vector<FrameRow> varied_rows() {
  const auto plan = plan_of({"eq+hue", "a,\"b\""});
  std::vector<FrameRow> rows;
  for (std::int64_t n = 0; n < 40; ++n) {
    FrameRow row = row_of(n, plan);
    row.finished += Nanoseconds((n * 7919) % 1'000'003);
    row.times.memory = HostMemory::pageable;
    row.times.warmup = n < 4;
    row.times.mode = n < 30 ? Mode::overlapped : Mode::serial;
    row.times.decode_wait = Nanoseconds(123'457 * n);
    row.times.present = n % 3 == 0 ? std::optional(1250us) : std::nullopt;
    row.times.passes = {{row.times.filter->start, row.times.filter->start + 1234567ns},
                        {row.times.filter->start + 1234567ns, row.times.filter->end}};
    row.times.queue_depth = static_cast<int>(n % 5);
    row.displayed = n % 4 != 0;
    row.checksum = 0x123456789abcdefULL * static_cast<std::uint64_t>(n);
    row.pace = 10ms;
    if (n % 10 == 7) {  // dropped before upload
      FrameRow dropped;
      dropped.frame = n;
      dropped.finished = row.finished;
      dropped.times.mode = row.times.mode;
      dropped.times.lanes = row.times.lanes;
      dropped.times.memory = row.times.memory;
      dropped.times.decode = 1ms;
      dropped.dropped = true;
      dropped.displayed = false;
      row = dropped;
    }
    if (n % 10 == 8) row.dropped = true;
    rows.push_back(row);
  }
  return rows;
}

const std::string kShort = "Frame,TimeInMs,Mode,Lanes,MsUpload,Lane,MsBetweenFrames\n";

TEST_F(LogReaderTest, RowsComeBackAsTheyWereWrittenAndAreCountedTheSame) {
  const auto rows = varied_rows();
  Summary written;
  {
    FrameLog log(at("a.csv"), run_facts());
    for (const FrameRow& row : rows) {
      if (row.frame == 20) {
        log.interrupted();
        written.interrupted();
      }
      written.add(row);
      EXPECT_TRUE(log.push(row));
    }
    log.finish();
    EXPECT_EQ(log.current_name(), at("a.csv"));
  }
  const LogFacts facts = read_log_facts(at("a.json"));
  ASSERT_TRUE(facts.known) << facts.note;
  LogReader reader(at("a.csv"), facts);
  Summary read;
  std::string again = log_header(rows[0].plan.get());
  std::optional<Nanoseconds> previous;
  for (FrameRow row; reader.next(row);) {
    if (reader.interrupted()) {
      read.interrupted();
      previous.reset();
    }
    read.add(row);
    again += log_row(row, previous ? std::optional(row.finished - *previous) : std::nullopt,
                     rows[0].plan.get());
    previous = row.finished;
  }
  EXPECT_EQ(again, text("a.csv"));
  EXPECT_EQ(json_text(modes_json(read, facts.run)), json_text(modes_json(written, run_facts())));
  EXPECT_TRUE(reader.missing().empty() && reader.unknown().empty() && !reader.cut());
}

TEST_F(LogReaderTest, ColumnsStandInAnyOrderAndUnknownOnesArePassedOver) {
  const auto rows = read(
      "\xEF\xBB\xBFLanes,\"Mo\"\"re\",MsPass_2_b,Mode,TimeInMs,\"Frame\",MsPass_1_a\r\n"
      "2,\"x,\r\ny\",2.5,staged,10,7,1e-1\r\n"
      "\r\n"
      "2,,NA,staged,\"11.5\",8,NA\n");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].frame, 7);
  EXPECT_EQ(rows[0].finished, 10ms);
  EXPECT_EQ(rows[0].times.mode, Mode::staged);
  EXPECT_EQ(rows[0].plan->passes[0].name, "a");
  ASSERT_EQ(rows[0].times.passes.size(), 2U);
  EXPECT_EQ(rows[0].times.passes[0].length(), 100us);
  EXPECT_EQ(rows[0].times.passes[1].length(), 2500us);
  EXPECT_EQ(rows[1].finished, 11500us);
  EXPECT_TRUE(rows[1].times.passes.empty());
  LogReader reader(at("a.csv"), {});
  EXPECT_THAT(reader.unknown(), ::testing::ElementsAre("Mo\"re"));
  EXPECT_THAT(reader.missing(), ::testing::Contains("MsUpload"));
}

TEST_F(LogReaderTest, WithoutPositionsAStageStandsBehindTheOneBefore) {
  const auto rows = read(kShort + "0,1,serial,1,2,0,NA\n1,2,serial,1,3,0,1\n");
  EXPECT_EQ(rows[0].times.upload->end, 2ms);
  EXPECT_EQ(rows[1].times.upload->start, 2ms);
  EXPECT_EQ(rows[1].times.upload->length(), 3ms);
  EXPECT_FALSE(LogReader(at("a.csv"), {}).has_positions());
}

TEST_F(LogReaderTest, ACutLogIsTakenUpToItsLastWholeLine) {
  const auto plan = plan_of({"eq"});
  std::string whole = log_header(plan.get());
  std::vector<std::size_t> ends;  // of the rows
  for (std::int64_t n = 0; n < 2; ++n) {
    whole += log_row(row_of(n, plan), n > 0 ? std::optional(10ms) : std::nullopt, plan.get());
    ends.push_back(whole.size());
  }
  for (std::size_t size = log_header(plan.get()).size(); size <= whole.size(); ++size) {
    LogReader reader(write(whole.substr(0, size)), {});
    std::size_t rows = 0;
    for (FrameRow row; reader.next(row); ++rows)
      EXPECT_EQ(row.frame, static_cast<std::int64_t>(rows));
    const auto in_all =
        std::count_if(ends.begin(), ends.end(), [size](std::size_t end) { return end <= size; });
    EXPECT_EQ(rows, static_cast<std::size_t>(in_all)) << size;
    const bool at_end = size == log_header(plan.get()).size() || ends[rows - (rows > 0)] == size;
    EXPECT_EQ(reader.cut(), !at_end) << size;
  }
  for (std::size_t size = 0; size < log_header(plan.get()).size(); size += 5)
    EXPECT_THAT(refusal(whole.substr(0, size)), HasSubstr("line 1")) << size;
}

TEST_F(LogReaderTest, ImpossibleValuesAreNamedByLineAndColumn) {
  const std::string good = "0,1,serial,1,2,0,NA\n";
  const auto with = [&](const std::string& line) { return refusal(kShort + good + line + "\n"); };
  EXPECT_EQ(with("1,2,serial,1,3,0,1"), "taken");
  for (const char* wrong : {"-1", "inf", "nan", "1,5", "x", "0x10", "1e300", "1.2.3", "+1"})
    EXPECT_THAT(with("1,2,serial,1,\"" + std::string(wrong) + "\",0,1"),
                AllOf(HasSubstr("line 3, column MsUpload: "), HasSubstr(wrong)));
  EXPECT_THAT(with("-1,2,serial,1,3,0,1"), HasSubstr("line 3, column Frame: '-1'"));
  EXPECT_THAT(with("1.5,2,serial,1,3,0,1"), HasSubstr("column Frame"));
  EXPECT_THAT(with("1,,serial,1,3,0,1"), HasSubstr("column TimeInMs"));
  EXPECT_THAT(with("1,-2,serial,1,3,0,1"), HasSubstr("column TimeInMs: '-2'"));
  EXPECT_THAT(with("1,2,fast,1,3,0,1"), HasSubstr("column Mode: 'fast'"));
  EXPECT_THAT(with("1,2,serial,0,3,0,1"), HasSubstr("column Lanes"));
  EXPECT_THAT(with("1,2,serial,1,3,64,1"), HasSubstr("column Lane: '64'"));
  EXPECT_THAT(with("1,2,serial,1,3,0,soon"), HasSubstr("column MsBetweenFrames"));
  EXPECT_THAT(with("1,2,serial,1,3,0"), HasSubstr("line 3, column 7: the row has 6 fields"));
  EXPECT_THAT(with("1,2,serial,1,3,0,1,1"), HasSubstr("the row has 8 fields"));
  EXPECT_THAT(with("1,2,serial,1,\"3\"x,0,1"), HasSubstr("line 3: text behind a closing quote"));
  EXPECT_THAT(refusal(kShort + "0,5000,serial,1,2,0,NA\n1,10,serial,1,2,0,1\n"),
              HasSubstr("line 3, column TimeInMs"));
}

TEST_F(LogReaderTest, AStageThatEndsBeforeItBeganIsRefused) {
  EXPECT_THAT(refusal("Frame,TimeInMs,Mode,Lanes,UploadStartMs,UploadEndMs\n0,1,serial,1,5,4\n"),
              HasSubstr("line 2, column UploadEndMs"));
  EXPECT_THAT(refusal("Frame,TimeInMs,Mode,Lanes,Dropped\n0,1,serial,1,2\n"),
              HasSubstr("column Dropped"));
  EXPECT_THAT(refusal("Frame,TimeInMs,Mode,Lanes,Checksum\n0,1,serial,1,xyz\n"),
              HasSubstr("column Checksum"));
  EXPECT_THAT(refusal("Frame,TimeInMs,Mode,Lanes,MsPass_1_eq\n0,1,serial,1,-3\n"),
              HasSubstr("column MsPass_1_eq"));
}

TEST_F(LogReaderTest, WhatIsNoFrameLogIsRefused) {
  EXPECT_THAT(refusal(""), HasSubstr("empty"));
  EXPECT_THAT(refusal("name,age\nx,3\n"), HasSubstr("no column Frame"));
  EXPECT_THAT(refusal("Frame,TimeInMs,Mode\n"), HasSubstr("no column Lanes"));
  EXPECT_THAT(refusal("Frame,TimeInMs,Mode,Lanes,Frame\n"),
              HasSubstr("column Frame is there twice"));
  EXPECT_THAT(refusal(std::string(3 << 20, ',')), HasSubstr("megabyte"));
  EXPECT_THAT(refusal("\"" + std::string(3 << 20, 'x')), HasSubstr("megabyte"));
  EXPECT_THAT(refusal("Frame;TimeInMs;Mode;Lanes\n0;1;serial;1\n"), HasSubstr("no column Frame"));
  const std::string log = log_header(nullptr) + log_row(row_of(0, nullptr), {}, nullptr);
  EXPECT_THAT(refusal(log + log), HasSubstr("line 3, column Frame: 'Frame'"));
}

TEST_F(LogReaderTest, WhatCannotBeOpenedIsAnInputError) {
  EXPECT_THROW(LogReader(at("absent.csv"), {}), InputError);
  EXPECT_THROW(LogReader(folder_.path(), {}), InputError);
}

TEST_F(LogReaderTest, NumbersAreTheSameInEveryLocale) {
  const std::string made = "localedef -i de_DE -f UTF-8 " + at("de_DE.UTF-8") + " >/dev/null 2>&1";
  setenv("LOCPATH", folder_.path().c_str(), 1);
  const bool comma =
      std::system(made.c_str()) == 0 && std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr;
  if (comma) {
    EXPECT_STREQ(std::localeconv()->decimal_point, ",");
    EXPECT_EQ(read(kShort + "0,1.5,serial,1,2.25,0,NA\n")[0].times.upload->length(), 2250us);
    const auto facts =
        read_log_facts(write(R"({"schema":1,"link_gb_per_s":{"up":1.5}})", "a.json"));
    EXPECT_EQ(facts.run.link.up, 1.5);
  }
  std::setlocale(LC_ALL, "C");
  unsetenv("LOCPATH");
  if (!comma) GTEST_SKIP() << "no locale with a decimal comma can be made here";
}

TEST_F(LogReaderTest, AJsonThatCannotBeUsedIsNamedAndLeftAside) {
  const auto note = [&](const std::string& content) {
    const LogFacts facts = read_log_facts(write(content, "a.json"));
    EXPECT_FALSE(facts.known);
    EXPECT_THAT(facts.note, AllOf(HasSubstr(at("a.json")), Not(HasSubstr("\n"))));
    return facts.note;
  };
  EXPECT_THAT(note(R"({"schema":2})"), HasSubstr("schema 2, this program reads schema 1"));
  EXPECT_THAT(note(R"({"device":"x"})"), HasSubstr("no schema"));
  EXPECT_THAT(note(R"({"schema":1)"), HasSubstr("damaged"));
  EXPECT_THAT(note("[]"), HasSubstr("damaged"));
  EXPECT_THAT(note(""), HasSubstr("damaged"));
  EXPECT_THAT(read_log_facts(at("absent.json")).note, HasSubstr("is not there"));
  EXPECT_THAT(read_log_facts(folder_.path()).note, HasSubstr("is not there"));
}

TEST_F(LogReaderTest, AJsonOfOtherTypesGivesWhatItHas) {
  const LogFacts facts = read_log_facts(write(
      R"({"schema":1,"device":[],"driver":7,"link_gb_per_s":{"up":"x","both":2},"input":{"name":"n",
          "frame_rate":"1/0","width":-3,"height":1e99,"color":1},"chain":null,
          "chain_changes":[{"frame":"x"},3,{"frame":5,"chain":"eq"}],
          "modes":[3,{"mode":"odd"},{"mode":"serial","lanes":1,"memory":"pageable","bound":3}]})",
      "a.json"));
  EXPECT_TRUE(facts.known);
  EXPECT_EQ(facts.run.input.name, "n");
  EXPECT_EQ(facts.run.input.frame_rate.num, 0);
  EXPECT_EQ(facts.run.input.frame.width, 0);
  EXPECT_EQ(facts.run.link.both, 2);
  EXPECT_FALSE(facts.run.link.up);
  ASSERT_EQ(facts.chain_changes.size(), 1U);
  ASSERT_EQ(facts.modes.size(), 1U);
  EXPECT_EQ(facts.modes[0].memory, HostMemory::pageable);
}

}  // namespace
}  // namespace framelane
