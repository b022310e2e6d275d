#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <random>
#include <thread>

#include "app/player_edit_fixture_test.h"
#include "gpu/temp_dir_test.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;

TEST_F(PlayerEditTest, PausedTheFrameOnShowAndThoseSteppedToAreThoseOfAFreshRun) {
  open(kShort, "negate");
  play_to(7 * kFrame);
  for (const char* chain : kChains) {
    const auto at = pts();
    edit(chain);
    show_edit();
    EXPECT_EQ(pts(), at) << chain;
    expect_fresh("after the edit");
    for (int n = 0; n < 3; ++n) {
      step();
      EXPECT_EQ(pts(), at + (n + 1) * kFrame) << chain;
      expect_fresh("stepping on");
    }
  }
  expect_one_row_each();
  EXPECT_EQ(displayed_rows_, player_->counts().displayed);
}

TEST_F(PlayerEditTest, AnEditHasNoRowOfItsOwn) {
  open(kShort, "negate");
  play_to(3 * kFrame);
  for (const char* chain : {"eq=contrast=1.1", "eq=contrast=1.2", "negate"}) {
    edit(chain);
    show_edit();
  }
  EXPECT_EQ(displayed_rows_, 4);
  EXPECT_EQ(player_->counts().displayed, 4);
  expect_one_row_each();
}

TEST_F(PlayerEditTest, WithinTheReachTheDecoderStaysWhereItIs) {
  open(kShort, "tmix=frames=6");
  play_to(20 * kFrame);
  const auto generation = player_->engine().decode().generation();
  edit("tmix=frames=6,negate");
  show_edit();
  edit("tmix=frames=3");
  show_edit();
  expect_fresh("within the reach");
  EXPECT_EQ(player_->engine().decode().generation(), generation);
  EXPECT_EQ(player_->engine().reach(), 2);
  edit("tmix=frames=9");
  EXPECT_EQ(player_->engine().reach(), 8);
  show_edit();
  expect_fresh("beyond it");
  EXPECT_GT(player_->engine().decode().generation(), generation);
  EXPECT_EQ(pts(), 20 * kFrame);
}

TEST_F(PlayerEditTest, AtTheStreamsEndTheLastFrameIsFilteredAgain) {
  open("pattern:66x50@25:frames=6", "negate");
  play_to(5 * kFrame);
  while (!player_->ended()) {
    (void)player_->next_deadline(now_);
    std::this_thread::yield();
  }
  for (const char* chain :
       {"gblur=sigma=1", "tmix=frames=3", "test_double_rate", "eq=contrast=2"}) {
    edit(chain);
    show_edit();
    EXPECT_EQ(pts(), 5 * kFrame);
    expect_fresh("at the end");
  }
}

TEST_F(PlayerEditTest, GeometryAndTwoOutputsAreReplannedToo) {
  open(kShort, "test_halve=left=2");
  play_to(9 * kFrame);
  for (const char* chain :
       {"test_double_rate=past=1:next=1", "test_halve=top=4,test_double_rate", "negate"}) {
    edit(chain);
    show_edit();
    expect_fresh("after the edit");
    for (int n = 0; n < 5; ++n) {
      step();
      expect_fresh("stepping on");
    }
  }
}

TEST_F(PlayerEditTest, WhatTheFramesCannotTakeIsRefusedAndTheChainStays) {
  open(kShort, "negate");
  play_to(2 * kFrame);
  const std::string refused = player_->set_chain(chain_of("negate=components=r"));
  EXPECT_NE(refused, "");
  EXPECT_EQ(refused.find('\n'), std::string::npos);
  EXPECT_EQ(to_text(player_->chain()), "negate");
  EXPECT_EQ(player_->chain_revision(), 0U);
  step();
  expect_fresh("after the refusal");
}

TEST_F(PlayerEditTest, BeforeTheFirstFrameAnEditIsTaken) {
  open(kShort, "negate");
  edit("tmix=frames=3");
  show_next();
  show_edit();
  EXPECT_EQ(pts(), 0ms);
  expect_fresh("the first");
}

