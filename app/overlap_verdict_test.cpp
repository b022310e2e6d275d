#include "app/overlap_verdict.h"

#include <gtest/gtest.h>

namespace framelane {
namespace {

using namespace std::chrono_literals;
using std::chrono::microseconds;

struct Times {
  microseconds upload{0}, passes{0}, download{0}, decode{0}, frame{0};
};

ModeSummary stretch(const Times& t, Mode mode = Mode::overlapped, int lanes = 8,
                    HostMemory memory = HostMemory::pinned) {
  ModeSummary frames(mode, lanes, memory);
  for (int n = 0; n < 10; ++n) {
    FrameRow row;
    const Nanoseconds at = n * t.frame;
    if (t.upload > 0us) row.times.upload = {at, at + t.upload};
    if (t.passes > 0us) row.times.filter = {at, at + t.passes};
    if (t.download > 0us) row.times.download = {at, at + t.download};
    if (t.decode > 0us) row.times.decode = t.decode;
    row.times.bytes_up = t.upload > 0us ? 12'000'000 : 0;
    row.times.bytes_down = t.download > 0us ? 32'000'000 : 0;
    frames.add(row, n == 0 ? std::nullopt : std::optional<Nanoseconds>(t.frame));
  }
  return frames;
}

TEST(OverlapVerdict, DownloadInAnotherLayoutNamesWhatTheSourcesWouldTake) {
  VerdictFacts facts;
  facts.source_layout_bytes = 12'000'000;
  EXPECT_EQ(overlap_verdict(stretch({230us, 86us, 600us, 0us, 620us}), facts),
            "Bound by download: 0.600 of 0.620 ms a frame; output in the source's layout would cut "
            "it to 0.225 ms.");
  facts.link.both = 72;
  EXPECT_EQ(overlap_verdict(stretch({230us, 86us, 600us, 0us, 620us}), facts),
            "Bound by copies both ways: 0.611 of 0.620 ms a frame; output in the source's layout "
            "would cut it to 0.333 ms.");
  facts.source_layout_bytes.reset();
  facts.link = {};
  EXPECT_EQ(overlap_verdict(stretch({230us, 86us, 600us, 0us, 620us}), facts),
            "Bound by download: 0.600 of 0.620 ms a frame; only fewer bytes would help.");
}

TEST(OverlapVerdict, DecodeNamesItsThreads) {
  VerdictFacts facts;
  facts.decoder_threads = 16;
  EXPECT_EQ(overlap_verdict(stretch({230us, 86us, 240us, 6000us, 6100us}), facts),
            "Bound by decode: 6.000 of 6.100 ms a frame on 16 threads; a resident loop (key R) "
            "leaves it out.");
}

TEST(OverlapVerdict, IdleEnginesAskForAnotherLane) {
  EXPECT_EQ(overlap_verdict(stretch({249us, 86us, 240us, 0us, 291us}, Mode::overlapped, 2), {}),
            "2 lanes leave the upload idle 14 % of the time: 0.291 ms a frame, bound 0.249 ms; one "
            "lane more (key +) may help.");
  EXPECT_EQ(overlap_verdict(stretch({249us, 86us, 240us, 0us, 291us}), {}),
            "Bound by upload: 0.249 of 0.291 ms a frame; only fewer bytes would help.")
      << "there are no more";
}

TEST(OverlapVerdict, SerialPassesPageableAndTheRest) {
  EXPECT_EQ(overlap_verdict(stretch({228us, 86us, 231us, 0us, 550us}, Mode::serial, 1), {}),
            "Serial: the stages add up to 0.545 ms a frame; the longest alone, download, takes "
            "0.231 ms; press t to overlap them.");
  EXPECT_EQ(overlap_verdict(stretch({228us, 860us, 231us, 0us, 870us}), {}),
            "Bound by passes: 0.860 of 0.870 ms a frame; the copies are hidden.");
  EXPECT_EQ(overlap_verdict(stretch({0us, 860us, 0us, 0us, 870us}), {}),
            "Bound by passes: 0.860 of 0.870 ms a frame.");
  EXPECT_EQ(overlap_verdict(stretch({1000us, 86us, 1000us, 0us, 1050us}, Mode::overlapped, 8,
                                    HostMemory::pageable),
                            {}),
            "Bound by upload: 1.000 of 1.050 ms a frame; page-locked memory (key M) would help.");
  EXPECT_EQ(overlap_verdict(stretch({1000us, 86us, 1000us, 0us, 2100us}, Mode::overlapped, 2,
                                    HostMemory::pageable),
                            {}),
            "Pageable copies hold the rest up: 2.100 ms a frame, the longest stage, upload, takes "
            "1.000 ms; page-locked memory (key M) helps.");
  EXPECT_EQ(overlap_verdict(stretch({100us, 86us, 90us, 0us, 500us}), {}),
            "No stage bounds: 0.500 ms a frame, and the longest stage, upload, takes 0.100 ms; the "
            "rest is spent outside.");
  EXPECT_EQ(overlap_verdict(stretch({228us, 86us, 231us, 0us, 550us}, Mode::overlapped, 1), {}),
            "One lane has one frame in flight, nothing overlaps; press + for another.");
  EXPECT_EQ(overlap_verdict(ModeSummary(Mode::staged, 2, HostMemory::pinned), {}),
            "Too few frames to say what bounds.");
}

}  // namespace
}  // namespace framelane
