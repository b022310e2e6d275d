#include "app/trace_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "app/engine.h"
#include "app/row_writer.h"
#include "app/test_rows.h"
#include "gpu/errors.h"
#include "gpu/open_device.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;
using Json = nlohmann::json;
using test::plan_of;
using test::row_of;
using test::run_facts;
namespace fs = std::filesystem;

class Trace : public testing::Test {
 protected:
  void SetUp() override {
    path_ = (fs::temp_directory_path() / ("framelane_trace_" + std::to_string(getpid()) + ".json"))
                .string();
  }
  void TearDown() override { fs::remove(path_); }

  Json write(const std::vector<FrameRow>& rows, const RunFacts& facts = run_facts(),
             std::optional<Interval> stretch = {}) {
    TraceFile trace(path_, facts, stretch);
    for (const FrameRow& row : rows)
      trace.write(row);
    trace.close();
    return Json::parse(std::ifstream(path_));
  }

  static std::vector<Json> events(const Json& trace, const std::string& phase) {
    std::vector<Json> found;
    for (const Json& event : trace.at("traceEvents"))
      if (event.at("ph") == phase) found.push_back(event);
    return found;
  }

  // The rules of the format: on one thread slices nest, none overlap, and time never runs back.
  // Beyond them, nothing but a frame's passes nests.
  static void expect_rules_kept(const Json& trace) {
    struct Open {
      double end;
      std::string name;
      int frame;
    };
    std::map<int, std::vector<Open>> open;
    std::map<int, double> latest;
    for (const Json& event : events(trace, "X")) {
      const int tid = event.at("tid");
      const double begin = event.at("ts"), end = begin + event.at("dur").get<double>();
      EXPECT_GE(event.at("dur").get<double>(), 0) << event;
      EXPECT_GE(begin, latest[tid] - 0.0005) << event;
      latest[tid] = begin;
      auto& stack = open[tid];
      while (!stack.empty() && stack.back().end <= begin + 0.0005)
        stack.pop_back();
      if (!stack.empty()) {
        EXPECT_LE(end, stack.back().end + 0.0005) << event;
        EXPECT_EQ(stack.size(), 1U) << event;
        EXPECT_EQ(stack.back().name, "passes") << event;
        EXPECT_EQ(stack.back().frame, event.at("args").at("frame")) << event;
      }
      stack.push_back({end, event.at("name"), event.at("args").at("frame")});
    }
  }

  std::string path_;
};

FrameRow traced_row(std::int64_t n, const std::shared_ptr<const ChainPlan>& plan) {
  FrameRow row = row_of(n, plan);
  row.times.decoding = Interval{n * 10ms - 5ms, n * 10ms - 4ms};
  row.times.present = 300us;
  for (std::size_t p = 0; p < row.times.passes.size(); ++p) {
    const Nanoseconds from = row.times.filter->start + p * 1ms;
    row.times.passes[p] = {from, from + 1ms};
  }
  return row;
}

TEST_F(Trace, HasOneSliceForEachStageOfEachFrame) {
  constexpr int kFrames = 100;
  const auto plan = plan_of({"eq", "gblur", "tmix"});
  std::vector<FrameRow> rows;
  for (int n = 1; n <= kFrames; ++n)
    rows.push_back(traced_row(n, plan));
  const Json trace = write(rows);
  expect_rules_kept(trace);
  std::map<std::string, int> named;
  std::set<int> threads;
  for (const Json& slice : events(trace, "X")) {
    ++named[slice.at("name")];
    threads.insert(slice.at("tid").get<int>());
  }
  const std::map<std::string, int> expected{
      {"decode", kFrames}, {"upload", kFrames}, {"passes", kFrames},   {"eq", kFrames},
      {"gblur", kFrames},  {"tmix", kFrames},   {"download", kFrames}, {"present", kFrames}};
  EXPECT_EQ(named, expected);
  EXPECT_EQ(threads.size(), 2U + 2U * 3U);  // decode, present, two lanes of three stages
  EXPECT_EQ(trace.at("displayTimeUnit"), "ms");
}

