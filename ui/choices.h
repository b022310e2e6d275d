#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace framelane {

// What a list offers. Thread-safety: a value.
struct Choice {
  std::string name;
  std::string text{};  // one line, dim; both are searched
};

// The choices that hold every word of the query in their name or text, whatever the letters' case:
// first those whose name begins with it, then those whose name holds it. Indices.
[[nodiscard]] std::vector<std::size_t> matching(const std::vector<Choice>& choices,
                                                std::string_view query);

}  // namespace framelane
