#pragma once
#include <atomic>
#include <functional>
#include <span>

#include "gpu/band_pool.h"
#include "gpu/filters/pass_work.h"
#include "gpu/image_view.h"

namespace framelane {

// What a host pass works on. Inputs: the window, oldest first.
struct HostPassCall {
  std::span<const ImageView> in;
  std::span<const ImageView> out;
  BandPool& bands;
  const std::atomic<bool>* cancel;
};

void run_on_host(const PointWork& work, const HostPassCall& call);
void run_on_host(const SeparableWork& work, const HostPassCall& call);
void run_on_host(const WideBlurWork& work, const HostPassCall& call);
void run_on_host(const SobelWork& work, const HostPassCall& call);
void run_on_host(const MedianWork& work, const HostPassCall& call);
void run_on_host(const WindowWork& work, const HostPassCall& call);
void run_on_host(const ReduceWork& work, const HostPassCall& call);

// Calls body(c, first, last) for bands of rows of every component of the output. Components that
// the input lacks (alpha, padding) are filled with the highest code instead.
void each_band(const HostPassCall& call, int least_rows,
               const std::function<void(int c, int first, int last)>& body);

}  // namespace framelane
