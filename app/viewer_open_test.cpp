// Inputs that take long to open, and what is recorded of each.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <thread>

#include "app/viewer_files_fixture_test.h"
#include "gpu/busy_machine_test.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;

// A FIFO that nobody writes into takes for ever to open.
TEST_F(ViewerFilesTest, WhileASlowInputOpensTheWindowLivesAndAnotherFileTakesItsPlace) {
  ASSERT_EQ(mkfifo("slow", 0600), 0);
  viewer_ = std::make_unique<Viewer>(*opened_.device, options_, stop_);
  viewer_->overlay().keep_texts();
  viewer_->play({"slow"});
  viewer_->window().resize({1280, 720});
  ASSERT_TRUE(turn_until([&] { return says("Opening slow"); }));
  press("o", true);
  ASSERT_TRUE(turn_until([&] { return says("Open a file"); })) << "panels come and fade";
  press("ESC");
  ASSERT_TRUE(turn_until([&] { return !says("Open a file"); }));
  EXPECT_FALSE(viewer_->playing());
  drop({kLongInput});
  ASSERT_TRUE(turn_until([&] { return viewer_->playing(); }));
  ASSERT_TRUE(show_frames(2));
  viewer_->window().resize({1280, 720});
  drop({"slow"});
  ASSERT_TRUE(turn_until([&] { return viewer_->player().paused(); })) << "held meanwhile";
  drop({"not there.mp4"});
  ASSERT_TRUE(turn_until([&] { return says("not there.mp4"); }));
  EXPECT_FALSE(viewer_->player().paused()) << "it goes on when nothing else can";
  ASSERT_TRUE(show_frames(2));
}

TEST_F(ViewerFilesTest, WhileASlowInputOpensQuitEndsTheLoopAtOnce) {
  ASSERT_EQ(mkfifo("slow", 0600), 0);
  const auto quits_quickly = [&](bool playing) {
    viewer_ = std::make_unique<Viewer>(*opened_.device, options_, stop_);
    viewer_->overlay().keep_texts();
    viewer_->play({playing ? kLongInput : "slow"});
    if (playing) {
      EXPECT_TRUE(turn_until([&] { return viewer_->playing(); }));
      drop({"slow"});
    }
    for (int n = 0; n < 10; ++n)
      EXPECT_TRUE(viewer_->turn(20ms));
    press("q");
    return test::time_of([&] {
             EXPECT_FALSE(viewer_->turn(0ms));
             viewer_.reset();
           }) < 1s;
  };
  for (const bool playing : {false, true})
    EXPECT_TRUE(test::holds_once([&] { return quits_quickly(playing); })) << playing;
}

// The last of a list counts as well, however long it takes to open.
TEST_F(ViewerFilesTest, ARunThatEndsByItselfWaitsForASlowLastInput) {
  ASSERT_EQ(mkfifo("slow", 0600), 0);
  make_clip("a.mp4");
  options_.exit_after = 6;
  std::thread writer([] {
    EXPECT_EQ(std::system("ffmpeg -v error -nostdin -y -i a.mp4 -c copy -f nut pipe:1 > slow"), 0);
  });
  EXPECT_EQ(run_to_the_end({kShortInput, "slow"}), 0);
  EXPECT_TRUE(plays("slow"));
  viewer_.reset();
  writer.join();
}

TEST_F(ViewerFilesTest, EveryInputHasALogAndATraceOfItsOwn) {
  fs::create_directories("clips");
  make_clip("clips/1.mp4");
  fs::copy("clips/1.mp4", "clips/2.mp4");
  std::ofstream("log_2.csv") << "mine";
  options_.log = "log.csv";
  options_.trace = "trace.json";
  start({"clips"});
  ASSERT_TRUE(show_frames(1));
  press(">");
  ASSERT_TRUE(turn_until([&] { return plays("2.mp4"); }));
  ASSERT_TRUE(show_frames(1));
  press("r");  // the log is over, also for what follows
  drop({kLongInput});
  ASSERT_TRUE(turn_until([&] { return !plays("2.mp4"); }));
  ASSERT_TRUE(show_frames(1));
  viewer_.reset();
  const auto input_of = [](const char* json) {
    std::ifstream in(json);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    return text.find("clips/1.mp4") != std::string::npos   ? 1
           : text.find("clips/2.mp4") != std::string::npos ? 2
                                                           : 0;
  };
  EXPECT_EQ(input_of("log.json"), 1);
  EXPECT_EQ(input_of("log_3.json"), 2);
  const auto says = [](const char* json, const std::string& line) {
    std::ifstream in(json);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    return text.find(line) != std::string::npos;
  };
  EXPECT_TRUE(says("log.json", "\"continues\": null"));
  EXPECT_TRUE(says("log.json", "\"continued_in\": \"log_3.csv\""));
  EXPECT_TRUE(says("log_3.json", "\"continues\": \"log.csv\""));
  EXPECT_TRUE(says("log_3.json", "\"continued_in\": null"));
  EXPECT_EQ(fs::file_size("log_2.csv"), 4U);
  EXPECT_FALSE(fs::exists("log_4.csv"));
  for (const char* trace : {"trace.json", "trace_2.json", "trace_3.json"})
    EXPECT_TRUE(fs::exists(trace)) << trace;
}

}  // namespace
}  // namespace framelane
