#include "gpu/memory_facts.h"

#include <unistd.h>

#include <fstream>
#include <string>

namespace framelane {

std::uint64_t physical_memory_bytes() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page = sysconf(_SC_PAGESIZE);
  return pages > 0 && page > 0
             ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page)
             : std::uint64_t{4} << 30;
}

std::uint64_t free_memory_bytes() {
  std::ifstream facts("/proc/meminfo");
  std::string name;
  std::uint64_t kilobytes = 0;
  while (facts >> name) {
    if (name == "MemAvailable:" && facts >> kilobytes) return kilobytes * 1024;
  }
  return physical_memory_bytes() / 2;
}

}  // namespace framelane
