#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/bench_context.h"
#include "app/bench_report.h"
#include "gpu/band_pool.h"
#include "gpu/event_cost.h"
#include "gpu/host_pool.h"
#include "gpu/source_frame.h"

namespace framelane {

// Below what no pass can come that reads its picture and writes its result: copies of as many
// bytes, each of a picture that was uploaded just before and timed as a pass is, so that caches
// hold as much of it as they do for a filter. A GPU does it both ways, by the driver and by a plain
// kernel; the quicker one counts. Beside them the rate of its memory, by a copy of more than caches
// hold. Thread-safety: one thread at a time.
class FloorBench {
 public:
  // `bytes`: read and written added up, one or more of each filter's. `frames`, alike, and the
  // context stay alive. Throws DeviceError.
  FloorBench(BenchContext& context, const std::vector<SourceFrame>& frames,
             const std::vector<std::int64_t>& bytes);
  ~FloorBench();
  FloorBench(const FloorBench&) = delete;
  FloorBench& operator=(const FloorBench&) = delete;

  // One repeat of everything: so many copies of each, behind `skipped` that do not count.
  void measure(int skipped, int count);
  // Milliseconds of the quicker copy of so many bytes; nothing before the first repeat.
  [[nodiscard]] std::optional<double> ms(std::int64_t bytes) const;
  // The table "floor": the memory's row first.
  [[nodiscard]] BenchTable table() const;

 private:
  enum class By : std::uint8_t { driver, kernel, host };
  struct Row {
    const char* name = "";
    By by = By::driver;
    std::int64_t bytes = 0;     // read and written
    std::vector<double> rates;  // a repeat's, GB/s
  };

  void make_rows(const std::vector<std::int64_t>& bytes);
  void measure_memory();
  void measure_pictures(Row& row, int skipped, int count);
  [[nodiscard]] double picture_ms(const HostPicture& picture, const Row& row);
  [[nodiscard]] double timed_ms(const std::byte* from, std::size_t from_bytes, const Row& row);
  void copy_all(const std::byte* from, std::size_t from_bytes, const Row& row);
  void copy(By by, const std::byte* from, std::size_t bytes, std::size_t offset);

  BenchContext& context_;
  const std::vector<SourceFrame>& frames_;
  Row memory_;
  std::vector<Row> pictures_;
  BandPool bands_;
  HostPool results_;
  HostBlockRef result_;
  std::unique_ptr<DeviceBuffer> from_, to_;
  std::unique_ptr<Stream> stream_;
  std::unique_ptr<Event> begin_, end_, next_;
  EventCost cost_;
  std::size_t next_frame_ = 0;
};

}  // namespace framelane
