// What each filter may take of a 4K frame on an H200 class GPU: a chain of it alone, all passes,
// 8-bit 4:2:0 in and out unless said. Every figure is printed. Skipped, with the reason, where
// there is no GPU or a slower one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/bench_filters.h"
#include "gpu/open_device.h"
#include "gpu/transfer_extras.h"

namespace framelane {
namespace {

struct Limit {
  const char* chain;
  double microseconds;
  const char* format = "yuv420p";
};

constexpr Limit kLimits[] = {
    {"eq=contrast=1.1", 20},
    {"exposure=exposure=0.5", 20},
    {"eq=contrast=1.1,exposure=0.3,hue=h=20,negate", 28},
    {"gblur=sigma=2", 60},
    {"gblur=sigma=10", 160},
    {"unsharp=5:5:1", 50},
    {"sobel", 40},
    {"boxblur=4:1", 60},
    {"boxblur=40:1", 70},
    {"median=radius=1", 55},
    {"median=radius=2", 220},
    {"bilateral=sigmaS=1:planes=15", 130},
    {"bilateral=sigmaS=2:planes=15", 340},
    {"nlmeans=p=7:r=11", 1000},
    {"nlmeans=p=7:r=21", 3500},
    {"scale=1920:1080:lanczos", 40},
    {"lut3d=file=film.cube", 30},
    {"curves=preset=strong_contrast", 20},
    {"colorspace=fast=1:primaries=bt2020,tonemap=hable,colorspace=format=yuv420p", 35,
     "yuv420p10le"},
};

// Memory that copies itself at this rate, GB/s read and written, is taken for that class.
constexpr double kFastMemory = 3000;

class FilterSpeed : public testing::Test {
 protected:
  void SetUp() override {
    const auto listed = list_devices();
    if (!listed.front().unavailable.empty()) GTEST_SKIP() << listed.front().unavailable;
    DeviceChoice choice = parse_device_choice("cuda:0");
    choice.spin = true;
    opened_ = open_device(choice);
    extras_ = make_transfer_extras(*opened_.device, choice);
    options_.kind = BenchKind::filters;
  }
  // Rows of the table "filters", and the rate of a device copy.
  Json measure(const std::vector<std::string>& chains, const char* format) {
    FiltersPlan plan = plan_filters(options_, true);
    plan.chains = chains;
    plan.format = format;
    BenchContext context{*opened_.device, extras_.get(), options_, never_,
                         [](const std::string&) {}};
    BenchReport report;
    bench_filters(context, plan, report);
    fmt::print("{}", report_text(report));
    return report_json(report)["tables"];
  }

  OpenedDevice opened_;
  std::unique_ptr<TransferExtras> extras_;
  BenchOptions options_;
  std::atomic<int> never_{0};
};

TEST_F(FilterSpeed, EachFilterKeepsItsLimit) {
  for (const char* format : {"yuv420p", "yuv420p10le"}) {
    std::vector<std::string> chains;
    std::vector<double> limits;
    for (const Limit& limit : kLimits) {
      if (std::string_view(limit.format) != format) continue;
      chains.emplace_back(limit.chain);
      limits.push_back(limit.microseconds);
    }
    if (chains.empty()) continue;
    const Json tables = measure(chains, format);
    if (tables["floor"]["rows"][0]["gb_per_s"] < kFastMemory)
      GTEST_SKIP() << "the limits are of faster memory";
    const Json& rows = tables["filters"]["rows"];
    ASSERT_EQ(rows.size(), limits.size());
    for (std::size_t i = 0; i < limits.size(); ++i)
      EXPECT_LE(1000 * rows[i]["ms"].get<double>(), limits[i]) << rows[i]["filter"];
  }
}

}  // namespace
}  // namespace framelane
