// The overlay, CSV, JSON, trace, summary and report of one run say the same numbers, to the last
// digit each of them shows.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/report.h"
#include "app/run.h"
#include "app/viewer_fixture_test.h"

namespace framelane {
namespace {

using Host = std::chrono::steady_clock;
using Json = nlohmann::json;
using namespace std::chrono_literals;

constexpr const char* kChain = "eq=contrast=1.1,gblur=sigma=2,tmix=frames=2";

std::string text_of(const std::string& name) {
  std::ifstream in(name, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A stage as it is shown: milliseconds to three digits.
struct Shown {
  std::string mean, p99, max;
  friend bool operator==(const Shown&, const Shown&) = default;
  friend void PrintTo(const Shown& shown, std::ostream* out) {
    *out << shown.mean << " " << shown.p99 << " " << shown.max;
  }
};

// The log, read here afresh.
class Csv {
 public:
  explicit Csv(const std::string& name) {
    std::istringstream in(text_of(name));
    for (std::string line; std::getline(in, line);) {
      std::vector<std::string> fields;
      std::istringstream cut(line.substr(0, line.size() - 1));  // ends in CR
      for (std::string field; std::getline(cut, field, ',');)
        fields.push_back(field);
      rows_.push_back(std::move(fields));
    }
    for (std::size_t c = 0; c < rows_.at(0).size(); ++c)
      places_[rows_[0][c]] = c;
    rows_.erase(rows_.begin());
  }
  [[nodiscard]] std::size_t rows() const { return rows_.size(); }
  [[nodiscard]] const std::string& at(std::size_t row, const std::string& column) const {
    return rows_.at(row).at(places_.at(column));
  }
  [[nodiscard]] double number(std::size_t row, const std::string& column) const {
    return std::stod(at(row, column));
  }
  [[nodiscard]] std::size_t count(const std::string& column, const std::string& value) const {
    std::size_t found = 0;
    for (std::size_t r = 0; r < rows(); ++r)
      if (at(r, column) == value) ++found;
    return found;
  }
  // Of rows that are not warm-up; whole nanoseconds.
  [[nodiscard]] std::vector<std::int64_t> ns(const std::string& column) const {
    std::vector<std::int64_t> values;
    for (std::size_t r = 0; r < rows(); ++r)
      if (at(r, "Warmup") == "0" && at(r, column) != "NA")
        values.push_back(std::llround(std::stod(at(r, column)) * 1e6));
    return values;
  }
  [[nodiscard]] Shown shown(const std::string& column) const {
    std::vector<std::int64_t> values = ns(column);
    if (values.empty()) return {};
    double sum = 0;
    for (const std::int64_t value : values)
      sum += static_cast<double>(value) / 1e6;
    std::sort(values.begin(), values.end(), std::greater<>());
    const auto ms = [](std::int64_t value) {
      return fmt::format("{:.3f}", static_cast<double>(value) / 1e6);
    };
    const auto p99 = static_cast<std::size_t>(std::ceil(0.01 * static_cast<double>(values.size())) -
                                              1);  // nearest rank
    return {fmt::format("{:.3f}", sum / static_cast<double>(values.size())), ms(values[p99]),
            ms(values[0])};
  }

 private:
  std::vector<std::vector<std::string>> rows_;
  std::map<std::string, std::size_t> places_;
};

// What a stage is called in the CSV, the JSON, and in words (report, summary, overlay).
struct Names {
  const char *column, *key, *words;
};
constexpr Names kStages[] = {
    {"MsDecode", "decode", "decode"},    {"MsUpload", "upload", "upload"},
    {"MsFilter", "filter", "passes"},    {"MsDownload", "download", "download"},
    {"MsPresent", "present", "present"}, {"MsLatency", "latency", "latency"},
    {"MsPass_1_eq", "eq", "eq"},         {"MsPass_2_gblur", "gblur", "gblur"},
    {"MsPass_3_tmix", "tmix", "tmix"},
};

Shown shown_by_json(const Json& mode, const std::string& key) {
  const Json& stages = mode.at("stages");
  const Json* series = stages.contains(key) ? &stages.at(key) : nullptr;
  for (const Json& pass : stages.at("passes"))
    if (pass.at("name") == key) series = &pass;
  if (series->at("count") == 0) return {};
  const auto ms = [&](const char* name) {
    return fmt::format("{:.3f}", series->at(name).get<double>());
  };
  return {ms("mean_ms"), ms("p99_ms"), ms("max_ms")};
}

// The row of the page's table whose first cell ends with `name`.
Shown shown_by_report(const std::string& page, const std::string& name) {
  const std::string first = ">" + name + "</td>", cell = "<td>", end = "</td>";
  for (auto at = page.find(first); at != std::string::npos; at = page.find(first, at + 1)) {
    auto from = at + first.size();
    std::array<std::string, 3> numbers;
    for (std::string& number : numbers) {
      const auto close = page.find(end, from);
      if (page.compare(from, cell.size(), cell) != 0 || close == std::string::npos) break;
      number = page.substr(from + cell.size(), close - from - cell.size());
      from = close + end.size();
    }
    if (!numbers[2].empty()) return {numbers[0], numbers[1], numbers[2]};
  }
  return {};
}

// The line of that name in the summary's table: three numbers behind it.
Shown shown_by_summary(const std::string& text, const std::string& name) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto at = line.find_first_not_of(' ');
    if (at == std::string::npos || at == 0 || line.compare(at, name.size() + 1, name + " ") != 0)
      continue;
    std::istringstream words(line.substr(at + name.size()));
    Shown shown;
    if (words >> shown.mean >> shown.p99 >> shown.max &&
        std::isdigit(static_cast<unsigned char>(shown.mean[0])) != 0)
      return shown;
  }
  return {};
}

// Lengths of a track's slices by the frames' numbers, in whole nanoseconds.
std::map<std::string, std::int64_t> slices(const Json& trace, const std::string& name) {
  std::map<std::string, std::int64_t> found;
  for (const Json& event : trace.at("traceEvents"))
    if (event.at("ph") == "X" && event.at("name") == name)
      found[event.at("args").at("frame").dump()] =
          std::llround(event.at("dur").get<double>() * 1000);
  return found;
}

void expect_slices_are_the_columns(const Json& trace, const Csv& csv) {
  for (const Names& stage : kStages) {
    if (stage.key == std::string("latency")) continue;
    std::map<std::string, std::int64_t> expected;
    for (std::size_t r = 0; r < csv.rows(); ++r)
      if (const std::string& ms = csv.at(r, stage.column); ms != "NA")
        expected[csv.at(r, "Frame")] = std::llround(std::stod(ms) * 1e6);
    EXPECT_EQ(slices(trace, stage.words), expected) << stage.words;
  }
}

class Agreement : public ViewerTest {
 protected:
  void SetUp() override {
    ViewerTest::SetUp();
    // Copies that take time, each engine by itself.
    opened_ = open_device(parse_device_choice("cpu:link=1"));
  }
  static std::string report_of(const std::string& log) {
    const std::vector<const char*> arguments{"report", log.c_str(), "-o", "page.html", "--quiet"};
    EXPECT_EQ(report_command(std::get<Options>(parse_options(arguments))), 0);
    return text_of("page.html");
  }
  static void expect_agreement(const Csv& csv, const Json& mode, const std::string& summary) {
    const std::string page = report_of("log.csv");
    for (const Names& stage : kStages) {
      const Shown shown = csv.shown(stage.column);
      EXPECT_EQ(shown_by_json(mode, stage.key), shown) << stage.words;
      EXPECT_EQ(shown_by_report(page, stage.words), shown) << stage.words;
      EXPECT_EQ(shown_by_summary(summary, stage.words), shown) << stage.words;
    }
    const Shown between = csv.shown("MsBetweenFrames");
    EXPECT_EQ(shown_by_report(page, "between frames"), between);
    EXPECT_EQ(shown_by_summary(summary, "between frames"), between);
    const Json& percentiles = mode.at("percentiles");
    EXPECT_EQ(fmt::format("{:.3f}", percentiles.at("average").at("ms").get<double>()),
              between.mean);
    EXPECT_EQ(fmt::format("{:.3f}", percentiles.at("1%").at("ms").get<double>()), between.p99);
    const std::string fps = fmt::format("{:.2f}", mode.at("processed_fps").get<double>());
    EXPECT_THAT(page, testing::HasSubstr(">" + fps + "<"));
    EXPECT_THAT(summary, testing::HasSubstr("processed " + fps));
    const std::size_t warmup = csv.count("Warmup", "1");
    EXPECT_EQ(mode.at("warmup"), warmup);
    EXPECT_EQ(mode.at("frames"), csv.rows() - warmup);
    EXPECT_THAT(page, testing::HasSubstr(fmt::format("{} processed", csv.rows())));
    EXPECT_THAT(summary, testing::HasSubstr(fmt::format("{} processed", csv.rows())));
  }

