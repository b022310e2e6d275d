#pragma once
#include <stdexcept>
#include <string>

namespace framelane {

// Failures by task. what() is one line: what failed, where, what to do.
struct DeviceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};  // while running: exit 1
struct DeviceMissing : std::runtime_error {
  using std::runtime_error::runtime_error;
};  // exit status 4
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};  // exit status 3
struct DecodeError : std::runtime_error {
  using std::runtime_error::runtime_error;
};  // while running: exit 1
struct OutputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};  // exit status 1
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};  // exit status 2

}  // namespace framelane
