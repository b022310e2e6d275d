#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/viewer_fixture_test.h"
#include "gpu/busy_machine_test.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;

// Copies that take their time: 86 kB each way at 0.05 GB/s are 1.7 ms.
class ViewerTimelineTest : public ViewerTest {
 protected:
  ViewerTimelineTest() { opened_ = open_device(parse_device_choice("cpu:link=0.05")); }
  void play() {
    options_.unpaced = true;
    open("pattern:320x180@60", "negate");
    viewer_->window().resize({1280, 720});
    press("F6");
    ASSERT_TRUE(show_frames(30));
  }
  [[nodiscard]] const TimelineModel& model() { return viewer_->timeline_feed().model(false); }
  // Two lanes are at work at the same time.
  [[nodiscard]] bool lanes_overlap() {
    const TimelineModel& now = model();
    for (std::size_t a = 1; a + 1 < now.rows.size(); ++a)
      for (std::size_t b = a + 1; b + 1 < now.rows.size(); ++b)
        for (const TimelineBlock& one : now.rows[a].blocks)
          for (const TimelineBlock& other : now.rows[b].blocks)
            if (!one.waiting && !other.waiting && one.start < other.end && other.start < one.end)
              return true;
    return false;
  }
  // A frame is uploaded before the one in front of it is down.
  [[nodiscard]] bool frames_overlap() {
    auto rows = viewer_->timeline_feed().rows({Nanoseconds{0}, Nanoseconds::max()});
    std::erase_if(rows, [](const FrameRow& row) { return !row.times.upload; });
    std::ranges::sort(rows, {}, [](const FrameRow& row) { return row.times.upload->start; });
    EXPECT_GT(rows.size(), 4U);
    for (std::size_t n = 1; n < rows.size(); ++n)
      if (rows[n - 1].times.download &&
          rows[n].times.upload->start < rows[n - 1].times.download->end)
        return true;
    return false;
  }
  // Exports what is shown: the uploads and downloads in the trace.
  std::pair<int, int> exported() {
    click("timeline.export");
    EXPECT_TRUE(turn_until([&] { return files("_timeline.json") == 1; }));
    EXPECT_TRUE(turn_until([&] {
      return std::ranges::any_of(viewer_->overlay().text_boxes(),
                                 [](const TextBox& box) { return box.text.starts_with("Saved"); });
    }));
    const auto path = std::filesystem::directory_iterator(folder_)->path();
    const auto trace = nlohmann::json::parse(std::ifstream(path));
    std::filesystem::remove(path);
    int uploads = 0, downloads = 0;
    for (const auto& event : trace.at("traceEvents")) {
      uploads += event.at("name") == "upload";
      downloads += event.at("name") == "download";
    }
    return {uploads, downloads};
  }
  [[nodiscard]] bool has_frames(std::size_t lanes) {
    const TimelineModel& now = model();
    if (now.rows.size() != lanes + 2) return false;
    for (const TimelineRow& row : now.rows)
      if (row.blocks.size() < 4) return false;
    return true;
  }
};

TEST_F(ViewerTimelineTest, LanesOverlapWhenTheModeIsOverlappedAndOnlyThen) {
  play();
  ASSERT_TRUE(turn_until([&] { return has_frames(2) && lanes_overlap() && frames_overlap(); }));
  EXPECT_GT(viewer_->overlay().panel_box("timeline").w, 0);
  press("t");
  ASSERT_TRUE(turn_until([&] { return has_frames(1); }));
  EXPECT_FALSE(frames_overlap());
  press("t");
  press("+");
  EXPECT_TRUE(turn_until([&] { return has_frames(3) && lanes_overlap(); }));
}

TEST_F(ViewerTimelineTest, ExportWritesATraceOfWhatIsShown) {
  play();
  ASSERT_TRUE(turn_until([&] { return has_frames(2); }));
  ASSERT_TRUE(turn_until([&] { return viewer_->overlay().timeline_shown(); }));
  // On a busy machine a stretch may have few frames.
  EXPECT_TRUE(test::holds_once([&] {
    click("timeline.hold");
    EXPECT_TRUE(viewer_->overlay().timeline_held());
    EXPECT_TRUE(show_frames(5));
    const auto [uploads, downloads] = exported();
    EXPECT_LT(uploads, 60) << "not all that was played";
    click("timeline.hold");
    EXPECT_TRUE(show_frames(30));
    return uploads > 2 && downloads > 2;
  }));
}

}  // namespace
}  // namespace framelane
