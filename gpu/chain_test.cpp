#include "gpu/chain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clocale>

#include "gpu/errors.h"

namespace framelane {
namespace {

using testing::HasSubstr;

std::string error_of(const std::string& text) {
  try {
    (void)parse_chain(text);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

double number(const Chain& chain, std::size_t filter, std::size_t option) {
  return chain.filters.at(filter).values.at(option).number;
}

TEST(ChainText, EmptyTextIsTheEmptyChain) {
  EXPECT_TRUE(parse_chain("").filters.empty());
  EXPECT_TRUE(parse_chain(" \n").filters.empty());
}

TEST(ChainText, ValuesGoByPositionThenByName) {
  const Chain chain = parse_chain("eq=1.5:-0.25:gamma=2");
  EXPECT_EQ(number(chain, 0, 0), 1.5);
  EXPECT_EQ(number(chain, 0, 1), -0.25);
  EXPECT_EQ(number(chain, 0, 2), 1);
  EXPECT_EQ(number(chain, 0, 3), 2);
}

TEST(ChainText, TakesMpvsMarksAndFFmpegsQuoting) {
  const Chain chain = parse_chain(
      " !@soft:gblur = sigma = '2' , tmix=weights='1 2 1':frames=3, @a-1:unsharp=la=\\2 ");
  ASSERT_EQ(chain.filters.size(), 3U);
  EXPECT_FALSE(chain.filters[0].enabled);
  EXPECT_EQ(chain.filters[0].label, "soft");
  EXPECT_EQ(number(chain, 0, 0), 2);
  EXPECT_TRUE(chain.filters[1].enabled);
  EXPECT_THAT(chain.filters[1].values[1].list, testing::ElementsAre(1, 2, 1));
  EXPECT_EQ(chain.filters[2].label, "a-1");
  EXPECT_EQ(number(chain, 2, 2), 2);
}

TEST(ChainText, OnePairOfQuotesMayHoldAllOptionsOfAFilter) {
  const Chain chain = parse_chain("eq='contrast=1.2:brightness=0.1' , gblur= 'sigma=2',negate");
  ASSERT_EQ(chain.filters.size(), 3U);
  EXPECT_EQ(number(chain, 0, 0), 1.2);
  EXPECT_EQ(number(chain, 0, 1), 0.1);
  EXPECT_EQ(number(chain, 1, 0), 2);
  EXPECT_THAT(error_of("eq='contrast=9999'"), HasSubstr("column 14"));
  EXPECT_THAT(error_of("eq='contrast=1,gblur=2'"), HasSubstr("not expected"));
  EXPECT_THAT(error_of("eq='contrast=1.2"), HasSubstr("never closed"));
}

TEST(ChainText, TwoFiltersOfOneLabelAreRefused) {
  EXPECT_THAT(error_of("@a:eq,@b:negate,@a:gblur"), HasSubstr("'a' is taken"));
  EXPECT_EQ(parse_chain("@a:eq,@b:eq,eq,eq").filters.size(), 4U);
}

TEST(ChainText, ListsTakeBarsAndSpaces) {
  EXPECT_EQ(parse_chain("tmix=weights=1|2|1"), parse_chain("tmix=weights=1 2 1"));
}

TEST(ChainText, FlagsAndBooleansHaveNames) {
  EXPECT_EQ(number(parse_chain("negate=y+u"), 0, 0), 3);
  EXPECT_EQ(number(parse_chain("negate=components=8"), 0, 0), 8);
  EXPECT_EQ(number(parse_chain("negate=negate_alpha=true"), 0, 1), 1);
  EXPECT_EQ(number(parse_chain("negate=negate_alpha=0"), 0, 1), 0);
}

TEST(ChainText, PrintedTextParsesToTheSameChain) {
  for (const char* text :
       {"eq", "eq=contrast=1.1:saturation=1.2,gblur=sigma=2", "!@lut:negate=components=y+a",
        "tmix=frames=4:weights=1 2.5 -3 0.1:scale=0.3", "unsharp=luma_msize_x=7:luma_amount=-0.7",
        "hue=h=-33.25:b=1e-05,!median=radius=127:percentile=0.1"}) {
    const Chain chain = parse_chain(text);
    EXPECT_EQ(to_text(chain), text);
    EXPECT_EQ(parse_chain(to_text(chain)), chain);
  }
}

TEST(ChainText, ErrorsNameFilterOptionRangeAndColumn) {
  EXPECT_EQ(error_of("eq,blurr=2"),
            "filter chain, column 4: there is no filter 'blurr'; known: eq, exposure, negate, hue, "
            "gblur, unsharp, sobel, median, tmix");
  EXPECT_EQ(error_of("gblur=sigma=2000"),
            "filter chain, column 13: gblur: sigma=2000 is not accepted; it takes 0 to 1024");
  EXPECT_EQ(error_of("sobel=delta=x"),
            "filter chain, column 13: sobel: delta=x is not accepted; it takes -65535 to 65535");
  EXPECT_EQ(
      error_of("unsharp=lx=4"),
      "filter chain, column 12: unsharp: luma_msize_x=4 is not accepted; it takes 3 to 23, odd");
  EXPECT_EQ(error_of("exposure=gain=1"),
            "filter chain, column 10: exposure: there is no option 'gain'; known: exposure, black");
  EXPECT_EQ(error_of("exposure=1:0:3"),
            "filter chain, column 14: exposure: '3' is one value too many");
}

TEST(ChainText, BrokenSyntaxIsRefusedWhereItBreaks) {
  EXPECT_THAT(error_of("eq,"), HasSubstr("column 4: a filter's name is missing"));
  EXPECT_THAT(error_of("eq;negate"), HasSubstr("column 3: ';'"));
  EXPECT_THAT(error_of("[in]eq"), HasSubstr("column 1: a filter's name is missing"));
  EXPECT_THAT(error_of("eq=contrast='1"), HasSubstr("column 13: this quote is never closed"));
  EXPECT_THAT(error_of("eq=1\\"), HasSubstr("column 5: nothing follows"));
  EXPECT_THAT(error_of("@x y:eq"), HasSubstr("column 2: a label takes"));
  EXPECT_THAT(error_of("@x,eq"), HasSubstr("column 3: ':' and a filter must follow"));
  EXPECT_THAT(error_of("eq=contrast=1:2"), HasSubstr("column 15: eq: '2' has no name"));
  EXPECT_THAT(error_of("eq=contrast=1=2"), HasSubstr("column 14: '='"));
  EXPECT_THAT(error_of("eq="), HasSubstr("column 4: eq: an option is missing"));
}

TEST(ChainText, NumbersMustBeWholeFiniteAndInRange) {
  for (const char* value : {"nan", "inf", "-inf", "1e400", "1,5", "0x10", "1.5s", "", "--1", "+-1"})
    EXPECT_NE(error_of(std::string("eq=contrast=") + value), "accepted") << value;
  EXPECT_NE(error_of("median=radius=1.5"), "accepted");
  EXPECT_NE(error_of("negate=components=128"), "accepted");
  EXPECT_NE(error_of("tmix=weights=1|x"), "accepted");
  EXPECT_EQ(number(parse_chain("eq=contrast=+1.5e1"), 0, 0), 15);
}

TEST(FilterTables, EveryDefaultIsInRangeAndReadsBack) {
  for (const FilterSpec* filter : shipped_filters()) {
    const FilterValues values = default_values(*filter);
    const std::string help = filter_help(*filter);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const Parameter& parameter = filter->parameters[i];
      EXPECT_FALSE(parameter.help.empty()) << filter->name << " " << parameter.name;
      EXPECT_GE(parameter.standard, parameter.minimum) << filter->name << " " << parameter.name;
      EXPECT_LE(parameter.standard, parameter.maximum) << filter->name << " " << parameter.name;
      EXPECT_NE(help.find("  " + std::string(parameter.name)), std::string::npos);
    }
    EXPECT_EQ(parse_chain(filter->name).filters[0].values, values);
    EXPECT_NE(filters_help().find(std::string(filter->name) + " "), std::string::npos);
  }
}

TEST(FilterTables, BothEndsOfEveryRangeAreTakenAndNothingBeyond) {
  for (const FilterSpec* filter : shipped_filters())
    for (const Parameter& p : filter->parameters) {
      if (p.type == Parameter::Type::boolean || p.type == Parameter::Type::flags) continue;
      const std::string set = std::string(filter->name) + "=" + std::string(p.name) + "=";
      EXPECT_EQ(error_of(set + std::to_string(p.minimum)), "accepted");
      EXPECT_EQ(error_of(set + std::to_string(p.maximum)), "accepted");
      EXPECT_NE(error_of(set + std::to_string(p.minimum - 1)), "accepted");
      EXPECT_NE(error_of(set + std::to_string(p.maximum + 1)), "accepted");
    }
}

}  // namespace
}  // namespace framelane
