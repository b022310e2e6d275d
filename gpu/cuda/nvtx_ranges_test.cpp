// A tool that listens, linked into this program where NVTX looks for one: no GPU is needed.
#include "gpu/cuda/nvtx_ranges.h"

#include <gtest/gtest.h>
#include <nvtx3/nvToolsExt.h>

#include <string>
#include <vector>

namespace {

std::vector<std::string>& heard() {
  static std::vector<std::string> lines;
  return lines;
}

nvtxDomainHandle_t create_domain(const char* name) {
  static int domain = 0;
  heard().push_back(std::string("domain ") + name);
  return reinterpret_cast<nvtxDomainHandle_t>(&domain);
}

int push(nvtxDomainHandle_t, const nvtxEventAttributes_t* range) {
  heard().push_back("> " + std::string(range->message.ascii) + " | " +
                    std::to_string(range->payload.llValue));
  return 0;
}

int pop(nvtxDomainHandle_t) {
  heard().emplace_back("<");
  return 0;
}

void destroy_domain(nvtxDomainHandle_t) {
  heard().emplace_back("destroyed");
}

template <typename Function>
void attach(NvtxFunctionTable table, unsigned id, Function function) {
  *table[id] = reinterpret_cast<NvtxFunctionPointer>(function);
}

int start_tool(NvtxGetExportTableFunc_t get_table) {
  const auto* callbacks =
      static_cast<const NvtxExportTableCallbacks*>(get_table(NVTX_ETID_CALLBACKS));
  NvtxFunctionTable table = nullptr;
  unsigned size = 0;
  if (callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE2, &table, &size) == 0) return 0;
  attach(table, NVTX_CBID_CORE2_DomainCreateA, create_domain);
  attach(table, NVTX_CBID_CORE2_DomainRangePushEx, push);
  attach(table, NVTX_CBID_CORE2_DomainRangePop, pop);
  attach(table, NVTX_CBID_CORE2_DomainDestroy, destroy_domain);
  return 1;
}

}  // namespace

extern "C" {
NvtxInitializeInjectionNvtxFunc_t InitializeInjectionNvtx2_fnptr = start_tool;
}

namespace framelane {
namespace {

TEST(NvtxRanges, AListeningToolSeesStagesNestedInTheirFrame) {
  heard().clear();
  {
    const NvtxRanges ranges;
    ranges.begin("frame", 1234567);
    ranges.begin("gblur", 1234567);
    ranges.end();
    ranges.end();
  }
  const std::vector<std::string> expected{
      "domain framelane", "> frame 1234567 | 1234567", "> gblur 1234567 | 1234567", "<", "<",
      "destroyed"};
  EXPECT_EQ(heard(), expected);
}

TEST(NvtxRanges, ALongNameIsCutAndKeepsItsNumber) {
  heard().clear();
  const NvtxRanges ranges;
  ranges.begin(std::string(500, 'x'), INT64_MIN);
  ranges.end();
  ASSERT_EQ(heard().size(), 3U);
  EXPECT_LT(heard()[1].size(), 130U);
  EXPECT_NE(heard()[1].find("xxx -9223372036854775808 | -9223372036854775808"), std::string::npos)
      << heard()[1];
}

}  // namespace
}  // namespace framelane
