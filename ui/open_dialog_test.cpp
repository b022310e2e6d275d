// The open dialog, through the overlay.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ui/overlay_fixture_test.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;
using Kind = Action::Kind;
using testing::ElementsAre;
using testing::IsEmpty;

class OpenDialogTest : public OverlayTest {
 protected:
  void SetUp() override {
    files_.dialog.shown = true;
    (void)draw(0s);
  }
  std::vector<Action> press(const std::string& name) {
    const std::vector<Action> actions = feed(key(name), 0s);
    (void)draw(0s);
    return actions;
  }
  void type(const std::string& text) {
    for (const char c : text)
      EXPECT_THAT(press({c}), IsEmpty());
  }
  // A folder that was asked for is there, with the entries shown before where none are given.
  void come(std::vector<DialogEntry> entries = {}) {
    if (!entries.empty()) files_.dialog.entries = std::move(entries);
    files_.dialog.reading = false;
    ++files_.dialog.revision;
    late_ = draw(0s);
  }
  static Action browse(const std::string& folder) { return {Kind::browse_folder, 0, true, folder}; }
  std::vector<Action> late_;  // of keys that waited
  [[nodiscard]] std::string inside(const std::string& name) const {
    return files_.dialog.folder + "/" + name;
  }
};

TEST_F(OpenDialogTest, ShowsFoldersAndVideosAndTheRestOnlyWhenAsked) {
  EXPECT_TRUE(says("takes 10") && says("river 1.mp4") && says("123.5 MB") && says("1.11 GB"));
  EXPECT_EQ(overlay_.panel_box("hud").w, 0) << "nothing lies under it";
  type("notes");
  EXPECT_TRUE(says("notes.txt is no video by its name; All files shows it"));
  type("x");
  EXPECT_TRUE(says("No name has this in it"));
  (void)press("BS");
  EXPECT_THAT(click(overlay_.control_box("dialog_all"), 0s),
              ElementsAre(Action{Kind::toggle_all_files}));
  files_.dialog.all_files = true;
  (void)draw(0s);
  EXPECT_TRUE(says("notes.txt") && says("4.3 kB"));
}

TEST_F(OpenDialogTest, ForAFilterItOffersFilesOfThatKindAlone) {
  files_.dialog.entries.push_back({"Film.CUBE", false, false, 754733});
  files_.dialog.entries.push_back({"cube", false, false, 1});
  files_.dialog.kinds = "3dl|cube";
  ++files_.dialog.revision;
  (void)draw(0s);
  EXPECT_TRUE(says("Choose a file") && says("takes 10"));
  EXPECT_EQ(overlay_.control_box("dialog_recent").w, 0);
  type("e");
  EXPECT_TRUE(says("Film.CUBE"));
  EXPECT_FALSE(says("river 1.mp4") || says("cube") || says("notes.txt"));
  type("film");
  EXPECT_TRUE(says("No name has this in it"));
  EXPECT_THAT(press("ESC"), IsEmpty());
  type("film");
  EXPECT_THAT(press("ENTER"), ElementsAre(Action{Kind::take_file, 0, true, inside("Film.CUBE")}));
  files_.dialog.kinds.clear();
  (void)draw(0s);
  EXPECT_TRUE(says("Open a file"));
}

TEST_F(OpenDialogTest, TypedLettersFilterAndEnterOpensWhatIsChosen) {
  type("RIVER 3");
  EXPECT_TRUE(says("river 3.mp4") && says("river 39.mp4"));
  EXPECT_FALSE(says("river 4.mp4"));
  EXPECT_THAT(press("DOWN"), IsEmpty());
  EXPECT_THAT(press("ENTER"),
              ElementsAre(Action{Kind::open_file, 0, true, inside("river 30.mp4")}));
  EXPECT_THAT(press("BS"), IsEmpty());
  EXPECT_TRUE(says("river 4.mp4"));
  EXPECT_THAT(press("ESC"), IsEmpty()) << "first the filter goes";
  EXPECT_TRUE(says("takes 10"));
  EXPECT_THAT(press("ESC"), ElementsAre(Action{Kind::toggle_open_dialog}));
}

// Without a draw in between: what was typed counts, not what was seen.
TEST_F(OpenDialogTest, EnterRightBehindALetterOpensWhatTheLetterLeft) {
  for (const char* name : {"2", "0"})
    (void)feed(key(name), 0s);
  EXPECT_THAT(feed(key("ENTER"), 0s),
              ElementsAre(Action{Kind::open_file, 0, true, inside("river 20.mp4")}));
}

