#include "gpu/host/passes/scaled_by_test.h"

#include <gtest/gtest.h>

#include "gpu/host/passes/byte_scaler.h"

namespace framelane::testing {
namespace {

// The first component need not be a pixel's first.
void expect_nothing_behind(const ImageView& out) {
  const std::ptrdiff_t step = out.step_bytes[0];
  for (int y = 0; y + 1 < out.height; ++y)
    for (std::ptrdiff_t x = out.width * step; x + step <= out.pitch_bytes[0]; ++x)
      ASSERT_EQ(out.data[0][y * out.pitch_bytes[0] + x], std::byte{0xCD}) << "behind row " << y;
}

PassRunner runner_of(const ScaleWay& way, BandPool& bands, bool& taken) {
  return [&way, &bands, &taken](const PassRun& run) {
    PassMemory memory;
    for (std::size_t i = 0; i < run.pass.tables.size(); ++i)
      memory.tables[i] = run.pass.tables[i]->bytes.data();
    const ImageView in = run.in[0]->view(), out = run.out[0]->view();
    taken = way(std::get<ScaleWork>(run.pass.work), {{&in, 1}, {&out, 1}, memory, bands, nullptr});
    expect_nothing_behind(out);
  };
}

}  // namespace

Scaled scaled_by(const ScaleWay& way, const std::string& chain, const FrameFacts& facts,
                 const Raw& picture, int threads) {
  BandPool bands(threads);
  Scaled result;
  result.raw =
      run_chain(chain, facts, std::vector<Raw>{picture}, {}, runner_of(way, bands, result.taken))
          .front();
  return result;
}

bool exactly(const ScaleWork& work, const HostPassCall& call) {
  scale_floats(work, call);
  return true;
}

}  // namespace framelane::testing
