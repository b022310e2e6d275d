#include "gpu/cuda/passes/short_point.h"
#include "gpu/cuda/passes/short_stage.cuh"
#include "gpu/filters/chroma_weights.h"
#include "gpu/filters/point_colors.h"

// Short point programs from 4:2:0 to 8-bit R G B A, with chroma interpolated at each pixel: what a
// result for the screen is made by. A thread takes 4 x 2 pixels.
namespace framelane {
namespace {

struct RgbaEnds {
  ChromaWeights across, down;
  unsigned alpha;  // 0 to 255
};

template <Lay In>
__device__ float chroma_sample(const ImageView& in, int c, int x, int y) {
  const std::byte* at = known_sample<In>(in, c, x, y);
  if constexpr (In == Lay::bytes) {
    return static_cast<float>(*reinterpret_cast<const std::uint8_t*>(at));
  } else if constexpr (In == Lay::words) {
    return static_cast<float>(*reinterpret_cast<const std::uint16_t*>(at));
  } else {
    return __half2float(*reinterpret_cast<const __half*>(at)) * static_cast<float>(in.max_code);
  }
}

// Chroma samples x - 1 to x + 2 of row y, the outermost ones repeated; x and x + 1 are inside.
template <Lay In>
__device__ void load_chroma_row(const ImageView& in, int c, int x, int y, float (&row)[4]) {
  const int width = in.width / 2;
  const int inside = nearest_inside(y, in.height / 2);
  float own[2];
  load_samples<In>(in, c, x, inside, width, own);
  row[0] = chroma_sample<In>(in, c, nearest_inside(x - 1, width), inside);
  row[1] = own[0];
  row[2] = own[1];
  row[3] = chroma_sample<In>(in, c, nearest_inside(x + 2, width), inside);
}

// Chroma at four pixels of a row, from the row's samples around them.
__device__ void spread_across(const ChromaWeights& weights, const float (&row)[4], int first,
                              float (&v)[8]) {
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    v[first + 2 * i] = even_chroma(weights, row[i], row[i + 1], row[i + 2]);
    v[first + 2 * i + 1] = odd_chroma(weights, row[i + 1], row[i + 2]);
  }
}

template <Lay In>
__device__ void load_chroma(const ImageView& in, const RgbaEnds& ends, int c, int x, int y,
                            float (&v)[8]) {
  float rows[3][4], upper[4], lower[4];
#pragma unroll
  for (int r = 0; r < 3; ++r)
    load_chroma_row<In>(in, c, x / 2, y / 2 - 1 + r, rows[r]);
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    upper[i] = even_chroma(ends.down, rows[0][i], rows[1][i], rows[2][i]);
    lower[i] = odd_chroma(ends.down, rows[1][i], rows[2][i]);
  }
  spread_across(ends.across, upper, 0, v);
  spread_across(ends.across, lower, 4, v);
}

template <Lay In>
__device__ void load_pixels(const ImageView& in, const RgbaEnds& ends, int x, int y,
                            float (&v)[3][8]) {
#pragma unroll
  for (int r = 0; r < 2; ++r) {
    float row[4];
    load_samples<In>(in, 0, x, y + r, in.width, row);
#pragma unroll
    for (int i = 0; i < 4; ++i)
      v[0][4 * r + i] = row[i];
  }
  load_chroma<In>(in, ends, 1, x, y, v[1]);
  load_chroma<In>(in, ends, 2, x, y, v[2]);
}

// Where four pixels go.
struct ToMemory {
  std::byte* first;
  std::ptrdiff_t pitch_bytes;
  __device__ void operator()(int x, int y, const uint4& pixels) const {
    *reinterpret_cast<uint4*>(first + y * pitch_bytes + std::ptrdiff_t{4} * x) = pixels;
  }
};
struct ToSurface {
  cudaSurfaceObject_t surface;
  __device__ void operator()(int x, int y, const uint4& pixels) const {
    surf2Dwrite(pixels, surface, 4 * x, y);
  }
};

// Values are in 0 .. 1.
__device__ unsigned rgba_of(const float (&v)[3][8], int i, unsigned alpha) {
  unsigned bits[3];
#pragma unroll
  for (int c = 0; c < 3; ++c)
    bits[c] = __float_as_uint(plus_product(v[c][i], 255.0F, kWhole));
  return packed_bytes({bits[0], bits[1], bits[2], alpha});
}

template <Lay In, ShortUse Use, typename Store>
__device__ void rgba_block(const ShortProgram& program, const ImageView& in, const RgbaEnds& ends,
                           const ShortSources<Use>& sources, const Store& store,
                           const CurveLine* near, int x, int y) {
  float v[3][8];
  load_pixels<In>(in, ends, x, y, v);
  const ShortPlace place{{x, y, 4, in.width, in.height}, near};
  for (int i = 0; i < program.count; ++i)
    apply_short<Use>(program.steps[i], sources, place, v);
#pragma unroll
  for (int r = 0; r < 2; ++r)
    store(x, y + r,
          make_uint4(rgba_of(v, 4 * r, ends.alpha), rgba_of(v, 4 * r + 1, ends.alpha),
                     rgba_of(v, 4 * r + 2, ends.alpha), rgba_of(v, 4 * r + 3, ends.alpha)));
}

template <ShortUse Use>
constexpr bool kStages = Use == ShortUse::curve || Use == ShortUse::light;

