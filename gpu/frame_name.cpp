#include "gpu/frame_name.h"

#include <chrono>
#include <new>

namespace framelane {

std::string text_of(const FrameName& frame) {
  // Cut off, as a position is: 0.9999 s is not 1 s yet.
  const auto ms = std::chrono::floor<std::chrono::milliseconds>(
      frame.position.count() < 0 ? -frame.position : frame.position);
  const std::string part = std::to_string(1000 + ms.count() % 1000).substr(1);
  return "frame " + std::to_string(frame.index) + (frame.position.count() < 0 ? " (-" : " (") +
         std::to_string(ms.count() / 1000) + "." + part + " s)";
}

std::string reason_of(const std::exception& failure) {
  if (dynamic_cast<const std::bad_alloc*>(&failure) != nullptr)
    return "not enough memory; fewer --lanes take less";
  return failure.what();
}

}  // namespace framelane
