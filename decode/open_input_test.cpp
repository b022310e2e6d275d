// What opens, what does not and with which words; pipes; damaged files.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <future>
#include <string>

#include "decode/library_log.h"
#include "decode/test_media.h"
#include "gpu/errors.h"

namespace framelane::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

class Opening : public testing::Test {
 protected:
  std::string clip(const std::string& name, int frames = 10, const std::string& more = "") {
    std::string file = dir_ / name;
    ffmpeg("-f lavfi -i testsrc2=s=160x96:r=25 -frames:v " + std::to_string(frames) +
           " -c:v libx264 -preset ultrafast -bf 2 -g 5 -pix_fmt yuv420p " + more + " " +
           shell_word("file:" + file));
    return file;
  }
  static std::string refusal(const std::string& input) {
    try {
      const Opened opened(input);
    } catch (const InputError& error) {
      return error.what();
    }
    return "opened";
  }
  static std::size_t frames_of(const std::string& input) {
    return read_all(*Opened(input).source).size();
  }
  void cut(const std::string& from, const std::string& to, std::uintmax_t bytes) {
    std::filesystem::copy_file(from, to);
    std::filesystem::resize_file(to, bytes);
  }
  TempDir dir_;
};

TEST_F(Opening, RefusesWithTheNameAndTheReason) {
  EXPECT_THAT(refusal(dir_ / "none.mp4"), AllOf(HasSubstr("none.mp4"), HasSubstr("No such file")));
  EXPECT_THAT(refusal(dir_ / ""), HasSubstr("is a directory"));
  const std::string empty = dir_ / "empty.mp4";
  std::ofstream(empty).close();
  EXPECT_THAT(refusal(empty), HasSubstr("is empty"));
  const std::string sound = dir_ / "a.m4a";
  ffmpeg("-f lavfi -i sine=d=0.2 -c:a aac " + sound);
  EXPECT_THAT(refusal(sound), HasSubstr("no video stream"));
  EXPECT_THAT(refusal("nosuch://x"), HasSubstr("nosuch://x"));
}

TEST_F(Opening, WhatIsNoVideoIsToldInPlainWords) {
  for (const char* name : {"notes.mp4", "notes.mkv", "notes"}) {
    const std::string file = dir_.write(name, "Not a video at all,\nbut a letter.\n");
    EXPECT_THAT(refusal(file), AllOf(HasSubstr(": this is no video, or a damaged one"),
                                     Not(HasSubstr("Invalid data")), Not(HasSubstr("\n"))))
        << name;
  }
}

TEST_F(Opening, CoverArtIsNoVideo) {
  const std::string cover = dir_ / "c.png", song = dir_ / "a.mp3";
  ffmpeg("-f lavfi -i testsrc2=s=64x64 -frames:v 1 " + cover);
  ffmpeg("-f lavfi -i sine=d=0.3 -i " + cover + " -map 0 -map 1 -c:v copy " + song);
  EXPECT_THAT(refusal(song), HasSubstr("only cover art"));
}

TEST_F(Opening, NamesTheCodecThatHasNoDecoder) {
  const std::string file = clip("a.mp4");
  std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
  std::string content((std::istreambuf_iterator<char>(bytes)), {});
  const auto at = content.find("avc1", content.find("stsd"));
  ASSERT_NE(at, std::string::npos);
  bytes.seekp(static_cast<std::streamoff>(at));
  bytes << "vvc1";
  bytes.close();
  EXPECT_THAT(refusal(file), AllOf(HasSubstr("no decoder"), HasSubstr("vvc")));
}

TEST_F(Opening, GarbageGivesOneShortPrintableLine) {
  const std::string file = dir_ / "a.mkv";
  std::ofstream out(file, std::ios::binary);
  for (int i = 0; i < 40000; ++i)
    out.put(static_cast<char>((i * 7919) >> 3));
  out.close();
  const std::string line = refusal(file);
  EXPECT_THAT(line, AllOf(HasSubstr("a.mkv"), Not(HasSubstr("\n"))));
  EXPECT_LT(line.size(), 400U);
  for (const char c : line)
    EXPECT_GE(static_cast<unsigned char>(c), 0x20U);
}

