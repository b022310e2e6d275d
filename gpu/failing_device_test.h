#pragma once
#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "gpu/errors.h"
#include "gpu/forwarding_device_test.h"
#include "gpu/pass.h"

// For the tests of what is said of a device that fails.
namespace framelane::test {

// The CPU device, on which one run of a pass fails: on its own thread, or at the call itself.
class FailingDevice final : public ForwardingDevice {
 public:
  enum class Where : std::uint8_t { its_thread, the_call };
  // `run`: of which run of passes of that name, counted from 0.
  FailingDevice(std::string pass, int run, Where where = Where::its_thread,
                const char* choice = "cpu")
      : ForwardingDevice(choice), name_(std::move(pass)), run_(run), where_(where) {
    broken_.name = name_;
    try {
      broken_.work.emplace<WindowWork>(Thrower{});
    } catch (const std::runtime_error&) {
      // A pass without work, which no device can run.
    }
  }
  [[nodiscard]] std::unique_ptr<Stream> make_stream() override {
    return std::make_unique<FailingStream>(*this, ForwardingDevice::make_stream());
  }

 private:
  struct Thrower {
    operator WindowWork() const { throw std::runtime_error("no work"); }
  };
  class FailingStream final : public Stream {
   public:
    FailingStream(FailingDevice& device, std::unique_ptr<Stream> real)
        : device_(device), real_(std::move(real)) {}
    void works_on(const FrameName& frame) override { real_->works_on(frame); }
    std::byte* upload(DeviceBuffer* into, std::byte* host, std::size_t bytes) override {
      return real_->upload(into, host, bytes);
    }
    void download(std::byte* host, const std::byte* device, std::size_t bytes) override {
      real_->download(host, device, bytes);
    }
    void run(const Pass& pass, std::span<const ImageView> inputs,
             std::span<const ImageView> outputs, const PassMemory& memory) override {
      const bool fails = pass.name == device_.name_ && device_.runs_++ == device_.run_;
      if (fails && device_.where_ == Where::the_call) throw DeviceError("out of order");
      real_->run(fails ? device_.broken_ : pass, inputs, outputs, memory);
    }
    void count(const ScopeWork& work, const ImageView& picture, std::byte* table) override {
      real_->count(work, picture, table);
    }
    void record(Event& event) override { real_->record(event); }
    void wait(const Event& event) override { real_->wait(event); }
    void finish() override { real_->finish(); }
    void cancel() override { real_->cancel(); }

   private:
    FailingDevice& device_;
    std::unique_ptr<Stream> real_;
  };

  std::string name_;
  int run_;
  Where where_;
  Pass broken_;
  std::atomic<int> runs_{0};
};

}  // namespace framelane::test
