#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace framelane {

inline constexpr const char* kNoValue = "\u2013";

// A number with a fixed count of decimals, in every locale with a point; a dash without a value.
[[nodiscard]] std::string fixed(std::optional<double> value, int decimals);
// A count, a thin space between thousands; from a million on in millions: "1.23 M".
[[nodiscard]] std::string count_text(std::uint64_t count);
// "00:00:17.284"
[[nodiscard]] std::string clock_text(double seconds);
// "3 lanes", "1 lane"
[[nodiscard]] std::string counted(std::uint64_t count, const std::string& noun);

}  // namespace framelane
