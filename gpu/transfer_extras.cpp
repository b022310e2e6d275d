#include "gpu/transfer_extras.h"

#ifdef FRAMELANE_HAS_CUDA
#include "gpu/cuda/transfer_bench.h"
#endif

namespace framelane {

const char* name_of(MemoryKind kind) {
  switch (kind) {
    case MemoryKind::page_locked:
      return "page-locked";
    case MemoryKind::pageable:
      return "pageable";
    case MemoryKind::registered:
      return "registered";
    case MemoryKind::write_combined:
      return "write-combined";
    case MemoryKind::managed:
      return "managed";
  }
  return "";
}

std::unique_ptr<TransferExtras> make_transfer_extras([[maybe_unused]] const Device& device,
                                                     [[maybe_unused]] const DeviceChoice& choice) {
#ifdef FRAMELANE_HAS_CUDA
  if (device.facts().kind == "cuda")
    return make_cuda_transfer_extras(choice.ordinal,
                                     choice.spin ? HostWait::spin : HostWait::block);
#endif
  return nullptr;
}

}  // namespace framelane
