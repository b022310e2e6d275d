#include "gpu/did_you_mean.h"

#include <algorithm>
#include <cctype>
#include <compare>
#include <numeric>
#include <vector>

namespace framelane {
namespace {

constexpr std::size_t kLeastBeginning = 3, kShortWord = 4;

std::string without_case(std::string_view text) {
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

// A letter in a short word, two in others; any letter is near one that is alone. The dashes of an
// option are no letters.
std::size_t allowed_errors(std::string_view known) {
  const std::size_t dashes = std::min(known.find_first_not_of('-'), known.size());
  const std::size_t letters = known.size() - dashes;
  if (letters < 2) return 0;
  return letters > kShortWord ? 2 : 1;
}

// How far a word is from a name, both in lower case: a beginning counts as one letter, of several
// the one that lacks the fewest.
struct Distance {
  std::size_t errors = 0, lacks = 0;
  auto operator<=>(const Distance&) const = default;
};

Distance distance_of(std::string_view word, std::string_view name) {
  const std::size_t errors = typing_errors(word, name);
  const bool begins =
      name.starts_with(word) && word.size() >= name.find_first_not_of('-') + kLeastBeginning;
  return {begins ? std::min<std::size_t>(errors, 1) : errors, errors};
}

}  // namespace

std::string_view nearest_word(std::string_view word, std::span<const std::string_view> known) {
  const std::string lower = without_case(word);
  std::string_view nearest;
  Distance least;
  for (const std::string_view candidate : known) {
    const Distance distance = distance_of(lower, without_case(candidate));
    if (distance.errors > allowed_errors(candidate)) continue;
    if (!nearest.empty() && distance >= least) continue;
    nearest = candidate;
    least = distance;
  }
  return nearest;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> known) {
  const std::string_view nearest = nearest_word(word, known);
  return nearest.empty() ? "" : " (did you mean '" + std::string(nearest) + "'?)";
}

}  // namespace framelane
