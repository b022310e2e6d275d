#include "decode/output_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>
#include <vector>

#include "decode/output_fixture_test.h"
#include "decode/test_media.h"
#include "gpu/errors.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;
using test::TempDir;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string text_of(const std::string& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The frames ffmpeg reads back, and the pixel format it takes them for.
std::vector<std::byte> read_back(const TempDir& dir, const std::string& file) {
  test::ffmpeg("-i " + file + " -fps_mode passthrough -f rawvideo " + (dir / "back.raw"));
  return content_of(dir / "back.raw");
}

std::string probe(const TempDir& dir, const std::string& file, const std::string& entries) {
  test::shell("ffprobe -v error -show_entries " + entries + " -of csv=p=0 " + file + " > " +
              (dir / "probe"));
  return text_of(dir / "probe");
}

std::string failure_of(const std::string& name, const FrameFacts& facts, int frames) {
  try {
    OutputFile file(name, facts, kRate);
    for (int i = 0; i < frames; ++i)
      file.write(picture_of(facts, 1), i * 40ms, 40ms);
    file.finish();
  } catch (const OutputError& error) {
    return error.what();
  }
  return "no failure";
}

TEST(OutputFile, NutGivesBackEveryLayoutItHasATagFor) {
  const TempDir dir;
  int held = 0;
  for (const PixelFormat& format : pixel_formats()) {
    const FrameFacts facts = facts_of(std::string(format.name).c_str(), 35, 19);
    try {
      (void)write_two(dir / "x.nut", facts);
    } catch (const UsageError& error) {
      EXPECT_THAT(error.what(), HasSubstr(std::string(format.name)));
      continue;
    }
    ++held;
    const test::Opened input(dir / "x.nut");
    EXPECT_EQ(input.source->facts().pixel_format, format.name);
    EXPECT_THAT(
        test::hashes_of(test::read_all(*input.source)),
        ElementsAre(test::hash_of(picture_of(facts, 1)), test::hash_of(picture_of(facts, 2))))
        << format.name;
  }
  EXPECT_GE(held, 40);
}

TEST(OutputFile, FfmpegReadsNutBitForBit) {
  const TempDir dir;
  for (const char* format : {"yuv420p", "yuv422p10le", "nv12", "gray12le", "rgb24", "gbrp16le",
                             "yuva444p", "rgba64le"}) {
    const auto written = write_two(dir / "x.nut", facts_of(format, 35, 19));
    EXPECT_EQ(read_back(dir, dir / "x.nut"), written) << format;
    EXPECT_EQ(probe(dir, dir / "x.nut", "stream=pix_fmt"), std::string(format) + "\n");
  }
}

TEST(OutputFile, NutKeepsVariableTimesAndExactRates) {
  const TempDir dir;
  const FrameFacts facts = facts_of("yuv420p", 32, 16);
  OutputFile file(dir / "x.nut", facts, {30000, 1001});
  for (const std::int64_t frame : {0, 1, 2, 7, 8, 1000}) {
    const auto pts = std::chrono::nanoseconds((frame * 1'001'000'000'000 + 15'000) / 30'000);
    file.write(picture_of(facts, 1), pts, 33ms);
  }
  file.finish();
  EXPECT_EQ(probe(dir, dir / "x.nut", "packet=pts"),
            "0\n23543520\n47087040\n164804640\n188348160\n23543520000\n");
  EXPECT_EQ(probe(dir, dir / "x.nut", "stream=time_base"), "1/705600000\n");
}

TEST(OutputFile, NutGoesOnWhereTimesGoBack) {
  const TempDir dir;
  const FrameFacts facts = facts_of("gray", 32, 16);
  OutputFile file(dir / "x.nut", facts, kRate);
  for (const auto pts : {0ms, 40ms, 80ms, 0ms, 40ms, 40ms, 80ms})
    file.write(picture_of(facts, 1), pts, 40ms);
  file.finish();
  EXPECT_EQ(file.frames(), 7);
  std::istringstream times(probe(dir, dir / "x.nut", "packet=pts_time"));
  std::vector<double> seconds{std::istream_iterator<double>(times), {}};
  ASSERT_EQ(seconds.size(), 7U);
  EXPECT_NEAR(seconds[3], 0.12, 1e-5);
  EXPECT_NEAR(seconds[5], 0.16, 1e-5);
  EXPECT_NEAR(seconds[6], 0.20, 1e-5);
}

TEST(OutputFile, NutStatesColorAspectAndRotation) {
  const TempDir dir;
  FrameFacts facts = facts_of("yuv420p", 32, 16);
  facts.color = {Matrix::bt2020nc, Primaries::bt2020, Transfer::pq, Range::full, Siting::topleft};
  facts.sample_aspect = {64, 45};
  facts.rotation = 90;
  (void)write_two(dir / "x.nut", facts);
  test::shell("ffprobe -v error -show_streams " + (dir / "x.nut") + " > " + (dir / "probe"));
  const std::string text = text_of(dir / "probe");
  for (const char* line :
       {"sample_aspect_ratio=64:45", "TAG:color_range=pc", "TAG:colorspace=bt2020nc",
        "TAG:color_primaries=bt2020", "TAG:color_trc=smpte2084",
        "TAG:chroma_sample_location=topleft", "TAG:rotate=90"})
    EXPECT_THAT(text, HasSubstr(line));
}

TEST(OutputFile, Y4mGivesBackWhatItHoldsAndRefusesTheRest) {
  const TempDir dir;
  const std::string name = dir / "x.y4m";
  for (const char* format : {"yuv420p", "yuv422p", "yuv444p", "gray", "yuv420p10le", "yuv444p12le",
                             "gray10le", "yuva444p"}) {
    const auto written = write_two(name, facts_of(format, 35, 19));
    EXPECT_EQ(read_back(dir, name), written) << format;
    EXPECT_EQ(probe(dir, name, "stream=pix_fmt"), std::string(format) + "\n");
  }
  for (const char* format : {"rgb24", "gbrp", "nv12", "p010le", "yuva420p", "ya8"}) {
    const std::string refused = dir / (std::string(format) + ".y4m");
    try {
      const OutputFile file(refused, facts_of(format, 35, 19), kRate);
      ADD_FAILURE() << format;
    } catch (const UsageError& error) {
      EXPECT_THAT(error.what(), HasSubstr(".nut"));
    }
    EXPECT_FALSE(std::filesystem::exists(refused));
  }
}

TEST(OutputFile, Y4mStatesRangeAndAspect) {
  const TempDir dir;
  FrameFacts facts = facts_of("yuv420p", 32, 16);
  facts.color.range = Range::full;
  facts.sample_aspect = {16, 15};
  (void)write_two(dir / "x.y4m", facts);
  EXPECT_EQ(probe(dir, dir / "x.y4m", "stream=color_range,sample_aspect_ratio"), "16:15,pc\n");
}

TEST(OutputFile, RawGoesOnWithAnotherSizeTheOthersEndWhole) {
  const TempDir dir;
  const FrameFacts small = facts_of("yuv420p", 35, 19), large = facts_of("rgb24", 64, 48);
  OutputFile raw(dir / "x.raw", small, kRate);
  raw.write(picture_of(small, 1), 0ms, 40ms);
  raw.write(picture_of(large, 2), 40ms, 40ms);
  raw.finish();
  auto expected = planes_of(picture_of(small, 1));
  const auto second = planes_of(picture_of(large, 2));
  expected.insert(expected.end(), second.begin(), second.end());
  EXPECT_EQ(content_of(dir / "x.raw"), expected);

  OutputFile nut(dir / "x.nut", small, kRate);
  nut.write(picture_of(small, 1), 0ms, 40ms);
  EXPECT_THROW(nut.write(picture_of(large, 2), 40ms, 40ms), OutputError);
  nut.finish();
  EXPECT_EQ(read_back(dir, dir / "x.nut"), planes_of(picture_of(small, 1)));
}

TEST(OutputFile, NoFramesGiveAnEmptyButWholeFile) {
  const TempDir dir;
  for (const char* name : {"x.nut", "x.y4m", "x.raw"}) {
    OutputFile file(dir / name, facts_of("yuv420p", 32, 16), kRate);
    file.finish();
    EXPECT_TRUE(std::filesystem::exists(dir / name));
  }
}

TEST(OutputFile, Y4mTellsThatTimesOfTheFramesOwnAreLost) {
  const TempDir dir;
  const FrameFacts facts = facts_of("yuv420p", 16, 8);
  const auto lost = [&](const char* name, std::vector<int> times) {
    OutputFile file(dir / name, facts, {25, 1});
    for (const int ms : times)
      file.write(picture_of(facts, 1), std::chrono::milliseconds(ms), 40ms);
    file.finish();
    return file.times_lost();
  };
  EXPECT_FALSE(lost("even.y4m", {1000, 1040, 1081, 1119, 1160}));
  EXPECT_FALSE(lost("loop.y4m", {0, 40, 80, 0, 40, 80, 80 + 40}));
  EXPECT_TRUE(lost("gap.y4m", {0, 40, 200, 240}));
  EXPECT_TRUE(lost("dense.y4m", {0, 40, 60, 80}));
  EXPECT_FALSE(lost("gap.nut", {0, 40, 200, 240})) << "they are in it";
}

TEST(OutputFile, AFullDiskNamesThePartialFile) {
  const TempDir dir;
  for (const char* kind : {"full.nut", "full.y4m", "full.raw"}) {
    std::filesystem::create_symlink("/dev/full", dir / kind);
    const std::string failure = failure_of(dir / kind, facts_of("yuv420p", 640, 360), 30);
    EXPECT_THAT(failure, HasSubstr(dir / kind));
    EXPECT_THAT(failure, HasSubstr("No space left on device"));
    EXPECT_THAT(failure, HasSubstr("partial"));
  }
}

TEST(OutputFile, AReaderThatGoesAwayIsAnErrorNotASignal) {
  const TempDir dir;
  std::signal(SIGPIPE, SIG_IGN);
  const std::string pipe = dir / "x.nut";
  test::shell("mkfifo " + pipe);
  std::thread reader([&] { test::shell("head -c 1000 " + pipe + " > /dev/null"); });
  const std::string failure = failure_of(pipe, facts_of("yuv420p", 640, 360), 50);
  reader.join();
  EXPECT_THAT(failure, HasSubstr("Broken pipe"));
}

TEST(OutputFile, APipeThatNobodyReadsEndsWithTheInterrupt) {
  const TempDir dir;
  for (const char* kind : {"x.nut", "x.raw"}) {
    const std::string pipe = dir / kind;
    test::shell("mkfifo " + pipe);
    const int holder = open(pipe.c_str(), O_RDWR | O_CLOEXEC);
    const auto interrupt = std::make_shared<Interrupt>();
    const FrameFacts facts = facts_of("yuv420p", 640, 360);
    OutputFile file(pipe, facts, kRate, interrupt);
    std::thread raiser([&] { interrupt->raise(); });
    try {
      file.write(picture_of(facts, 1), 0ms, 40ms);
      ADD_FAILURE() << "a pipe took more than it holds";
    } catch (const OutputInterrupted& end) {
      EXPECT_THAT(end.what(), HasSubstr(pipe));
      EXPECT_THAT(end.what(), HasSubstr("partial, 0 frames"));
    }
    raiser.join();
    close(holder);
  }
}

// The line comes before the end that it asks for: else these waits would never end.
TEST(OutputFile, AWaitForAReaderIsToldOnceAndStillEndsWithTheInterrupt) {
  const TempDir dir;
  const FrameFacts facts = facts_of("yuv420p", 640, 360);
  for (const bool opened : {false, true}) {
    const std::string pipe = dir / (opened ? "opened.raw" : "alone.raw");
    test::shell("mkfifo " + pipe);
    const int holder = opened ? open(pipe.c_str(), O_RDWR | O_CLOEXEC) : -1;
    std::vector<std::string> told;
    const auto interrupt = std::make_shared<Interrupt>();
    const PipeWait wait(interrupt, [&](const std::string& name) {
      told.push_back(name);
      interrupt->raise();
    });
    EXPECT_THROW(OutputFile(pipe, facts, kRate, wait).write(picture_of(facts, 1), 0ms, 40ms),
                 OutputInterrupted);
    EXPECT_THAT(told, testing::ElementsAre(pipe));
    if (opened) close(holder);
  }
}

TEST(OutputFile, WhatAReaderTakesIsWrittenWholeAlsoAfterTheInterrupt) {
  const TempDir dir;
  const std::string pipe = dir / "x.raw";
  test::shell("mkfifo " + pipe);
  const auto interrupt = std::make_shared<Interrupt>();
  std::thread reader([&] { test::shell("cat " + pipe + " > " + (dir / "copy")); });
  const FrameFacts facts = facts_of("yuv420p", 640, 360);
  OutputFile file(pipe, facts, kRate, interrupt);
  interrupt->raise();
  file.write(picture_of(facts, 1), 0ms, 40ms);
  file.finish();
  reader.join();
  EXPECT_EQ(content_of(dir / "copy"), planes_of(picture_of(facts, 1)));
}

TEST(OutputFile, AFileOnDiskIsFinishedAfterTheInterrupt) {
  const TempDir dir;
  const auto interrupt = std::make_shared<Interrupt>();
  interrupt->raise();
  const FrameFacts facts = facts_of("yuv420p", 32, 16);
  OutputFile file(dir / "x.nut", facts, kRate, interrupt);
  file.write(picture_of(facts, 1), 0ms, 40ms);
  file.finish();
  EXPECT_EQ(read_back(dir, dir / "x.nut"), planes_of(picture_of(facts, 1)));
}

TEST(OutputFile, WaitingForAFifosReaderEndsWithTheInterrupt) {
  const TempDir dir;
  test::shell("mkfifo " + (dir / "x.nut"));
  const auto interrupt = std::make_shared<Interrupt>();
  std::thread raiser([&] { interrupt->raise(); });
  EXPECT_THROW(OutputFile(dir / "x.nut", facts_of("gray", 8, 8), kRate, interrupt),
               OutputInterrupted);
  raiser.join();
}

TEST(OutputFile, AFileThatIsTakenAwayWhileItIsWrittenIsMissed) {
  const TempDir dir;
  for (const char* kind : {"x.nut", "x.y4m", "x.raw"}) {
    OutputFile file(dir / kind, facts_of("gray", 8, 8), kRate);
    std::filesystem::remove(dir / kind);
    try {
      file.finish();
      ADD_FAILURE() << kind;
    } catch (const OutputError& error) {
      EXPECT_THAT(error.what(), HasSubstr(dir / kind + std::string(": was taken away")));
    }
  }
}

TEST(OutputFile, APlaceThatCannotBeWrittenIsNamed) {
  const TempDir dir;
  EXPECT_THAT(failure_of(dir / "no/such/x.nut", facts_of("gray", 8, 8), 1),
              HasSubstr("No such file or directory"));
}

}  // namespace
}  // namespace framelane
