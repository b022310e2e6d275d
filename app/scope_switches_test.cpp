#include "app/scope_switches.h"

#include <gtest/gtest.h>

namespace framelane {
namespace {

using Kind = Action::Kind;

Action action_of(Kind kind, double value = 0) {
  Action action;
  action.kind = kind;
  action.value = value;
  return action;
}

TEST(ScopeSwitches, EachKeyTurnsItsScopeAndTheLatestIsTheOneSwitchedOnLast) {
  ScopeSwitches scopes;
  EXPECT_TRUE(scopes.apply(action_of(Kind::toggle_waveform)));
  EXPECT_TRUE(scopes.apply(action_of(Kind::toggle_vectorscope)));
  EXPECT_TRUE(scopes.on().waveform && scopes.on().vectorscope && !scopes.on().histogram);
  EXPECT_EQ(scopes.latest(), Scope::vectorscope);
  EXPECT_TRUE(scopes.apply(action_of(Kind::toggle_waveform)));
  EXPECT_FALSE(scopes.on().waveform);
  EXPECT_EQ(scopes.latest(), Scope::vectorscope);
  EXPECT_FALSE(scopes.apply(action_of(Kind::toggle_pause)));
}

TEST(ScopeSwitches, TogglingAllBringsBackThoseThatWereOnWithTheSideOfNow) {
  ScopeSwitches scopes;
  scopes.apply(action_of(Kind::toggle_scopes));
  EXPECT_TRUE(scopes.on().histogram && scopes.on().waveform && scopes.on().vectorscope);
  scopes.apply(action_of(Kind::toggle_histogram));
  scopes.apply(action_of(Kind::toggle_scopes));
  EXPECT_FALSE(scopes.on().any());
  scopes.apply(action_of(Kind::set_scopes_side, -1));
  scopes.apply(action_of(Kind::toggle_scopes));
  EXPECT_TRUE(!scopes.on().histogram && scopes.on().waveform && scopes.on().vectorscope);
  EXPECT_EQ(scopes.on().side, ScopeSide::before);
}

TEST(ScopeSwitches, SetAsideTheyComeBackOnce) {
  ScopeSwitches scopes;
  EXPECT_FALSE(scopes.set_aside(true)) << "none was on";
  scopes.show({"hud", "waveform"});
  EXPECT_EQ(scopes.names(), std::vector<std::string>{"waveform"});
  EXPECT_TRUE(scopes.set_aside(true));
  EXPECT_TRUE(scopes.names().empty());
  EXPECT_TRUE(scopes.set_aside(false));
  EXPECT_EQ(scopes.names(), std::vector<std::string>{"waveform"});
  EXPECT_FALSE(scopes.set_aside(false));
}

}  // namespace
}  // namespace framelane
