#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace framelane {

using ByteTable = std::array<std::uint8_t, 256>;

// to[i] = table[from[i]] for n bytes; the two do not overlap.
void look_up_bytes(const ByteTable& table, const std::uint8_t* from, std::size_t n,
                   std::uint8_t* to);

// The ways that this processor knows, the quickest first; all give the same.
using ByteLookUp = void (*)(const ByteTable& table, const std::uint8_t* from, std::size_t n,
                            std::uint8_t* to);
[[nodiscard]] std::vector<ByteLookUp> byte_look_ups();

}  // namespace framelane
