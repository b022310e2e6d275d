#pragma once
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace framelane {

// Constants a pass reads, made when the chain is planned: curves, lookup tables, weights.
// Thread-safety: immutable, shared.
struct PassTable {
  std::vector<std::byte> bytes;
};
using PassTableRef = std::shared_ptr<const PassTable>;

template <typename T>
[[nodiscard]] PassTableRef make_pass_table(std::span<const T> values) {
  static_assert(std::is_trivially_copyable_v<T>);
  auto table = std::make_shared<PassTable>();
  table->bytes.resize(values.size_bytes());
  if (!values.empty()) std::memcpy(table->bytes.data(), values.data(), values.size_bytes());
  return table;
}

inline constexpr int kMaxPassTables = 8;

// Memory a pass works with beside its pictures, on the device that runs it; null where the pass
// asks for none. Aligned to 16 bytes at least. Thread-safety: a value.
struct PassMemory {
  const std::byte* tables[kMaxPassTables] = {};  // copies of Pass::tables
  std::byte* scratch = nullptr;                  // Pass::scratch_bytes; holds nothing at the start
  std::byte* state = nullptr;                    // Pass::state_bytes, as the picture before left it
  bool fresh = true;                             // no picture came before: state holds nothing
  // Pictures of the window that there are before and after its centre; the others are the stream's
  // first or last one again.
  int before = 0, after = 0;
};

}  // namespace framelane
