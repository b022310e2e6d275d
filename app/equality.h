#pragma once
#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

#include "gpu/processed_frame.h"

namespace framelane {

// Thread-safety: a value.
struct EqualityResult {
  bool has_serial = false, has_overlapped = false;  // checksums of that kind of mode
  std::uint64_t compared = 0;                       // frames, each time they were
  std::optional<Nanoseconds> differs;               // pts of the first that was found to
};

// Whether the frames of a resident loop come out the same in serial and in the modes that overlap.
// Frames are known by their pts, results by their checksum. Thread-safety: one thread at a time.
class EqualityBook {
 public:
  // Compares with the last checksum of the other kind of mode, if it had this frame.
  void add(Nanoseconds pts, bool serial, std::uint64_t checksum);
  void clear() { *this = {}; }
  [[nodiscard]] EqualityResult result() const;

 private:
  std::map<Nanoseconds, std::uint64_t> serial_, overlapped_;
  std::uint64_t compared_ = 0;
  std::optional<Nanoseconds> differs_;
};

// Takes the checksums of a resident loop's results on a thread of its own while it is on; a result
// that comes while it is busy is not compared. Another chain, loop or input begins anew. Off, it
// has no thread and looks at nothing. Thread-safety: add() from any thread; the rest on the main
// thread.
class EqualityCheck {
 public:
  static constexpr int kHeldResults = 1;  // at once

  EqualityCheck() = default;
  ~EqualityCheck();
  EqualityCheck(const EqualityCheck&) = delete;
  EqualityCheck& operator=(const EqualityCheck&) = delete;

  void set_on(bool on);
  [[nodiscard]] bool on() const { return thread_.joinable(); }
  // Every frame that ended, shown or not.
  void add(const ProcessedFrame& frame);
  // Another input: what is known is void, and nothing of the one before is held once it returns.
  void clear();
  [[nodiscard]] EqualityResult result() const;
  // For tests: returns when nothing waits or is being compared.
  void settle();

 private:
  struct Work {
    HostPicture picture;
    Nanoseconds pts{0};
    bool serial = false;
    std::uint64_t generation = 0, revision = 0;
  };
  void run();
  void enter(const Work& work, std::uint64_t checksum);

  std::thread thread_;
  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  bool wanted_ = false, busy_ = false;
  std::optional<Work> next_;
  std::uint64_t generation_ = 0, revision_ = 0;
  EqualityBook book_;
};

}  // namespace framelane
