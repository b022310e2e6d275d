#include <algorithm>

#include "gpu/cuda/passes/short_lattice.cuh"
#include "gpu/cuda/passes/short_point.h"
#include "gpu/cuda/passes/short_stage.cuh"
#include "gpu/cuda/passes/short_tone.cuh"

namespace framelane {
namespace {

// Luma is kAcross x 2 samples a thread, chroma kAcross / 2 of each kind.
constexpr int kAcross = 8;

// The part of a step that mixes chroma at most.
template <std::size_t N>
__device__ void apply_to_chroma(const ShortStep& step, float (&u)[N], float (&v)[N]) {
  if (step.kind != ShortStep::Kind::matrix) {
    apply_short(step, 1, u);
    return apply_short(step, 2, v);
  }
  const bool clamp = step.clamp;
#pragma unroll
  for (std::size_t i = 0; i < N; ++i) {
    const float* m = step.m[1];
    const float* n = step.m[2];
    const float a = u[i], b = v[i];
    u[i] = kept_in(clamp, plus_product(m[1], a, plus_product(m[2], b, m[3])));
    v[i] = kept_in(clamp, plus_product(n[1], a, plus_product(n[2], b, n[3])));
  }
}

template <std::size_t N>
__device__ void apply_to_luma(const ShortStep& step, float (&v)[N]) {
  if (step.kind == ShortStep::Kind::gamma) return apply_short(step, 0, v);
  if (step.clamp) return short_scale<true>(step, 0, v);
  short_scale<false>(step, 0, v);
}

template <std::size_t N>
__device__ void keep_in_unit(float (&v)[N]) {
#pragma unroll
  for (float& value : v)
    value = in_unit(value);
}

template <Lay In, Lay Out>
__device__ void split_block(const ShortProgram& program, const ImageView& in, const ImageView& out,
                            int x, int y) {
  float above[kAcross], below[kAcross], u[kAcross / 2], v[kAcross / 2];
  load_samples<In>(in, 0, x, y, in.width, above);
  load_samples<In>(in, 0, x, y + 1, in.width, below);
  load_samples<In>(in, 1, x / 2, y / 2, in.width / 2, u);
  load_samples<In>(in, 2, x / 2, y / 2, in.width / 2, v);
  for (int i = 0; i < program.count; ++i) {
    apply_to_luma(program.steps[i], above);
    apply_to_luma(program.steps[i], below);
    apply_to_chroma(program.steps[i], u, v);
  }
  keep_in_unit(above);
  keep_in_unit(below);
  keep_in_unit(u);
  keep_in_unit(v);
  store_unit<Out>(out, 0, x, y, program.highest, above);
  store_unit<Out>(out, 0, x, y + 1, program.highest, below);
  store_unit<Out>(out, 1, x / 2, y / 2, program.highest, u);
  store_unit<Out>(out, 2, x / 2, y / 2, program.highest, v);
}

template <Lay In, Lay Out>
__global__ void __launch_bounds__(256)
    short_split_kernel(const __grid_constant__ ShortProgram program,
                       const __grid_constant__ ImageView in,
                       const __grid_constant__ ImageView out) {
  const int x = kAcross * static_cast<int>(blockIdx.x * 32 + threadIdx.x);
  const int y = 2 * static_cast<int>(blockIdx.y * 8 + threadIdx.y);
  if (x < out.width && y < out.height) split_block<In, Out>(program, in, out, x, y);
}

// A block's samples as they lie in memory.
template <Lay L>
struct BlockWords {
  static constexpr int kFour = 4 * bytes_of(L), kTwo = 2 * bytes_of(L);
  unsigned luma[2][kWords<kFour>], chroma[2][kWords<kTwo>];

