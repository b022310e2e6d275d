#include "app/file_saver.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
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
  EXPECT_EQ(saver.free_stem("clip 1.5_120000", {".png"}), "clip 1.5_120000");
  EXPECT_EQ(saver.free_stem("clip 1.5_120000", {".png"}), "clip 1.5_120000_2");
  EXPECT_EQ(saver.free_stem("clip 1.5_120000", {".csv", ".png"}), "clip 1.5_120000_3");
  EXPECT_EQ(saver.free_stem("clip 1.5_120000", {".csv"}), "clip 1.5_120000");
}

TEST(FileSaver, WhatIsThereAlreadyKeepsItsName) {
  const auto stem = (std::filesystem::temp_directory_path() /
                     ("framelane_file_saver_test_" + std::to_string(getpid())))
                        .string();
  std::ofstream(stem + ".json") << "another window's";
  std::ofstream(stem + "_2.csv") << "another window's";
  EXPECT_EQ(FileSaver().free_stem(stem, {".csv", ".json"}), stem + "_3");
  std::filesystem::remove(stem + ".json");
  std::filesystem::remove(stem + "_2.csv");
}

}  // namespace
}  // namespace framelane