TEST_F(Trace, OfAStretchHasOnlyWhatLiesInIt) {
  std::vector<FrameRow> rows;
  for (int n = 1; n <= 9; ++n)
    rows.push_back(traced_row(n, plan_of({"eq"})));
  // From the middle of frame 4's passes to that of frame 5's upload.
  const Json trace = write(rows, run_facts(), Interval{43ms, 51ms});
  expect_rules_kept(trace);
  std::vector<std::string> slices;
  for (const Json& slice : events(trace, "X"))
    slices.push_back(slice.at("name").get<std::string>() + " " +
                     std::to_string(slice.at("args").at("frame").get<int>()));
  EXPECT_THAT(slices, testing::UnorderedElementsAre("passes 4", "eq 4", "download 4", "present 4",
                                                    "decode 5", "upload 5"));
  for (const Json& counter : events(trace, "C"))
    EXPECT_EQ(counter.at("ts"), 50'000) << "where frame 4 ended";
  for (const Json& slice : events(trace, "X"))
    if (slice.at("name") == "passes") {
      EXPECT_EQ(slice.at("ts"), 42'000) << "slices are whole";
    }
}

TEST_F(Trace, SaysWhatASliceIs) {
  const Json trace = write({traced_row(3, plan_of({"eq"}))});
  for (const Json& slice : events(trace, "X")) {
    if (slice.at("name") != "upload") continue;
    EXPECT_DOUBLE_EQ(slice.at("ts"), 30'000);
    EXPECT_DOUBLE_EQ(slice.at("dur"), 2'000);
    EXPECT_EQ(slice.at("args").at("frame"), 3);
    EXPECT_DOUBLE_EQ(slice.at("args").at("pts_s"), 0.12);
    EXPECT_EQ(slice.at("args").at("bytes"), 2'000'000);
    EXPECT_DOUBLE_EQ(slice.at("args").at("gb_per_s"), 1);
    return;
  }
  FAIL() << "no upload";
}

TEST_F(Trace, AnArrowJoinsTheSlicesOfAFrame) {
  const Json trace = write({traced_row(1, plan_of({"eq"})), traced_row(2, plan_of({"eq"}))});
  for (const int frame : {1, 2}) {
    std::string phases;
    double latest = 0;
    for (const Json& event : trace.at("traceEvents")) {
      if (!event.contains("id") || event.at("id") != frame) continue;
      phases += event.at("ph").get<std::string>();
      EXPECT_GE(event.at("ts").get<double>(), latest);
      latest = event.at("ts");
    }
    EXPECT_EQ(phases, "stttf");
  }
}

TEST_F(Trace, RoundingOfTheClockMakesNoOverlap) {
  std::vector<FrameRow> rows;
  for (int n = 1; n <= 50; ++n) {
    FrameRow row = traced_row(n, plan_of({"a", "b"}));
    row.times.lane = 0;
    row.times.upload = {n * 2ms - 3us, n * 2ms + 2ms};
    row.times.filter = {n * 2ms + 2ms - 1us, n * 2ms + 4ms};
    row.times.passes = {{n * 2ms + 2ms - 1us, n * 2ms + 3ms},
                        {n * 2ms + 3ms - 2us, n * 2ms + 4ms + 1us}};
    rows.push_back(row);
  }
  const Json trace = write(rows);
  expect_rules_kept(trace);
  EXPECT_EQ(events(trace, "X").size(), 50U * 7);
}

TEST_F(Trace, TwoResultsOfOneUploadShowItOnce) {
  FrameRow first = traced_row(1, plan_of({"a"})), second = first;
  second.times.filter = {second.times.filter->end, second.times.filter->end + 1ms};
  second.times.passes = {*second.times.filter};
  second.times.download = {second.times.download->end, second.times.download->end + 1ms};
  second.times.decoding.reset();
  second.times.present.reset();
  const Json trace = write({first, second});
  expect_rules_kept(trace);
  std::map<std::string, int> named;
  for (const Json& slice : events(trace, "X"))
    ++named[slice.at("name")];
  EXPECT_EQ(named["upload"], 1);
  EXPECT_EQ(named["a"], 2);
  EXPECT_EQ(named["download"], 2);
}

TEST_F(Trace, ADroppedFrameHasItsDecodingAlone) {
  FrameRow row;
  row.frame = 7;
  row.dropped = true;
  row.displayed = false;
  row.times.decoding = Interval{1ms, 2ms};
  const Json trace = write({row});
  ASSERT_EQ(events(trace, "X").size(), 1U);
  EXPECT_EQ(events(trace, "X")[0].at("name"), "decode, dropped");
}

TEST_F(Trace, NamesAndNumbersAreTheFormatsInEveryLocale) {
  ASSERT_NE(std::setlocale(LC_ALL, "C"), nullptr);
  RunFacts facts = run_facts();
  facts.input.name = "a \"b\"\n\xff.mp4";
  for (const char* locale : {"de_DE.UTF-8", "fr_FR.UTF-8"})
    if (std::setlocale(LC_ALL, locale) != nullptr) break;
  const Json trace = write({traced_row(1, plan_of({"we\"ird,\\name"}))}, facts);
  std::setlocale(LC_ALL, "C");
  expect_rules_kept(trace);
  EXPECT_EQ(events(trace, "X").size(), 6U);
}

TEST_F(Trace, AFullDiskOrAMissingFolderIsOneLine) {
  EXPECT_THROW(TraceFile("/nowhere/at/all.json", run_facts()), OutputError);
  try {
    TraceFile full("/dev/full", run_facts());
    full.close();
    FAIL() << "written";
  } catch (const OutputError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("trace /dev/full: cannot be written"));
  }
}

TEST_F(Trace, RowsThatComeOutOfOrderAreAllThereInOrder) {
  const auto plan = plan_of({"eq", "gblur"});
  std::vector<FrameRow> rows;
  for (int n = 1; n <= 60; ++n)
    rows.push_back(traced_row(n, plan));
  // Shown frames' rows are finished late: every third behind the next five.
  for (std::size_t n = 0; n + 6 < rows.size(); n += 3)
    std::rotate(rows.begin() + static_cast<std::ptrdiff_t>(n),
                rows.begin() + static_cast<std::ptrdiff_t>(n) + 1,
                rows.begin() + static_cast<std::ptrdiff_t>(n) + 6);
  const Json trace = write(rows);
  expect_rules_kept(trace);
  EXPECT_EQ(events(trace, "X").size(), 60U * 7);
}

TEST_F(Trace, TakenAwayWhileItIsWrittenItSaysSo) {
  TraceFile trace(path_, run_facts());
  trace.write(traced_row(1, plan_of({"eq"})));
  fs::remove(path_);
  try {
    trace.close();
    FAIL() << "lost and not said";
  } catch (const OutputError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(path_ + ": was taken away"));
  }
}

class TraceOfARun : public Trace, public testing::WithParamInterface<Mode> {};

// As many slices as frames times stages, whatever the lanes did, each frame's once on each track.
TEST_P(TraceOfARun, KeepsTheRulesAndLacksNothing) {
  const OpenedDevice opened = open_device(parse_device_choice("cpu:link=12"));
  constexpr int kFrames = 200, kLanes = 3;
  EngineOptions options;
  options.input = "pattern:160x90@60:frames=" + std::to_string(kFrames);
  options.chain = parse_chain("eq=contrast=1.1,gblur=sigma=2,tmix");
  options.settings = {GetParam(), kLanes};
  Engine engine(*opened.device, options);
  RowWriter trace("trace", std::make_shared<TraceFile>(path_, run_facts()));
  for (ProcessedItem item;
       engine.results().pop(item) == QueueStatus::ok && item.kind == ProcessedItem::Kind::frame;) {
    FrameRow row;
    row.frame = item.frame.index;
    row.pts = item.frame.pts;
    row.finished = std::chrono::steady_clock::now() - options.run_start;
    row.plan = item.frame.plan;
    row.times = item.frame.times;
    ASSERT_TRUE(trace.push(std::move(row)));
  }
  trace.finish();
  const Json written = Json::parse(std::ifstream(path_));
  expect_rules_kept(written);
  std::map<std::string, std::set<int>> frames;
  std::set<int> tracks;
  for (const Json& slice : events(written, "X")) {
    EXPECT_TRUE(frames[slice.at("name")].insert(slice.at("args").at("frame").get<int>()).second)
        << "twice: " << slice;
    tracks.insert(slice.at("tid").get<int>());
  }
  std::vector<std::string> names;
  for (const auto& [name, seen] : frames) {
    names.push_back(name);
    EXPECT_EQ(seen.size(), kFrames) << name;
    EXPECT_EQ(*seen.begin(), 0) << name;
    EXPECT_EQ(*seen.rbegin(), kFrames - 1) << name;
  }
  EXPECT_THAT(
      names, testing::ElementsAre("decode", "download", "eq", "gblur", "passes", "tmix", "upload"));
  EXPECT_EQ(tracks.size(), 1U + 3U * (GetParam() == Mode::serial ? 1 : kLanes));
}

INSTANTIATE_TEST_SUITE_P(Modes, TraceOfARun,
                         testing::Values(Mode::serial, Mode::overlapped, Mode::staged),
                         [](const auto& mode) { return name_of(mode.param); });

}  // namespace
}  // namespace framelane
