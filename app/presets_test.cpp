#include "app/presets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "app/assets_folder.h"
#include "gpu/errors.h"
#include "gpu/plan.h"

namespace framelane {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class PresetsTest : public testing::Test {
 protected:
  PresetsTest() {
    std::string pattern = fs::temp_directory_path() / "framelane-presets-XXXXXX";
    folder_ = mkdtemp(pattern.data());
  }
  ~PresetsTest() override { fs::remove_all(folder_); }
  [[nodiscard]] std::string refusal(const std::string& name) const {
    try {
      (void)presets().load(name);
    } catch (const UsageError& error) {
      return error.what();
    }
    return {};
  }
  [[nodiscard]] Presets presets() const { return Presets(folder_ / "a" / "presets"); }

  fs::path folder_;
};

TEST_F(PresetsTest, NamesAreInTheOrderPeopleExpect) {
  for (const char* name : {"look 10", "Warm", "cold", "look 9", "Look 11", "zebra", "Cold 2"})
    presets().save(name, {});
  EXPECT_THAT(presets().names(),
              ElementsAre("cold", "Cold 2", "look 9", "look 10", "Look 11", "Warm", "zebra"));
}

TEST_F(PresetsTest, WhatIsSavedIsLoaded) {
  const Chain chain = parse_chain("!@look:eq=contrast=1.25:saturation=0.5,gblur=sigma=3");
  EXPECT_TRUE(presets().names().empty());
  presets().save("warm", chain);
  presets().save("No filters, \u00e9", {});
  EXPECT_EQ(presets().load("warm"), chain);
  EXPECT_EQ(presets().load("No filters, \u00e9"), Chain{});
  EXPECT_THAT(presets().names(), ElementsAre("No filters, \u00e9", "warm"));
  presets().save("warm", parse_chain("negate"));
  EXPECT_EQ(to_text(presets().load("warm")), "negate");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "a" / "presets"), {}), 2)
      << "nothing else is left";
}

TEST_F(PresetsTest, NamesThatAreNoFileNamesAreRefused) {
  for (const std::string& name :
       {std::string(), std::string("a/b"), std::string("../x"), std::string(".x"),
        std::string("a\\b"), std::string("a\nb"), std::string(65, 'x'), std::string("\0", 1)}) {
    EXPECT_THROW(presets().save(name, {}), UsageError) << name;
    EXPECT_THROW((void)presets().load(name), UsageError) << name;
    EXPECT_EQ(refusal(name).find('\n'), std::string::npos) << name;
  }
  presets().save(std::string(64, 'x'), {});
}

TEST_F(PresetsTest, AFileThatHoldsNoChainIsOneClearLine) {
  presets().save("good", parse_chain("negate"));
  std::ofstream(folder_ / "a" / "presets" / "bad.chain") << "negate,nonsense=3\n";
  EXPECT_THAT(refusal("bad"), HasSubstr("preset bad"));
  EXPECT_THAT(refusal("bad"), HasSubstr("column 8"));
  EXPECT_THAT(refusal("missing"), HasSubstr("there is no preset 'missing'"));
  EXPECT_EQ(refusal("bad").find('\n'), std::string::npos);
  std::ofstream(folder_ / "a" / "presets" / "huge.chain") << std::string(100'000, ' ');
  EXPECT_THAT(refusal("huge"), HasSubstr("preset huge"));
  fs::create_directory(folder_ / "a" / "presets" / "folder.chain");
  EXPECT_THAT(refusal("folder"), HasSubstr("there is no preset"));
}

TEST_F(PresetsTest, AFolderThatCannotBeMadeIsTold) {
  std::ofstream(folder_ / "file") << "in the way";
  EXPECT_THROW(Presets(folder_ / "file").save("x", {}), OutputError);
}

TEST_F(PresetsTest, ThoseOfTheProgramAreReadAndAUsersOwnStandsForOne) {
  const fs::path shipped = folder_ / "shipped";
  fs::create_directory(shipped);
  std::ofstream(shipped / "look.chain") << "lut3d=file=../looks/a b.cube\n";
  std::ofstream(shipped / "soft.chain") << "gblur\n";
  const Presets both(folder_ / "own", shipped);
  EXPECT_THAT(both.names(), ElementsAre("look", "soft"));
  EXPECT_EQ(to_text(both.load("look")), "lut3d=file=" + (folder_ / "looks" / "a b.cube").string());
  both.save("soft", parse_chain("gblur=sigma=9"));
  both.save("mine", {});
  EXPECT_THAT(both.names(), ElementsAre("look", "mine", "soft"));
  EXPECT_EQ(to_text(both.load("soft")), "gblur=sigma=9");
  EXPECT_EQ(to_text(Presets({}, shipped).load("soft")), "gblur");
}

TEST_F(PresetsTest, AFilesPathHoldsWhereverThePresetIsLoaded) {
  presets().save("look", parse_chain("lut3d=file=looks/a.cube,lut1d"));
  EXPECT_EQ(to_text(presets().load("look")),
            "lut3d=file=" + (fs::current_path() / "looks" / "a.cube").string() + ",lut1d");
}

TEST(ShippedPresets, EachLoadsAndHasSomethingToDo) {
  ASSERT_FALSE(assets_folder().empty());
  const Presets shipped({}, assets_folder() / "presets");
  EXPECT_THAT(shipped.names(), ElementsAre("Deinterlace", "Denoise", "Edge view", "Film look",
                                           "HDR to SDR", "Sharpen"));
  FrameFacts facts;
  facts.format = find_pixel_format("yuv420p10le");
  facts.width = 64;
  facts.height = 48;
  for (const std::string& name : shipped.names())
    EXPECT_FALSE(plan_chain(shipped.load(name), facts, {})->passes.empty()) << name;
}

TEST_F(PresetsTest, WithoutAFolderThereAreNoneAndNoneIsSaved) {
  const Presets none{fs::path()};
  EXPECT_TRUE(none.names().empty());
  EXPECT_THROW((void)none.load("x"), UsageError);
  try {
    none.save("x", {});
    ADD_FAILURE() << "it must not land in the working directory";
  } catch (const OutputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("set HOME"));
  }
  EXPECT_FALSE(fs::exists("x.chain"));
}

}  // namespace
}  // namespace framelane
