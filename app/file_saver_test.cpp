#include "app/file_saver.h"

#include <gtest/gtest.h>

#include <future>
#include <stdexcept>

namespace framelane {
namespace {

TEST(FileSaver, WritesBesideItsThreadAndTellsEachOutcomeOnce) {
  FileSaver saver;
  std::promise<void> go;
  std::string written;
  saver.save("a.png", [&](const std::string& path) {
    go.get_future().wait();
    written = path;
  });
  EXPECT_TRUE(saver.take(false).empty()) << "it is still being written";
  go.set_value();
  const auto ended = saver.take(true);
  ASSERT_EQ(ended.size(), 1u);
  EXPECT_EQ(ended[0].path, "a.png");
  EXPECT_EQ(ended[0].error, "");
  EXPECT_EQ(written, "a.png");
  EXPECT_TRUE(saver.take(true).empty());
}

TEST(FileSaver, AFailureIsToldWithItsFileAndStopsNoOther) {
  FileSaver saver;
  saver.save("full.png",
             [](const std::string& path) { throw std::runtime_error(path + ": no space left"); });
  saver.save("fine.png", [](const std::string&) {});
  const auto ended = saver.take(true);
  ASSERT_EQ(ended.size(), 2u);
  EXPECT_EQ(ended[0].error, "full.png: no space left");
  EXPECT_EQ(ended[1].error, "");
}

TEST(FileSaver, NoNameIsGivenTwice) {
  FileSaver saver;
  const std::string first = saver.free_name("clip_120000.png");
  EXPECT_EQ(first, "clip_120000.png");
  const std::string second = saver.free_name("clip_120000.png");
  EXPECT_NE(second, first);
  EXPECT_TRUE(second.ends_with(".png")) << second;
  EXPECT_NE(saver.free_name("clip_120000.png"), second);
}

}  // namespace
}  // namespace framelane
