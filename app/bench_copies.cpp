#include "app/bench_copies.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <map>
#include <memory>
#include <new>

#include "app/bench_stats.h"
#include "gpu/errors.h"
#include "gpu/picture.h"

namespace framelane {
namespace {

using Host = std::chrono::steady_clock;
using Way = BatchRig::Way;

// Ordinary memory, page-locked afterwards or not.
class OrdinaryMemory final : public TransferMemory {
 public:
  OrdinaryMemory(Device& device, std::size_t bytes, bool locked) : device_(device) {
    data_ = new (std::align_val_t{4096}) std::byte[bytes];
    bytes_ = bytes;
    std::memset(data_, 1, bytes);
    if (locked) lock();
  }
  ~OrdinaryMemory() override {
    if (locked_) device_.page_unlock(data_);
    free();
  }
  OrdinaryMemory(const OrdinaryMemory&) = delete;
  OrdinaryMemory& operator=(const OrdinaryMemory&) = delete;

 private:
  void lock() {
    locked_ = device_.page_lock(data_, bytes_);
    if (locked_) return;
    free();
    throw DeviceError("page-locking was refused");
  }
  void free() { ::operator delete[](data_, std::align_val_t{4096}); }
  Device& device_;
  bool locked_ = false;
};

std::unique_ptr<TransferMemory> make_memory(BenchContext& context, MemoryKind kind,
                                            std::size_t bytes) {
  if (kind == MemoryKind::pageable || kind == MemoryKind::registered)
    return std::make_unique<OrdinaryMemory>(context.device, bytes, kind == MemoryKind::registered);
  auto memory = context.extras->allocate_host(kind, bytes);
  std::memset(memory->data(), 1, bytes);
  return memory;
}

// One kind of memory: a block that goes up and one that comes down, with what they copy to.
class KindBench {
 public:
  KindBench(BenchContext& context, MemoryKind kind, std::size_t bytes)
      : context_(context), kind_(kind) {
    for (End* end : {&up_, &down_}) {
      end->host = make_memory(context, kind, bytes);
      end->stream = context.device.make_stream();
      if (kind != MemoryKind::managed) end->device = context.device.allocate(bytes);
    }
    settle();
  }

  // GB/s, both ways added up.
  double measure(Way way, const CopyCase& one) {
    const int copies = kind_ == MemoryKind::managed ? parts_of(one) : one.copies;
    const auto begin = Host::now();
    for (int i = 0; i < copies; ++i) {
      const std::size_t offset =
          kind_ == MemoryKind::managed ? static_cast<std::size_t>(i) * one.bytes : 0;
      if (way != Way::down) copy(up_, true, offset, one.bytes);
      if (way != Way::up) copy(down_, false, offset, one.bytes);
    }
    if (way != Way::down) up_.stream->finish();
    if (way != Way::up) down_.stream->finish();
    const double ms = ms_since(begin);
    settle();
    const int ways = way == Way::both ? 2 : 1;
    return gb_per_s(static_cast<double>(one.bytes) * copies * ways, ms);
  }

 private:
  struct End {
    std::unique_ptr<TransferMemory> host;
    std::unique_ptr<DeviceBuffer> device;
    std::unique_ptr<Stream> stream;
  };

  // Managed memory can move once; then it is there.
  [[nodiscard]] int parts_of(const CopyCase& one) const {
    return std::min(one.copies, static_cast<int>(up_.host->bytes() / one.bytes));
  }
  void copy(End& end, bool up, std::size_t offset, std::size_t bytes) {
    std::byte* host = end.host->data() + offset;
    if (kind_ == MemoryKind::managed) {
      context_.extras->move_managed(*end.stream, host, bytes, up);
    } else if (up) {
      end.stream->upload(end.device.get(), host, bytes);
    } else {
      end.stream->download(host, end.device->data(), bytes);
    }
  }
  // Takes managed memory to where it begins.
  void settle() {
    if (kind_ != MemoryKind::managed) return;
    copy(up_, false, 0, up_.host->bytes());
    copy(down_, true, 0, down_.host->bytes());
    up_.stream->finish();
    down_.stream->finish();
  }

  BenchContext& context_;
  MemoryKind kind_;
  End up_, down_;
};

struct CopySamples {
  std::array<std::vector<double>, 3> rates;  // up, down, both
};

using Kinds = std::map<MemoryKind, std::unique_ptr<KindBench>>;

Kinds make_kinds(BenchContext& context, const std::vector<CopyCase>& cases, BenchReport& report) {
  std::size_t most = 0;
  for (const CopyCase& one : cases)
    most = std::max(most, one.bytes);
  Kinds kinds;
  for (const CopyCase& one : cases) {
    if (kinds.contains(one.kind)) continue;
    try {
      kinds[one.kind] = std::make_unique<KindBench>(context, one.kind, most);
    } catch (const DeviceError& error) {
      kinds[one.kind] = nullptr;
      report.said.push_back(std::string(name_of(one.kind)) + " memory left out: " + error.what());
    }
  }
  return kinds;
}

BenchTable copies_table() {
  return {"copies",
          "copies by kind of memory and size: GB/s; one way up, one way down, both at once (their "
          "sum; one host thread)",
          {{"memory", "Memory", "memory", 0},
           {"bytes", "Bytes", "bytes", 0},
           {"size", "Size", "size", 0},
           {"up_gb_per_s", "GBPerSUp", "up", 1},
           {"up_least", "GBPerSUpLeast", "least", 1},
           {"up_most", "GBPerSUpMost", "most", 1},
           {"down_gb_per_s", "GBPerSDown", "down", 1},
           {"down_least", "GBPerSDownLeast", "least", 1},
           {"down_most", "GBPerSDownMost", "most", 1},
           {"both_gb_per_s", "GBPerSBoth", "both", 1},
           {"both_least", "GBPerSBothLeast", "least", 1},
           {"both_most", "GBPerSBothMost", "most", 1},
           {"repeats", "Repeats", "n", 0}},
          {}};
}

}  // namespace

void bench_copies(BenchContext& context, const std::vector<CopyCase>& cases, BenchReport& report) {
  Kinds kinds = make_kinds(context, cases, report);
  std::vector<CopySamples> samples(cases.size());
  for (int repeat = 0; repeat < context.options.repeats; ++repeat)
    for (std::size_t i = 0; i < cases.size(); ++i) {
      KindBench* bench = kinds[cases[i].kind].get();
      if (bench == nullptr) continue;
      context.progress(std::string("copies, ") + name_of(cases[i].kind) + " memory");
      for (const Way way : {Way::up, Way::down, Way::both}) {
        if (context.stopped()) break;
        samples[i].rates[static_cast<std::size_t>(way)].push_back(bench->measure(way, cases[i]));
      }
    }
  BenchTable table = copies_table();
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto& rates = samples[i].rates;
    if (rates[0].empty()) continue;
    std::vector<BenchCell> row{std::string(name_of(cases[i].kind)),
                               static_cast<std::int64_t>(cases[i].bytes),
                               size_text(cases[i].bytes)};
    for (const auto& rate : rates)
      append_spread(row, spread_of(rate));
    row.emplace_back(static_cast<std::int64_t>(rates.back().size()));
    table.add(std::move(row));
  }
  report.tables.push_back(std::move(table));
}

}  // namespace framelane
