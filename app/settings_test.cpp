#include "app/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "app/config_folder.h"
#include "gpu/errors.h"

namespace framelane {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using ::testing::HasSubstr;

Settings all_changed() {
  Settings settings;
  settings.place = {-40, 30};
  settings.size = {1600, 900};
  settings.scale = 1.25;
  settings.fades = false;
  settings.panels = {"hud", "hud_full", "filters"};
  settings.remember({"/clips/ä 1.mp4", 12.5});
  settings.remember({"https://example.org/x.mkv", 0});
  return settings;
}

std::string refusal_of(const std::string& text) {
  try {
    (void)parse_settings(text);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Settings, ComeBackAsTheyWereWritten) {
  for (const Settings& settings : {Settings{}, all_changed()})
    EXPECT_EQ(parse_settings(settings_text(settings)), settings);
  EXPECT_EQ(parse_settings("{}"), Settings{}) << "what is absent has its default";
  EXPECT_EQ(parse_settings(R"({"of a later version": [1]})"), Settings{});
}

TEST(Settings, WhatIsWrongIsNamed) {
  for (const char* text : {"", "{", "[]", "nonsense", "{} {}", "\xff"})
    EXPECT_EQ(refusal_of(text), "not a JSON object") << text;
  EXPECT_THAT(refusal_of(R"({"scale": 3})"), HasSubstr("\"scale\""));
  EXPECT_THAT(refusal_of(R"({"scale": "1"})"), HasSubstr("\"scale\""));
  EXPECT_THAT(refusal_of(R"({"fades": 1})"), HasSubstr("\"fades\""));
  EXPECT_THAT(refusal_of(R"({"panels": [1]})"), HasSubstr("\"panels\""));
  EXPECT_THAT(refusal_of(R"({"panels": {}})"), HasSubstr("\"panels\""));
  EXPECT_THAT(refusal_of(R"({"window": {"x": 1}})"), HasSubstr("\"y\""));
  EXPECT_THAT(refusal_of(R"({"window": {"x": 1, "y": 1, "width": 0}})"), HasSubstr("\"width\""));
  EXPECT_THAT(refusal_of(R"({"window": {"x": 1e99, "y": 1}})"), HasSubstr("\"x\""));
  EXPECT_THAT(refusal_of(R"({"recent": [{}]})"), HasSubstr("\"recent\""));
  EXPECT_THAT(refusal_of(R"({"recent": [{"path": 1}]})"), HasSubstr("\"path\""));
  EXPECT_THAT(refusal_of(R"({"recent": [{"path": "a", "position_s": -1}]})"),
              HasSubstr("\"position_s\""));
}

TEST(Settings, RecentFilesAreTheNewestTenEachOnce) {
  Settings settings;
  for (int n = 0; n < 14; ++n)
    settings.remember({std::string("/").append(std::to_string(n % 12)), 1.0 * n});
  ASSERT_EQ(settings.recent.size(), 10U);
  EXPECT_EQ(settings.recent[0], (RecentFile{"/1", 13}));
  EXPECT_EQ(settings.recent[1], (RecentFile{"/0", 12}));
  EXPECT_EQ(settings.recent[2], (RecentFile{"/11", 11}));
}

TEST(Settings, ANameThatIsNoTextIsLeftOutAndTheRestIsKept) {
  Settings settings;
  settings.remember({"/good.mp4", 0});
  settings.remember({"/bad\xff.mp4", 0});
  const Settings back = parse_settings(settings_text(settings));
  ASSERT_EQ(back.recent.size(), 1U);
  EXPECT_EQ(back.recent[0].path, "/good.mp4");
}

TEST(ConfigFolder, FollowsTheXdgRule) {
  const std::string home = std::getenv("HOME") ? std::getenv("HOME") : "";
  setenv("HOME", "/home/someone", 1);
  setenv("XDG_CONFIG_HOME", "/somewhere", 1);
  EXPECT_EQ(config_folder(), "/somewhere/framelane");
  setenv("XDG_CONFIG_HOME", "relative", 1);
  EXPECT_EQ(config_folder(), "/home/someone/.config/framelane");
  unsetenv("XDG_CONFIG_HOME");
  EXPECT_EQ(config_folder(), "/home/someone/.config/framelane");
  unsetenv("HOME");
  EXPECT_EQ(config_folder(), "");
  setenv("HOME", "relative", 1);
  EXPECT_EQ(config_folder(), "") << "never the working directory";
  unsetenv("HOME");
  if (!home.empty()) setenv("HOME", home.c_str(), 1);
}

class SettingsFileTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("framelane_settings_test_" + std::to_string(getpid()));
    path_ = folder_ / "framelane" / "settings.json";
  }
  void TearDown() override { fs::remove_all(folder_); }
  void put(const std::string& text) const {
    fs::create_directories(path_.parent_path());
    std::ofstream(path_) << text;
  }
  [[nodiscard]] Settings stored() const { return SettingsFile(path_).read(); }
  [[nodiscard]] std::ptrdiff_t names() const {
    return std::distance(fs::directory_iterator(path_.parent_path()), fs::directory_iterator());
  }
  fs::path folder_, path_;
  SettingsFile::Clock::time_point now_{};
};

