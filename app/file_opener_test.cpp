#include "app/file_opener.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>

#include "gpu/errors.h"
#include "gpu/temp_dir_test.h"

namespace framelane {
namespace {

namespace fs = std::filesystem;

std::exception_ptr input_error() {
  return std::make_exception_ptr(InputError("cannot be opened"));
}

class FileOpenerTest : public testing::Test {
 protected:
  // Asks for the next one, as the loop does.
  [[nodiscard]] std::string next() {
    const FileOpener::Wanted* wanted = opener_.take_next();
    return wanted == nullptr ? "nothing" : wanted->list.current();
  }
  void step(int direction) {
    Action action;
    action.kind = Action::Kind::playlist_step;
    action.value = direction;
    EXPECT_TRUE(opener_.apply(action));
  }
  void play_list(const std::vector<std::string>& inputs) {
    opener_.want({Playlist(inputs)});
    EXPECT_EQ(next(), inputs.front());
    opener_.opened();
  }
  std::promise<void> woken_;
  FileOpener opener_{[this] { woken_.set_value(); }};
};

TEST_F(FileOpenerTest, FoldersNamedAtTheStartAreReadBesideTheMainThread) {
  std::string folder = fs::temp_directory_path() / "framelane-opener-XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  for (const char* name : {"10.mp4", "2.mp4", "notes.txt"})
    std::ofstream(fs::path(folder) / name) << "x";
  opener_.play({"first.mp4", folder});
  EXPECT_TRUE(opener_.busy());
  woken_.get_future().wait();
  EXPECT_TRUE(opener_.poll().changed);
  fs::remove_all(folder);
  EXPECT_EQ(next(), "first.mp4");
  EXPECT_EQ(opener_.model().opening, "first.mp4");
  opener_.opened();
  EXPECT_EQ(opener_.model().opening, "");
  EXPECT_EQ(opener_.playlist().place(), "1/3");
  EXPECT_FALSE(opener_.busy());
  opener_.go_on();
  EXPECT_TRUE(next().ends_with("/2.mp4"));
}

TEST_F(FileOpenerTest, AFolderWithoutAVideoNamedAtTheStartIsAnInputError) {
  std::string folder = fs::temp_directory_path() / "framelane-opener-XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  opener_.play({folder});
  woken_.get_future().wait();
  EXPECT_THROW((void)opener_.poll(), InputError);
  fs::remove_all(folder);
}

TEST_F(FileOpenerTest, EachOfSeveralFoldersWithoutAVideoIsNamed) {
  const test::TempDir folder;
  fs::create_directory(folder / "a");
  fs::create_directory(folder / "b");
  opener_.play({folder / "a", folder / "b"});
  woken_.get_future().wait();
  try {
    (void)opener_.poll();
    FAIL() << "nothing was wrong";
  } catch (const InputError& error) {
    const std::string a = std::string(folder / "a") + ": no videos in this folder";
    const std::string b = std::string(folder / "b") + ": no videos in this folder";
    EXPECT_EQ(error.what(), a + "; " + b);
  }
}

TEST_F(FileOpenerTest, OneThatCannotBeOpenedIsPassedOverInTheDirectionOfTheStep) {
  play_list({"a", "b", "c"});
  step(1);
  EXPECT_EQ(next(), "b");
  opener_.failed(input_error(), false);
  EXPECT_EQ(next(), "c");
  opener_.opened();
  step(-1);
  EXPECT_EQ(next(), "b");
  opener_.failed(input_error(), false);
  EXPECT_EQ(next(), "a");
  opener_.failed(input_error(), false);
  EXPECT_EQ(next(), "nothing");
  EXPECT_EQ(opener_.playlist().place(), "3/3") << "the one on show stays";
}

TEST_F(FileOpenerTest, StepsWhileOneIsBeingOpenedCountFromThatOne) {
  play_list({"a", "b", "c"});
  step(1);
  EXPECT_EQ(next(), "b");
  step(1);
  opener_.given_up();
  EXPECT_EQ(next(), "c");
  opener_.opened();
  EXPECT_EQ(opener_.playlist().place(), "3/3");
}

TEST_F(FileOpenerTest, WhatThePersonChoseLastIsOpenedThoughTheListHasMore) {
  play_list({"a", "b", "c"});
  step(1);
  EXPECT_EQ(next(), "b");
  Action action;
  action.kind = Action::Kind::open_file;
  action.text = "mine";
  EXPECT_TRUE(opener_.apply(action));
  opener_.failed(input_error(), false);
  EXPECT_EQ(next(), "mine");
}

TEST_F(FileOpenerTest, OnlyWithNothingToShowIsAFailureTheEnd) {
  opener_.want({Playlist({"a", "b"}), 1, 0, false});
  EXPECT_EQ(next(), "a");
  opener_.failed(input_error(), true);
  EXPECT_EQ(next(), "b");
  EXPECT_THROW(opener_.failed(input_error(), true), InputError);
  opener_.want({Playlist({"a", "b"}), 1, 0, false});
  EXPECT_EQ(next(), "a");
  EXPECT_THROW(opener_.failed(std::make_exception_ptr(DeviceError("gone")), true), DeviceError);
  opener_.want({Playlist({"dropped"})});
  EXPECT_EQ(next(), "dropped");
  opener_.failed(input_error(), true);
  EXPECT_FALSE(opener_.busy());
}

}  // namespace
}  // namespace framelane