  // The numbers that stand in the overlay's row of that name, from the left.
  [[nodiscard]] std::vector<std::string> overlay_row(const std::string& name) const {
    std::map<float, std::string> by_place;
    const Rect hud = viewer_->overlay().panel_box("hud");
    const auto& texts = viewer_->overlay().text_boxes();
    for (const TextBox& label : texts) {
      if (label.text != name || label.panel != hud) continue;
      for (const TextBox& text : texts)
        if (text.panel == hud && &text != &label && text.box.x > label.box.x &&
            std::abs(text.box.y + text.box.h / 2 - label.box.y - label.box.h / 2) < 4)
          by_place[text.box.x] = text.text;
    }
    std::vector<std::string> row;
    for (const auto& [x, text] : by_place)
      row.push_back(text);
    return row;
  }
  // Draws until the numbers, which are renewed four times a second, are those of the end: the last
  // drawing begins when they are due, however long the others took.
  void draw_the_end() {
    const auto due = Host::now() + 1s;
    for (bool settled = false; !settled;) {
      settled = Host::now() >= due;
      Input exposed;
      exposed.kind = Input::Kind::exposed;
      viewer_->window().inject(exposed);
      ASSERT_TRUE(viewer_->turn(kTurn));
    }
  }
  // Everything written, the whole HUD shown.
  void play_to_the_end() {
    options_.log = "log.csv";
    options_.trace = "trace.json";
    options_.unpaced = true;
    open("pattern:64x48@60:frames=100", kChain);
    viewer_->window().resize({1920, 1080});
    // All panels, once the window has its size.
    const auto hud_full = [&] {
      return std::ranges::count(viewer_->overlay().panels_on(), "hud_full") > 0;
    };
    ASSERT_TRUE(turn_until([&] {
      if (hud_full()) return true;
      press("I");
      return hud_full();
    }));
    ASSERT_TRUE(turn_until([&] {
      return viewer_->player().ended() && viewer_->player().engine().results().size() == 0;
    }));
  }
};

TEST_F(Agreement, OfAViewersOverlayLogTraceSummaryAndReport) {
  std::map<std::string, std::vector<std::string>> overlay;
  std::string summary;
  // The overlay shows the last two seconds: all of the run must lie in them.
  double seconds = 9;
  for (int attempt = 0; attempt < 5 && seconds > 1.9; ++attempt) {
    play_to_the_end();
    draw_the_end();
    for (const Names& stage : kStages)
      overlay[stage.words] = overlay_row(stage.words);
    summary = viewer_->summary("");
    viewer_.reset();
    const Csv csv("log.csv");
    seconds = (csv.number(csv.rows() - 1, "TimeInMs") - csv.number(0, "TimeInMs")) / 1000;
  }
  if (seconds > 1.9) GTEST_SKIP() << "the machine is too busy: 100 frames took " << seconds << " s";
  const Csv csv("log.csv");
  ASSERT_EQ(csv.rows(), 100U);
  const Json log = Json::parse(text_of("log.json"));
  ASSERT_EQ(log.at("modes").size(), 1U);
  expect_agreement(csv, log.at("modes").at(0), summary);
  expect_slices_are_the_columns(Json::parse(text_of("trace.json")), csv);
  for (const Names& stage : kStages) {
    if (stage.key == std::string("latency") || stage.key == std::string("present")) continue;
    const Shown shown = csv.shown(stage.column);
    ASSERT_GE(overlay[stage.words].size(), 2U) << stage.words;
    EXPECT_EQ(overlay[stage.words][0], shown.mean) << stage.words;
    EXPECT_EQ(overlay[stage.words][1], shown.p99) << stage.words;
  }
}

TEST_F(Agreement, OfARunsLogJsonTraceAndReport) {
  const std::vector<const char*> arguments{"run",       "pattern:64x48@60:frames=100",
                                           "--device",  "cpu:link=1",
                                           "--filters", kChain,
                                           "--log",     "log.csv",
                                           "--trace",   "trace.json",
                                           "--json"};
  testing::internal::CaptureStdout();
  EXPECT_EQ(run_command(std::get<Options>(parse_options(arguments)), stop_), 0);
  const Json said = Json::parse(testing::internal::GetCapturedStdout());
  const Csv csv("log.csv");
  ASSERT_EQ(csv.rows(), 100U);
  EXPECT_EQ(said.at("totals").at("processed"), 100);
  const Json log = Json::parse(text_of("log.json"));
  EXPECT_EQ(log.at("modes"), said.at("modes")) << "the JSON beside the log and that of --json";
  expect_slices_are_the_columns(Json::parse(text_of("trace.json")), csv);
  const std::string page = report_of("log.csv");
  for (const Names& stage : kStages) {
    EXPECT_EQ(shown_by_json(said.at("modes").at(0), stage.key), csv.shown(stage.column))
        << stage.words;
    EXPECT_EQ(shown_by_report(page, stage.words), csv.shown(stage.column)) << stage.words;
  }
}

}  // namespace
}  // namespace framelane
