#include "ui/shown_chain.h"

#include <gtest/gtest.h>

namespace framelane {
namespace {

using namespace std::chrono_literals;

FiltersModel model_of(const std::string& text) {
  FiltersModel model;
  model.chain = parse_chain(text);
  model.rows.resize(model.chain.filters.size());
  model.revision = 7;
  return model;
}

std::string shown(const ShownChain& chain) {
  return to_text(chain.chain());
}

TEST(ShownChain, IsTheModelsUntilItIsEdited) {
  FiltersModel model = model_of("eq=contrast=2,gblur");
  ShownChain chain;
  chain.follow(model, false, 0s);
  EXPECT_EQ(shown(chain), "eq=contrast=2,gblur");
  model = model_of("negate");
  chain.follow(model, false, 1s);
  EXPECT_EQ(shown(chain), "negate");
  EXPECT_FALSE(chain.ahead());
}

TEST(ShownChain, AnEditStandsUntilTheModelHasIt) {
  FiltersModel model = model_of("eq,gblur");
  ShownChain chain;
  chain.follow(model, false, 0s);
  chain.set_value(1, 0, {3, {}});
  chain.follow(model, false, 1s);
  EXPECT_EQ(shown(chain), "eq,gblur=sigma=3");
  model = model_of("eq,gblur=sigma=3");
  model.revision = 8;
  chain.follow(model, false, 1500ms);
  EXPECT_FALSE(chain.ahead());
  model.chain = parse_chain("eq");
  chain.follow(model, false, 1600ms);
  EXPECT_EQ(shown(chain), "eq");
}

TEST(ShownChain, EditsOfADragThatTheModelIsStillTakingDoNotPullItBack) {
  FiltersModel model = model_of("gblur");
  ShownChain chain;
  chain.follow(model, true, 0s);
  for (int i = 1; i <= 5; ++i)
    chain.set_value(0, 0, {static_cast<double>(i), {}});
  model.chain = parse_chain("gblur=sigma=1");
  model.revision = 8;
  chain.follow(model, true, 10ms);
  chain.follow(model, false, 20ms);
  EXPECT_EQ(shown(chain), "gblur=sigma=5");
  model.chain = parse_chain("gblur=sigma=5");
  model.revision = 9;
  chain.follow(model, false, 3s);
  EXPECT_FALSE(chain.ahead());
}

TEST(ShownChain, AHeldEditStandsAgainstAnotherChainAndGivesWayOnceLetGo) {
  FiltersModel model = model_of("eq,gblur");
  ShownChain chain;
  chain.follow(model, true, 0s);
  chain.set_value(1, 0, {3, {}});
  model = model_of("negate");
  model.revision = 8;
  chain.follow(model, true, 1s);
  chain.follow(model, true, 60s);
  EXPECT_EQ(shown(chain), "eq,gblur=sigma=3");
  EXPECT_EQ(chain.size(), 2U);
  chain.follow(model, false, 61s);
  EXPECT_EQ(shown(chain), "negate");
}

TEST(ShownChain, ARefusalBringsTheModelBackAtOnce) {
  FiltersModel model = model_of("eq");
  ShownChain chain;
  chain.follow(model, false, 0s);
  chain.append(*find_filter("hue", shipped_filters()));
  EXPECT_EQ(shown(chain), "eq,hue");
  model.refused = "hue: cannot take this";
  chain.follow(model, false, 10ms);
  EXPECT_EQ(shown(chain), "eq");
}

TEST(ShownChain, TheSameRefusalTwiceBringsTheModelBackTwice) {
  FiltersModel model = model_of("eq");
  model.refused = "hue: cannot take this";
  ShownChain chain;
  chain.follow(model, false, 0s);
  chain.append(*find_filter("hue", shipped_filters()));
  chain.follow(model, false, 10ms);
  EXPECT_EQ(shown(chain), "eq,hue");
  chain.follow(model, false, 500ms);
  EXPECT_EQ(shown(chain), "eq");
}

TEST(ShownChain, AnEditThatIsNeverAnsweredIsGivenUp) {
  const FiltersModel model = model_of("eq");
  ShownChain chain;
  chain.follow(model, false, 0s);
  chain.set_enabled(0, false);
  chain.follow(model, false, ShownChain::kLost - 1ms);
  EXPECT_EQ(shown(chain), "!eq");
  chain.follow(model, false, ShownChain::kLost);
  EXPECT_EQ(shown(chain), "eq");
}

TEST(ShownChain, EditsMoveRemoveAndResetFiltersWithTheirNumbers) {
  FiltersModel model = model_of("eq=gamma=2,gblur,negate,sobel");
  for (std::size_t i = 0; i < 4; ++i)
    model.rows[i].mean_ms = static_cast<double>(i);
  ShownChain chain;
  chain.follow(model, false, 0s);
  chain.move(0, 4);
  EXPECT_EQ(shown(chain), "gblur,negate,sobel,eq=gamma=2");
  EXPECT_EQ(chain.row(3).mean_ms, 0);
  chain.move(2, 0);
  EXPECT_EQ(shown(chain), "sobel,gblur,negate,eq=gamma=2");
  EXPECT_EQ(chain.row(0).mean_ms, 3);
  chain.remove(1);
  chain.reset(2);
  EXPECT_EQ(shown(chain), "sobel,negate,eq");
  chain.follow(model, false, 1ms);
  EXPECT_EQ(chain.row(1).mean_ms, 2);
}

TEST(ShownChain, AllFiltersAreResetAtOnceAndKeepTheirPlaceNameAndState) {
  ShownChain chain;
  chain.follow(model_of("eq=gamma=2,!@soft:gblur=sigma=3,negate"), false, 0s);
  EXPECT_TRUE(chain.resettable());
  chain.reset_all();
  EXPECT_EQ(shown(chain), "eq,!@soft:gblur,negate");
  EXPECT_FALSE(chain.resettable());
  EXPECT_TRUE(chain.ahead());
}

TEST(ShownChain, NumbersAreTakenFourTimesASecondAndAtOnceWithANewChain) {
  FiltersModel model = model_of("eq");
  model.rows[0].mean_ms = 1;
  ShownChain chain;
  chain.follow(model, false, 0s);
  model.rows[0].mean_ms = 2;
  chain.follow(model, false, 200ms);
  EXPECT_EQ(chain.row(0).mean_ms, 1);
  chain.follow(model, false, 350ms);
  EXPECT_EQ(chain.row(0).mean_ms, 2);
  model.rows[0].mean_ms = 3;
  ++model.revision;
  chain.follow(model, false, 360ms);
  EXPECT_EQ(chain.row(0).mean_ms, 3);
}

TEST(ShownChain, AModelWithTooFewRowsIsBorne) {
  FiltersModel model = model_of("eq,gblur");
  model.rows.clear();
  ShownChain chain;
  chain.follow(model, false, 0s);
  EXPECT_FALSE(chain.row(1).mean_ms);
}

}  // namespace
}  // namespace framelane
