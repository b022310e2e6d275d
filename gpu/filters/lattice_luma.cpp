#include "gpu/filters/lattice_luma.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <deque>
#include <mutex>
#include <span>
#include <vector>

#include "gpu/filters/cube_tables.h"
#include "gpu/filters/lut_math.h"

namespace framelane {
namespace {

using Kind = ShortStep::Kind;

// Of what a step's numbers may be off: entries are up to 255, and so are codes of 1.
constexpr double kNothing = 2e-8;

bool is_lattice_between(const ShortProgram& program) {
  if (program.split || program.spread != 0 || program.count != 3) return false;
  const ShortStep &first = program.steps[0], &last = program.steps[2];
  return first.linear() && first.clamp && program.steps[1].kind == Kind::lattice &&
         !program.steps[1].clamp && last.linear() && !last.clamp;
}

// The gain of component c beyond luma, where m is that and no more.
std::optional<double> gain_beyond(const float (&m)[4], const double (&share)[3], std::size_t c) {
  const double gain = m[c] / (1 - share[c]);
  for (std::size_t i = 0; i < 3; ++i)
    if (std::abs(m[i] - gain * ((i == c ? 1 : 0) - share[i])) > kNothing) return std::nullopt;
  return gain;
}

std::vector<float> luma_entries(std::span<const float> colors, const LumaOfColors& luma) {
  std::vector<float> entries(colors.size());
  for (std::size_t i = 0; i < colors.size(); i += 4) {
    const double r = colors[i], g = colors[i + 1], b = colors[i + 2];
    const double y = g + double{luma.red} * (r - g) + double{luma.blue} * (b - g);
    entries[i] = static_cast<float>(b - y);
    entries[i + 1] = static_cast<float>(r - y);
    entries[i + 2] = static_cast<float>(y);
  }
  return entries;
}

PassTableRef made_with_luma(const PassTableRef& table, int size, const LumaOfColors& luma) {
  const auto edge = static_cast<std::size_t>(size);
  std::vector<float> colors(4 * edge * edge * edge);
  std::memcpy(colors.data(), table->bytes.data(), colors.size() * sizeof(float));
  const std::vector<std::uint16_t> halves = spread_halves(luma_entries(colors, luma), size);
  const auto behind = std::as_bytes(std::span(halves));
  struct Both {
    PassTable table;
    PassTableRef from;  // kept, so that it is found again
  };
  auto made = std::make_shared<Both>(Both{*table, table});
  made->table.bytes.insert(made->table.bytes.end(), behind.begin(), behind.end());
  return {made, &made->table};
}

}  // namespace

std::optional<LumaOfColors> luma_of_colors(const ShortProgram& program) {
  if (!is_lattice_between(program)) return std::nullopt;
  const auto& m = program.steps[2].m;
  const double gain = double{m[0][0]} + m[0][1] + m[0][2];
  if (gain <= 0) return std::nullopt;
  const double share[3] = {m[0][0] / gain, m[0][1] / gain, m[0][2] / gain};
  if (std::ranges::any_of(share, [](double s) { return s <= 0 || s >= 1; })) return std::nullopt;
  const auto blue = gain_beyond(m[1], share, 2), red = gain_beyond(m[2], share, 0);
  if (!blue || !red) return std::nullopt;
  const auto number = [](double value) { return static_cast<float>(value); };
  return LumaOfColors{number(share[0]),
                      number(share[2]),
                      {number(gain), number(*blue), number(*red)},
                      {m[0][3], m[1][3], m[2][3]}};
}

void add_luma_entries(PointWork& work, std::vector<PassTableRef>& tables,
                      const PixelFormat& result) {
  constexpr int kHighest = 255;
  if (result.max_code() != kHighest || result.log2_chroma_w != 1 || result.log2_chroma_h != 1)
    return;
  const auto program = short_program(work, kHighest, kHighest);
  const auto luma = program ? luma_of_colors(*program) : std::nullopt;
  if (!luma) return;
  PassTableRef& table = tables[static_cast<std::size_t>(program->lattice)];
  table = with_luma_entries(table, program->lattice_size, *luma);
  const auto op = std::find_if(work.ops, work.ops + work.count,
                               [](const PointOp& o) { return o.kind == PointOp::Kind::lattice; });
  op->luma = true;
}

std::size_t luma_entries_at(int size) {
  const auto edge = static_cast<std::size_t>(size);
  const auto plane = static_cast<std::size_t>(spread_pitch(size).plane);
  return edge * edge * edge * 4 * sizeof(float) + 4 * sizeof(std::uint16_t) * plane * edge;
}

PassTableRef with_luma_entries(const PassTableRef& table, int size, const LumaOfColors& luma) {
  struct Made {
    std::weak_ptr<const PassTable> from, table;
    float red, blue;
  };
  constexpr std::size_t kMostKept = 16;
  static std::mutex mutex;
  static std::deque<Made> made;
  const std::lock_guard lock(mutex);
  std::erase_if(made, [](const Made& m) { return m.from.expired() || m.table.expired(); });
  for (const Made& m : made)
    if (PassTableRef found = m.table.lock();
        found && m.from.lock() == table && m.red == luma.red && m.blue == luma.blue)
      return found;
  PassTableRef result = made_with_luma(table, size, luma);
  made.push_front({table, result, luma.red, luma.blue});
  if (made.size() > kMostKept) made.pop_back();
  return result;
}

}  // namespace framelane
