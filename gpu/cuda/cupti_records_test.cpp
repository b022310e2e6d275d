#include "gpu/cuda/cupti_records_test.h"

#include <stdexcept>

#ifdef FRAMELANE_HAS_CUPTI
#include <cupti.h>
#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <new>
#include <optional>
#include <utility>
#endif

namespace framelane {

#ifdef FRAMELANE_HAS_CUPTI

namespace {

constexpr std::size_t kBufferBytes = std::size_t{4} << 20;
constexpr std::align_val_t kBufferAlign{8};  // what the records ask for

// What the library's threads hand over.
class Inbox {
 public:
  void add(const CuptiRecord& record) {
    std::lock_guard lock(mutex_);
    records_.push_back(record);
  }
  [[nodiscard]] std::vector<CuptiRecord> take() {
    std::lock_guard lock(mutex_);
    return std::exchange(records_, {});
  }

 private:
  std::mutex mutex_;
  std::vector<CuptiRecord> records_;
};

// The callbacks carry nothing of the caller's.
Inbox& inbox() {
  static Inbox one;
  return one;
}

decltype(&cuptiActivityGetNextRecord) next_record = nullptr;

void give_buffer(std::uint8_t** buffer, std::size_t* bytes, std::size_t* most_records) {
  *buffer = static_cast<std::uint8_t*>(::operator new(kBufferBytes, kBufferAlign));
  *bytes = kBufferBytes;
  *most_records = 0;
}

std::int64_t length(std::uint64_t start, std::uint64_t end) {
  return static_cast<std::int64_t>(end - start);
}

// Later releases only append to these layouts.
std::optional<CuptiRecord> record_of(const CUpti_Activity& activity) {
  using Kind = CuptiRecord::Kind;
  if (activity.kind == CUPTI_ACTIVITY_KIND_MEMCPY) {
    const auto& copy = reinterpret_cast<const CUpti_ActivityMemcpy5&>(activity);
    if (copy.copyKind != CUPTI_ACTIVITY_MEMCPY_KIND_HTOD &&
        copy.copyKind != CUPTI_ACTIVITY_MEMCPY_KIND_DTOH)
      return std::nullopt;
    const bool up = copy.copyKind == CUPTI_ACTIVITY_MEMCPY_KIND_HTOD;
    return CuptiRecord{up ? Kind::upload : Kind::download, copy.correlationId, copy.bytes,
                       length(copy.start, copy.end)};
  }
  if (activity.kind != CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) return std::nullopt;
  const auto& kernel = reinterpret_cast<const CUpti_ActivityKernel9&>(activity);
  return CuptiRecord{Kind::kernel, kernel.correlationId, 0, length(kernel.start, kernel.end),
                     kernel.name != nullptr ? kernel.name : ""};
}

void take_buffer(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t bytes) {
  CUpti_Activity* activity = nullptr;
  while (bytes > 0 && next_record(buffer, bytes, &activity) == CUPTI_SUCCESS)
    if (const auto record = record_of(*activity)) inbox().add(*record);
  ::operator delete(buffer, kBufferAlign);
}

void* open_library() {
  for (const char* name :
       {"libcupti.so.13", "libcupti.so.12", "libcupti.so", "/usr/local/cuda/lib64/libcupti.so",
        "/usr/local/cuda/extras/CUPTI/lib64/libcupti.so"})
    if (void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
  throw std::runtime_error("libcupti is nowhere to be found: LD_LIBRARY_PATH may name its folder");
}

template <typename Function>
void find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (!function) throw std::runtime_error(std::string("libcupti has no ") + name);
}

constexpr CUpti_ActivityKind kKinds[] = {CUPTI_ACTIVITY_KIND_MEMCPY,
                                         CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL};

}  // namespace

// Never closed: the driver keeps calling it.
struct CuptiRecords::Library {
  decltype(&cuptiActivityRegisterCallbacks) register_callbacks;
  decltype(&cuptiActivityEnable) enable;
  decltype(&cuptiActivityDisable) disable;
  decltype(&cuptiActivityFlushAll) flush_all;
  decltype(&cuptiGetResultString) result_string;
  decltype(&cuptiGetVersion) get_version;

  Library() {
    void* library = open_library();
    find(library, "cuptiActivityRegisterCallbacks", register_callbacks);
    find(library, "cuptiActivityEnable", enable);
    find(library, "cuptiActivityDisable", disable);
    find(library, "cuptiActivityFlushAll", flush_all);
    find(library, "cuptiActivityGetNextRecord", next_record);
    find(library, "cuptiGetResultString", result_string);
    find(library, "cuptiGetVersion", get_version);
  }
  void must(CUptiResult result, const char* call) const {
    if (result == CUPTI_SUCCESS) return;
    const char* text = "unknown";
    (void)result_string(result, &text);
    throw std::runtime_error(std::string(call) + ": " + text);
  }
};

CuptiRecords::CuptiRecords() : library_(std::make_unique<Library>()) {
  library_->must(library_->register_callbacks(give_buffer, take_buffer),
                 "cuptiActivityRegisterCallbacks");
  resume();
  (void)inbox().take();
}

void CuptiRecords::pause() {
  for (const CUpti_ActivityKind kind : kKinds)
    library_->must(library_->disable(kind), "cuptiActivityDisable");
}

void CuptiRecords::resume() {
  for (const CUpti_ActivityKind kind : kKinds)
    library_->must(library_->enable(kind), "cuptiActivityEnable");
}

CuptiRecords::~CuptiRecords() {
  for (const CUpti_ActivityKind kind : kKinds)
    (void)library_->disable(kind);
  (void)library_->flush_all(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
}

std::vector<CuptiRecord> CuptiRecords::take() {
  library_->must(library_->flush_all(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED), "cuptiActivityFlushAll");
  std::vector<CuptiRecord> records = inbox().take();
  std::sort(records.begin(), records.end(),
            [](const CuptiRecord& a, const CuptiRecord& b) { return a.call < b.call; });
  return records;
}

std::string CuptiRecords::version() const {
  std::uint32_t version = 0;
  (void)library_->get_version(&version);
  return std::to_string(version);
}

#else

struct CuptiRecords::Library {};

CuptiRecords::CuptiRecords() {
  throw std::runtime_error("built without CUPTI: the toolkit that compiled this had no cupti.h");
}
CuptiRecords::~CuptiRecords() = default;
void CuptiRecords::pause() {}
void CuptiRecords::resume() {}
std::vector<CuptiRecord> CuptiRecords::take() {
  return {};
}
std::string CuptiRecords::version() const {
  return {};
}

#endif

}  // namespace framelane
