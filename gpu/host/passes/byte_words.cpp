#include "gpu/host/passes/byte_words.h"

#include <cstring>

namespace framelane {
namespace {

[[gnu::always_inline]] inline void zip(const std::uint8_t* const* rows, int step, std::size_t n,
                                       std::uint8_t* __restrict words) {
  const std::uint8_t *a = rows[0], *b = rows[1];
  if (step == 2) {
    for (std::size_t i = 0; i < n; ++i) {
      words[2 * i] = a[i];
      words[2 * i + 1] = b[i];
    }
    return;
  }
  const std::uint8_t *c = rows[2], *d = rows[3];
  for (std::size_t i = 0; i < n; ++i) {
    words[4 * i] = a[i];
    words[4 * i + 1] = b[i];
    words[4 * i + 2] = c[i];
    words[4 * i + 3] = d[i];
  }
}

[[gnu::always_inline]] inline void pick(const std::uint8_t* words, int step, std::size_t n,
                                        std::uint8_t* __restrict row) {
  switch (step) {
    case 2:
      for (std::size_t i = 0; i < n; ++i)
        row[i] = words[2 * i];
      return;
    case 4:
      for (std::size_t i = 0; i < n; ++i)
        row[i] = words[4 * i];
      return;
    default:
      for (std::size_t i = 0; i < n; ++i)
        row[i] = words[static_cast<std::size_t>(step) * i];
  }
}

#ifdef __x86_64__
// The same code, compiled for wider vectors, which not every processor has.
[[gnu::target("avx2")]] void zip_wide(const std::uint8_t* const* rows, int step, std::size_t n,
                                      std::uint8_t* words) {
  zip(rows, step, n, words);
}
[[gnu::target("avx2")]] void pick_wide(const std::uint8_t* words, int step, std::size_t n,
                                       std::uint8_t* row) {
  pick(words, step, n, row);
}
bool has_wide() {
  return __builtin_cpu_supports("avx2") != 0;
}
#else
void zip_wide(const std::uint8_t* const*, int, std::size_t, std::uint8_t*) {}
void pick_wide(const std::uint8_t*, int, std::size_t, std::uint8_t*) {}
bool has_wide() {
  return false;
}
#endif

}  // namespace

ByteWords words_of(const ImageView& view, int c) {
  const int step = view.step_bytes[c];
  if (view.type != SampleType::u8 || (step != 2 && step != 4)) return {};
  int first = c, members = 0;
  for (int other = 0; other < 4; ++other)
    if (view.data[other] != nullptr && view.data[other] < view.data[first] &&
        view.data[other] + step > view.data[c])
      first = other;
  ByteWords words{step, {}};
  for (int other = 0; other < 4; ++other) {
    const std::ptrdiff_t place = view.data[other] - view.data[first];
    if (view.data[other] == nullptr || place < 0 || place >= step) continue;
    words.components[static_cast<std::size_t>(place)] = other;
    ++members;
  }
  return members == step ? words : ByteWords{};
}

void zip_bytes(const std::uint8_t* const* rows, int step, std::size_t n, std::uint8_t* words) {
  if (has_wide()) return zip_wide(rows, step, n, words);
  zip(rows, step, n, words);
}

void pick_bytes(const std::uint8_t* words, int step, std::size_t n, std::uint8_t* row) {
  if (has_wide()) return pick_wide(words, step, n, row);
  pick(words, step, n, row);
}

}  // namespace framelane
