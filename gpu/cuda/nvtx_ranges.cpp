#include "gpu/cuda/nvtx_ranges.h"

#ifdef FRAMELANE_HAS_NVTX
#include <nvtx3/nvToolsExt.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#endif

namespace framelane {

#ifdef FRAMELANE_HAS_NVTX

namespace {

nvtxDomainHandle_t handle(void* domain) {
  return static_cast<nvtxDomainHandle_t>(domain);
}

// "stage frame" and a terminating null character.
void write_name(char* first, char* last, std::string_view stage, std::int64_t frame) {
  constexpr std::ptrdiff_t kNumber = 22;  // a space, 20 digits with their sign, the end
  const auto room = static_cast<std::size_t>(last - first - kNumber);
  char* at = std::copy_n(stage.data(), std::min(stage.size(), room), first);
  *at++ = ' ';
  *std::to_chars(at, last - 1, frame).ptr = '\0';
}

}  // namespace

NvtxRanges::NvtxRanges() : domain_(nvtxDomainCreateA("framelane")) {}

NvtxRanges::~NvtxRanges() {
  if (domain_ != nullptr) nvtxDomainDestroy(handle(domain_));
}

void NvtxRanges::begin(std::string_view stage, std::int64_t frame) const noexcept {
  if (domain_ == nullptr) return;
  char name[96];
  write_name(std::begin(name), std::end(name), stage, frame);
  nvtxEventAttributes_t range{};
  range.version = NVTX_VERSION;
  range.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  range.messageType = NVTX_MESSAGE_TYPE_ASCII;
  range.message.ascii = name;
  range.payloadType = NVTX_PAYLOAD_TYPE_INT64;
  range.payload.llValue = frame;
  nvtxDomainRangePushEx(handle(domain_), &range);
}

void NvtxRanges::end() const noexcept {
  if (domain_ != nullptr) nvtxDomainRangePop(handle(domain_));
}

#else

NvtxRanges::NvtxRanges() = default;
NvtxRanges::~NvtxRanges() = default;
void NvtxRanges::begin(std::string_view, std::int64_t) const noexcept {}
void NvtxRanges::end() const noexcept {}

#endif

}  // namespace framelane
