#include "gpu/chain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clocale>

#include "gpu/errors.h"
#include "gpu/filters/test_filters.h"

namespace framelane {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string error_of(const std::string& text) {
  try {
    (void)parse_chain(text);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

bool has_range(const Parameter& p) {
  using Type = Parameter::Type;
  return p.type == Type::number || p.type == Type::integer || p.type == Type::list;
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
  EXPECT_THAT(chain.filters[1].values[1].list, ::testing::ElementsAre(1, 2, 1));
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

TEST(ChainText, ChoicesGoByNameOrNumberAndTextsMayHoldAnything) {
  const auto parse = [](const std::string& text) {
    return parse_chain(text, filters_with_tests());
  };
  EXPECT_EQ(number(parse("test_become=full"), 0, 0), 1);
  EXPECT_EQ(number(parse("test_become=what=2"), 0, 0), 2);
  EXPECT_EQ(to_text(parse("test_become=2")), "test_become=what=yuv444p");
  EXPECT_EQ(to_text(parse("test_become")), "test_become");
  EXPECT_THROW((void)parse("test_become=what=4"), UsageError);
  EXPECT_THROW((void)parse("test_become=what=Full"), UsageError);
  for (const char* text :
       {"a,b", "it's", "C:\\luts\\a b.cube", " x ", "", "[=;]", "''", "\\", "plain"}) {
    Chain chain = parse("test_become");
    chain.filters[0].values[1].text = text;
    const Chain again = parse(to_text(chain) + ",negate");
    ASSERT_EQ(again.filters.size(), 2U) << to_text(chain);
    EXPECT_EQ(again.filters[0], chain.filters[0]) << to_text(chain);
  }
  EXPECT_EQ(to_text(parse("test_become=note=plain")), "test_become=note=plain");
}

TEST(ChainText, ErrorsNameFilterOptionRangeAndColumn) {
  EXPECT_THAT(
      error_of("eq,blurr=2"),
      HasSubstr("filter chain, column 4: there is no filter 'blurr' (did you mean 'gblur'?); "
                "known: eq, exposure, "));
  EXPECT_THAT(error_of("eq=contrats=2"),
              HasSubstr("eq: there is no option 'contrats' (did you mean 'contrast'?); known: "));
  EXPECT_EQ(error_of("gblur=sigma=2000"),
            "filter chain, column 13: gblur: sigma=2000 is not accepted; it takes 0 to 1024");
  EXPECT_EQ(error_of("sobel=delta=x"),
            "filter chain, column 13: sobel: delta=x is not accepted; it takes -65535 to 65535; "
            "expressions are not read");
  EXPECT_THAT(
      error_of("scale=iw/2:ih/2"),
      HasSubstr("w=iw/2 is not accepted; it takes -256 to 32768; expressions are not read"));
  EXPECT_THAT(error_of("scale=w=2-1"), HasSubstr("expressions are not read"));
  EXPECT_THAT(error_of("scale=w=-1e-1"), Not(HasSubstr("expressions")));
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
      if (!has_range(p)) continue;
      const std::string set = std::string(filter->name) + "=" + std::string(p.name) + "=";
      EXPECT_EQ(error_of(set + std::to_string(p.minimum)), "accepted");
      EXPECT_EQ(error_of(set + std::to_string(p.maximum)), "accepted");
      EXPECT_NE(error_of(set + std::to_string(p.minimum - 1)), "accepted");
      EXPECT_NE(error_of(set + std::to_string(p.maximum + 1)), "accepted");
    }
}

}  // namespace
}  // namespace framelane
