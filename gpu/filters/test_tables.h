#pragma once
#include <string>

#include "gpu/temp_dir_test.h"

// .cube files for the tests of the filters that read them.
namespace framelane::testing {

// A lattice of size^3 entries that bends, mixes colours and leaves 0 to 1, or does not where it is
// to stay `inside`; `head` is more lines of keywords.
[[nodiscard]] std::string lattice_text(int size, const std::string& head = "", bool inside = false);
// A line of `size` entries, likewise.
[[nodiscard]] std::string line_text(int size, const std::string& head = "");

// Lattices l2, l5, l33, l17d.cube and, inside 0 to 1, l2i, l33i and l65i.cube; lines c9, c64, c5000
// and c9d.cube; those with a d have a domain of their own.
[[nodiscard]] const test::TempDir& table_folder();
// The chain with that folder for each '%'.
[[nodiscard]] std::string with_tables(std::string chain);

}  // namespace framelane::testing
