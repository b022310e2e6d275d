// What each filter may take of a 4K frame on an H200 class GPU: a chain of it alone, all passes,
// 8-bit 4:2:0 in and out unless said. Every figure is printed, beside NPP's for the like of it in
// the same run where NPP is there. Skipped, with the reason, where there is no GPU or a slower one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "app/bench_filters.h"
#include "app/npp_speed_test.h"
#include "gpu/open_device.h"
#include "gpu/transfer_extras.h"

namespace framelane {
namespace {

struct Limit {
  const char* chain;
  double microseconds;
  NppWork npp = NppWork::none;
  const char* format = "yuv420p";
};

constexpr Limit kLimits[] = {
    {"eq=contrast=1.1", 20, NppWork::color},
    {"exposure=exposure=0.5", 20, NppWork::color},
    {"eq=contrast=1.1,exposure=0.3,hue=h=20,negate", 28, NppWork::color},
    {"gblur=sigma=2", 60, NppWork::gauss},
    {"gblur=sigma=10", 160},
    {"unsharp=5:5:1", 50, NppWork::unsharp},
    {"sobel", 40, NppWork::sobel},
    {"boxblur=4:1", 60, NppWork::box},
    {"boxblur=40:1", 70},
    {"median=radius=1", 55, NppWork::median3},
    {"median=radius=2", 220, NppWork::median5},
    {"bilateral=sigmaS=1:planes=15", 130, NppWork::bilateral5},
    {"bilateral=sigmaS=2:planes=15", 340, NppWork::bilateral9},
    {"nlmeans=p=7:r=11", 1000},
    {"nlmeans=p=7:r=21", 3500},
    {"scale=1920:1080:lanczos", 40, NppWork::lanczos},
    {"lut3d=file=film.cube", 30, NppWork::color},
    {"curves=preset=strong_contrast", 20, NppWork::color},
    {"colorspace=fast=1:primaries=bt2020,tonemap=hable,colorspace=format=yuv420p", 35,
     NppWork::none, "yuv420p10le"},
};

// Memory that copies itself at this rate, GB/s read and written, is taken for that class.
constexpr double kFastMemory = 3000;

struct Taken {
  const Limit* limit = nullptr;
  double microseconds = 0;
};

std::string npp_text(const NppReport& npp, const Taken& row) {
  const NppTime* time = quickest(npp, row.limit->npp);
  if (time == nullptr) return {};
  return fmt::format("; NPP {:<20} {:7.1f} us ({:.1f} to {:.1f}), {:5.1f} times ours",
                     time->operation, time->us->median, time->us->least, time->us->most,
                     time->us->median / row.microseconds);
}

void print_beside(const NppReport& npp, const std::vector<Taken>& rows) {
  if (npp.unavailable.empty())
    fmt::print("NPP {}: its kernel alone, 8-bit RGBA unless said\n", npp.version);
  else
    fmt::print("NPP is not there to compare with: {}\n", npp.unavailable);
  for (const Taken& row : rows)
    fmt::print("{:<76} {:7.1f} us of {:4.0f}{}\n", row.limit->chain, row.microseconds,
               row.limit->microseconds, npp_text(npp, row));
  for (const NppTime& time : npp.times)
    EXPECT_EQ(time.failed, "") << time.operation;
}

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

// What the floor is measured with; the last bytes are no whole word of it.
TEST_F(FilterSpeed, TheFloorsKernelCopiesEveryByte) {
  constexpr std::size_t kBytes = 1'000'003, kRoom = kBytes + 16;
  std::vector<std::byte> sent(kRoom), received(kRoom);
  for (std::size_t i = 0; i < kRoom; ++i)
    sent[i] = static_cast<std::byte>(i * 2654435761U >> 13);
  const auto from = opened_.device->allocate(kRoom), to = opened_.device->allocate(kRoom);
  const auto stream = opened_.device->make_stream();
  (void)stream->upload(from.get(), sent.data(), kRoom);
  (void)stream->upload(to.get(), received.data(), kRoom);
  extras_->copy_by_kernel(*stream, to->data(), from->data(), kBytes);
  stream->download(received.data(), to->data(), kRoom);
  stream->finish();
  EXPECT_TRUE(std::equal(sent.begin(), sent.begin() + kBytes, received.begin()));
}

TEST_F(FilterSpeed, EachFilterKeepsItsLimit) {
  std::vector<Taken> taken;
  for (const char* format : {"yuv420p", "yuv420p10le"}) {
    std::vector<std::string> chains;
    std::vector<const Limit*> limits;
    for (const Limit& limit : kLimits) {
      if (std::string_view(limit.format) != format) continue;
      chains.emplace_back(limit.chain);
      limits.push_back(&limit);
    }
    if (chains.empty()) continue;
    const Json tables = measure(chains, format);
    if (tables["floor"]["rows"][0]["gb_per_s"] < kFastMemory)
      GTEST_SKIP() << "the limits are of faster memory";
    const Json& rows = tables["filters"]["rows"];
    ASSERT_EQ(rows.size(), limits.size());
    for (std::size_t i = 0; i < limits.size(); ++i)
      taken.push_back({limits[i], 1000 * rows[i]["ms"].get<double>()});
  }
  for (const Taken& row : taken)
    EXPECT_LE(row.microseconds, row.limit->microseconds) << row.limit->chain;
  print_beside(measure_npp(*opened_.device), taken);
}

}  // namespace
}  // namespace framelane
