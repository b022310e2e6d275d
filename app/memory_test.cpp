// What the program's own code allocates once it runs, and what is left after many rounds of opening
// and closing. Its own program: it replaces the global allocation functions to count.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <new>

#include "app/allocation_watch.h"
#include "app/engine.h"
#include "gpu/open_device.h"

namespace {

constexpr std::size_t kPictureSized = 64 * 1024;
std::atomic<std::uint64_t> large_allocations{0};

void* counted(std::size_t bytes, std::size_t alignment) {
  if (bytes >= kPictureSized) ++large_allocations;
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  void* memory = std::aligned_alloc(alignment, std::max(rounded, alignment));
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(std::size_t bytes) {
  return counted(bytes, alignof(std::max_align_t));
}
void* operator new[](std::size_t bytes) {
  return counted(bytes, alignof(std::max_align_t));
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return counted(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return counted(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete[](void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

namespace framelane {
namespace {

namespace fs = std::filesystem;

class Memory : public testing::Test {
 protected:
  void SetUp() override {
    clip_ = fs::temp_directory_path() / ("framelane_memory_" + std::to_string(getpid()) + ".mp4");
    const std::string make =
        "ffmpeg -v error -nostdin -y -f lavfi -i testsrc2=s=640x360:r=30:d=6 -pix_fmt yuv420p "
        "-c:v libx264 -preset ultrafast " +
        clip_.string();
    ASSERT_EQ(std::system(make.c_str()), 0);
  }
  void TearDown() override { fs::remove(clip_); }
  EngineOptions options() const {
    EngineOptions options;
    options.input = clip_.string();
    options.chain = parse_chain("eq=contrast=1.2,gblur=sigma=2,tmix=frames=3");
    options.settings = {Mode::overlapped, 4};
    return options;
  }
  static bool next(Engine& engine) {
    ProcessedItem item;
    while (engine.results().pop(item) == QueueStatus::interrupted) {
    }
    return item.kind == ProcessedItem::Kind::frame;
  }
  static long resident_kb() {
    std::ifstream statm("/proc/self/statm");
    long pages = 0;
    statm >> pages >> pages;
    return pages * sysconf(_SC_PAGESIZE) / 1024;
  }

  OpenedDevice opened_ = open_device(parse_device_choice("cpu"));
  fs::path clip_;
};

TEST_F(Memory, NothingPictureSizedIsAllocatedAfterWarmUp) {
  Engine engine(*opened_.device, options());
  AllocationWatch watch;
  for (int n = 0; n < 60; ++n)
    ASSERT_TRUE(next(engine));
  watch.begin(engine);
  const auto before = large_allocations.load();
  ASSERT_GT(before, 0U) << "the counting works: warm-up allocates";
  for (int n = 60; n < 180; ++n)
    ASSERT_TRUE(next(engine));
  EXPECT_EQ(large_allocations.load(), before);
  RunTotals totals;
  watch.fill(totals, engine);
  EXPECT_EQ(totals.page_locked_allocations, 0U);
  EXPECT_EQ(totals.device_allocations, 0U);
  EXPECT_EQ(totals.host_allocations, 0U);
  EXPECT_EQ(engine.decode().counts().copied_bytes, 0U);
}

TEST_F(Memory, TwoHundredRoundsOfOpeningAndClosingLeaveNothingBehind) {
  long after_twenty = 0;
  for (int round = 0; round < 200; ++round) {
    Engine engine(*opened_.device, options());
    for (int n = 0; n < 3; ++n)
      ASSERT_TRUE(next(engine));
    if (round == 20) after_twenty = resident_kb();
  }
  const double growth = static_cast<double>(resident_kb() - after_twenty) / 180;
  RecordProperty("kb_a_round", std::to_string(growth));
  EXPECT_LT(growth, 10) << "KB a round";
}

}  // namespace
}  // namespace framelane
