#include "gpu/cuda/gl_texture.h"

#include <GL/gl.h>
#include <cuda_gl_interop.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <utility>
#include <variant>
#include <vector>

#include "gpu/cuda/cuda_stream.h"
#include "gpu/cuda/passes/passes.h"
#include "gpu/errors.h"

namespace framelane {
namespace {

void check_present(cudaError_t status, const char* call) {
  if (status == cudaSuccess) return;
  (void)cudaGetLastError();
  throw DeviceError("direct present: " + std::string(call) +
                    " failed: " + cudaGetErrorString(status) + " (" + cudaGetErrorName(status) +
                    "); --present host goes through host memory");
}

struct EndInStream {
  cudaStream_t stream = nullptr;
  void operator()(void* memory) const { (void)cudaFreeAsync(memory, stream); }
};

// Tables of a pass on the device, made and ended in the stream's order.
class StreamTables {
 public:
  StreamTables(const std::vector<PassTableRef>& tables, cudaStream_t stream) {
    std::size_t bytes = 0;
    for (const PassTableRef& table : tables)
      bytes += room_of(*table);
    if (bytes == 0) return;
    void* memory = nullptr;
    check_present(cudaMallocAsync(&memory, bytes, stream), "cudaMallocAsync");
    block_ = std::unique_ptr<void, EndInStream>(memory, EndInStream{stream});
    auto* at = static_cast<std::byte*>(memory);
    for (std::size_t i = 0; i < tables.size(); ++i) {
      check_present(cudaMemcpyAsync(at, tables[i]->bytes.data(), tables[i]->bytes.size(),
                                    cudaMemcpyHostToDevice, stream),
                    "cudaMemcpyAsync");
      memory_.tables[i] = at;
      at += room_of(*tables[i]);
    }
  }
  [[nodiscard]] const PassMemory& memory() const { return memory_; }

 private:
  static std::size_t room_of(const PassTable& table) {
    constexpr std::size_t kAligned = 256;
    return (table.bytes.size() + kAligned - 1) / kAligned * kAligned;
  }
  std::unique_ptr<void, EndInStream> block_;
  PassMemory memory_;
};

// What a kernel writes a mapped texture through. Destroyed once no kernel uses it.
class Surface {
 public:
  Surface() = default;
  explicit Surface(cudaArray_t array) {
    cudaResourceDesc what{};
    what.resType = cudaResourceTypeArray;
    what.res.array.array = array;
    check_present(cudaCreateSurfaceObject(&object_, &what), "cudaCreateSurfaceObject");
  }
  ~Surface() {
    if (object_ != 0) (void)cudaDestroySurfaceObject(object_);
  }
  Surface(Surface&& other) noexcept : object_(std::exchange(other.object_, 0)) {}
  Surface& operator=(Surface&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  [[nodiscard]] cudaSurfaceObject_t get() const { return object_; }

 private:
  cudaSurfaceObject_t object_ = 0;
};

// The texture is CUDA's while this lives: OpenGL's commands before it have finished when work of
// the stream begins, and that work has when OpenGL's commands after it begin.
class Mapping {
 public:
  Mapping(cudaGraphicsResource_t resource, cudaStream_t stream)
      : resource_(resource), stream_(stream) {
    check_present(cudaGraphicsMapResources(1, &resource_, stream_), "cudaGraphicsMapResources");
  }
  ~Mapping() {
    if (resource_ != nullptr) (void)cudaGraphicsUnmapResources(1, &resource_, stream_);
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  // May differ each time that the texture is mapped.
  [[nodiscard]] cudaArray_t array() const {
    cudaArray_t array = nullptr;
    check_present(cudaGraphicsSubResourceGetMappedArray(&array, resource_, 0, 0),
                  "cudaGraphicsSubResourceGetMappedArray");
    return array;
  }
  void end() {
    cudaGraphicsResource_t resource = std::exchange(resource_, nullptr);
    check_present(cudaGraphicsUnmapResources(1, &resource, stream_), "cudaGraphicsUnmapResources");
  }

 private:
  cudaGraphicsResource_t resource_;
  cudaStream_t stream_;
};

class CudaGlTexture final : public PresentTexture {
 public:
  explicit CudaGlTexture(const CudaPlace& place)
      : ordinal_(place.ordinal), wait_(place.wait), stream_(place.ordinal, place.wait) {}
  ~CudaGlTexture() override { release(); }
  CudaGlTexture(const CudaGlTexture&) = delete;
  CudaGlTexture& operator=(const CudaGlTexture&) = delete;

