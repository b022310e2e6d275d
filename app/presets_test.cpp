#include "app/presets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "gpu/errors.h"

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
