#include <gtest/gtest.h>

#include "gpu/filters/testing.h"

// The conversion for showing against zscale.
namespace framelane::testing {
namespace {

struct RgbaCase {
  const char* format;
  Matrix matrix;
  Range range;
  Siting siting = Siting::left;
};

const char* matrix_option(Matrix matrix) {
  switch (matrix) {
    case Matrix::bt709:
      return "709";
    case Matrix::bt601:
      return "170m";
    case Matrix::ycgco:
      return "ycgco";
    default:
      return "2020_ncl";
  }
}

const char* siting_option(Siting siting) {
  switch (siting) {
    case Siting::center:
      return "center";
    case Siting::topleft:
      return "topleft";
    case Siting::top:
      return "top";
    case Siting::bottomleft:
      return "bottomleft";
    case Siting::bottom:
      return "bottom";
    default:
      return "left";
  }
}

void PrintTo(const RgbaCase& test, std::ostream* out) {
  *out << test.format << " " << matrix_option(test.matrix)
       << (test.range == Range::full ? " full " : " limited ") << siting_option(test.siting);
}

class RgbaAgainstZscale : public ::testing::TestWithParam<RgbaCase> {};

TEST_P(RgbaAgainstZscale, IsWithinOneCode) {
  const RgbaCase& test = GetParam();
  for (const auto& [width, height] : {std::pair{322, 182}, std::pair{161, 91}}) {
    FrameFacts facts = facts_of(test.format, width, height);
    if (width % 2 != 0 && facts.format->log2_chroma_w != 0) continue;  // zscale takes none
    facts.color.matrix = test.matrix;
    facts.color.range = test.range;
    facts.color.siting = test.siting;
    const Raw scene = make_scene(facts, 5);
    const std::string graph =
        std::string("zscale=f=bilinear:matrixin=") + matrix_option(test.matrix) +
        ":rangein=" + (test.range == Range::full ? "full" : "limited") +
        ":chromalin=" + siting_option(test.siting) + ":matrix=gbr:range=full,format=gbrp";
    const FrameFacts gbrp = facts_of("gbrp", width, height), rgba = facts_of("rgba", width, height);
    const Raw expected = run_ffmpeg(graph, facts, {scene}, "gbrp");
    const Raw actual = run_chain("", facts, scene, {OutputFormat::Kind::rgba, nullptr});
    for (int c = 0; c < 3; ++c) {
      const Distance d =
          distance(codes_of(expected, gbrp, c), codes_of(actual, rgba, c), width, height, 255);
      EXPECT_LE(d.largest, 1) << "component " << c;
    }
    for (const double alpha : codes_of(actual, rgba, 3))
      ASSERT_EQ(alpha, 255);
  }
}

INSTANTIATE_TEST_SUITE_P(Matrices, RgbaAgainstZscale,
                         ::testing::Values(RgbaCase{"yuv420p", Matrix::bt601, Range::limited},
                                           RgbaCase{"yuv420p", Matrix::bt709, Range::limited},
                                           RgbaCase{"yuv420p", Matrix::bt2020nc, Range::limited},
                                           RgbaCase{"yuv420p", Matrix::bt601, Range::full},
                                           RgbaCase{"yuv420p", Matrix::bt709, Range::full},
                                           RgbaCase{"yuv420p", Matrix::bt2020nc, Range::full},
                                           RgbaCase{"yuv420p10le", Matrix::bt2020nc,
                                                    Range::limited},
                                           RgbaCase{"yuv420p", Matrix::bt2020c, Range::limited},
                                           RgbaCase{"yuv420p", Matrix::ycgco, Range::limited},
                                           RgbaCase{"yuv444p", Matrix::ycgco, Range::full},
                                           RgbaCase{"yuv422p", Matrix::bt709, Range::limited},
                                           RgbaCase{"yuv444p", Matrix::bt709, Range::limited}));

INSTANTIATE_TEST_SUITE_P(
    Sitings, RgbaAgainstZscale,
    ::testing::Values(RgbaCase{"yuv420p", Matrix::bt709, Range::limited, Siting::center},
                      RgbaCase{"yuv420p", Matrix::bt709, Range::limited, Siting::topleft},
                      RgbaCase{"yuv420p", Matrix::bt709, Range::limited, Siting::top},
                      RgbaCase{"yuv420p", Matrix::bt709, Range::limited, Siting::bottomleft},
                      RgbaCase{"yuv420p10le", Matrix::bt709, Range::limited, Siting::bottom}));

}  // namespace
}  // namespace framelane::testing