TEST_F(OpenDialogTest, FoldersAreEnteredAndLeft) {
  EXPECT_THAT(press("ENTER"), ElementsAre(browse(inside("audio"))));
  come();
  EXPECT_THAT(press("BS"), ElementsAre(browse(files_.dialog.parent)));
  come();
  EXPECT_THAT(press("/"), ElementsAre(browse("/")));
  EXPECT_THAT(press("~"), ElementsAre(browse("~")));
  come();
  EXPECT_THAT(click(overlay_.control_box("dialog_up"), 0s),
              ElementsAre(browse(files_.dialog.parent)));
  files_.dialog.folder = files_.dialog.parent;
  files_.dialog.entries = {{"day 2", true, false, 0}, {"day 12", true, false, 0}};
  come();
  EXPECT_THAT(press("ENTER"), ElementsAre(browse(inside("day 12")))) << "where it came from";
}

TEST_F(OpenDialogTest, APathCanBeTyped) {
  files_.dialog.entries = {{"day", true, false, 0},
                           {"days", true, false, 0},
                           {"dusk", true, false, 0},
                           {"a.mp4", false, true, 1}};
  ++files_.dialog.revision;
  (void)draw(0s);
  type("day");
  EXPECT_THAT(press("/"), ElementsAre(browse(inside("day")))) << "the one of that name";
  come();
  type("dax");
  EXPECT_THAT(press("BS"), IsEmpty());
  EXPECT_THAT(press("/"), IsEmpty()) << "two begin like that";
  type("ys");
  EXPECT_THAT(press("/"), ElementsAre(browse(inside("days"))));
  come();
  type("us");
  EXPECT_THAT(press("/"), ElementsAre(browse(inside("dusk")))) << "the only one";
  come();
  type("mp4");
  EXPECT_THAT(press("/"), IsEmpty()) << "a file is no folder";
}

TEST_F(OpenDialogTest, LettersTypedWhileAFolderIsReadFilterThatFolder) {
  type("au");
  EXPECT_THAT(press("ENTER"), ElementsAre(browse(inside("audio"))));
  files_.dialog.reading = true;
  (void)draw(0s);
  type("lakx");
  EXPECT_TRUE(says("lakx") && says("audio")) << "the folder on show is not filtered by it";
  EXPECT_THAT(press("BS"), IsEmpty());
  come({{"lake.mp4", false, true, 1}, {"road.mp4", false, true, 1}});
  EXPECT_TRUE(says("lake.mp4"));
  EXPECT_FALSE(says("road.mp4"));
  EXPECT_THAT(press("ENTER"), ElementsAre(Action{Kind::open_file, 0, true, inside("lake.mp4")}));
}

TEST_F(OpenDialogTest, AWholePathCanBeTypedAheadOfTheDisk) {
  EXPECT_THAT(press("/"), ElementsAre(browse("/")));
  type("clips/lake/ro");
  EXPECT_THAT(press("ENTER"), IsEmpty()) << "nothing on show is meant";
  files_.dialog.folder = "/";
  come({{"clips", true, false, 0}, {"tmp", true, false, 0}});
  EXPECT_THAT(late_, ElementsAre(browse("/clips")));
  files_.dialog.folder = "/clips";
  come({{"lake", true, false, 0}, {"river", true, false, 0}});
  EXPECT_THAT(late_, ElementsAre(browse("/clips/lake")));
  files_.dialog.folder = "/clips/lake";
  come({{"lake.mp4", false, true, 1}, {"road.mp4", false, true, 1}});
  EXPECT_THAT(late_, ElementsAre(Action{Kind::open_file, 0, true, "/clips/lake/road.mp4"}));
}

TEST_F(OpenDialogTest, WhatWasTypedWaitsNoLongerThanItIsWanted) {
  EXPECT_THAT(press("ENTER"), ElementsAre(browse(inside("audio"))));
  type("river/");
  EXPECT_THAT(press("ESC"), IsEmpty());
  come();
  EXPECT_THAT(late_, IsEmpty());
  EXPECT_TRUE(says("takes 10"));
  type("3");
  files_.dialog.reading = true;  // another folder was asked for, and not here
  (void)draw(0s);
  come();
  EXPECT_TRUE(says("takes 10")) << "the letters were for the folder before";
}

TEST_F(OpenDialogTest, LettersThatFilterTheRecentFilesStayWhenAFolderComes) {
  files_.dialog.reading = true;
  (void)draw(0s);
  EXPECT_THAT(click(overlay_.control_box("dialog_recent"), 0s), IsEmpty());
  (void)draw(0s);
  type("pattern");
  come();
  EXPECT_TRUE(says("test pattern.y4m"));
  EXPECT_FALSE(says("at 00:00:17"));
}

