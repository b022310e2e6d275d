#include "decode/printable.h"

#include <cstddef>
#include <cstdint>

namespace framelane {
namespace {

// Length of the well-formed UTF-8 sequence at the start of text, 0 if there is none (RFC 3629, but
// surrogates are let through).
std::size_t sequence_length(std::string_view text) {
  const auto lead = static_cast<std::uint8_t>(text[0]);
  std::size_t length = 0;
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) length = 2;
  if (lead >= 0xE0 && lead < 0xF0) length = 3;
  if (lead >= 0xF0 && lead < 0xF5) length = 4;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((static_cast<std::uint8_t>(text[i]) & 0xC0) != 0x80) return 0;
  }
  return length;
}

bool is_control(char c) {
  return static_cast<std::uint8_t>(c) < 0x20 || c == 0x7F;
}

}  // namespace

std::string printable(std::string_view text) {
  constexpr std::size_t kLongest = 300;
  constexpr std::string_view kBlank = " \t\r\n";
  while (!text.empty() && kBlank.find(text.back()) != kBlank.npos)
    text.remove_suffix(1);
  while (!text.empty() && kBlank.find(text.front()) != kBlank.npos)
    text.remove_prefix(1);
  std::string out;
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    if (out.size() + length > kLongest) return out + "...";
    const bool shown = length > 1 || (length == 1 && !is_control(text[0]));
    out += shown ? text.substr(0, length) : std::string_view("?");
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

}  // namespace framelane
