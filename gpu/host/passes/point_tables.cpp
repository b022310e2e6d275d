#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <numeric>
#include <span>
#include <vector>

#include "gpu/filters/point_colors.h"
#include "gpu/host/passes/point.h"
#include "gpu/host/passes/rows.h"
#include "gpu/host/passes/table_rows.h"

namespace framelane {
namespace {

// For each component the stored output sample by input code; empty where it is the code itself.
struct Tables {
  PointWork work;
  std::vector<std::byte> curves;  // the values of its curves, one after the other
  int in_top = 0, out_top = 0, out_shift = 0;
  std::array<bool, 4> present{};  // components of the input that have one
  CodeTables of;
};

bool is_stored(const ImageView& view) {
  return view.type == SampleType::u8 || view.type == SampleType::u16;
}

std::size_t curve_bytes(const PointOp& op) {
  return op.kind == PointOp::Kind::curve ? 3 * sizeof(float) * static_cast<std::size_t>(op.size)
                                         : 0;
}

std::vector<std::byte> curves_of(const PointWork& work, const PassMemory& memory) {
  std::vector<std::byte> bytes;
  for (int i = 0; i < work.count; ++i) {
    const PointOp& op = work.ops[i];
    const std::byte* const at = curve_bytes(op) > 0 ? memory.tables[op.table] : nullptr;
    bytes.insert(bytes.end(), at, at + curve_bytes(op));
  }
  return bytes;
}

// The curves of the memory are those kept: what lies at an address may have changed.
bool same_curves(const Tables& tables, const PassMemory& memory) {
  std::size_t first = 0;
  for (int i = 0; i < tables.work.count; ++i) {
    const PointOp& op = tables.work.ops[i];
    const std::size_t bytes = curve_bytes(op);
    if (bytes > 0 && std::memcmp(tables.curves.data() + first, memory.tables[op.table], bytes) != 0)
      return false;
    first += bytes;
  }
  return true;
}

// Applies operation `op` to component c of n pixels.
void apply_alone(const PointOp& op, const PassMemory& memory, int c, std::span<float> codes) {
  if (op.kind == PointOp::Kind::curve) {
    for (float& code : codes) {
      float one[1] = {code};
      apply_curve(op, memory, c, one);
      code = one[0];
    }
    return;
  }
  PointWork work;
  work.ops[0] = op;
  work.ops[0].components &= static_cast<std::uint8_t>(1U << c);
  work.count = 1;
  float* const rows[3] = {c == 0 ? codes.data() : nullptr, c == 1 ? codes.data() : nullptr,
                          c == 2 ? codes.data() : nullptr};
  apply_rows(work, rows, codes.size());
}

// Component c of every input code.
std::vector<float> results(const PointWork& work, const PassMemory& memory, int c, int in_top) {
  std::vector<float> codes(static_cast<std::size_t>(in_top) + 1);
  std::iota(codes.begin(), codes.end(), 0.0F);
  if (c == 3) {
    for (float& code : codes)
      code = code * work.alpha_gain + work.alpha_offset;
    return codes;
  }
  for (int i = 0; i < work.count; ++i)
    apply_alone(work.ops[i], memory, c, codes);
  return codes;
}

CodeTable make_table(const Tables& key, const PassMemory& memory, int c) {
  const auto top = static_cast<float>(key.out_top);
  CodeTable table;
  bool identity = key.in_top == key.out_top;
  for (const float value : results(key.work, memory, c, key.in_top)) {
    const int code = static_cast<int>(round_even(clamped(value, top)));
    identity = identity && code == static_cast<int>(table.size());
    table.push_back(static_cast<std::uint16_t>(code << key.out_shift));
  }
  return identity ? CodeTable{} : table;
}

// The calling thread's latest tables: room for those of every point pass of a long chain.
std::shared_ptr<const Tables> tables_for(const PointWork& work, const HostPassCall& call,
                                         std::size_t components) {
  const ImageView &in = call.in[0], &out = call.out[0];
  thread_local std::array<std::shared_ptr<const Tables>, 16> kept;
  thread_local std::size_t next = 0;
  std::array<bool, 4> present{};
  for (std::size_t c = 0; c < components; ++c)
    present[c] = in.data[c] != nullptr;
  for (const auto& tables : kept)
    if (tables && tables->in_top == in.max_code && tables->out_top == out.max_code &&
        tables->out_shift == out.shift && tables->present == present && tables->work == work &&
        same_curves(*tables, call.memory))
      return tables;
  auto made = std::make_shared<Tables>();
  made->work = work;
  made->curves = curves_of(work, call.memory);
  made->in_top = in.max_code;
  made->out_top = out.max_code;
  made->out_shift = out.shift;
  made->present = present;
  for (int c = 0; c < 4; ++c)
    if (present[static_cast<std::size_t>(c)])
      made->of[static_cast<std::size_t>(c)] = make_table(*made, call.memory, c);
  kept[next] = made;
  next = (next + 1) % kept.size();
  return made;
}

// Whether each component goes its own way, curves among the operations or not.
bool takes_each_alone(const PointWork& work) {
  const auto alone = [](const PointOp& op) {
    using Kind = PointOp::Kind;
    return op.kind == Kind::scale || op.kind == Kind::gamma || op.kind == Kind::curve;
  };
  return std::all_of(work.ops, work.ops + work.count, alone);
}

}  // namespace

bool takes_tables(const PointWork& work, const HostPassCall& call) {
  const ImageView &in = call.in[0], &out = call.out[0];
  return is_stored(in) && is_stored(out) && in.yuv == out.yuv &&
         in.color_count == out.color_count && in.log2_chroma_w == out.log2_chroma_w &&
         in.log2_chroma_h == out.log2_chroma_h && takes_each_alone(work);
}

void run_tables(const PointWork& work, const HostPassCall& call) {
  const auto tables = tables_for(work, call, 4);
  each_band(call, {16},
            [&](int c, int first, int last) { look_up_rows(call, tables->of, c, first, last); });
}

bool takes_luma_table(const PointWork& work, const HostPassCall& call) {
  return is_stored(call.in[0]) && is_stored(call.out[0]) && coupling_of(work) != PointCoupling::all;
}

void run_luma_table(const PointWork& work, const HostPassCall& call) {
  const auto tables = tables_for(work, call, 1);
  const int rows = call.in[0].height;
  call.bands.run(
      rows, band_rows(rows, call.bands.threads(), 16),
      [&](int first, int last) { look_up_rows(call, tables->of, 0, first, last); }, call.cancel);
}

}  // namespace framelane
