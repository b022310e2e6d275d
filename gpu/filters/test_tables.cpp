#include "gpu/filters/test_tables.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace framelane::testing {
namespace {

using RowOfThree = std::array<double, 3>;

RowOfThree film(double r, double g, double b) {
  const double luma = 0.3 * r + 0.6 * g + 0.1 * b;
  return {1.2 * std::pow(r, 1.4) - 0.08 * g, 0.9 * g + 0.1 * std::sin(6 * luma),
          0.15 + 0.75 * b * (1 - 0.3 * r)};
}

}  // namespace

std::string lattice_text(int size, const std::string& head, bool inside) {
  std::string text = "LUT_3D_SIZE " + std::to_string(size) + "\n" + head;
  const double top = size - 1;
  for (int b = 0; b < size; ++b)
    for (int g = 0; g < size; ++g)
      for (int r = 0; r < size; ++r) {
        RowOfThree t = film(r / top, g / top, b / top);
        for (double& value : t)
          if (inside) value = std::clamp(value, 0.0, 1.0);
        char line[80];
        std::snprintf(line, sizeof line, "%.6f %.6f %.6f\n", t[0], t[1], t[2]);
        text += line;
      }
  return text;
}

std::string line_text(int size, const std::string& head) {
  std::string text = "LUT_1D_SIZE " + std::to_string(size) + "\n" + head;
  for (int i = 0; i < size; ++i) {
    const double x = i / (size - 1.0);
    char line[80];
    std::snprintf(line, sizeof line, "%.6f %.6f %.6f\n", std::pow(x, 0.6), 1 - x * x,
                  0.5 + 0.6 * std::sin(7 * x));
    text += line;
  }
  return text;
}

const test::TempDir& table_folder() {
  static const test::TempDir dir;
  static const bool written = [] {
    (void)dir.write("l33.cube", lattice_text(33));
    (void)dir.write("l5.cube", lattice_text(5));
    (void)dir.write("l2.cube", lattice_text(2));
    (void)dir.write("l2i.cube", lattice_text(2, "", true));
    (void)dir.write("l33i.cube", lattice_text(33, "", true));
    (void)dir.write("l65i.cube", lattice_text(65, "", true));
    (void)dir.write("l17d.cube", lattice_text(17, "DOMAIN_MIN -0.5 0 0.1\nDOMAIN_MAX 1 1.5 0.9\n"));
    (void)dir.write("c64.cube", line_text(64));
    (void)dir.write("c9.cube", line_text(9));
    (void)dir.write("c9d.cube", line_text(9, "DOMAIN_MIN -0.5 0 0.1\nDOMAIN_MAX 1 1.5 0.9\n"));
    (void)dir.write("c5000.cube", line_text(5000));
    return true;
  }();
  (void)written;
  return dir;
}

std::string with_tables(std::string chain) {
  for (std::size_t at; (at = chain.find('%')) != std::string::npos;)
    chain.replace(at, 1, table_folder().path() + "/");
  return chain;
}

}  // namespace framelane::testing
