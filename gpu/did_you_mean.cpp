#include "gpu/did_you_mean.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <vector>

namespace framelane {
namespace {

constexpr std::size_t kLeastBeginning = 3, kShortWord = 4;

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

// Letters added, left out or changed, two that changed places counting once (optimal string
// alignment).
std::size_t typing_errors(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before, last(b.size() + 1), now(b.size() + 1);
  std::iota(last.begin(), last.end(), 0U);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        now[j] = std::min(now[j], before[j - 2] + 1);
    }
    before = last;
    last = now;
  }
  return last[b.size()];
}

// A letter in a short word, two in others; the dashes of an option are no letters.
std::size_t allowed_errors(std::string_view known) {
  const std::size_t dashes = std::min(known.find_first_not_of('-'), known.size());
  return known.size() - dashes > kShortWord ? 2 : 1;
}

}  // namespace

std::string_view nearest_word(std::string_view word, std::span<const std::string_view> known) {
  const std::string lower = lower_case(word);
  std::string_view nearest;
  std::size_t least = 0;
  for (const std::string_view candidate : known) {
    const std::string name = lower_case(candidate);
    const bool begins =
        name.starts_with(lower) && lower.size() >= name.find_first_not_of('-') + kLeastBeginning;
    const std::size_t errors = begins ? 1 : typing_errors(lower, name);
    if (errors > allowed_errors(candidate)) continue;
    if (!nearest.empty() && errors >= least) continue;
    nearest = candidate;
    least = errors;
  }
  return nearest;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> known) {
  const std::string_view nearest = nearest_word(word, known);
  return nearest.empty() ? "" : " (did you mean '" + std::string(nearest) + "'?)";
}

}  // namespace framelane
