#include "gpu/filters/neighbour_math.h"
#include "gpu/host/passes/neighbourhood.h"
#include "gpu/host/passes/passes.h"

namespace framelane {
namespace {

// out = the lesser (or greater) of out and row.
template <bool kGreatest>
void join_row(const float* row, std::size_t n, float* out) {
  for (std::size_t x = 0; x < n; ++x)
    out[x] = kGreatest ? larger(out[x], row[x]) : smaller(out[x], row[x]);
}

template <bool kGreatest, typename Window>
void join_neighbours(const Window& window, unsigned neighbours, float* out) {
  const auto width = static_cast<std::size_t>(window.width());
  std::copy_n(window.row(1), width, out);
  for (int i = 0; i < 8; ++i) {
    const int place = i < 4 ? i : i + 1;  // the centre is none
    if ((neighbours >> i & 1U) != 0)
      join_row<kGreatest>(window.row(place / 3) + place % 3 - 1, width, out);
  }
}

template <bool kGreatest>
void morphology_rows(const MorphologyWork& work, const HostPassCall& call, int c, int first,
                     int last) {
  const float threshold = work.threshold[c];
  const auto limit = static_cast<float>(call.in[0].max_code);
  const unsigned neighbours = work.neighbours;
  neighbourhood_rows<1>(
      call, c, first, last, MorphologyEdge{}, [=](const auto& window, float* out) {
        join_neighbours<kGreatest>(window, neighbours, out);
        const float* centre = window.row(1);
        for (int x = 0; x < window.width(); ++x)
          out[x] = within_threshold(centre[x], out[x], threshold, kGreatest, limit);
      });
}

// The taps of one row of results; those with weight 0 are left out: they add nothing.
struct RowTaps {
  int count = 0;
  std::array<float, 25> weight{};
  std::array<const float*, 25> row{};

  template <typename Window>
  RowTaps(const ConvolutionComponent& part, const Window& window) {
    for (int i = 0; i < 25; ++i) {
      if (part.weight[i] == 0) continue;
      const auto at = static_cast<std::size_t>(count++);
      weight[at] = part.weight[i];
      row[at] = window.row(i / 5 - 2 + part.radius) + i % 5 - 2;
    }
  }
  void sum(int width, float* out) const {
    for (int x = 0; x < width; x += BlockSums::kBlock) {
      BlockSums sums;
      for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
        sums.add(weight[i], row[i] + x);
      sums.store(width - x, out + x);
    }
  }
};

template <int kRadius>
void convolution_rows(const ConvolutionComponent& part, const HostPassCall& call, int c, int first,
                      int last) {
  const auto limit = static_cast<float>(call.in[0].max_code);
  neighbourhood_rows<kRadius>(call, c, first, last, ConvolutionEdge{kRadius},
                              [part, limit](const auto& window, float* out) {
                                RowTaps(part, window).sum(window.width(), out);
                                for (int x = 0; x < window.width(); ++x)
                                  out[x] = convolved(out[x], part, limit);
                              });
}

}  // namespace

void run_on_host(const GradientWork& work, const HostPassCall& call) {
  const auto limit = static_cast<float>(call.in[0].max_code);
  each_band_of(work.components, call, {}, [&](int c, int first, int last) {
    neighbourhood3_rows(call, c, first, last, ConvolutionEdge{}, [work, limit](const float(&n)[9]) {
      return gradient_value(n, work, limit);
    });
  });
}

void run_on_host(const MorphologyWork& work, const HostPassCall& call) {
  each_band_of(work.components, call, {}, [&](int c, int first, int last) {
    if (work.greatest) {
      morphology_rows<true>(work, call, c, first, last);
    } else {
      morphology_rows<false>(work, call, c, first, last);
    }
  });
}

void run_on_host(const CasWork& work, const HostPassCall& call) {
  const auto limit = static_cast<float>(call.in[0].max_code);
  each_band_of(work.components, call, {}, [&](int c, int first, int last) {
    neighbourhood3_rows(
        call, c, first, last, NearestEdge{},
        [peak = work.peak, limit](const float(&n)[9]) { return cas_value(n, peak, limit); });
  });
}

void run_on_host(const ConvolutionWork& work, const HostPassCall& call) {
  unsigned components = 0;
  for (unsigned c = 0; c < 4; ++c)
    if (!work.components[c].copy) components |= 1U << c;
  each_band_of(components, call, {}, [&](int c, int first, int last) {
    const ConvolutionComponent& part = work.components[c];
    if (part.radius == 1) {
      convolution_rows<1>(part, call, c, first, last);
    } else {
      convolution_rows<2>(part, call, c, first, last);
    }
  });
}

}  // namespace framelane
