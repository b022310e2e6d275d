#include "app/engine.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <future>
#include <thread>
#include <utility>
#include <vector>

#include "app/checksum.h"
#include "gpu/busy_machine_test.h"
#include "gpu/open_device.h"
#include "gpu/temp_dir_test.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;

constexpr const char* kChain = "eq=contrast=1.3,gblur=sigma=1.5,tmix=frames=3";

EngineOptions options_for(const std::string& input, const std::string& chain = kChain) {
  EngineOptions options;
  options.input = input;
  options.chain = parse_chain(chain);
  options.settings = {Mode::overlapped, 2};
  return options;
}

class EngineTest : public testing::Test {
 protected:
  // The next frame, end or failure of the newest generation; the test's own limit ends a wait that
  // never will.
  ProcessedItem next(Engine& engine) {
    ProcessedItem item;
    while (engine.results().pop_for(item, 30s) != QueueStatus::ok) {
    }
    return item;
  }
  std::vector<std::uint64_t> checksums(Engine& engine,
                                       const std::function<void(int)>& before = {}) {
    std::vector<std::uint64_t> sums;
    while (true) {
      if (before) before(static_cast<int>(sums.size()));
      const ProcessedItem item = next(engine);
      if (item.kind == ProcessedItem::Kind::end) return sums;
      if (item.kind == ProcessedItem::Kind::failed) throw std::runtime_error(item.error);
      EXPECT_EQ(item.frame.index, static_cast<std::int64_t>(sums.size()));
      sums.push_back(picture_checksum(item.frame.picture));
    }
  }
  // An engine brought into the state by `bring` ends within a second.
  void expect_quick_end(const char* state, const EngineOptions& options,
                        const std::function<void(Engine&)>& bring) {
    EXPECT_TRUE(test::holds_once([&] {
      auto engine = std::make_unique<Engine>(device_, options);
      bring(*engine);
      return test::time_of([&] { engine.reset(); }) < 1s;
    })) << state;
  }

  // Each time, with the first of `played` that a run from there gives.
  void expect_starts(const std::string& input, const std::string& chain,
                     const std::vector<std::uint64_t>& played,
                     const std::vector<std::pair<std::chrono::milliseconds, int>>& starts) {
    for (const auto& [at, first] : starts) {
      EngineOptions from = options_for(input, chain);
      from.start.at = at;
      Engine engine(device_, from);
      const auto rest = checksums(engine);
      EXPECT_TRUE(std::equal(rest.begin(), rest.end(), played.begin() + first, played.end()))
          << at.count() << " ms: " << rest.size();
    }
  }

  OpenedDevice opened_ = open_device(parse_device_choice("cpu"));
  Device& device_ = *opened_.device;
};

TEST_F(EngineTest, SettingsChangedWhileRunningKeepEveryPixelAndFrame) {
  const std::string input = "pattern:98x66@1000:frames=500";
  EngineOptions serial = options_for(input);
  serial.settings = {Mode::serial, 1};
  std::vector<std::uint64_t> expected;
  {
    Engine engine(device_, serial);
    expected = checksums(engine);
  }
  ASSERT_EQ(expected.size(), 500U);
  const PipelineSettings all[] = {{Mode::overlapped, 8},
                                  {Mode::staged, 3},
                                  {Mode::serial, 1},
                                  {Mode::overlapped, 1, HostMemory::pageable},
                                  {Mode::staged, 4, HostMemory::pageable},
                                  {Mode::overlapped, 3}};
  Engine engine(device_, options_for(input));
  const auto sums = checksums(engine, [&](int frame) {
    if (frame % 20 == 10)
      engine.process().set_settings(all[static_cast<std::size_t>(frame / 20) % std::size(all)]);
  });
  EXPECT_EQ(sums, expected);
}

