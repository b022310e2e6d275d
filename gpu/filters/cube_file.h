#pragma once
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace framelane {

// One table of a .cube file: `size` entries, or size^3 with red fastest, of three values each, as
// they stand in the file. Entry i of an axis lies at minimum + i * (maximum - minimum) / (size - 1)
// of the input, in which 1 is white.
struct CubeTable {
  int size = 0;  // 0: the file has none
  std::array<float, 3> minimum{0, 0, 0}, maximum{1, 1, 1};
  std::vector<float> values;
};

// A .cube file (IRIDAS/Adobe text, with Resolve's one-dimensional table before the lattice).
// Thread-safety: immutable, shared.
struct CubeFile {
  CubeTable line;     // of each component alone; before the lattice where there are both
  CubeTable lattice;  // of all three
};

inline constexpr int kMostCubeLine = 65536, kMostCubeLattice = 256;  // entries along an axis

// Reads such text; `name` stands in errors. Throws UsageError: one line with name and line number.
[[nodiscard]] CubeFile parse_cube(std::string_view text, const std::string& name);

// The file at that path, which is read again only after its size or time has changed; the latest
// few are kept. Throws UsageError as above, or when it cannot be read. Thread-safety: any thread.
[[nodiscard]] std::shared_ptr<const CubeFile> read_cube(const std::string& path);

}  // namespace framelane
