#include "app/whole_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace framelane {
namespace {

namespace fs = std::filesystem;

class WholeFileTest : public testing::Test {
 protected:
  WholeFileTest() {
    std::string pattern = fs::temp_directory_path() / "framelane-whole-XXXXXX";
    folder_ = mkdtemp(pattern.data());
  }
  ~WholeFileTest() override { fs::remove_all(folder_); }
  [[nodiscard]] std::string text(const std::string& name) const {
    std::ifstream in(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  [[nodiscard]] std::ptrdiff_t names() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }
  fs::path folder_;
};

TEST_F(WholeFileTest, TakesThePlaceOfWhatWasThereAndLeavesNothingElse) {
  EXPECT_EQ(write_whole_file(folder_ / "a", "one\n"), "");
  EXPECT_EQ(write_whole_file(folder_ / "a", std::string("two\0", 4)), "");
  EXPECT_EQ(text("a"), std::string("two\0", 4));
  EXPECT_EQ(names(), 1);
}

TEST_F(WholeFileTest, FollowsALinkToItsFile) {
  fs::create_directory(folder_ / "there");
  ASSERT_EQ(write_whole_file(folder_ / "there" / "a", "one"), "");
  fs::create_symlink("there/a", folder_ / "link");
  EXPECT_EQ(write_whole_file(folder_ / "link", "two"), "");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(text("there/a"), "two");
}

TEST_F(WholeFileTest, WhatCannotBeWrittenIsOneLineAndTheOldFileStays) {
  fs::create_directory(folder_ / "folder");
  for (const char* name : {"folder", "not there/a", "folder/a/b"}) {
    const std::string why = write_whole_file(folder_ / name, "x");
    EXPECT_FALSE(why.empty()) << name;
    EXPECT_EQ(why.find('\n'), std::string::npos) << name;
  }
  EXPECT_EQ(names(), 1);
  EXPECT_TRUE(fs::is_empty(folder_ / "folder"));
}

TEST_F(WholeFileTest, ADeviceStaysWhatItIsAndAFullOneIsTold) {
  fs::create_symlink("/dev/full", folder_ / "full");
  EXPECT_FALSE(write_whole_file(folder_ / "full", "x").empty());
  EXPECT_EQ(write_whole_file("/dev/null", "x"), "");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

// Reports, logs, traces and benchmarks all create their files this way.
TEST_F(WholeFileTest, APipeThatNobodyReadsIsRefusedInsteadOfWaitedFor) {
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(write_whole_file(folder_ / "pipe", "x"), "nobody reads this pipe");
  const int reader = open((folder_ / "pipe").c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_GE(reader, 0);
  EXPECT_EQ(write_whole_file(folder_ / "pipe", "x"), "");
  char read_back = 0;
  EXPECT_EQ(read(reader, &read_back, 1), 1);
  EXPECT_EQ(read_back, 'x');
  close(reader);
}

}  // namespace
}  // namespace framelane