TEST_F(EngineTest, AChainMayAskForWhatOnlyItsOwnInputHas) {
  Engine wide(device_, options_for("pattern:2048x64@1000:frames=3", "crop=2000:60"));
  EXPECT_EQ(next(wide).frame.picture.facts.width, 2000);
  Engine whole(device_,
               options_for("pattern:64x48@1000:frames=3:format=yuv444p", "deband=coupling=1"));
  EXPECT_EQ(checksums(whole).size(), 3U);
}

TEST_F(EngineTest, ResultsCarryWhatTheChainSaysOfThemAlsoWithoutAPass) {
  Engine engine(device_,
                options_for("pattern:64x48@1000:frames=2", "colorspace=iall=bt2020:all=bt2020"));
  EXPECT_EQ(next(engine).frame.picture.facts.color.primaries, Primaries::bt2020);
}

TEST_F(EngineTest, ALongLookaheadTakesMemoryOnceAndNotForEachLane) {
  Engine engine(device_, options_for("pattern:64x48@1000:frames=40", "deflicker=size=20"));
  EXPECT_EQ(checksums(engine).size(), 40U);
  EXPECT_LT(engine.result_pool().blocks, 60);
}

TEST_F(EngineTest, ALoopGivesEveryRoundTheSamePixels) {
  EngineOptions options = options_for("pattern:66x50@60:frames=40");
  options.start.loop.plays = 3;
  Engine engine(device_, options);
  const auto sums = checksums(engine);
  ASSERT_EQ(sums.size(), 120U);
  for (std::size_t i = 0; i < sums.size(); ++i)
    EXPECT_EQ(sums[i], sums[i % 40]) << i;
}

TEST_F(EngineTest, OnlyFramesOfTheLastOfManySeeksFollowIt) {
  Engine engine(device_, options_for("pattern:66x50@25:frames=2000"));
  std::uint64_t generation = 0;
  for (int n = 0; n < 40; ++n) {
    (void)next(engine);
    generation = engine.decode().seek_exact(40ms * ((n * 37) % 1900), engine.reach()).generation;
  }
  ProcessedItem item = next(engine);
  while (item.generation != generation)
    item = next(engine);
  ASSERT_EQ(item.kind, ProcessedItem::Kind::frame);
  EXPECT_EQ(item.frame.pts, 40ms * ((39 * 37) % 1900));
  EXPECT_EQ(next(engine).generation, generation);
}

TEST_F(EngineTest, ASoughtFrameHasThePixelsOfPlayingThere) {
  const std::string input = "pattern:66x50@25:frames=60";
  std::vector<std::uint64_t> played;
  {
    Engine engine(device_, options_for(input));
    played = checksums(engine);
  }
  EngineOptions from = options_for(input);
  from.start.at = 40ms * 31;
  Engine engine(device_, from);
  const auto rest = checksums(engine);
  ASSERT_EQ(rest.size(), 29U);
  EXPECT_TRUE(std::equal(rest.begin(), rest.end(), played.begin() + 31));
}

TEST_F(EngineTest, AStartBetweenTwoResultsOfAFrameBeginsAtTheSecond) {
  const std::string input = "pattern:66x50@25:frames=60", chain = "yadif=mode=1:deint=all";
  std::vector<std::uint64_t> played;
  {
    Engine engine(device_, options_for(input, chain));
    played = checksums(engine);
  }
  ASSERT_EQ(played.size(), 120U);
  expect_starts(input, chain, played, {{1240ms, 62}, {1241ms, 63}, {1260ms, 63}, {1261ms, 64}});
}

// Two files of two seconds, joined to one whose times begin again.
std::string make_joined(const test::TempDir& folder) {
  const std::string one = folder / "one.ts", joined = folder / "joined.ts";
  const std::string make =
      "ffmpeg -v error -nostdin -f lavfi -i testsrc2=s=66x50:r=25 -frames:v 50 -c:v libx264 -g 10 "
      "-pix_fmt yuv420p " +
      one + " && cat " + one + " " + one + " > " + joined;
  EXPECT_EQ(std::system(make.c_str()), 0);
  return joined;
}

