// What only shows after a while: memory, file handles, and a writer that falls behind. Not run with
// the others: ctest -L long.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "app/frame_log.h"
#include "app/held_test.h"
#include "app/log_reader.h"
#include "app/trace_file.h"
#include "app/viewer_fixture_test.h"

namespace framelane {
namespace {

using Host = std::chrono::steady_clock;
using namespace std::chrono_literals;

// FRAMELANE_LONG_MINUTES shortens the viewer's loop.
double minutes_wanted() {
  const char* text = std::getenv("FRAMELANE_LONG_MINUTES");
  const double minutes = text != nullptr ? std::atof(text) : 0;
  return minutes > 0 ? minutes : 30;
}

// The summaries keep a number a frame of each stage, for the percentiles.
double kept_megabytes(double frames) {
  constexpr double kSummaries = 2, kStages = 14, kGrowth = 2;
  return frames * kSummaries * kStages * kGrowth * sizeof(double) / 1e6;
}

class LongRun : public ViewerTest {};

TEST_F(LongRun, Of36000LoggedFramesNoneWaitsForTheWriterAndMemoryIsFlat) {
  constexpr std::int64_t kFrames = 36'000, kSettled = 3'000;
  const OpenedDevice opened = open_device(parse_device_choice("cpu:link=12"));
  EngineOptions options;
  options.input = "pattern:320x180@60:frames=" + std::to_string(kFrames);
  options.chain = parse_chain("eq=contrast=1.1,gblur=sigma=2,tmix=frames=2");
  options.settings = {Mode::overlapped, 3};
  Engine engine(*opened.device, options);
  const RunFacts facts{opened.device->facts(), {}, engine.input(), to_text(options.chain)};
  FrameLog log("long.csv", facts);
  RowWriter trace("trace", std::make_shared<TraceFile>("long.json", facts));
  Held settled;
  std::int64_t frames = 0;
  for (ProcessedItem item;
       engine.results().pop(item) == QueueStatus::ok && item.kind == ProcessedItem::Kind::frame;) {
    FrameRow row;
    row.frame = item.frame.index;
    row.pts = item.frame.pts;
    row.finished = Host::now() - options.run_start;
    row.plan = item.frame.plan;
    row.times = std::move(item.frame.times);
    item.frame = {};
    // As the viewer does: a full queue would end the log, never make a frame wait.
    ASSERT_TRUE(trace.try_push(row)) << "frame " << frames;
    ASSERT_TRUE(log.try_push(std::move(row))) << "frame " << frames;
    if (++frames == kSettled) settled = held_now();
  }
  const Held ended = held_now();
  log.finish();
  trace.finish();
  EXPECT_FALSE(log.error()) << *log.error();
  EXPECT_FALSE(trace.error()) << *trace.error();
  EXPECT_EQ(frames, kFrames);
  EXPECT_LE(ended.files, settled.files);
  EXPECT_LE(ended.megabytes - settled.megabytes, 16 + kept_megabytes(kFrames));
  std::printf("%.1f MB after %lld frames, %.1f MB after %lld\n", settled.megabytes,
              static_cast<long long>(kSettled), ended.megabytes, static_cast<long long>(kFrames));
  LogReader reader("long.csv", {});
  std::int64_t rows = 0;
  for (FrameRow row; reader.next(row); ++rows)
    ASSERT_EQ(row.frame, rows);
  EXPECT_EQ(rows, kFrames);
}

TEST_F(LongRun, AViewersLoopKeepsMemoryAndFilesFlatAfterThirtySeconds) {
  const double minutes = minutes_wanted();
  ASSERT_EQ(std::system("ffmpeg -v error -nostdin -y -f lavfi -i testsrc2=s=640x360:r=60:d=6 "
                        "-pix_fmt yuv420p -c:v libx264 -preset ultrafast loop.mp4"),
            0);
  options_.log = "long.csv";
  options_.plays = 0;
  open("loop.mp4", "eq=contrast=1.2,gblur=sigma=1,tmix=frames=2");
  viewer_->window().resize({1280, 720});
  const auto begin = Host::now();
  const auto play_until = [&](Host::time_point end) {
    while (Host::now() < end)
      if (!viewer_->turn(kTurn)) return false;
    return true;
  };
  ASSERT_TRUE(play_until(begin + 30s));
  const Held settled = held_now();
  // Those dropped are in the summaries too.
  const auto shown = [&] { return viewer_->player().counts().displayed; };
  const auto summed = [&] { return shown() + viewer_->player().counts().dropped; };
  const auto shown_first = shown(), summed_first = summed();
  const auto end = begin + std::chrono::duration_cast<Host::duration>(
                               std::chrono::duration<double, std::ratio<60>>(minutes));
  double most = 0;
  std::ptrdiff_t most_files = 0;
  for (auto at = begin + 40s; at < end + 10s; at += 10s) {
    ASSERT_TRUE(play_until(at));
    const Held now = held_now();
    most = std::max(most, now.megabytes);
    most_files = std::max(most_files, now.files);
  }
  const auto more = shown() - shown_first, more_summed = summed() - summed_first;
  std::printf(
      "%.1f MB and %td files after 30 s; at most %.1f MB and %td in %.1f minutes, %lld "
      "frames shown of %lld\n",
      settled.megabytes, settled.files, most, most_files, minutes, static_cast<long long>(more),
      static_cast<long long>(more_summed));
  EXPECT_GT(more, 0);
  EXPECT_LE(most_files, settled.files);
  EXPECT_LE(most - settled.megabytes, 8 + kept_megabytes(static_cast<double>(more_summed)));
}

}  // namespace
}  // namespace framelane
