#pragma once
#include <vector>

#include "gpu/filters/scale_work.h"
#include "gpu/host/passes/byte_sums.h"

namespace framelane {

// An axis' integer weights in the order that a ByteSums makes sums across in, for rows of samples
// of `step` components side by side.
class ByteColumns {
 public:
  // `table`: of an axis with shorts.
  ByteColumns(const ScaleAxis& axis, const std::byte* table, int step, const ByteSums& sums);

  // Whether the inputs of every window's outputs lie close enough together.
  [[nodiscard]] bool usable() const { return usable_; }
  [[nodiscard]] ByteTaps taps() const;

 private:
  bool place_windows(const int* firsts, int outputs, const ByteWindow& window);
  void order_weights(const std::int16_t* weights, int taps, int outputs, int lanes);

  bool usable_, far_ = false;
  int step_, count_, pairs_;
  std::vector<std::int32_t> bases_;
  std::vector<std::uint8_t> places_;
  std::vector<std::int16_t> weights_;
};

}  // namespace framelane
