#include "gpu/cuda/passes/codes.cuh"
#include "gpu/cuda/passes/passes.h"
#include "gpu/cuda/passes/tiles.cuh"
#include "gpu/filters/bwdif_math.h"
#include "gpu/filters/yadif_math.h"

namespace framelane {
namespace {

constexpr int kPerThread = kCodes;
constexpr int kTileWidth = 32 * kPerThread, kTileHeight = 4;
constexpr int kMargin = 4;  // samples to both sides of a thread's own; an edge reads three

struct Fields {
  FieldsWork work;
  ImageView in[3];  // the pictures before, at hand and after
  ImageView out[2];
  int outputs;
  bool alone[2];
};

// A thread's samples and kMargin to both sides of them.
template <typename T, Lay L>
struct WideRow {
  T codes[kPerThread + 2 * kMargin];

  __device__ WideRow(const ImageView& view, int c, int x, int y, int width) {
#pragma unroll
    for (int block = 0; block < 3; ++block) {
      T four[kPerThread];
      load_codes<T, L>(view, c, x + kPerThread * (block - 1), y, width, four);
#pragma unroll
      for (int i = 0; i < kPerThread; ++i)
        codes[kPerThread * block + i] = four[i];
    }
  }
};

// The rows that a missing row is made of, at a thread's samples.
template <typename T>
struct Around {
  T up[kPerThread], down[kPerThread], before[kPerThread], after[kPerThread];
  T prev_up[kPerThread], prev_down[kPerThread], next_up[kPerThread], next_down[kPerThread];
  T before_up2[kPerThread], before_down2[kPerThread];
  T after_up2[kPerThread], after_down2[kPerThread];