template <Lay In, ShortUse Use, typename Store>
__global__ void __launch_bounds__(256, 4)
    short_rgba_kernel(const __grid_constant__ ShortProgram program,
                      const __grid_constant__ ImageView in, const __grid_constant__ RgbaEnds ends,
                      const __grid_constant__ ShortSources<Use> sources,
                      const __grid_constant__ Store store) {
  extern __shared__ CurveLine near[];
  if constexpr (kStages<Use>) stage_all(program, sources, near);
  const int x = 4 * static_cast<int>(blockIdx.x * 32 + threadIdx.x);
  if (x >= in.width) return;
  const int step = 2 * 8 * static_cast<int>(gridDim.y);
  for (int y = 2 * static_cast<int>(blockIdx.y * 8 + threadIdx.y); y < in.height; y += step)
    rgba_block<In, Use>(program, in, ends, sources, store, near, x, y);
}

struct RgbaCall {
  const PointWork& work;
  const ImageView& in;
  const PassMemory& memory;
  cudaStream_t stream;
};

template <Lay In, ShortUse Use, typename Store>
void launch_rgba(const RgbaCall& call, const ShortProgram& program,
                 const ShortSources<Use>& sources, const Store& store) {
  const unsigned across = blocks(call.in.width, 4 * 32), down = blocks(call.in.height, 2 * 8);
  const dim3 grid(across, kStages<Use> ? staged_rows(across, down) : down);
  const std::size_t bytes =
      kStages<Use> ? static_cast<std::size_t>(program.lines) * sizeof(CurveLine) : 0;
  const RgbaEnds ends{chroma_weights(call.work.chroma_shift_x),
                      chroma_weights(call.work.chroma_shift_y),
                      static_cast<unsigned>(call.work.alpha_fill)};
  short_rgba_kernel<In, Use>
      <<<grid, kPointThreads, bytes, call.stream>>>(program, call.in, ends, sources, store);
}

template <Lay In, typename Store>
bool launch_as(const RgbaCall& call, const ShortProgram& program, const Store& store) {
  const std::optional<ShortUse> use = use_of(program);
  if (use == ShortUse::plain) {
    launch_rgba<In>(call, program, ShortSources<ShortUse::plain>{}, store);
  } else if (use == ShortUse::lattice) {
    launch_rgba<In>(call, program, halves_of(program, call.memory), store);
  } else if (use == ShortUse::curve) {
    launch_rgba<In>(call, program, sources_of<ShortUse::curve>(call.memory), store);
  } else if (use == ShortUse::light) {
    launch_rgba<In>(call, program, sources_of<ShortUse::light>(call.memory), store);
  } else {
    return false;
  }
  return true;
}

// The program with results kept in 0 .. 1 by its last step.
std::optional<ShortProgram> rgba_program(const PointWork& work, const ImageView& in) {
  const bool whole = !lies_as(in, Lay::halves);
  std::optional<ShortProgram> program = short_program(work, in.max_code, 255, whole);
  if (!program || program->count == 0) return std::nullopt;
  ShortStep& last = program->steps[program->count - 1];
  if (!last.linear()) return std::nullopt;
  const auto keeps = [&last](int c) { return last.m[c][c] == 1 && last.m[c][3] == 0; };
  const bool unchanged = last.kind == ShortStep::Kind::scale && keeps(0) && keeps(1) && keeps(2);
  if (unchanged && program->count > 1 && program->steps[program->count - 2].linear())
    --program->count;
  program->steps[program->count - 1].clamp = true;
  return program;
}

bool sets_alpha(const PointWork& work) {
  return std::any_of(work.ops, work.ops + work.count, [](const PointOp& op) {
    return op.kind == PointOp::Kind::alpha || op.sets_alpha();
  });
}

bool shifts(float shift) {
  return shift >= -0.5F && shift < 0.5F;
}

template <typename Store>
bool launch_to(const RgbaCall& call, const Store& store) {
  const ImageView& in = call.in;
  if (!is_whole_420(in) || !call.work.interpolate_chroma || sets_alpha(call.work) ||
      !shifts(call.work.chroma_shift_x) || !shifts(call.work.chroma_shift_y))
    return false;
  const std::optional<ShortProgram> program = rgba_program(call.work, in);
  if (!program) return false;
  if (lies_as(in, Lay::bytes)) return launch_as<Lay::bytes>(call, *program, store);
  if (lies_as(in, Lay::words)) return launch_as<Lay::words>(call, *program, store);
  if (lies_as(in, Lay::halves)) return launch_as<Lay::halves>(call, *program, store);
  return false;
}

bool is_rgba(const ImageView& out) {
  bool packed = !out.yuv && out.color_count == 3 && out.type == SampleType::u8 &&
                reinterpret_cast<std::uintptr_t>(out.data[0]) % 16 == 0;
  for (int c = 0; c < 4; ++c)
    packed = packed && out.data[c] == out.data[0] + c && out.step_bytes[c] == 4 &&
             out.pitch_bytes[c] == out.pitch_bytes[0];
  return packed && out.pitch_bytes[0] % 16 == 0;
}

}  // namespace

bool launch_short_rgba(const PointWork& work, const CudaPassCall& call) {
  const ImageView& out = call.out[0];
  if (!is_rgba(out)) return false;
  return launch_to({work, call.in[0], call.memory, call.stream},
                   ToMemory{out.data[0], out.pitch_bytes[0]});
}

bool launch_short_rgba(const PointWork& work, const ImageView& in, const PassMemory& memory,
                       cudaSurfaceObject_t surface, cudaStream_t stream) {
  return launch_to({work, in, memory, stream}, ToSurface{surface});
}

}  // namespace framelane
