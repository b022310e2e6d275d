#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace framelane {

// One copy or kernel as NVIDIA's profiling interface saw it.
struct CuptiRecord {
  enum class Kind { upload, download, kernel };
  Kind kind = Kind::kernel;
  std::uint32_t call = 0;   // rises with the order of the calls that asked for the work
  std::uint64_t bytes = 0;  // of a copy
  std::int64_t length_ns = 0;
  std::string name{};  // of a kernel
};

// For tests: records every copy between host and GPU and every kernel while it lives. The library
// is loaded when asked for, so that a program starts without it. One at a time.
// Thread-safety: one thread.
class CuptiRecords {
 public:
  // Throws std::runtime_error with the reason where nothing can be recorded.
  CuptiRecords();
  ~CuptiRecords();
  CuptiRecords(const CuptiRecords&) = delete;
  CuptiRecords& operator=(const CuptiRecords&) = delete;

  // What has been recorded since the last take(), in the order of the calls. The device has
  // finished it.
  [[nodiscard]] std::vector<CuptiRecord> take();
  // Recording costs microseconds a kernel: what shall run undisturbed runs between these two. What
  // was recorded stays to be taken. Throw as the constructor.
  void pause();
  void resume();
  [[nodiscard]] std::string version() const;

 private:
  struct Library;
  std::unique_ptr<Library> library_;
};

}  // namespace framelane
