#pragma once
#include <atomic>
#include <functional>
#include <span>

#include "gpu/band_pool.h"
#include "gpu/filters/pass_work.h"
#include "gpu/image_view.h"
#include "gpu/pass_memory.h"

namespace framelane {

// What a host pass works on. Inputs: the window, oldest first.
struct HostPassCall {
  std::span<const ImageView> in;
  std::span<const ImageView> out;
  const PassMemory& memory;
  BandPool& bands;
  const std::atomic<bool>* cancel;
};

void run_on_host(const PointWork& work, const HostPassCall& call);
void run_on_host(const SeparableWork& work, const HostPassCall& call);
void run_on_host(const WideBlurWork& work, const HostPassCall& call);
void run_on_host(const GradientWork& work, const HostPassCall& call);
void run_on_host(const MorphologyWork& work, const HostPassCall& call);
void run_on_host(const CasWork& work, const HostPassCall& call);
void run_on_host(const ConvolutionWork& work, const HostPassCall& call);
void run_on_host(const BoxWork& work, const HostPassCall& call);
void run_on_host(const DebandWork& work, const HostPassCall& call);
void run_on_host(const MedianWork& work, const HostPassCall& call);
void run_on_host(const WindowWork& work, const HostPassCall& call);
void run_on_host(const ReduceWork& work, const HostPassCall& call);
void run_on_host(const RemapWork& work, const HostPassCall& call);
void run_on_host(const ScaleWork& work, const HostPassCall& call);
void run_on_host(const BilateralWork& work, const HostPassCall& call);
void run_on_host(const NlmeansWork& work, const HostPassCall& call);
void run_on_host(const FieldsWork& work, const HostPassCall& call);
void run_on_host(const Hqdn3dWork& work, const HostPassCall& call);
void run_on_host(const DeflickerWork& work, const HostPassCall& call);
void run_on_host(const ChromakeyWork& work, const HostPassCall& call);

// Rows a band: at least so many, so that what a band sets up pays, and at most so many, so that
// cancelling a slow pass takes effect soon.
struct BandLimits {
  int least = 8;
  int most = 1 << 16;
};

// Calls body(c, first, last) for bands of rows of every component of the output. Components that
// the input lacks (alpha, padding) are filled with the highest code instead.
void each_band(const HostPassCall& call, BandLimits limits,
               const std::function<void(int c, int first, int last)>& body);

// The same for the components of that mask; the others are copied from the first input.
void each_band_of(unsigned components, const HostPassCall& call, BandLimits limits,
                  const std::function<void(int c, int first, int last)>& body);

}  // namespace framelane
