#pragma once
#include <cstdint>

namespace framelane {

[[nodiscard]] std::uint64_t physical_memory_bytes();
// What can be allocated without swapping, as the kernel estimates it.
[[nodiscard]] std::uint64_t free_memory_bytes();

}  // namespace framelane
