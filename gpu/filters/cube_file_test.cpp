#include "gpu/filters/cube_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

#include "gpu/errors.h"
#include "gpu/temp_dir_test.h"

namespace framelane {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kEight = "0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n";

std::string file_refusal(const std::string& text) {
  try {
    (void)parse_cube(text, "a.cube");
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(CubeFile, TheLatticeIsReadAsItStandsRedFastest) {
  const CubeFile file =
      parse_cube("LUT_3D_SIZE 2\n-0.5 0 0\n1.5 0 0\n" + std::string(kEight + 12), "a.cube");
  EXPECT_EQ(file.line.size, 0);
  EXPECT_EQ(file.lattice.size, 2);
  ASSERT_EQ(file.lattice.values.size(), 24U);
  EXPECT_EQ(file.lattice.values[0], -0.5F);
  EXPECT_EQ(file.lattice.values[3], 1.5F);
  EXPECT_THAT(file.lattice.maximum, ElementsAre(1, 1, 1));
}

TEST(CubeFile, MarksLineEndsCommentsCaseExponentsAndLateDomainsAreTaken) {
  const CubeFile file = parse_cube(
      "\xEF\xBB\xBF# made by hand\r\n\r\nTitle \"a b # c\"\r\nlut_1d_Size 2\r\n"
      "DOMAIN_MIN -1e-1 0 +.5\r\n  domain_max\t2 1 1.5 \r\n#x\r\n1e-05 -2.5E+0 .5\r\n"
      "\t1. 0 7\r\n\r\n# end",
      "a.cube");
  EXPECT_EQ(file.line.size, 2);
  EXPECT_THAT(file.line.minimum, ElementsAre(-0.1F, 0, 0.5F));
  EXPECT_THAT(file.line.maximum, ElementsAre(2, 1, 1.5F));
  EXPECT_THAT(file.line.values, ElementsAre(1e-5F, -2.5F, 0.5F, 1, 0, 7));
}

TEST(CubeFile, ALineMayComeBeforeTheLattice) {
  const CubeFile file = parse_cube(
      "LUT_1D_SIZE 3\nLUT_1D_INPUT_RANGE -0.5 4\nLUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE 0.0 2\n"
      "0 0 0\n.3 .3 .3\n1 1 1\n" +
          std::string(kEight),
      "a.cube");
  EXPECT_EQ(file.line.size, 3);
  EXPECT_THAT(file.line.minimum, ElementsAre(-0.5F, -0.5F, -0.5F));
  EXPECT_EQ(file.line.values.size(), 9U);
  EXPECT_THAT(file.lattice.maximum, ElementsAre(2, 2, 2));
  EXPECT_EQ(file.lattice.values.size(), 24U);
}

TEST(CubeFile, WhatIsWrongIsNamedWithItsLine) {
  const std::string two = "LUT_1D_SIZE 2\n", good = "0 0 0\n1 1 1\n";
  const std::pair<std::string, const char*> cases[] = {
      {"", "a.cube, line 1: neither LUT_1D_SIZE nor LUT_3D_SIZE"},
      {"TITLE x\n", "line 1: neither"},
      {"0 0 0\n", "line 1: LUT_1D_SIZE or LUT_3D_SIZE must come before"},
      {two + "0 0 0\n", "line 2: it ends after 1 of 2 lines"},
      {two + good + "\n1 1 1\n", "line 5: more than 2 lines"},
      {two + "0 0 0 0\n1 1 1\n", "line 2: '0' stands after three numbers"},
      {two + "0 0 0\n1 1 1 # no\n", "line 3: '#' stands after"},
      {two + "0 0\n1 1 1\n", "line 2: a number is missing"},
      {two + "0 0 0,5\n1 1 1\n", "line 2: '0,5' is no number"},
      {two + "0 0x1 0\n1 1 1\n", "'0x1' is no number"},
      {two + "0 nan 0\n1 1 1\n", "'nan' is no number"},
      {two + "0 inf 0\n1 1 1\n", "'inf' is no number"},
      {two + "0 1e999 0\n1 1 1\n", "'1e999' is no number"},
      {two + "0 1e39 0\n1 1 1\n", "'1e39' is no number"},
      {two + "nan 0 0\n1 1 1\n", "line 2: 'nan' is no keyword"},
      {two + two + good, "line 2: the size is given twice"},
      {two + "0 0 0\nTITLE x\nLUT_3D_SIZE 2\n1 1 1\n", "line 4: 'LUT_3D_SIZE' stands among"},
      {"LUT_1D_SIZE 65537\n", "'65537' is not accepted; it takes 2 to 65536"},
      {"LUT_3D_SIZE 257\n", "it takes 2 to 256"},
      {"LUT_3D_SIZE 99999999999999999999\n", "is not accepted"},
      {"LUT_3D_SIZE -2\n", "is not accepted"},
      {"LUT_3D_SIZE 1\n", "is not accepted"},
      {"LUT_3D_SIZE 2.5\n", "is not accepted"},
      {"LUT_3D_SIZE\n", "is not accepted"},
      {"LUT_3D_SIZE 2 2\n", "'2' stands after the size"},
      {two + "DOMAIN_MIN 0 0 0\nDOMAIN_MAX 1 0.0000001 1\n" + good, "line 3: the largest input"},
      {"DOMAIN_MAX 1 -1 1\n" + two + good, "line 1: the largest input"},
      {two + "LUT_1D_INPUT_RANGE 1 1\n" + good, "line 2: the largest input"},
      {two + "DOMAIN_MIN 0 0\n" + good, "line 2: a number is missing"},
      {two + "LUT_IN_VIDEO_RANGE\n" + good, "'LUT_IN_VIDEO_RANGE' is no keyword"},
      {std::string("\x7F"
                   "ELF\0\1\2 x",
                   9),
       "line 1: '?ELF?"},
      {std::string(1000, 'x'), "'xxxxxxxxxxxxxxxxxxxxxxxx…' is no keyword"},
      {"LUT_3D_SIZE 256\n0 0 0\n", "it ends after 1 of 16777216 lines"},
  };
  for (const auto& [text, said] : cases) {
    EXPECT_THAT(file_refusal(text), HasSubstr(said)) << text.substr(0, 80);
    EXPECT_EQ(file_refusal(text).find('\n'), std::string::npos);
  }
}

TEST(CubeFile, EveryBeginningOfAFileIsRefused) {
  const std::string text = "LUT_3D_SIZE 2\nDOMAIN_MAX 1 1 1\n" + std::string(kEight);
  EXPECT_EQ(file_refusal(text), "accepted");
  for (std::size_t length = 0; length + 2 < text.size(); ++length)
    EXPECT_NE(file_refusal(text.substr(0, length)), "accepted") << length;
}

class CubeOnDisk : public ::testing::Test {
 protected:
  [[nodiscard]] static std::string refusal_of(const std::string& path) {
    try {
      (void)read_cube(path);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "accepted";
  }
  test::TempDir folder_;
};

TEST_F(CubeOnDisk, AFileIsReadAgainOnlyAfterItHasChanged) {
  const std::string path = folder_.write("a.cube", "LUT_1D_SIZE 2\n0 0 0\n1 1 1\n");
  const auto first = read_cube(path);
  EXPECT_EQ(read_cube(path), first);
  (void)folder_.write("a.cube", "LUT_1D_SIZE 2\n0 0 0\n0.5 1 1\n");
  EXPECT_EQ(read_cube(path)->line.values[3], 0.5F) << "another size";
  (void)folder_.write("a.cube", "LUT_1D_SIZE 2\n0 0 0\n0.7 1 1\n");
  fs::last_write_time(path, fs::last_write_time(path) + std::chrono::seconds(2));
  EXPECT_EQ(read_cube(path)->line.values[3], 0.7F) << "another time";
  EXPECT_EQ(first->line.values[3], 1.0F);
}

TEST_F(CubeOnDisk, ManyThreadsReadOneFileOnce) {
  const std::string path = folder_.write("a.cube", "LUT_3D_SIZE 2\n" + std::string(kEight));
  std::shared_ptr<const CubeFile> read[4];
  {
    std::vector<std::jthread> threads;
    for (auto& file : read)
      threads.emplace_back([&file, &path] { file = read_cube(path); });
  }
  for (const auto& file : read)
    EXPECT_EQ(file, read[0]);
}

TEST_F(CubeOnDisk, WhatCannotBeReadIsOneLine) {
  EXPECT_THAT(refusal_of(folder_ / "none.cube"),
              HasSubstr("none.cube: cannot be read: No such file or directory"));
  EXPECT_THAT(refusal_of(folder_.path()), HasSubstr("it is no file"));
  EXPECT_THAT(refusal_of("/dev/zero"), HasSubstr("it is no file"));
  EXPECT_THAT(refusal_of(folder_.write("bad.cube", "LUT_1D_SIZE 2\nx")),
              HasSubstr("bad.cube, line 2: "));
}

}  // namespace
}  // namespace framelane
