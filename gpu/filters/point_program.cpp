#include "gpu/filters/point_program.h"

#include <algorithm>
#include <iterator>

#include "gpu/errors.h"

namespace framelane {
namespace {

bool is_linear(const PointOp& op) {
  return op.kind == PointOp::Kind::scale || op.kind == PointOp::Kind::matrix;
}

}  // namespace

void PointProgram::convert(const FrameFacts& from, const FrameFacts& to) {
  const ColorMap map = color_map(from, to);
  if (!is_identity(map)) append(to_op(map));
  if (from.format->max_code() != to.format->max_code())
    append_alpha(
        static_cast<float>(to.format->max_code()) / static_cast<float>(from.format->max_code()), 0);
}

void PointProgram::append(const PointOp& op, std::span<const PassTableRef> tables) {
  if (op.table >= 0) {
    const auto found = std::ranges::find(tables_, tables[static_cast<std::size_t>(op.table)]);
    ops_.push_back(op);
    ops_.back().table = static_cast<int>(found - tables_.begin());
    if (found == tables_.end()) tables_.push_back(tables[static_cast<std::size_t>(op.table)]);
    return;
  }
  if (ops_.empty() || !is_linear(op) || !is_linear(ops_.back()) || ops_.back().clamp) {
    ops_.push_back(op);
    return;
  }
  const ColorMap map = after(to_map(op), to_map(ops_.back()));
  if (is_identity(map) && !op.clamp) {
    ops_.pop_back();
    return;
  }
  ops_.back() = to_op(map);
  ops_.back().clamp = op.clamp;
  ops_.back().limit = op.limit;
}

void PointProgram::append_alpha(float gain, float offset) {
  if (gain == 1.0F && offset == 0.0F) return;
  if (std::ranges::any_of(ops_, &PointOp::sets_alpha)) {
    PointOp op;
    op.kind = PointOp::Kind::alpha;
    op.clamp = false;
    op.m[0][0] = gain;
    op.m[0][1] = offset;
    ops_.push_back(op);
    return;
  }
  alpha_gain_ *= gain;
  alpha_offset_ = alpha_offset_ * gain + offset;
}

bool PointProgram::empty() const {
  return ops_.empty() && alpha_gain_ == 1.0F && alpha_offset_ == 0.0F;
}

PointWork PointProgram::finish() const {
  if (ops_.size() > std::size_t{kMaxPointOps} || tables_.size() > std::size_t{kMaxPassTables})
    throw DeviceError("point program too long");
  PointWork work;
  std::ranges::copy(ops_, std::begin(work.ops));
  work.count = count();
  work.plain = std::ranges::all_of(ops_, &PointOp::plain);
  work.alpha_gain = alpha_gain_;
  work.alpha_offset = alpha_offset_;
  return work;
}

PointCoupling coupling_of(const PointWork& work) {
  PointCoupling coupling = PointCoupling::none;
  if (!work.plain) return PointCoupling::all;
  for (int i = 0; i < work.count; ++i) {
    const PointOp& op = work.ops[static_cast<std::size_t>(i)];
    if (op.kind != PointOp::Kind::matrix) continue;
    if (op.m[0][1] != 0 || op.m[0][2] != 0 || op.m[1][0] != 0 || op.m[2][0] != 0)
      return PointCoupling::all;
    coupling = PointCoupling::chroma;
  }
  return coupling;
}

}  // namespace framelane
