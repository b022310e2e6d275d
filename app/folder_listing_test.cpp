#include "app/folder_listing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <random>

#include "app/file_names.h"
#include "app/playlist.h"
#include "gpu/temp_dir_test.h"

namespace framelane {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(FileNames, NumbersSortByTheirValueAndLettersWithoutCase) {
  const std::vector<std::string> sorted{"",
                                        "1.mp4",
                                        "2.mp4",
                                        "010.mp4",
                                        "10.mp4",
                                        "a1b2",
                                        "A1b10",
                                        "a2",
                                        "B",
                                        "clip 9",
                                        "clip 10",
                                        "Clip 11",
                                        "99999999999999999999999999",
                                        "100000000000000000000000000"};
  std::vector<std::string> names = sorted;
  std::ranges::stable_sort(names, natural_less);
  std::vector<std::string> again = sorted;
  std::shuffle(again.begin(), again.end(), std::mt19937(1));
  std::ranges::sort(again, natural_less);
  EXPECT_EQ(names, again) << "the order is total";
  EXPECT_TRUE(natural_less("2.mp4", "10.mp4"));
  EXPECT_TRUE(natural_less("clip 9", "Clip 10"));
  EXPECT_TRUE(natural_less("99999999999999999999999999", "100000000000000000000000000"));
  EXPECT_FALSE(natural_less("a", "a"));
  EXPECT_NE(natural_less("01", "1"), natural_less("1", "01"));
}

TEST(FileNames, VideosAreKnownByTheirEnding) {
  for (const char* name : {"a.mp4", "A.MKV", "x.y.webm", "clip.m2ts"})
    EXPECT_TRUE(is_video_name(name)) << name;
  for (const char* name : {"a.txt", "mp4", ".mp4", "a.mp4.part", ""})
    EXPECT_FALSE(is_video_name(name)) << name;
}

class FolderListingTest : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_ / "sub 10" / "inner");
    fs::create_directories(folder_ / "sub 2");
    for (const char* name :
         {"10.mp4", "2.mp4", "notes.txt", ".hidden.mp4", "sub 2/b.mkv", "sub 2/a.mkv"})
      std::ofstream(folder_ / name) << "12345";
    fs::create_symlink("nowhere", folder_ / "dangling.mp4");
  }
  void TearDown() override { fs::permissions(folder_ / "sub 10", fs::perms::owner_all); }
  test::TempDir temporary_;
  fs::path folder_ = temporary_.path();
};

TEST_F(FolderListingTest, FoldersComeFirstThenFilesWithTheirSizes) {
  const FolderListing listing = read_folder((folder_ / "sub 2" / "..").string() + "/");
  EXPECT_EQ(listing.folder, folder_.string());
  EXPECT_EQ(listing.error, "");
  std::vector<std::string> names;
  for (const FolderEntry& entry : listing.entries)
    names.push_back(entry.name);
  EXPECT_THAT(names, ElementsAre("sub 2", "sub 10", "2.mp4", "10.mp4", "notes.txt"));
  EXPECT_TRUE(listing.entries[0].folder);
  EXPECT_TRUE(listing.entries[2].video);
  EXPECT_FALSE(listing.entries[4].video);
  EXPECT_EQ(listing.entries[2].bytes, 5U);
}

TEST_F(FolderListingTest, WhatCannotBeReadIsToldInOneLine) {
  EXPECT_THAT(read_folder((folder_ / "not there").string()).error,
              HasSubstr("not there cannot be read: No such file"));
  EXPECT_THAT(read_folder((folder_ / "2.mp4").string()).error, HasSubstr("cannot be read"));
  fs::permissions(folder_ / "sub 10", fs::perms::none);
  // Root reads everything: look as somebody else.
  constexpr uid_t kNobody = 65534;
  const uid_t before = geteuid();
  if (before == 0) {
    fs::permissions(folder_, fs::perms::others_exec, fs::perm_options::add);
    ASSERT_EQ(seteuid(kNobody), 0);
  }
  const std::string error = read_folder((folder_ / "sub 10").string()).error;
  ASSERT_EQ(seteuid(before), 0);
  EXPECT_THAT(error, HasSubstr("Permission denied"));
}

TEST_F(FolderListingTest, AFolderAmongPathsBecomesItsVideosInNaturalOrder) {
  const std::string at = folder_.string();
  EXPECT_THAT(files_of({"pattern:64x48@25", at, at + "/sub 2", at + "/missing.mp4"}).files,
              ElementsAre("pattern:64x48@25", at + "/2.mp4", at + "/10.mp4", at + "/sub 2/a.mkv",
                          at + "/sub 2/b.mkv", at + "/missing.mp4"));
  const FoundFiles found = files_of({at + "/sub 10", at});
  EXPECT_THAT(found.files, ElementsAre(at + "/2.mp4", at + "/10.mp4"));
  EXPECT_THAT(found.faults, ElementsAre(at + "/sub 10: no videos in this folder"));
}

TEST(PlaylistTest, GoesOnAndBackWithinItsEnds) {
  Playlist list({"a", "b", "c"});
  EXPECT_EQ(list.place(), "1/3");
  EXPECT_FALSE(list.has(-1));
  EXPECT_FALSE(list.go(-1));
  EXPECT_TRUE(list.go(1));
  EXPECT_TRUE(list.go(1));
  EXPECT_EQ(list.current(), "c");
  EXPECT_EQ(list.place(), "3/3");
  EXPECT_FALSE(list.go(1));
  EXPECT_TRUE(list.go(-1));
  EXPECT_EQ(list.current(), "b");
  EXPECT_EQ(Playlist({"a"}).place(), "");
  EXPECT_TRUE(Playlist().empty());
  EXPECT_FALSE(Playlist().has(1));
}

}  // namespace
}  // namespace framelane