  __device__ FieldTaps<T> taps(int i) const {
    return {up[i],      down[i],      before[i],     after[i],        prev_up[i],   prev_down[i],
            next_up[i], next_down[i], before_up2[i], before_down2[i], after_up2[i], after_down2[i]};
  }
};

// Where one output's missing row is.
struct Spot {
  int c, x, y, width, height, output;
};

template <typename T, Lay L>
__device__ Around<T> load_around(const Fields& fields, const Spot& s, const FieldLines& at) {
  const ImageView &prev = fields.in[0], &cur = fields.in[1], &next = fields.in[2];
  const ImageView& before = s.output == 0 ? prev : cur;
  const ImageView& after = s.output == 0 ? cur : next;
  Around<T> a;
  load_codes<T, L>(cur, s.c, s.x, at.up, s.width, a.up);
  load_codes<T, L>(cur, s.c, s.x, at.down, s.width, a.down);
  load_codes<T, L>(before, s.c, s.x, s.y, s.width, a.before);
  load_codes<T, L>(after, s.c, s.x, s.y, s.width, a.after);
  load_codes<T, L>(prev, s.c, s.x, at.up, s.width, a.prev_up);
  load_codes<T, L>(prev, s.c, s.x, at.down, s.width, a.prev_down);
  load_codes<T, L>(next, s.c, s.x, at.up, s.width, a.next_up);
  load_codes<T, L>(next, s.c, s.x, at.down, s.width, a.next_down);
  load_codes<T, L>(before, s.c, s.x, at.up2, s.width, a.before_up2);
  load_codes<T, L>(before, s.c, s.x, at.down2, s.width, a.before_down2);
  load_codes<T, L>(after, s.c, s.x, at.up2, s.width, a.after_up2);
  load_codes<T, L>(after, s.c, s.x, at.down2, s.width, a.after_down2);
  return a;
}

template <typename T, Lay L>
__device__ void yadif_row(const Fields& fields, const Spot& s, float (&result)[kPerThread]) {
  const FieldLines at = yadif_lines(s.y, s.height, fields.work.check_lines);
  const Around<T> a = load_around<T, L>(fields, s, at);
  const WideRow<T, L> up(fields.in[1], s.c, s.x, at.up, s.width);
  const WideRow<T, L> down(fields.in[1], s.c, s.x, at.down, s.width);
#pragma unroll
  for (int i = 0; i < kPerThread; ++i) {
    const T *above = up.codes + kMargin + i, *below = down.codes + kMargin + i;
    const bool inside = s.x + i >= 3 && s.x + i + 3 < s.width;
    const T leaning = along_edge<T>(above, below);
    const T guess = inside ? leaning : along<T>(above, below, 0);
    result[i] = static_cast<float>(yadif_sample(guess, a.taps(i), at.check));
  }
}

// The sum of a row of one picture and a row of another.
template <typename T, Lay L>
__device__ void load_sum(const ImageView& one, int y, const ImageView& other, int z, const Spot& s,
                         T (&into)[kPerThread]) {
  T add[kPerThread];
  load_codes<T, L>(one, s.c, s.x, y, s.width, into);
  load_codes<T, L>(other, s.c, s.x, z, s.width, add);
#pragma unroll
  for (int i = 0; i < kPerThread; ++i)
    into[i] += add[i];
}

template <typename T, Lay L>
__device__ void alone_row(const Fields& fields, const Spot& s, const FieldLines& at,
                          float (&result)[kPerThread]) {
  const ImageView& cur = fields.in[1];
  T near[kPerThread], far[kPerThread];
  load_sum<T, L>(cur, at.up, cur, at.down, s, near);
  load_sum<T, L>(cur, at.up3, cur, at.down3, s, far);
  const auto limit = static_cast<T>(cur.max_code);
#pragma unroll
  for (int i = 0; i < kPerThread; ++i)
    result[i] = static_cast<float>(limited(bwdif_within_field(near[i], far[i]), limit));
}

template <typename T, Lay L>
__device__ void bwdif_row(const Fields& fields, const Spot& s, float (&result)[kPerThread]) {
  const ImageView& cur = fields.in[1];
  const bool alone = fields.alone[s.output];
  const FieldLines at = bwdif_lines(s.y, s.height, cur.max_code > 255 ? 2 : 1, alone);
  if (alone) return alone_row<T, L>(fields, s, at, result);
  const ImageView& before = s.output == 0 ? fields.in[0] : cur;
  const ImageView& after = s.output == 0 ? cur : fields.in[2];
  const Around<T> a = load_around<T, L>(fields, s, at);
  T far[kPerThread] = {}, up4[kPerThread] = {}, down4[kPerThread] = {};
  if (at.wide) {
    load_sum<T, L>(cur, at.up3, cur, at.down3, s, far);
    load_sum<T, L>(before, at.up4, after, at.up4, s, up4);
    load_sum<T, L>(before, at.down4, after, at.down4, s, down4);
  }
  const auto limit = static_cast<T>(cur.max_code);
#pragma unroll
  for (int i = 0; i < kPerThread; ++i) {
    const FieldTaps<T> taps = a.taps(i);
    const BwdifSums<T> sums{
        taps.up + taps.down, far[i], taps.before + taps.after,
        taps.before_up2 + taps.after_up2 + (taps.before_down2 + taps.after_down2),
        up4[i] + down4[i]};
    result[i] = static_cast<float>(bwdif_sample(taps, sums, at.check, at.wide, limit));
  }
}

template <typename T, Lay L, FieldsWork::Method Method>
__device__ void make_row(const Fields& fields, const Spot& s, float (&result)[kPerThread]) {
  const ImageView& cur = fields.in[1];
  if (cur.data[s.c] == nullptr) {
#pragma unroll
    for (float& code : result)
      code = static_cast<float>(cur.max_code);
  } else if (keeps_line(fields.work, s.output, s.y)) {
    load_samples<L, kPerThread>(cur, s.c, s.x, s.y, s.width, result);
  } else if constexpr (Method == FieldsWork::Method::yadif) {
    yadif_row<T, L>(fields, s, result);
  } else {
    bwdif_row<T, L>(fields, s, result);
  }
}

template <typename T, Lay L, FieldsWork::Method Method>
__global__ void __launch_bounds__(128, 3)
    fields_kernel(const __grid_constant__ Fields fields, const __grid_constant__ Tiles tiles) {
  int left = 0, top = 0;
  Spot s{};
  s.c = tiles.locate(static_cast<int>(blockIdx.x), left, top);
  s.x = left + kPerThread * static_cast<int>(threadIdx.x);
  s.y = top + static_cast<int>(threadIdx.y);
  s.width = fields.out[0].component_width(s.c);
  s.height = fields.out[0].component_height(s.c);
  if (s.x >= s.width || s.y >= s.height) return;
#pragma unroll 1
  for (; s.output < fields.outputs; ++s.output) {
    float result[kPerThread];
    make_row<T, L, Method>(fields, s, result);
    store_samples<L, kPerThread>(fields.out[s.output], s.c, s.x, s.y, s.width, result);
  }
}

template <typename T, Lay L>
void launch_as(const Fields& fields, const CudaPassCall& call) {
  const Tiles tiles(call.out[0], kTileWidth, kTileHeight);
  const dim3 threads(kTileWidth / kPerThread, kTileHeight);
  if (fields.work.method == FieldsWork::Method::yadif) {
    fields_kernel<T, L, FieldsWork::Method::yadif>
        <<<tiles.count(), threads, 0, call.stream>>>(fields, tiles);
  } else {
    fields_kernel<T, L, FieldsWork::Method::bwdif>
        <<<tiles.count(), threads, 0, call.stream>>>(fields, tiles);
  }
}

bool all_bytes(const Fields& fields) {
  for (const ImageView& view : fields.in)
    if (!lies_as(view, Lay::bytes)) return false;
  for (int o = 0; o < fields.outputs; ++o)
    if (!lies_as(fields.out[o], Lay::bytes)) return false;
  return true;
}

}  // namespace

void launch(const FieldsWork& work, const CudaPassCall& call) {
  Fields fields{};
  fields.work = work;
  for (std::size_t i = 0; i < 3; ++i)
    fields.in[i] = call.in[i];
  fields.outputs = static_cast<int>(call.out.size());
  for (int o = 0; o < fields.outputs; ++o) {
    fields.out[o] = call.out[static_cast<std::size_t>(o)];
    fields.alone[o] = field_is_alone(o, call.memory);
  }
  const SampleType type = call.in[1].type;
  if (type == SampleType::u8 || type == SampleType::u16) {
    if (all_bytes(fields)) return launch_as<std::int32_t, Lay::bytes>(fields, call);
    launch_as<std::int32_t, Lay::any>(fields, call);
  } else {
    launch_as<float, Lay::any>(fields, call);
  }
}

}  // namespace framelane