TEST_F(PlayerEditTest, AnEditDuringASeekBelongsToItsFrames) {
  open(kShort, "negate");
  play_to(5 * kFrame);
  for (const int to : {30, 3, 50, 12}) {
    player_->seek(to * kFrame, true);
    edit(to % 2 == 0 ? "tmix=frames=7" : "gblur=sigma=1,tmix=frames=2");
    while (player_->current()->revision != player_->chain_revision() || pts() != to * kFrame)
      if (!show()) std::this_thread::yield();
    expect_fresh("sought");
    edit("eq=contrast=1.5");
    player_->step(-1);
    while (player_->current()->revision != player_->chain_revision() || pts() != (to - 1) * kFrame)
      if (!show()) std::this_thread::yield();
    expect_fresh("stepped back");
  }
}

// A file with B-frames and few key frames, made here.
class PlayerEditFileTest : public PlayerEditTest {
 protected:
  void SetUp() override {
    const std::string make =
        "ffmpeg -v error -nostdin -y -f lavfi -i testsrc2=s=98x66:r=25:d=2 -pix_fmt yuv420p "
        "-c:v libx264 -bf 3 -g 25 " +
        file_;
    ASSERT_EQ(std::system(make.c_str()), 0);
  }
  void TearDown() override { player_.reset(); }
  test::TempDir folder_;
  std::string file_ = folder_ / "b.mp4";
};

TEST_F(PlayerEditFileTest, FramesOfAFileAreThoseOfAFreshRunToo) {
  open(file_, "negate");
  player_->set_paused(true);
  show_next();
  for (const int to : {31, 8, 40, 26}) {
    player_->seek(to * kFrame, true);
    show_next();
    for (const char* chain : {"tmix=frames=6", "gblur=sigma=1", "tmix=frames=3,negate"}) {
      edit(chain);
      show_edit();
      expect_fresh("after the edit");
      step();
      expect_fresh("stepping on");
    }
    player_->step(-1);
    show_next();
    expect_fresh("stepping back");
  }
  expect_one_row_each();
}

TEST_F(PlayerEditFileTest, TwoHundredRandomSeeksLandOnTheFrameThatPlayingThereGives) {
  open(file_, "eq=contrast=1.2,tmix=frames=3");
  const auto& all = fresh("eq=contrast=1.2,tmix=frames=3");
  ASSERT_EQ(all.size(), 50U);
  player_->set_paused(true);
  show_next();
  std::mt19937 random(7);
  std::uniform_int_distribution<Nanoseconds::rep> anywhere(0, all.rbegin()->first.count());
  for (int n = 0; n < 200; ++n) {
    const Nanoseconds to(anywhere(random));
    player_->seek(to, true);
    show_next();
    ASSERT_EQ(pts(), all.lower_bound(to)->first) << "sought " << to.count() << " ns";
    expect_fresh("seek " + std::to_string(n));
  }
}

// A pipe cannot go back for what the longer reach needs: what there is is taken.
TEST_F(PlayerEditFileTest, InAPipeAnEditIsSeenAsWell) {
  const auto fifo = folder_ / "pipe";
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  std::thread writer([&] {
    const std::string copy =
        "ffmpeg -v error -nostdin -y -i " + file_ + " -c copy -f nut pipe:1 > " + fifo;
    EXPECT_EQ(std::system(copy.c_str()), 0);
  });
  open(fifo, "negate");
  play_to(10 * kFrame);
  const auto at = pts();
  for (const char* chain : {"gblur=sigma=2", "tmix=frames=5", "tmix=frames=2,negate", ""}) {
    edit(chain);
    show_edit();
    EXPECT_EQ(pts(), at);
  }
  for (int n = 0; n < 6; ++n)
    step();
  EXPECT_EQ(pts(), at + 6 * kFrame);
  EXPECT_FALSE(player_->take_fault());
  expect_one_row_each();
  while (!player_->ended())
    if (!show()) player_->step(+1);
  writer.join();
}

}  // namespace
}  // namespace framelane