  void attach(unsigned texture, int width, int height) override {
    detach();
    check_present(cudaGraphicsGLRegisterImage(&resource_, texture, GL_TEXTURE_2D,
                                              cudaGraphicsRegisterFlagsSurfaceLoadStore),
                  "cudaGraphicsGLRegisterImage");
    width_ = width;
    height_ = height;
    try {
      try_to_write();
    } catch (const DeviceError&) {
      release();
      throw;
    }
  }

  void detach() override {
    use_device(ordinal_);
    release();
  }

  void show(const DeviceResult& result, ShownLight light) override {
    use_device(ordinal_);
    if (resource_ == nullptr || result.facts.width != width_ || result.facts.height != height_)
      throw DeviceError("direct present: the texture has not the picture's size");
    prepare(result.facts, light);
    Shown& shown = unused();
    shown.result = result;
    stream_.wait(*result.written);
    Mapping mapping(resource_, stream_.get());
    shown.surface = Surface(mapping.array());
    stream_.record(shown.begin);
    const ImageView picture = view_of(result.format, result.data);
    launch_to_surface(std::get<PointWork>(pass_->work), picture, tables_->memory(),
                      shown.surface.get(), stream_.get());
    check_present(cudaGetLastError(), "the conversion");
    stream_.record(shown.done);
    shown.busy = true;
    mapping.end();
  }

  [[nodiscard]] std::optional<Nanoseconds> device_time() override {
    let_go();
    return latest_;
  }

 private:
  void prepare(const FrameFacts& facts, ShownLight light) {
    if (pass_ && pass_->input == facts && light_ == light) return;
    pass_ = present_pass(facts, light);
    light_ = light;
    tables_.reset();
    tables_ = std::make_unique<StreamTables>(pass_->tables, stream_.get());
  }

  // One show() in the stream: what it reads and writes through.
  struct Shown {
    explicit Shown(HostWait wait) : begin(true, wait), done(true, wait) {}
    CudaEvent begin, done;
    bool busy = false;  // `done` was recorded, and not seen reached yet
    std::optional<DeviceResult> result;
    Surface surface;
  };

  // What the device cannot write is known before the first picture.
  void try_to_write() {
    Mapping mapping(resource_, stream_.get());
    const Surface surface(mapping.array());
    mapping.end();
  }

  // Results go back to their pool and surfaces end once the device has done with them.
  void let_go() {
    for (const auto& shown : shown_) {
      if (!shown->busy || !shown->done.ready()) continue;
      float ms = 0;
      check_present(cudaEventElapsedTime(&ms, shown->begin.get(), shown->done.get()),
                    "cudaEventElapsedTime");
      latest_ = Nanoseconds(static_cast<Nanoseconds::rep>(static_cast<double>(ms) * 1e6));
      end(*shown);
    }
  }

  static void end(Shown& shown) {
    shown.busy = false;
    shown.result.reset();
    shown.surface = Surface();
  }

  [[nodiscard]] Shown& unused() {
    let_go();
    for (const auto& shown : shown_)
      if (!shown->busy) return *shown;
    shown_.push_back(std::make_unique<Shown>(wait_));
    return *shown_.back();
  }

  void release() {
    if (resource_ == nullptr) return;
    (void)cudaStreamSynchronize(stream_.get());
    for (const auto& shown : shown_)
      end(*shown);
    (void)cudaGraphicsUnregisterResource(std::exchange(resource_, nullptr));
    (void)cudaGetLastError();
  }

  int ordinal_;
  HostWait wait_;
  CudaStream stream_;
  cudaGraphicsResource_t resource_ = nullptr;
  int width_ = 0, height_ = 0;
  std::optional<Pass> pass_;  // for pictures like the latest one, shown so
  ShownLight light_ = ShownLight::standard;
  std::unique_ptr<StreamTables> tables_;  // its
  std::vector<std::unique_ptr<Shown>> shown_;
  std::optional<Nanoseconds> latest_;
};

}  // namespace

PresentTextureOffer offer_gl_texture(const CudaPlace& place, const std::string& renderer) {
  use_device(place.ordinal);
  std::array<int, 16> ordinals{};
  unsigned count = 0;
  const cudaError_t status =
      cudaGLGetDevices(&count, ordinals.data(), ordinals.size(), cudaGLDeviceListAll);
  (void)cudaGetLastError();  // an OpenGL of another maker is an answer, not an error of later calls
  auto* const end = ordinals.begin() + std::min<std::size_t>(count, ordinals.size());
  if (status != cudaSuccess || std::find(ordinals.begin(), end, place.ordinal) == end)
    return {nullptr, "OpenGL is drawn by " + renderer + ", not by the CUDA device (" + place.name +
                         ", cuda:" + std::to_string(place.ordinal) + ")"};
  return {std::make_unique<CudaGlTexture>(place), {}};
}

}  // namespace framelane
