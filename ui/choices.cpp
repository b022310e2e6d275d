#include "ui/choices.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace framelane {
namespace {

std::string lower(std::string_view text) {
  std::string small(text);
  std::ranges::transform(small, small.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return small;
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::size_t at = 0;
  while ((at = text.find_first_not_of(' ', at)) != std::string::npos) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

// 0 is the best; none: it does not match.
std::optional<int> rank(const Choice& choice, const std::vector<std::string>& words) {
  const std::string name = lower(choice.name), all = name + " " + lower(choice.text);
  const bool every = std::ranges::all_of(
      words, [&](const std::string& word) { return all.find(word) != std::string::npos; });
  if (!every) return std::nullopt;
  if (words.empty() || name.starts_with(words.front())) return 0;
  return name.find(words.front()) != std::string::npos ? 1 : 2;
}

}  // namespace

std::vector<std::size_t> matching(const std::vector<Choice>& choices, std::string_view query) {
  const std::vector<std::string> words = words_of(lower(query));
  std::vector<std::pair<int, std::size_t>> found;
  for (std::size_t i = 0; i < choices.size(); ++i)
    if (const std::optional<int> place = rank(choices[i], words)) found.emplace_back(*place, i);
  std::ranges::stable_sort(found, {}, &std::pair<int, std::size_t>::first);
  std::vector<std::size_t> indices;
  for (const auto& [place, index] : found)
    indices.push_back(index);
  return indices;
}

}  // namespace framelane
