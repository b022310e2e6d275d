#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "gpu/host/passes/byte_table.h"
#include "gpu/host/passes/byte_words.h"

namespace framelane {
namespace {

using ::testing::ElementsAre;
using Bytes = std::vector<std::uint8_t>;

// Every code comes, whatever the length.
Bytes all_codes(std::size_t n) {
  Bytes codes(n);
  std::iota(codes.begin(), codes.end(), std::uint8_t{100});
  return codes;
}

TEST(ByteTable, EveryWayGivesTheTablesBytes) {
  ByteTable table;
  for (std::size_t i = 0; i < table.size(); ++i)
    table[i] = static_cast<std::uint8_t>(i * 167 + 13);
  for (const ByteLookUp look_up : byte_look_ups())
    for (const std::size_t n : {0U, 1U, 31U, 32U, 33U, 64U, 127U, 300U, 513U}) {
      const Bytes codes = all_codes(n);
      Bytes found(n + 1, 0xEE), expected(n + 1, 0xEE);
      for (std::size_t i = 0; i < n; ++i)
        expected[i] = table[codes[i]];
      look_up(table, codes.data(), n, found.data());
      EXPECT_EQ(found, expected) << n << " bytes";
    }
}

TEST(ByteWords, WhatIsZippedIsPickedAgain) {
  for (const int step : {2, 4})
    for (const std::size_t n : {1U, 15U, 64U, 203U}) {
      Bytes rows[4];
      const std::uint8_t* at[4] = {};
      for (std::size_t r = 0; r < 4; ++r) {
        rows[r] = all_codes(n + r);
        at[r] = rows[r].data() + r;
      }
      Bytes words(n * static_cast<std::size_t>(step) + 1, 0xEE);
      zip_bytes(at, step, n, words.data());
      EXPECT_EQ(words.back(), 0xEE);
      for (std::size_t r = 0; r < static_cast<std::size_t>(step); ++r) {
        Bytes row(n);
        pick_bytes(words.data() + r, step, n, row.data());
        EXPECT_EQ(row, Bytes(at[r], at[r] + n)) << "byte " << r << " of " << step;
      }
    }
}

TEST(ByteWords, AreKnownInTheirOrder) {
  std::byte memory[64];
  ImageView bgra;
  bgra.color_count = 3;
  const std::ptrdiff_t places[4] = {2, 1, 0, 3};
  for (int c = 0; c < 4; ++c) {
    bgra.data[c] = memory + places[c];
    bgra.step_bytes[c] = 4;
  }
  EXPECT_EQ(words_of(bgra, 3).step, 4);
  EXPECT_THAT(words_of(bgra, 0).components, ElementsAre(2, 1, 0, 3));
  bgra.data[3] = nullptr;  // a byte that is nobody's
  EXPECT_EQ(words_of(bgra, 0).step, 0);
}

TEST(ByteWords, AreNoneOfPlanes) {
  std::byte memory[64];
  ImageView planes;
  for (int c = 0; c < 3; ++c) {
    planes.data[c] = memory + std::ptrdiff_t{16} * c;
    planes.step_bytes[c] = 1;
  }
  EXPECT_EQ(words_of(planes, 1).step, 0);
}

}  // namespace
}  // namespace framelane
