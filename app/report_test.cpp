#include "app/report.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "app/frame_log.h"
#include "app/log_reader.h"
#include "app/log_row.h"
#include "app/report_comparison.h"
#include "app/report_data.h"
#include "app/report_page.h"
#include "app/report_svg.h"
#include "app/report_timeline.h"
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
namespace fs = std::filesystem;

class ReportTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::string at(const std::string& name) const { return folder_ / name; }
  [[nodiscard]] std::string text(const std::string& name) const { return folder_.text(name); }
  // A log of `frames` frames, one every `spacing` give or take; its summary.
  Summary write_log(const std::string& name, std::int64_t frames, Nanoseconds spacing,
                    Mode mode = Mode::overlapped, const RunFacts& facts = run_facts()) const {
    FrameLog log(at(name), facts);
    Summary summary;
    const auto plan = plan_of({"eq+hue", "gblur"});
    for (std::int64_t n = 0; n < frames; ++n) {
      FrameRow row = row_of(n, plan);
      const Nanoseconds jitter((n * 7919) % 99'991);
      row.finished = n * spacing + jitter + 20ms;
      row.times.mode = mode;
      row.times.upload = {n * spacing, n * spacing + 2ms + jitter};
      row.times.filter = {row.times.upload->end + 10us, row.times.upload->end + 3ms + jitter};
      row.times.download = {row.times.filter->end, row.times.filter->end + 4ms - jitter};
      row.times.passes = {{row.times.filter->start, row.times.filter->start + 1ms},
                          {row.times.filter->start + 1ms, row.times.filter->end}};
      row.times.warmup = n < 5;
      row.checksum = static_cast<std::uint64_t>(n) * 77;
      summary.add(row);
      EXPECT_TRUE(log.push(row));
    }
    log.finish();
    return summary;
  }
  [[nodiscard]] std::string page_of(const std::vector<std::string>& names) const {
    std::vector<ReportLog> logs;
    for (const std::string& name : names)
      logs.push_back(read_report_log(at(name)));
    return report_page(std::move(logs));
  }
  static int report(const std::vector<std::string>& logs, const std::string& page) {
    Options options;
    options.command = Command::report;
    options.logs = logs;
    options.page = page;
    options.quiet = true;
    return report_command(options);
  }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator()));
  }

  test::TempDir folder_;
};

// The name and the attributes' quotes of every tag are right, tags nest, and only known references
// stand in text. What is in script and style is taken as it is.
void expect_well_formed(const std::string& page) {
  std::vector<std::string> open;
  std::size_t at = page.find("<html");
  ASSERT_NE(at, std::string::npos);
  while ((at = page.find('<', at)) != std::string::npos) {
    std::size_t end = at + 1;
    for (bool quoted = false; end < page.size() && (quoted || page[end] != '>'); ++end) {
      if (page[end] == '"') quoted = !quoted;
      ASSERT_NE(page[end], '<') << page.substr(at, 80);
    }
    const std::string tag = page.substr(at + 1, end - at - 1);
    const std::string name = tag.substr(0, tag.find_first_of(" /", tag.front() == '/' ? 1 : 0));
    at = end + 1;
    if (tag.front() == '/') {
      ASSERT_FALSE(open.empty()) << tag;
      ASSERT_EQ("/" + open.back(), name);
      open.pop_back();
    } else if (tag.back() != '/') {
      open.push_back(name);
      if (name == "script" || name == "style") at = page.find("</" + name, at);
    }
    ASSERT_NE(at, std::string::npos);
    const std::string between = page.substr(at, page.find('<', at) - at);
    for (std::size_t a = between.find('&'); a != std::string::npos; a = between.find('&', a + 1))
      EXPECT_THAT(between.substr(a, 7), ::testing::ContainsRegex("^&(amp|lt|gt|quot|#[0-9]+);"));
  }
  EXPECT_TRUE(open.empty());
}

// Of the elements with text: the cells of all tables.
std::vector<std::string> cells_of(const std::string& page) {
  std::vector<std::string> cells;
  for (std::size_t at = page.find("<td"); at != std::string::npos; at = page.find("<td", at + 1)) {
    const std::size_t begin = page.find('>', at) + 1;
    cells.push_back(page.substr(begin, page.find("</td>", begin) - begin));
  }
  return cells;
}

