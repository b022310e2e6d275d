#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <numeric>

#include "gpu/filters/sample_math.h"
#include "gpu/host/passes/point.h"
#include "gpu/host/passes/rows.h"

namespace framelane {
namespace {

using Table = std::vector<std::uint16_t>;

// For each component the stored output sample by input code; empty where it is the code itself.
struct Tables {
  PointWork work;
  int in_top = 0, out_top = 0, out_shift = 0;
  std::array<bool, 4> present{};  // components of the input
  std::array<Table, 4> of;
};

bool is_stored(const ImageView& view) {
  return view.type == SampleType::u8 || view.type == SampleType::u16;
}

// Component c of every input code.
std::vector<float> results(const PointWork& work, int c, int in_top) {
  std::vector<float> codes(static_cast<std::size_t>(in_top) + 1);
  std::iota(codes.begin(), codes.end(), 0.0F);
  if (c == 3) {
    for (float& code : codes)
      code = code * work.alpha_gain + work.alpha_offset;
    return codes;
  }
  PointWork alone = work;
  for (int i = 0; i < alone.count; ++i)
    alone.ops[static_cast<std::size_t>(i)].components &= static_cast<std::uint8_t>(1U << c);
  float* rows[3] = {nullptr, nullptr, nullptr};
  rows[c] = codes.data();
  float* const fixed[3] = {rows[0], rows[1], rows[2]};
  apply_rows(alone, fixed, codes.size());
  return codes;
}

Table make_table(const Tables& key, int c) {
  const auto top = static_cast<float>(key.out_top);
  Table table;
  bool identity = key.in_top == key.out_top;
  for (const float value : results(key.work, c, key.in_top)) {
    const int code = static_cast<int>(round_even(clamped(value, top)));
    identity = identity && code == static_cast<int>(table.size());
    table.push_back(static_cast<std::uint16_t>(code << key.out_shift));
  }
  return identity ? Table{} : table;
}

// The calling thread's latest tables: room for those of every point pass of a long chain.
std::shared_ptr<const Tables> tables_for(const PointWork& work, const ImageView& in,
                                         const ImageView& out) {
  thread_local std::array<std::shared_ptr<const Tables>, 16> kept;
  thread_local std::size_t next = 0;
  std::array<bool, 4> present{};
  for (std::size_t c = 0; c < present.size(); ++c)
    present[c] = in.data[c] != nullptr;
  for (const auto& tables : kept)
    if (tables && tables->in_top == in.max_code && tables->out_top == out.max_code &&
        tables->out_shift == out.shift && tables->present == present && tables->work == work)
      return tables;
  auto made = std::make_shared<Tables>();
  made->work = work;
  made->in_top = in.max_code;
  made->out_top = out.max_code;
  made->out_shift = out.shift;
  made->present = present;
  for (int c = 0; c < 4; ++c)
    if (present[static_cast<std::size_t>(c)])
      made->of[static_cast<std::size_t>(c)] = make_table(*made, c);
  kept[next] = made;
  next = (next + 1) % kept.size();
  return made;
}

template <typename In, typename Out>
void look_up(const ImageView& in, const ImageView& out, int c, int y, const std::uint16_t* table) {
  const In* from = reinterpret_cast<const In*>(in.data[c] + y * in.pitch_bytes[c]);
  Out* to = reinterpret_cast<Out*>(out.data[c] + y * out.pitch_bytes[c]);
  const auto from_step = static_cast<std::size_t>(in.step_bytes[c]) / sizeof(In);
  const auto to_step = static_cast<std::size_t>(out.step_bytes[c]) / sizeof(Out);
  const auto width = static_cast<std::size_t>(out.component_width(c));
  const int shift = in.shift;
  const auto highest = static_cast<unsigned>(in.max_code);
  // Codes above the highest do not occur in a sound picture, but must not read past the table.
  const auto value = [=](In sample) {
    const unsigned code = static_cast<unsigned>(sample) >> shift;
    return static_cast<Out>(table[sizeof(In) == 1 ? code : std::min(code, highest)]);
  };
  if (from_step == 1 && to_step == 1) {
    for (std::size_t i = 0; i < width; ++i)
      to[i] = value(from[i]);
  } else {
    for (std::size_t i = 0; i < width; ++i)
      to[i * to_step] = value(from[i * from_step]);
  }
}

void look_up_row(const ImageView& in, const ImageView& out, int c, int y, const Table& table) {
  const bool wide_in = in.type == SampleType::u16, wide_out = out.type == SampleType::u16;
  if (wide_in && wide_out)
    return look_up<std::uint16_t, std::uint16_t>(in, out, c, y, table.data());
  if (wide_in) return look_up<std::uint16_t, std::uint8_t>(in, out, c, y, table.data());
  if (wide_out) return look_up<std::uint8_t, std::uint16_t>(in, out, c, y, table.data());
  look_up<std::uint8_t, std::uint8_t>(in, out, c, y, table.data());
}

}  // namespace

bool takes_tables(const PointWork& work, const HostPassCall& call) {
  const ImageView &in = call.in[0], &out = call.out[0];
  return is_stored(in) && is_stored(out) && in.yuv == out.yuv &&
         in.color_count == out.color_count && in.log2_chroma_w == out.log2_chroma_w &&
         in.log2_chroma_h == out.log2_chroma_h && coupling_of(work) == PointCoupling::none;
}

void run_tables(const PointWork& work, const HostPassCall& call) {
  const ImageView& in = call.in[0];
  const auto tables = tables_for(work, in, call.out[0]);
  each_band(call, {16}, [&](int c, int first, int last) {
    const Table& table = tables->of[static_cast<std::size_t>(c)];
    const auto scratch = row_scratch(0, static_cast<std::size_t>(in.component_width(c)));
    for (int y = first; y < last; ++y) {
      if (table.empty()) {
        copy_row(in, call.out[0], c, y, scratch.data());
      } else {
        look_up_row(in, call.out[0], c, y, table);
      }
    }
  });
}

}  // namespace framelane
