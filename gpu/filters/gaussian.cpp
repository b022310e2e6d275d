#include "gpu/filters/gaussian.h"

#include <cmath>

namespace framelane {
namespace {

double bell(double sigma, int k) {
  return std::exp(-0.5 * k * k / (sigma * sigma));
}

}  // namespace

int gaussian_radius(double sigma) {
  return sigma < kLeastSigma ? 0 : static_cast<int>(std::ceil(3.5 * sigma));
}

double gaussian_norm(double sigma) {
  double sum = 1;
  for (int k = 1; k <= gaussian_radius(sigma); ++k)
    sum += 2 * bell(sigma, k);
  return 1 / sum;
}

TileKernel gaussian_kernel(double sigma) {
  TileKernel kernel;
  kernel.radius = gaussian_radius(sigma);
  const double norm = gaussian_norm(sigma);
  for (int k = 0; k <= kernel.radius; ++k)
    kernel.weight[k] = static_cast<float>(k == 0 ? norm : bell(sigma, k) * norm);
  return kernel;
}

}  // namespace framelane