TEST_F(ReportTest, ThePageIsOneWellFormedFileThatRefersToNothing) {
  write_log("a.csv", 300, 10ms, Mode::serial);
  write_log("b.csv", 300, 5ms);
  for (const std::string& page : {page_of({"a.csv"}), page_of({"a.csv", "b.csv"})}) {
    expect_well_formed(page);
    for (const char* outside : {"http:", "https:", "://", "src=", "href=", "url(", "@import"})
      EXPECT_THAT(page, Not(HasSubstr(outside)));
    for (const char* part : {"id=\"line-A0\"", "id=\"hist-A0\"", "id=\"stack-A0\"", "id=\"bars\"",
                             "id=\"time-A\"", "verdict", "index = ceil"})
      EXPECT_THAT(page, AnyOf(HasSubstr(part), HasSubstr("serial: the stages add up")));
  }
}

TEST_F(ReportTest, TheSameLogsGiveTheSamePage) {
  write_log("a.csv", 300, 10ms, Mode::serial);
  write_log("b.csv", 300, 5ms);
  EXPECT_EQ(page_of({"a.csv", "b.csv"}), page_of({"a.csv", "b.csv"}));
}

TEST_F(ReportTest, ItsNumbersAreTheSummarysToTheLastDigit) {
  const Summary summary = write_log("a.csv", 500, 10ms);
  const std::string page = page_of({"a.csv"});
  const auto cells = cells_of(page);
  const std::string summary_lines = summary_text(run_facts(), {}, summary);
  std::istringstream lines(summary_lines.substr(summary_lines.find("ms a frame")));
  std::size_t numbers = 0;
  for (std::string line; std::getline(lines, line) && line.find("bound") == std::string::npos;) {
    std::istringstream words(line);
    for (std::string word; words >> word;)
      if (word.find_first_not_of("0123456789.") == std::string::npos) {
        EXPECT_THAT(cells, ::testing::Contains(word)) << line;
        ++numbers;
      }
  }
  EXPECT_GE(numbers, 7U * 3);
  const ModeSummary& mode = summary.modes()[0];
  EXPECT_THAT(page, HasSubstr(html_text(mode.verdict({}))));
  EXPECT_THAT(summary_lines,
              HasSubstr("processed " + fmt::format("{:.2f}", *mode.processed_fps())));
  EXPECT_THAT(page, HasSubstr("<b>" + fmt::format("{:.2f}", *mode.processed_fps()) + " <span"));
  for (const double fraction : {0.97, 0.01, 0.001})
    EXPECT_THAT(cells,
                ::testing::Contains(fmt::format("{:.3f}", *mode.between.exceeded_by(fraction))));
}

TEST_F(ReportTest, NamesWithMarkupInThemAreEscaped) {
  RunFacts facts = run_facts();
  facts.input.name = "https://x/</script><script>alert(1)</script>&\xFF.mp4";
  facts.chain_text = "drawbox='<b>'";
  const std::string name = "<i>\"a\"&.csv";
  write_log(name, 50, 10ms, Mode::serial, facts);
  const std::string page = page_of({name});
  expect_well_formed(page);
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(page, Not(HasSubstr("<i>")));
  EXPECT_THAT(page, HasSubstr("&lt;i&gt;&quot;a&quot;&amp;.csv"));
  EXPECT_THAT(page, Not(HasSubstr("https://")));
  EXPECT_EQ(html_text("a\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80"),
            "a\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80");
  EXPECT_EQ(html_text("\xC3\xED\xA0\x80\n"),
            std::string("\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"));
}

TEST_F(ReportTest, TwoLogsAreComparedWithTheSpreadOfTheirDifference) {
  write_log("a.csv", 600, 10ms, Mode::serial);
  write_log("b.csv", 600, 6ms);
  const std::string page = page_of({"a.csv", "b.csv"});
  EXPECT_THAT(page, HasSubstr("<b>1.67 <span"));
  EXPECT_THAT(page, HasSubstr("B takes 4.000 ms a frame less than A"));
  EXPECT_THAT(page, HasSubstr("bootstrap"));
  EXPECT_THAT(page, HasSubstr("The results are equal: 600 frames"));
  EXPECT_THAT(page, Not(HasSubstr("differ in more")));
  RunFacts other = run_facts();
  other.input.name = "another.mp4";
  write_log("c.csv", 600, 6ms, Mode::overlapped, other);
  EXPECT_THAT(page_of({"a.csv", "c.csv"}), HasSubstr("differ in more than the mode: input"));
}