TEST_F(OpenDialogTest, WhatTheClipboardNamesIsOpenedOrFilteredBy) {
  std::string clipboard;
  overlay_.use_clipboard({[&] { return clipboard; }, [](const std::string&) {}});
  const auto paste = [&](const std::string& text) {
    clipboard = text;
    Input input = key("v");
    input.ctrl = true;
    const std::vector<Action> actions = feed(input, 0s);
    (void)draw(0s);
    return actions;
  };
  EXPECT_THAT(paste(" /clips/dawn 2.mp4\n"),
              ElementsAre(Action{Kind::open_file, 0, true, "/clips/dawn 2.mp4"}));
  EXPECT_THAT(paste("https://host/live.m3u8"),
              ElementsAre(Action{Kind::open_file, 0, true, "https://host/live.m3u8"}));
  EXPECT_THAT(paste("/clips/"), ElementsAre(browse("/clips/")));
  come();
  EXPECT_THAT(paste(" \n"), IsEmpty());
  EXPECT_THAT(paste("river\n3"), IsEmpty());
  EXPECT_TRUE(says("river 3.mp4"));
  EXPECT_FALSE(says("river 4.mp4"));
  files_.dialog.kinds = "cube";
  ++files_.dialog.revision;
  (void)draw(0s);
  EXPECT_THAT(paste("/luts/film.cube"),
              ElementsAre(Action{Kind::take_file, 0, true, "/luts/film.cube"}));
}

TEST_F(OpenDialogTest, ANameWithALineBreakStaysInItsRowAndIsOpenedAsItIs) {
  files_.dialog.entries = {{"new\nline\x7f.mp4", false, true, 1}};
  ++files_.dialog.revision;
  (void)draw(0s);
  EXPECT_TRUE(says("new?line?.mp4"));
  EXPECT_THAT(press("ENTER"),
              ElementsAre(Action{Kind::open_file, 0, true, inside("new\nline\x7f.mp4")}));
}

TEST_F(OpenDialogTest, TheListScrollsWithKeysWheelAndBar) {
  EXPECT_FALSE(says("river 40.mp4"));
  EXPECT_THAT(press("END"), IsEmpty());
  EXPECT_TRUE(says("river 40.mp4"));
  EXPECT_THAT(press("HOME"), IsEmpty());
  EXPECT_TRUE(says("audio"));
  EXPECT_THAT(press("PGDN"), IsEmpty());
  EXPECT_THAT(press("PGDN"), IsEmpty());
  EXPECT_FALSE(says("audio"));
  Input wheel;
  wheel.kind = Input::Kind::wheel;
  wheel.x = 960;
  wheel.y = 400;
  wheel.amount = 100;
  (void)feed(wheel, 0s);
  (void)draw(0s);
  EXPECT_TRUE(says("audio"));
  const Rect bar = overlay_.control_box("dialog_scroll");
  pointer(Input::Kind::button_down, bar.x + 8, bar.bottom() - 2, 0s);
  (void)draw(0s);
  pointer(Input::Kind::button_up, bar.x + 8, bar.bottom() - 2, 0s);
  (void)draw(0s);
  EXPECT_TRUE(says("river 40.mp4"));
}

TEST_F(OpenDialogTest, AClickOpensAndRecentFilesGoOnWhereTheyWereLeft) {
  EXPECT_THAT(click(overlay_.control_box("entry_4"), 0s),
              ElementsAre(Action{Kind::open_file, 0, true, inside("river 1.mp4")}));
  EXPECT_THAT(click(overlay_.control_box("dialog_recent"), 0s), IsEmpty());
  (void)draw(0s);
  EXPECT_TRUE(says("at 00:00:17"));
  EXPECT_THAT(
      click(overlay_.control_box("entry_0"), 0s),
      ElementsAre(Action{Kind::open_file, 17.3, true, "/home/ada/clips/lake_dawn_2160p60.mp4"}));
}

TEST_F(OpenDialogTest, SaysWhyThereIsNothingToChoose) {
  files_.dialog.entries.clear();
  ++files_.dialog.revision;
  (void)draw(0s);
  EXPECT_TRUE(says("The folder is empty"));
  files_.dialog.error = "/root cannot be read: Permission denied";
  ++files_.dialog.revision;
  (void)draw(0s);
  EXPECT_TRUE(says("Permission denied"));
  files_.dialog.reading = true;
  (void)draw(0s);
  EXPECT_TRUE(says("Reading"));
  EXPECT_THAT(press("ENTER"), IsEmpty());
}

TEST_F(OpenDialogTest, KeysArePlayersAgainOnceItIsClosed) {
  EXPECT_THAT(press("q"), IsEmpty());
  files_.dialog.shown = false;
  (void)draw(0s);
  EXPECT_THAT(press("q"), ElementsAre(Action{Kind::quit}));
}

}  // namespace
}  // namespace framelane
