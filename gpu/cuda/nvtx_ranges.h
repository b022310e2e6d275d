#pragma once
#include <cstdint>
#include <string_view>

namespace framelane {

// NVTX ranges in a domain of their own, "framelane", for Nsight Systems. Whether a tool listens is
// settled once, in the constructor; where none does, begin() and end() are a branch. Built without
// the toolkit's nvtx3 headers there are no ranges. Thread-safety: ranges belong to the thread that
// began them; any thread may.
class NvtxRanges {
 public:
  NvtxRanges();
  ~NvtxRanges();
  NvtxRanges(const NvtxRanges&) = delete;
  NvtxRanges& operator=(const NvtxRanges&) = delete;

  // A range "stage frame", the frame's number also its payload. Nothing is allocated; a long name
  // is cut. Ranges of a thread nest: end() ends the latest.
  void begin(std::string_view stage, std::int64_t frame) const noexcept;
  void end() const noexcept;

 private:
  void* domain_ = nullptr;  // nvtxDomainHandle_t; null where no tool listens
};

}  // namespace framelane