TEST_F(Opening, TakesNamesOfEveryKind) {
  const std::string plain = clip("a.mp4");
  for (const char* name :
       {"sp ace ünï 日本.mp4", "a:b.mp4", "http:x.mp4", "-dash.mp4", "it's.mp4", "50%03d.mp4"}) {
    std::filesystem::copy_file(plain, dir_ / name);
    EXPECT_EQ(frames_of(dir_ / name), 10U) << name;
  }
  EXPECT_EQ(frames_of("file:" + plain), 10U);
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(dir_ / "");
  EXPECT_EQ(frames_of("-dash.mp4"), 10U);
  EXPECT_EQ(frames_of("a:b.mp4"), 10U);
  std::filesystem::current_path(before);
}

TEST_F(Opening, ChoosesTheDefaultStreamThenTheLargest) {
  const std::string marked = dir_ / "a.mkv", large = dir_ / "b.mkv";
  const std::string sources =
      "-f lavfi -i testsrc2=s=320x180:r=25:d=0.2 -f lavfi -i testsrc2=s=160x90:r=25:d=0.2 "
      "-map 1 -map 0 -map 1 -pix_fmt yuv420p -c:v libx264 ";
  ffmpeg(sources + "-disposition:v:0 0 -disposition:v:1 0 -disposition:v:2 default " + marked);
  ffmpeg(sources + "-disposition:v 0 " + large);
  EXPECT_EQ(Opened(marked).source->facts().stream_index, 2);
  EXPECT_EQ(Opened(marked).source->facts().frame.width, 160);
  EXPECT_EQ(Opened(large).source->facts().stream_index, 1);
  EXPECT_EQ(Opened(large).source->facts().video_streams, 3);
}

TEST_F(Opening, ATruncatedFileGivesWhatIsLeft) {
  const std::string whole = clip("a.mp4", 50, "-movflags +faststart");
  const std::string half = dir_ / "half.mp4", head = dir_ / "head.mp4";
  cut(whole, half, std::filesystem::file_size(whole) * 2 / 3);
  Opened input(half);
  const std::size_t count = read_all(*input.source).size();
  EXPECT_GT(count, 10U);
  EXPECT_LT(count, 50U);
  cut(clip("late.mp4"), head, 2000);
  EXPECT_THAT(refusal(head), HasSubstr("moov atom not found"));
}

TEST_F(Opening, AFileCutOffBehindItsHeaderHasNoPicture) {
  const std::string whole = dir_ / "whole.mkv", head = dir_ / "head.mkv";
  ffmpeg("-f lavfi -i testsrc2=s=64x64:r=25 -frames:v 9 -c:v libx264 -pix_fmt yuv420p " + whole);
  shell("head -c 1200 " + whole + " > " + head);
  EXPECT_THAT(refusal(head), AllOf(HasSubstr("not one picture"), HasSubstr("cut off"),
                                   Not(HasSubstr("0 bad packets"))));
}

TEST_F(Opening, DamagedPacketsAreCountedAndTheRestIsKept) {
  const std::string whole = clip("a.mp4", 50), noisy = dir_ / "noisy.mkv";
  ffmpeg("-i " + whole + " -c copy -bsf:v noise=amount=300 " + noisy);
  Opened input(noisy);
  EXPECT_GT(read_all(*input.source).size(), 10U);
  const DecodeCounts counts = input.source->counts();
  EXPECT_GT(counts.reported, 0U);
  EXPECT_GT(counts.concealed, 0U);
  Opened sound(whole);
  (void)read_all(*sound.source);
  EXPECT_EQ(sound.source->counts().reported, 0U);
  EXPECT_EQ(sound.source->counts().concealed, 0U);
}

TEST_F(Opening, LogsAtMostSoManyLines) {
  const std::string whole = clip("a.mp4", 50), noisy = dir_ / "noisy.mkv";
  ffmpeg("-i " + whole + " -c copy -bsf:v noise=amount=100 " + noisy);
  std::vector<std::string> lines;
  set_library_log([&](std::string_view line) { lines.emplace_back(line); }, 3);
  {
    Opened input(noisy);
    static_cast<void>(read_all(*input.source));
  }
  set_library_log(nullptr, 0);
  EXPECT_THAT(lines, SizeIs(4));
  for (const std::string& line : lines)
    EXPECT_THAT(line, Not(HasSubstr("\n")));
}

// Feeds a file into a FIFO from a thread of its own.
class Feeder {
 public:
  Feeder(const std::string& fifo, const std::string& file)
      : done_(std::async(std::launch::async, [fifo, file] {
          std::ifstream in(file, std::ios::binary);
          std::ofstream out(fifo, std::ios::binary);
          out << in.rdbuf();
        })) {}