TEST_F(ReportTest, MoreAndLessArePositiveAndANoisyDifferenceIsNotCalledOne) {
  write_log("a.csv", 20, 6ms);
  write_log("b.csv", 20, 10ms);
  const std::string more = page_of({"a.csv", "b.csv"});
  EXPECT_THAT(more, HasSubstr("a frame more in B, median"));
  EXPECT_THAT(more, HasSubstr("B takes 4.000 ms a frame more than A"));
  EXPECT_THAT(more, HasSubstr("each of 1 frame."));
  EXPECT_THAT(more, HasSubstr("interval 4.000 to 4.000 ms more"));
  write_log("c.csv", 20, 6ms);
  const std::string equal = page_of({"a.csv", "c.csv"});
  EXPECT_THAT(equal, HasSubstr("No difference can be told from these logs"));
  EXPECT_THAT(equal, AllOf(Not(HasSubstr("B takes")), Not(HasSubstr("as many frames a second")),
                           Not(HasSubstr("in B, median"))));
}

TEST_F(ReportTest, ALongLogIsReducedToWhatCanBeSeen) {
  write_log("a.csv", 36'000, 10ms, Mode::serial);
  write_log("b.csv", 36'000, 5ms);
  const std::string page = page_of({"a.csv", "b.csv"});
  EXPECT_LT(page.size(), 2'000'000U);
  expect_well_formed(page);
}

TEST_F(ReportTest, WithoutTheJsonItSaysWhatIsMissing) {
  write_log("a.csv", 100, 10ms);
  fs::remove(at("a.json"));
  const std::string page = page_of({"a.csv"});
  expect_well_formed(page);
  EXPECT_THAT(page, HasSubstr("a.json is not there"));
  EXPECT_THAT(page, Not(HasSubstr("pinned")));
  std::ofstream(at("a.json")) << R"({"schema":3})";
  EXPECT_THAT(page_of({"a.csv"}), HasSubstr("schema 3"));
}

TEST_F(ReportTest, ALogOfFewColumnsIsReportedAsFarAsItGoes) {
  std::ofstream out(at("a.csv"), std::ios::binary);
  out << "Mode,Frame,Extra,TimeInMs,Lanes,MsUpload\n";
  for (int n = 0; n < 50; ++n)
    out << "serial," << n << ",x," << n * 4 << ",1,1.5\n";
  out << "serial,50,x";
  out.close();
  const std::string page = page_of({"a.csv"});
  expect_well_formed(page);
  EXPECT_THAT(page, AllOf(HasSubstr("was cut"), HasSubstr("50 rows before it"),
                          HasSubstr("not known to this version, passed over: Extra"),
                          HasSubstr("there is no timeline"), Not(HasSubstr("id=\"time-A\""))));
  EXPECT_THAT(cells_of(page), ::testing::Contains("1.500"));
}

TEST_F(ReportTest, ALogWithoutFrameTimesStillGivesAPage) {
  write_log("a.csv", 5, 10ms);  // all warm-up
  const std::string page = page_of({"a.csv"});
  expect_well_formed(page);
  EXPECT_THAT(page, HasSubstr("Too few frames"));
  write_log("b.csv", 100, 10ms);
  expect_well_formed(page_of({"a.csv", "b.csv"}));
  write_log("c.csv", 0, 10ms);
  EXPECT_THROW((void)page_of({"c.csv"}), LogError);
}

TEST_F(ReportTest, ThePageIsPutInPlaceWhole) {
  write_log("a.csv", 100, 10ms);
  EXPECT_EQ(report({at("a.csv")}, at("a.html")), 0);
  EXPECT_EQ(text("a.html"), page_of({"a.csv"}));
  EXPECT_EQ(report({at("a.csv")}, at("a.html")), 0);
  EXPECT_EQ(files(), 3U);
  fs::create_symlink(at("a.html"), at("link.html"));
  EXPECT_EQ(report({at("a.csv")}, at("link.html")), 0);
  EXPECT_TRUE(fs::is_symlink(at("link.html")));
}

TEST_F(ReportTest, APageThatCannotBeWrittenLeavesNothing) {
  write_log("a.csv", 100, 10ms);
  const auto refusal = [&](const std::string& page) -> std::string {
    try {
      (void)report({at("a.csv")}, page);
    } catch (const OutputError& error) {
      return error.what();
    }
    return "written";
  };
  EXPECT_THAT(refusal("/dev/full"), HasSubstr("No space left on device"));
  EXPECT_THAT(refusal(at("absent/x.html")),
              HasSubstr("absent/x.html: cannot be written: No such file"));
  EXPECT_THAT(refusal(folder_.path()), HasSubstr("Is a directory"));
  EXPECT_EQ(refusal("/dev/null"), "written");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_EQ(files(), 2U);
}

TEST_F(ReportTest, ABadLogLeavesThePageThatWasThere) {
  std::ofstream(at("a.html")) << "before";
  std::ofstream(at("a.csv")) << "Frame,TimeInMs,Mode,Lanes\n0,x,serial,1\n";
  EXPECT_THROW((void)report({at("a.csv")}, at("a.html")), LogError);
  EXPECT_EQ(text("a.html"), "before");
}

TEST(FrameBuckets, WidenAlikeWhereverTheyBegin) {
  FrameBuckets whole, part;
  FrameBucket one;
  one.frames = one.times = 1;
  for (std::int64_t n = 0; n < 9000; ++n) {
    one.total = one.least = one.most = static_cast<double>(n);
    whole.add(n, one);
    if (n >= 4999) part.add(n, one);
  }
  EXPECT_EQ(whole.width(), 8);
  EXPECT_LE(whole.count(), FrameBuckets::kMost);
  const FrameBuckets wide = part.widened(FrameBuckets::kMost, whole.width());
  EXPECT_EQ(wide.first_frame(), 4992);
  EXPECT_EQ(wide.at(4992).frames, 1);
  for (std::int64_t n = 5000; n < 9000; n += 8) {
    EXPECT_EQ(wide.at(n).total, whole.at(n).total);
    EXPECT_EQ(wide.at(n).most, static_cast<double>(n + 7));
  }
  EXPECT_EQ(whole.at(100'000).frames, 0);
}

FrameBuckets steady(std::int64_t frames, double ms, double swing) {
  FrameBuckets buckets;
  FrameBucket one;
  one.frames = one.times = one.checksums = 1;
  for (std::int64_t n = 0; n < frames; ++n) {
    one.total = one.least = one.most = ms + (n / 16 % 2 == 0 ? swing : -swing);
    one.frame_digest = static_cast<std::uint64_t>(n) + 1;
    one.digest = one.frame_digest * 3;
    buckets.add(n, one);
  }
  return buckets;
}

TEST(Comparison, StatesMedianIntervalAndQuartilesOfTheStretches) {
  const auto same = compare(steady(640, 5, 0), steady(640, 2, 0));
  ASSERT_TRUE(same);
  EXPECT_EQ(same->stretches.size(), 40U);
  EXPECT_DOUBLE_EQ(same->median, 3);
  EXPECT_DOUBLE_EQ(same->low, 3);
  EXPECT_DOUBLE_EQ(same->high, 3);
  const auto swings = compare(steady(640, 5, 1), steady(640, 2, 0));
  EXPECT_DOUBLE_EQ(swings->lower_quartile, 2);
  EXPECT_DOUBLE_EQ(swings->upper_quartile, 4);
  EXPECT_LE(swings->low, swings->median);
  EXPECT_GE(swings->high, swings->median);
  EXPECT_LT(swings->low, swings->high);
  EXPECT_FALSE(compare(steady(3, 5, 0), steady(3, 2, 0)));
  EXPECT_FALSE(compare(steady(100, 5, 0), FrameBuckets()));
}

TEST(Comparison, ChecksumsMatchOrTheFirstStretchThatDiffersIsNamed) {
  const FrameBuckets a = steady(100, 5, 0);
  EXPECT_EQ(match_checksums(a, steady(90, 2, 0)).frames, 90);
  EXPECT_FALSE(match_checksums(a, steady(90, 2, 0)).differs);
  FrameBuckets b = steady(40, 2, 0);
  FrameBucket odd;
  odd.checksums = 1;
  odd.frame_digest = 41;
  odd.digest = 999;
  b.add(40, odd);
  EXPECT_EQ(match_checksums(a, b).differs, (std::pair<std::int64_t, std::int64_t>(40, 40)));
}

TEST(Quantile, IsLinearBetweenTheNearest) {
  EXPECT_DOUBLE_EQ(quantile({1}, 0.3), 1);
  EXPECT_DOUBLE_EQ(quantile({1, 2, 4}, 0.5), 2);
  EXPECT_DOUBLE_EQ(quantile({1, 2}, 0.25), 1.25);
}

TEST(Axis, CoversTheRangeInStepsOfOneTwoFive) {
  const Axis axis = Axis::covering(0, 23.6, 4);
  EXPECT_DOUBLE_EQ(axis.step, 10);
  EXPECT_DOUBLE_EQ(axis.to, 30);
  EXPECT_EQ(axis.ticks().size(), 4U);
  const Axis small = Axis::covering(0.21, 0.26, 5);
  EXPECT_NEAR(small.step, 0.01, 1e-12);
  EXPECT_EQ(small.decimals, 2);
  EXPECT_LE(small.from, 0.21);
  EXPECT_GE(small.to, 0.26);
  EXPECT_GT(Axis::covering(0, 0, 4).to, 0);
}

// As the page's script reads them.
std::vector<std::uint64_t> unpacked(const std::string& base64) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  for (std::size_t i = 0; i < base64.size(); i += 4) {
    unsigned four = 0;
    std::size_t pads = 0;
    for (std::size_t d = i; d < i + 4; ++d) {
      if (base64[d] == '=') ++pads;
      four = four << 6U | (base64[d] == '=' ? 0U : static_cast<unsigned>(digits.find(base64[d])));
    }
    for (std::size_t b = 0; b + pads < 3; ++b)
      bytes += static_cast<char>(four >> (16 - 8 * b) & 255U);
  }
  std::vector<std::uint64_t> numbers;
  std::uint64_t value = 0;
  unsigned shift = 0;
  for (const char c : bytes) {
    value |= static_cast<std::uint64_t>(static_cast<unsigned char>(c) & 127U) << shift;
    shift += 7;
    if ((static_cast<unsigned char>(c) & 128U) != 0) continue;
    numbers.push_back(value);
    value = 0;
    shift = 0;
  }
  return numbers;
}

TEST(Timeline, FramesArePackedAsDocumented) {
  ReportLog log;
  log.timeline.add(row_of(3, plan_of({"eq", "gblur"})));
  FrameRow second = row_of(4, nullptr);
  second.times.upload.reset();
  log.timeline.add(second);
  const Json data = timeline_data("A", log, 1000);
  EXPECT_EQ(data["key"], "A");
  // Signed numbers are doubled: 6 is frame 3; 30 ms, 2 ms; 0, 3 ms, two passes; 0, 4 ms.
  const std::vector<std::uint64_t> expected{
      6, 1,    7, 4'000'000, 16'000'000, 60'000, 2000, 0,      3000, 2, 3000, 3000,
      0, 4000, 2, 0,         6,          0,      0,    24'000, 3000, 0, 0,    4000};
  EXPECT_EQ(unpacked(data["frames"]), expected);
}

TEST(Timeline, TooManyFramesAreThinnedOutInBlocks) {
  TimelineFrames frames;
  const auto count =
      static_cast<std::int64_t>(3 * TimelineFrames::kBlock * TimelineFrames::kMostBlocks);
  const auto plan = plan_of({});
  for (std::int64_t n = 0; n < count; ++n)
    frames.add(row_of(n, plan));
  EXPECT_FALSE(frames.whole());
  EXPECT_LE(frames.blocks().size(), TimelineFrames::kMostBlocks);
  EXPECT_GT(frames.blocks().size(), TimelineFrames::kMostBlocks / 2);
  std::int64_t before = -1;
  for (const auto& block : frames.blocks()) {
    EXPECT_EQ(block.front().frame % static_cast<std::int64_t>(TimelineFrames::kBlock), 0);
    EXPECT_GT(block.front().frame, before);
    for (std::size_t i = 1; i < block.size(); ++i)
      EXPECT_EQ(block[i].frame, block[i - 1].frame + 1);
    before = block.back().frame;
  }
  EXPECT_GT(before, count * 9 / 10);
}

}  // namespace
}  // namespace framelane