  __device__ void load(const ImageView& in, int x, int y) {
    read_words<kFour>(known_sample<L>(in, 0, x, y), luma[0]);
    read_words<kFour>(known_sample<L>(in, 0, x, y + 1), luma[1]);
    read_words<kTwo>(known_sample<L>(in, 1, x / 2, y / 2), chroma[0]);
    read_words<kTwo>(known_sample<L>(in, 2, x / 2, y / 2), chroma[1]);
  }
  __device__ void values(int max_code, float (&into)[8], float (&chroma_into)[2][2]) const {
    float above[4], below[4];
    samples_of<L>(luma[0], max_code, above);
    samples_of<L>(luma[1], max_code, below);
    samples_of<L>(chroma[0], max_code, chroma_into[0]);
    samples_of<L>(chroma[1], max_code, chroma_into[1]);
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      into[i] = above[i];
      into[4 + i] = below[i];
    }
  }
};

template <Lay Out>
__device__ void store_block(const ShortProgram& program, const ImageView& out, int x, int y,
                            const float (&luma)[8], const float (&chroma)[2][2]) {
  const float above[4] = {luma[0], luma[1], luma[2], luma[3]};
  const float below[4] = {luma[4], luma[5], luma[6], luma[7]};
  store_unit<Out>(out, 0, x, y, program.highest, above);
  store_unit<Out>(out, 0, x, y + 1, program.highest, below);
  store_unit<Out>(out, 1, x / 2, y / 2, program.highest, chroma[0]);
  store_unit<Out>(out, 2, x / 2, y / 2, program.highest, chroma[1]);
}

template <Lay In, Lay Out, typename Shape, ShortUse Use>
__device__ void color_block(const ShortProgram& program, const ImageView& in, const ImageView& out,
                            const ShortSources<Use>& sources, const CurveLine* near, int x, int y,
                            const BlockWords<In>& words) {
  float luma[8], chroma[2][2];
  words.values(in.max_code, luma, chroma);
  run_steps<Use>(Shape{}, program, sources, {{x, y, 4, out.width, out.height}, near}, luma, chroma);
  store_block<Out>(program, out, x, y, luma, chroma);
}

template <Lay In, Lay Out, typename Shape, ShortUse Use>
__global__ void __launch_bounds__(256, 4)
    short_color_kernel(const __grid_constant__ ShortProgram program,
                       const __grid_constant__ ImageView in, const __grid_constant__ ImageView out,
                       const __grid_constant__ ShortSources<Use> sources) {
  const int x = 4 * static_cast<int>(blockIdx.x * 32 + threadIdx.x);
  const int y = 2 * static_cast<int>(blockIdx.y * 8 + threadIdx.y);
  if (x >= out.width || y >= out.height) return;
  BlockWords<In> words;
  words.load(in, x, y);
  color_block<In, Out, Shape>(program, in, out, sources, nullptr, x, y, words);
}

// Where lines are read: a block goes on down the picture, so that the copying pays, and a thread's
// next samples are on their way while it works on those before.
template <Lay In, Lay Out, typename Shape, ShortUse Use>
__global__ void __launch_bounds__(256, 4)
    short_lines_kernel(const __grid_constant__ ShortProgram program,
                       const __grid_constant__ ImageView in, const __grid_constant__ ImageView out,
                       const __grid_constant__ ShortSources<Use> sources) {
  extern __shared__ CurveLine near[];
  const int x = 4 * static_cast<int>(blockIdx.x * 32 + threadIdx.x);
  const int step = 2 * 8 * static_cast<int>(gridDim.y);
  int y = 2 * static_cast<int>(blockIdx.y * 8 + threadIdx.y);
  const int end = x < out.width ? out.height : 0;
  BlockWords<In> words{};
  if (y < end) words.load(in, x, y);
  stage_all(program, sources, near);
  while (y < end) {
    const BlockWords<In> present = words;
    const int next = y + step;
    if (next < end) words.load(in, x, next);
    color_block<In, Out, Shape>(program, in, out, sources, near, x, y, present);
    y = next;
  }
}

template <Lay In, Lay Out, typename... Shapes, ShortUse Use>
void launch_lines(const ShortProgram& program, const CudaPassCall& call,
                  const ShortSources<Use>& sources) {
  const ImageView &in = call.in[0], &out = call.out[0];
  const unsigned across = blocks(out.width, 4 * 32);
  const dim3 grid(across, staged_rows(across, blocks(out.height, 2 * 8)));
  const std::size_t bytes = static_cast<std::size_t>(program.lines) * sizeof(CurveLine);
  auto* kernel = &short_lines_kernel<In, Out, AnyShape, Use>;
  ((Shapes::fits(program) ? void(kernel = &short_lines_kernel<In, Out, Shapes, Use>) : void()),
   ...);
  kernel<<<grid, kPointThreads, bytes, call.stream>>>(program, in, out, sources);
}

template <Lay In, Lay Out, typename... Shapes, ShortUse Use>
void launch_color(const ShortProgram& program, const CudaPassCall& call,
                  const ShortSources<Use>& sources) {
  const ImageView &in = call.in[0], &out = call.out[0];
  const dim3 grid(blocks(out.width, 4 * 32), blocks(out.height, 2 * 8));
  auto* kernel = &short_color_kernel<In, Out, AnyShape, Use>;
  ((Shapes::fits(program) ? void(kernel = &short_color_kernel<In, Out, Shapes, Use>) : void()),
   ...);
  kernel<<<grid, kPointThreads, 0, call.stream>>>(program, in, out, sources);
}

// Whether the lattice's table has entries of luma.
bool has_luma(const PointWork& work) {
  return std::any_of(work.ops, work.ops + work.count, [](const PointOp& op) { return op.luma; });
}

template <Lay In, Lay Out>
void launch_lattice_alone(const PointWork& work, const ShortProgram& program,
                          const CudaPassCall& call) {
  const ImageView &in = call.in[0], &out = call.out[0];
  const unsigned across = blocks(out.width, kLatticeColumns);
  const dim3 grid(across, staged_rows(across, blocks(out.height, kLatticeRows)));
  const ShortProgram summed = lattice_program<In>(program);
  const auto parts = has_luma(work) ? luma_of_colors(program) : std::optional<LumaOfColors>();
  if (parts) {
    const HalfLattice lattice =
        half_lattice(call.memory.tables[program.lattice] + luma_entries_at(program.lattice_size),
                     program.lattice_size);
    short_lattice_kernel<In, Out, true><<<grid, kLatticeThreads, 0, call.stream>>>(
        summed, in, out, lattice, parts_of_sums(*parts));
    return;
  }
  short_lattice_kernel<In, Out, false><<<grid, kLatticeThreads, 0, call.stream>>>(
      summed, in, out, halves_of(program, call.memory).lattice, {});
}

// The lattice's own kernel reads codes; halves that a pass before has left have the common one.
template <Lay In, Lay Out>
void launch_lattice(const PointWork& work, const ShortProgram& program, const CudaPassCall& call) {
  const ShortSources<ShortUse::lattice> sources = halves_of(program, call.memory);
  if constexpr (In == Lay::halves) {
    launch_color<In, Out, LatticeShape>(program, call, sources);
  } else if (LatticeShape::fits(program)) {
    launch_lattice_alone<In, Out>(work, program, call);
  } else {
    launch_color<In, Out>(program, call, sources);
  }
}

// Whether there is a kernel of its own for these steps: codes' bits are halves' there.
template <Lay Out>
bool launch_tone(const ShortProgram& program, const CudaPassCall& call) {
  const ImageView &in = call.in[0], &out = call.out[0];
  const std::optional<ToneProgram> tone = tone_program(program, in.max_code);
  if (!tone || !may_share(short_tone_kernel<Out>, tone_bytes(*tone))) return false;
  const unsigned grid = processors();
  const ToneWalk walk = tone_walk(out, grid);
  if (walk.step == 0) return false;
  short_tone_kernel<Out><<<grid, kToneThreads, tone_bytes(*tone), call.stream>>>(
      *tone, in, out, tone_tables(*tone, call.memory), walk);
  return true;
}

template <Lay In, Lay Out>
void launch_light(const ShortProgram& program, const CudaPassCall& call) {
  using Kind = ShortStep::Kind;
  using OtherPrimaries = ShortShape<Kind::ramp, Kind::matrix, Kind::lines>;
  using ToneMapped =
      ShortShape<Kind::ramp, Kind::luma_mix, Kind::peak_gain, Kind::matrix, Kind::lines>;
  if constexpr (In == Lay::words)
    if (launch_tone<Out>(program, call)) return;
  launch_lines<In, Out, OtherPrimaries, ToneMapped>(program, call,
                                                    sources_of<ShortUse::light>(call.memory));
}

// Whether there is a kernel for these steps.
template <Lay In, Lay Out>
bool launch_as(const PointWork& work, const ShortProgram& program, const CudaPassCall& call) {
  using Kind = ShortStep::Kind;
  const ImageView &in = call.in[0], &out = call.out[0];
  const PassMemory& memory = call.memory;
  if (program.split) {
    const dim3 grid(blocks(out.width, kAcross * 32), blocks(out.height, 2 * 8));
    short_split_kernel<In, Out><<<grid, kPointThreads, 0, call.stream>>>(program, in, out);
    return true;
  }
  const std::optional<ShortUse> use = use_of(program);
  if (!use) return false;
  if (use == ShortUse::lattice) {
    launch_lattice<In, Out>(work, program, call);
  } else if (use == ShortUse::curve) {
    launch_lines<In, Out, ShortShape<Kind::curve>>(program, call,
                                                   sources_of<ShortUse::curve>(memory));
  } else if (use == ShortUse::light) {
    launch_light<In, Out>(program, call);
  } else if (use == ShortUse::other) {
    // The longest of all kernels, for what is most usual alone.
    if constexpr (In == Lay::halves)
      return false;
    else
      launch_color<In, Out>(program, call,
                            ShortSources<ShortUse::other>{memory, work.ops[program.other]});
  } else {
    launch_color<In, Out, ShortShape<>>(program, call, ShortSources<ShortUse::plain>{});
  }
  return true;
}

}  // namespace

// Codes alone: where halves for a later pass differ from the CPU's by last bits, sobel makes codes
// of it and a deinterlacer chooses otherwise.
bool launch_short(const PointWork& work, const CudaPassCall& call) {
  const ImageView &in = call.in[0], &out = call.out[0];
  if (!is_whole_420(in) || !is_whole_420(out) || work.interpolate_chroma ||
      !lies_as(out, Lay::bytes))
    return false;
  const bool from_halves = lies_as(in, Lay::halves);
  const std::optional<ShortProgram> program =
      short_program(work, in.max_code, out.max_code, !from_halves);
  if (!program) return false;
  if (from_halves) return launch_as<Lay::halves, Lay::bytes>(work, *program, call);
  if (lies_as(in, Lay::bytes)) return launch_as<Lay::bytes, Lay::bytes>(work, *program, call);
  return lies_as(in, Lay::words) && launch_as<Lay::words, Lay::bytes>(work, *program, call);
}

}  // namespace framelane
