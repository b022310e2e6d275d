#pragma once
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace framelane {

// The one of `known` that a mistyped word was most likely meant to be: nearly it, or its beginning,
// in whatever case. Empty where none is near.
[[nodiscard]] std::string_view nearest_word(std::string_view word,
                                            std::span<const std::string_view> known);
// " (did you mean 'gblur'?)", for a message behind the word; empty where none is near.
[[nodiscard]] std::string did_you_mean(std::string_view word,
                                       std::span<const std::string_view> known);

// Of things that have a name, or of what points to such.
template <typename Things>
[[nodiscard]] std::vector<std::string_view> names_of(const Things& things) {
  std::vector<std::string_view> names;
  for (const auto& thing : things)
    if constexpr (std::is_pointer_v<std::remove_cvref_t<decltype(thing)>>)
      names.push_back(thing->name);
    else
      names.push_back(thing.name);
  return names;
}

}  // namespace framelane