TEST_F(SettingsFileTest, AreWrittenAWhileAfterAChangeAndAtTheEnd) {
  SettingsFile file(path_);
  EXPECT_EQ(file.read(), Settings{});
  Settings settings = all_changed();
  file.update(settings, now_);
  file.update(settings, now_ + 4s);
  EXPECT_FALSE(fs::exists(path_)) << "it may change again";
  file.update(settings, now_ + 5s);
  file.finish();  // waits for the write
  EXPECT_EQ(stored(), settings);
  settings.scale = 2;
  file.update(settings, now_ + 6s);
  file.finish();
  EXPECT_EQ(stored(), settings);
  EXPECT_EQ(names(), 1) << "no temporary file is left";
}

TEST_F(SettingsFileTest, WithoutAChangeNothingIsWritten) {
  SettingsFile file(path_);
  file.update(Settings{}, now_);
  file.update(Settings{}, now_ + 60s);
  file.finish();
  EXPECT_FALSE(fs::exists(path_));
}

TEST_F(SettingsFileTest, ABrokenFileIsSetAsideUnderAFreeName) {
  for (const char* aside : {"settings.json.broken", "settings.json.broken.2"}) {
    const std::string broken = std::string("{broken ").append(aside);
    put(broken);
    SettingsFile file(path_);
    EXPECT_EQ(file.read(), Settings{});
    EXPECT_THAT(file.take_fault(), HasSubstr(aside));
    EXPECT_EQ(file.take_fault(), "");
    EXPECT_FALSE(fs::exists(path_));
    std::string text;
    std::getline(std::ifstream(path_.parent_path() / aside), text);
    EXPECT_EQ(text, broken) << "nothing is lost";
    file.update(all_changed(), now_);
    file.finish();
    EXPECT_EQ(stored(), all_changed());
  }
}

TEST_F(SettingsFileTest, APlaceThatCannotBeWrittenIsToldOnce) {
  fs::create_directories(folder_);
  std::ofstream(folder_ / "framelane") << "a file where the folder should be";
  SettingsFile file(path_);
  file.update(all_changed(), now_);
  file.update(all_changed(), now_ + 5s);
  file.finish();
  EXPECT_THAT(file.take_note(), HasSubstr("cannot be kept in"));
  file.update(Settings{}, now_ + 10s);
  file.finish();
  EXPECT_EQ(file.take_note(), "");
}

TEST_F(SettingsFileTest, WithoutAPathNothingIsKept) {
  SettingsFile file("");
  file.update(all_changed(), now_);
  file.update(all_changed(), now_ + 60s);
  file.finish();
  EXPECT_EQ(file.take_note(), "");
  EXPECT_FALSE(file.kept());
}

}  // namespace
}  // namespace framelane