 private:
  std::future<void> done_;
};

class Pipes : public Opening {
 protected:
  void SetUp() override { ASSERT_EQ(mkfifo(fifo_.c_str(), 0600), 0); }
  static void expect_standard_input_to_play_twice(const std::string& file);
  std::string fifo_ = dir_ / "pipe";
};

TEST_F(Pipes, PlayWhatStreams) {
  const std::string file = clip("a.mp4", 40, "-movflags +faststart");
  const Feeder feeder(fifo_, file);
  Opened pipe(fifo_), direct(file);
  EXPECT_FALSE(pipe.source->facts().seekable);
  EXPECT_EQ(read_all(*pipe.source), read_all(*direct.source));
}

TEST_F(Pipes, SayThatAnIndexAtTheEndCannotBeRead) {
  const Feeder feeder(fifo_, clip("a.mp4", 40));
  EXPECT_THAT(refusal(fifo_), AllOf(HasSubstr("moov"), HasSubstr("faststart")));
}

TEST_F(Pipes, SeekForwardByDecodingAndRefuseToGoBack) {
  const std::string file = clip("a.mkv", 40);
  const Feeder feeder(fifo_, file);
  Opened pipe(fifo_), direct(file);
  const auto played = read_all(*direct.source);
  ASSERT_EQ(pipe.source->seek_exact(played[20].pts, 2).status, SeekStatus::done);
  auto got = read_all(*pipe.source, 4);
  ASSERT_THAT(got, SizeIs(4));
  EXPECT_TRUE(got[0].preroll && got[1].preroll);
  EXPECT_EQ(got[2], played[20]);
  const SeekOutcome back = pipe.source->seek_exact(played[5].pts, 0);
  EXPECT_EQ(back.status, SeekStatus::refused);
  EXPECT_THAT(back.why, HasSubstr("pipe"));
  EXPECT_EQ(pipe.source->rewind().status, SeekStatus::refused);
  EXPECT_EQ(pipe.source->seek_previous(played[20].pts, 0).status, SeekStatus::refused);
  EXPECT_EQ(read_all(*pipe.source, 1)[0], played[22]);
}

// An elementary stream has no times: going back to its start opens it anew.
TEST_F(Pipes, StandardInputPlaysAndIsSeekableWhenItIsAFile) {
  for (const char* name : {"a.mp4", "a.h264"})
    expect_standard_input_to_play_twice(clip(name, 20));
}

void Pipes::expect_standard_input_to_play_twice(const std::string& file) {
  const int saved = dup(STDIN_FILENO);
  const int descriptor = open(file.c_str(), O_RDONLY);
  dup2(descriptor, STDIN_FILENO);
  {
    Opened input("-"), direct(file);
    const auto played = read_all(*direct.source);
    EXPECT_EQ(read_all(*input.source), played);
    ASSERT_EQ(input.source->rewind().status, SeekStatus::done);
    EXPECT_EQ(read_all(*input.source), played);
  }
  dup2(saved, STDIN_FILENO);
  close(descriptor);
  close(saved);
}

TEST_F(Pipes, AnInterruptEndsAnOpenThatWaitsForAWriter) {
  OpenOptions options;
  options.interrupt = std::make_shared<Interrupt>();
  auto opening = std::async(std::launch::async, [&] {
    try {
      const Opened opened(fifo_, options);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("opened");
  });
  options.interrupt->raise();
  EXPECT_THAT(opening.get(), HasSubstr("interrupted"));
}

TEST_F(Pipes, AnInterruptEndsAReadThatWaitsForData) {
  const std::string file = clip("a.mkv", 40);
  // The writer stays open, so that the reader waits for more.
  auto writer = std::async(std::launch::async, [&] {
    const int descriptor = open(fifo_.c_str(), O_WRONLY);
    std::ifstream in(file, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(in)), {});
    EXPECT_EQ(write(descriptor, bytes.data(), bytes.size() / 2),
              static_cast<ssize_t>(bytes.size() / 2));
    return descriptor;
  });
  Opened input(fifo_);
  const int descriptor = writer.get();
  auto reading = std::async(std::launch::async, [&] {
    SourceFrame frame;
    ReadStatus status = ReadStatus::frame;
    while (status == ReadStatus::frame)
      status = input.source->read(frame);
    return status;
  });
  input.source->interrupt();
  EXPECT_EQ(reading.get(), ReadStatus::interrupted);
  close(descriptor);
}

}  // namespace
}  // namespace framelane::test
