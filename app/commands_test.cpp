#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "app/assets_folder.h"
#include "app/devices_command.h"
#include "app/filters_command.h"
#include "gpu/errors.h"

namespace framelane {
namespace {

using ::testing::HasSubstr;

TEST(FiltersCommand, ListsEveryFilterAndTheOptionsOfOne) {
  for (const FilterSpec* filter : shipped_filters()) {
    EXPECT_THAT(filters_command("", false), HasSubstr(std::string(filter->name)));
    for (const Parameter& parameter : filter->parameters)
      EXPECT_THAT(filters_command(std::string(filter->name), false),
                  HasSubstr(std::string(parameter.name)));
  }
  EXPECT_THROW((void)filters_command("nothere", false), UsageError);
  try {
    (void)filters_command("gbulr", false);
    ADD_FAILURE();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("did you mean 'gblur'"));
  }
}

TEST(FiltersCommand, SaysWhereAnExamplesFileIs) {
  EXPECT_THAT(filters_command("lut3d", false),
              HasSubstr("film.cube comes with the program (" + assets_folder().string() + ")"));
  EXPECT_THAT(filters_command("gblur", false), ::testing::Not(HasSubstr("comes with")));
}

TEST(FiltersCommand, TheColumnsOfTheListStandInLine) {
  std::istringstream list(filters_command("", false));
  std::string first, line;
  std::getline(list, first);
  const FilterRegistry filters = shipped_filters();
  const std::size_t column = first.find(filters.front()->help);
  for (std::size_t f = 1; f < filters.size(); ++f) {
    std::getline(list, line);
    EXPECT_EQ(line.find(filters[f]->help), column) << line;
  }
}

TEST(FiltersCommand, JsonHasRangesAndDefaults) {
  const auto all = nlohmann::json::parse(filters_command("", true));
  EXPECT_EQ(all["filters"].size(), shipped_filters().size());
  const auto one = nlohmann::json::parse(filters_command("gblur", true));
  ASSERT_EQ(one["filters"].size(), 1U);
  const auto& option = one["filters"][0]["options"][0];
  EXPECT_EQ(option["name"], "sigma");
  EXPECT_EQ(option["minimum"], 0);
  EXPECT_EQ(option["maximum"], 1024);
  EXPECT_EQ(option["default"], 0.5);
}

TEST(FiltersCommand, SaysWhichOptionAFilterCannotDoWithout) {
  EXPECT_THAT(filters_command("lut3d", false), HasSubstr("a .cube file; required\n"));
  EXPECT_THAT(filters_command("curves", false), testing::Not(HasSubstr("required")));
  const auto json = nlohmann::json::parse(filters_command("lut1d", true));
  EXPECT_EQ(json["filters"][0]["options"][0]["required"], true);
  EXPECT_FALSE(json["filters"][0]["options"][1].contains("required"));
}

TEST(DevicesCommand, SaysWhatEachIsOrWhyItCannotBeUsed) {
  DeviceListing gpu{"cuda", {}, "no NVIDIA driver"}, cpu{"cpu", {}, ""};
  cpu.facts.name = "CPU, 2 threads";
  const std::vector<DeviceListing> devices{gpu, cpu};
  const std::string text = devices_command(devices, false);
  EXPECT_THAT(text, HasSubstr("cuda      not usable: no NVIDIA driver\n"));
  EXPECT_THAT(text, HasSubstr("cpu       CPU, 2 threads\n"));
  EXPECT_THAT(text, HasSubstr("cpu:link=12x0.9 "));
  const auto json = nlohmann::json::parse(devices_command(devices, true));
  EXPECT_EQ(json["devices"][0]["usable"], false);
  EXPECT_EQ(json["devices"][1]["name"], "CPU, 2 threads");
}

TEST(DevicesCommand, TheCpuIsAlwaysThere) {
  EXPECT_THAT(devices_command(list_devices(), false), HasSubstr("\ncpu "));
}

}  // namespace
}  // namespace framelane
