#include "gpu/host/passes/code_scaler.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "gpu/host/passes/across_rows.h"
#include "gpu/host/passes/code_columns.h"
#include "gpu/host/passes/rows.h"
#include "gpu/host/passes/sample_groups.h"

namespace framelane {
namespace {

// A group of components and how its rows are made.
struct CodePart {
  SampleGroup group;
  const ScaleAxis& down;
  ScaleTaps down_taps;
  CodeColumns columns;
};

// The lines of a picture that are made together, from rows of sums.
class CodeLines {
 public:
  CodeLines(const CodePart& part, const ImageView& out) : part_(part), out_(out) {}

  // How many further rows than for one line those for CodeSums::kLines may take.
  [[nodiscard]] static int most_further(int used) { return std::min(used / 2, kMostFurther); }

  // The lines from y on, below `last`.
  void begin(int y, int last) {
    const auto& [weights, firsts] = part_.down_taps;
    const int used = part_.down.used;
    y_ = y;
    lines_ = y + 1 < last && firsts[y + 1] - firsts[y] <= most_further(used) ? 2 : 1;
    taps_ = firsts[y + lines_ - 1] - firsts[y] + used;
    for (int i = 0; i < lines_; ++i) {
      auto& by = weights_[static_cast<std::size_t>(i)];
      by.fill(0);
      std::copy_n(weights + std::ptrdiff_t{part_.down.taps} * (y + i), used,
                  by.begin() + firsts[y + i] - firsts[y]);
    }
  }
  [[nodiscard]] int first_row() const { return part_.down_taps.firsts[y_]; }
  [[nodiscard]] int rows() const { return taps_; }
  [[nodiscard]] int lines() const { return lines_; }

  // From rows of sums across.
  void make(const CodeSums& sums, const AcrossRows<CodeSums>& across) const {
    const auto rows = rows_from<float>([&](int y) { return across.row(y); });
    std::uint16_t* const into[] = {line(0), line(lines_ - 1)};
    sums.down(rows.data(), taps_, lines_, weights().data(), line_count(out_), store(), into);
  }
  // Down first, with room for a row of sums for each line.
  void make(const CodeSums& sums, const CodeTaps& across, const ImageView& in,
            const std::array<float*, CodeSums::kLines>& room) const {
    const int c = part_.group.c, bottom = in.component_height(c) - 1;
    const auto rows = rows_from<std::uint16_t>([&](int y) {
      return reinterpret_cast<const std::uint16_t*>(in.data[c] +
                                                    std::min(y, bottom) * in.pitch_bytes[c]);
    });
    sums.columns(rows.data(), taps_, lines_, weights().data(), line_count(in), in.shift,
                 room.data());
    for (int i = 0; i < lines_; ++i)
      sums.outputs(across, room.at(static_cast<std::size_t>(i)), line_count(out_), store(),
                   line(i));
  }

 private:
  static constexpr int kMostFurther = 16;

  template <typename T>
  using Rows = std::array<const T*, kMostCodeTaps + kMostFurther>;
  template <typename T, typename Row>
  [[nodiscard]] Rows<T> rows_from(Row row) const {
    Rows<T> rows{};
    for (int k = 0; k < taps_; ++k)
      rows[static_cast<std::size_t>(k)] = row(first_row() + k);
    return rows;
  }
  [[nodiscard]] std::array<const float*, CodeSums::kLines> weights() const {
    return {weights_[0].data(), weights_[1].data()};
  }
  [[nodiscard]] std::uint16_t* line(int i) const {
    const int c = part_.group.c;
    return reinterpret_cast<std::uint16_t*>(out_.data[c] + (y_ + i) * out_.pitch_bytes[c]);
  }
  [[nodiscard]] int line_count(const ImageView& view) const {
    return view.component_width(part_.group.c) * static_cast<int>(part_.group.bytes / 2);
  }
  [[nodiscard]] CodeStore store() const { return {out_.max_code, out_.shift}; }

  const CodePart& part_;
  const ImageView& out_;
  int y_ = 0, lines_ = 0, taps_ = 0;
  std::array<std::array<float, kMostCodeTaps + kMostFurther>, CodeSums::kLines> weights_{};
};

void across_first(const CodeSums& sums, const CodePart& part, const HostPassCall& call, int first,
                  int last) {
  const int used = part.down.used;
  AcrossRows<CodeSums> across(sums, part.columns.taps(call.in[0].shift), call.in[0], part.group,
                              used + CodeLines::most_further(used),
                              part.down_taps.firsts[last - 1] + used);
  CodeLines lines(part, call.out[0]);
  for (int y = first; y < last; y += lines.lines()) {
    lines.begin(y, last);
    across.make(lines.first_row(), lines.rows());
    lines.make(sums, across);
  }
}

void down_first(const CodeSums& sums, const CodePart& part, const HostPassCall& call, int first,
                int last) {
  const int width = call.in[0].component_width(part.group.c);
  const std::ptrdiff_t stride = CodeSums::stride(width + kCodeSlack);
  auto* const room = kept_room<float>(CodeSums::kLines * stride);
  std::array<float*, CodeSums::kLines> rows{};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i] = room + static_cast<std::ptrdiff_t>(i) * stride;
    std::fill_n(rows[i] + width, kCodeSlack, 0.0F);
  }
  CodeLines lines(part, call.out[0]);
  for (int y = first; y < last; y += lines.lines()) {
    lines.begin(y, last);
    lines.make(sums, part.columns.taps(0), call.in[0], rows);
  }
}

// Where a window has one output, most of the work is across.
void scale_codes_band(const CodeSums& sums, const CodePart& part, const HostPassCall& call,
                      int first, int last) {
  const bool few = call.in[0].component_width(part.group.c) < kCodeBlock;
  const bool alone = part.group.bytes == sizeof(std::uint16_t);
  const auto made = part.columns.taps(0).outputs == 1 && alone && !few ? down_first : across_first;
  made(sums, part, call, first, last);
}

bool are_codes(const ImageView& view) {
  return view.type == SampleType::u16;
}

std::vector<CodePart> code_parts(const ScaleWork& work, const HostPassCall& call) {
  std::vector<CodePart> parts;
  for (const SampleGroup& group : common_groups(call.in[0], call.out[0])) {
    const int axes = scale_part(call.in[0], group.c);
    const ScaleAxis &across = work.across[axes], &down = work.down[axes];
    if (down.used > kMostCodeTaps) return {};
    CodePart part{
        group, down, taps_of(down, call.memory.tables[down.table]),
        CodeColumns(across, call.memory.tables[across.table], static_cast<int>(group.bytes / 2))};
    if (!part.columns.usable()) return {};
    parts.push_back(std::move(part));
  }
  return parts;
}

}  // namespace

bool scale_codes(const ScaleWork& work, const HostPassCall& call) {
  const CodeSums* const sums = wide_code_sums();
  if (sums == nullptr || !are_codes(call.in[0]) || !are_codes(call.out[0])) return false;
  const std::vector<CodePart> parts = code_parts(work, call);
  for (const CodePart& part : parts) {
    const int rows = call.out[0].component_height(part.group.c);
    call.bands.run(
        rows, band_rows(rows, call.bands.threads(), 32),
        [&](int first, int last) { scale_codes_band(*sums, part, call, first, last); },
        call.cancel);
  }
  return !parts.empty();
}

}  // namespace framelane