TEST_F(EngineTest, AStartBetweenTwoResultsOfAFrameIsFoundBehindAJoinToo) {
  const test::TempDir folder;
  const std::string input = make_joined(folder), chain = "yadif=mode=1:deint=all";
  std::vector<std::uint64_t> played;
  {
    Engine engine(device_, options_for(input, chain));
    played = checksums(engine);
  }
  ASSERT_EQ(played.size(), 200U);
  expect_starts(input, chain, played,
                {{1980ms, 99}, {2000ms, 100}, {2020ms, 101}, {3240ms, 162}, {3260ms, 163}});
}

// However late: it is what stays on show.
TEST_F(EngineTest, TheLastFrameIsProcessedThoughAllBeforeItWereTooLate) {
  for (const char* chain : {"negate", "tmix=frames=3"})
    for (const PipelineSettings& settings : {PipelineSettings{Mode::serial, 1}, {Mode::staged, 3}})
      // Late by less than a second, and by more.
      for (const auto late : {2100ms, 100'000ms}) {
        PlayClock clock;
        clock.start(0ms, PlayClock::Host::now() - late, 1, {1, 0});
        EngineOptions options = options_for("pattern:66x50@25:frames=40", chain);
        options.settings = settings;
        options.clock = &clock;
        std::atomic<int> dropped{0};
        options.on_dropped = [&](const SourceFrame&, const PipelineSettings&) { ++dropped; };
        Engine engine(device_, options);
        std::vector<std::int64_t> frames;
        for (ProcessedItem item = next(engine); item.kind == ProcessedItem::Kind::frame;
             item = next(engine))
          frames.push_back(item.frame.source->index);
        ASSERT_FALSE(frames.empty());
        EXPECT_EQ(frames.back(), 39) << chain;
        EXPECT_TRUE(std::ranges::is_sorted(frames));
        EXPECT_EQ(dropped + static_cast<int>(frames.size()), 40) << "each has its row";
      }
}

// The edit comes when the last frame waits for the item behind it.
TEST_F(EngineTest, TheLastFrameIsProcessedThoughAnEditComesBeforeTheEnd) {
  for (const char* chain : {"hflip", "tmix=frames=2", "crop=32:32"}) {
    PlayClock clock;
    clock.start(0ms, PlayClock::Host::now() - 100s, 1, {1, 0});
    EngineOptions options = options_for("pattern:66x50@25:frames=40", "negate");
    options.clock = &clock;
    options.edits = true;
    std::promise<Engine*> made;
    std::atomic<int> last_dropped{0};
    std::atomic<bool> edited{false};  // not where a slow machine made it the frame of its second
    options.on_dropped = [&](const SourceFrame& frame, const PipelineSettings&) {
      last_dropped += frame.index == 39 ? 1 : 0;
      if (frame.index != 38 || edited.exchange(true)) return;
      Engine& engine = *made.get_future().get();
      const Chain next = parse_chain(chain);
      EXPECT_TRUE(engine.process().set_chain(
          {next, engine.plan(next, engine.input().frame, {}), 1, -1, 1, false}));
    };
    Engine engine(device_, options);
    made.set_value(&engine);
    std::int64_t last = -1;
    std::uint64_t revision = 0;
    for (ProcessedItem item = next(engine); item.kind != ProcessedItem::Kind::end;
         item = next(engine)) {
      if (item.kind != ProcessedItem::Kind::frame) continue;
      last = item.frame.source->index;
      revision = item.frame.revision;
    }
    EXPECT_EQ(last, 39) << chain;
    EXPECT_EQ(revision, edited ? 1U : 0U);
    EXPECT_EQ(last_dropped, 0) << "it has one row";
  }
}

TEST_F(EngineTest, WhoeverFailsToHearOfAReplacedFrameEndsTheRunWithEveryFrameWhole) {
  std::atomic<bool> told{false};  // outlives the engine's threads
  Engine engine(device_, options_for("pattern:66x50@1000:frames=60", "negate"));
  engine.process().on_replaced([&](const ProcessedFrame&) {
    told = true;
    throw std::runtime_error("no row is left");
  });
  engine.process().set_unpaced(true);
  while (!told)
    std::this_thread::yield();
  std::int64_t last = -1;
  ProcessedItem item = next(engine);
  for (; item.kind == ProcessedItem::Kind::frame; item = next(engine)) {
    ASSERT_TRUE(item.frame.source && item.frame.downloaded());
    EXPECT_GT(item.frame.source->index, last);
    last = item.frame.source->index;
  }
  EXPECT_EQ(item.kind, ProcessedItem::Kind::failed);
  EXPECT_NE(item.error.find("no row is left"), std::string::npos) << item.error;
}

TEST_F(EngineTest, WhoeverFailsToHearOfWhatIsHandedOnEndsTheRun) {
  EngineOptions options = options_for("pattern:66x50@1000:frames=60", "negate");
  options.on_handed_on = [] { throw std::runtime_error("nobody wakes"); };
  Engine engine(device_, options);
  ProcessedItem item = next(engine);
  while (item.kind == ProcessedItem::Kind::frame)
    item = next(engine);
  EXPECT_EQ(item.kind, ProcessedItem::Kind::failed);
  EXPECT_NE(item.error.find("nobody wakes"), std::string::npos) << item.error;
}

TEST_F(EngineTest, ResidentFramesGoRoundWithoutDecoding) {
  EngineOptions options = options_for("pattern:66x50@25:frames=400", "negate");
  options.start.resident = 6;
  Engine engine(device_, options);
  std::vector<std::uint64_t> sums;
  for (int n = 0; n < 60; ++n) {
    const ProcessedItem item = next(engine);
    ASSERT_EQ(item.kind, ProcessedItem::Kind::frame);
    sums.push_back(picture_checksum(item.frame.picture));
  }
  for (std::size_t i = 6; i < sums.size(); ++i)
    EXPECT_EQ(sums[i], sums[i - 6]);
  EXPECT_LT(engine.decode().counts().decoded, 60U);
}

TEST_F(EngineTest, EndsWithinASecondInEveryState) {
  const EngineOptions endless = options_for("pattern:642x362@60");
  expect_quick_end("just opened", endless, [](Engine&) {});
  expect_quick_end("results not taken", endless, [](Engine& engine) {
    while (engine.results().size() < engine.results().capacity())
      std::this_thread::yield();
  });
  expect_quick_end("draining", endless, [this](Engine& engine) {
    (void)next(engine);
    engine.process().set_settings({Mode::staged, 8});
  });
  expect_quick_end("seeking", endless,
                   [](Engine& engine) { (void)engine.decode().seek_exact(100s, 2); });
  expect_quick_end("at the end", options_for("pattern:66x50@60:frames=3"), [this](Engine& engine) {
    while (next(engine).kind != ProcessedItem::Kind::end) {
    }
  });
  expect_quick_end("inside a filter that takes long", options_for(endless.input, "gblur=sigma=400"),
                   [](Engine& engine) {
                     while (engine.process().status().in_flight == 0)
                       std::this_thread::yield();
                   });
}

TEST_F(EngineTest, OpeningAFifoThatNobodyWritesCanBeInterrupted) {
  const test::TempDir folder;
  const std::string fifo = folder / "input.fifo";
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_TRUE(test::holds_once([&] {
    EngineOptions options = options_for(fifo);
    options.open.interrupt = std::make_shared<Interrupt>();
    std::thread raiser([interrupt = options.open.interrupt] { interrupt->raise(); });
    const auto took =
        test::time_of([&] { EXPECT_THROW(Engine(device_, options), std::runtime_error); });
    raiser.join();
    return took < 1s;
  }));
}

TEST_F(EngineTest, AnInputThatCannotBeReadIsSaidAtOnce) {
  EXPECT_THROW(Engine(device_, options_for("pattern:66x50@60:frames=nonsense")),
               std::runtime_error);
}

}  // namespace
}  // namespace framelane
