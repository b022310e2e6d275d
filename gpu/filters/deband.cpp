#include <cmath>
#include <cstdlib>
#include <mutex>
#include <numbers>

#include "gpu/errors.h"
#include "gpu/filters/filters.h"
#include "gpu/filters/planes.h"

namespace framelane {
namespace {

enum { threshold1 = 0, noise_range = 4, direction, blur, coupling };

using Type = Parameter::Type;
constexpr double kTurn = 2 * std::numbers::pi;
constexpr int kMostRange = 8192;

constexpr Parameter flat_below(std::string_view name, std::string_view help) {
  return {name, Type::number, "of full scale", 0.00003, 0.5, 0.02, help};
}

constexpr Parameter kDebandParameters[] = {
    flat_below("1thr", "difference below which luma or green counts as flat"),
    flat_below("2thr", "of U or blue"),
    flat_below("3thr", "of V or red"),
    flat_below("4thr", "of alpha"),
    {"range", Type::integer, "samples", -kMostRange, kMostRange, 16,
     "how far references lie, at random; below 0 exactly that far", "r"},
    {"direction", Type::number, "radians", -kTurn, kTurn, kTurn,
     "where they lie, at random from 0 on; below 0 exactly there", "d"},
    {"blur", Type::boolean, "", 0, 1, 1, "compare with the references' mean, else with each", "b"},
    {"coupling", Type::boolean, "", 0, 1, 0, "change all planes of a pixel or none", "c"},
};

struct OffsetsKey {
  int width = 0, height = 0, range = 0;
  float direction = 0;
  friend bool operator==(const OffsetsKey&, const OffsetsKey&) = default;
};

// The same pseudo-random numbers as vf_deband's, 0 to 1.
float random_at(int x, int y) {
  const float angle = static_cast<float>(x) * 12.9898F + static_cast<float>(y) * 78.233F;
  const float r = std::sin(angle) * 43758.545F;
  return r - std::floor(r);
}

DebandOffset offset_at(const OffsetsKey& key, int x, int y) {
  const float r = random_at(x, y);
  const float angle = key.direction < 0 ? -key.direction : r * key.direction;
  const int distance =
      key.range < 0 ? -key.range : static_cast<int>(r * static_cast<float>(key.range));
  const auto along = static_cast<float>(distance);
  return {static_cast<std::int16_t>(std::cos(angle) * along),
          static_cast<std::int16_t>(std::sin(angle) * along)};
}

PassTableRef make_offsets(const OffsetsKey& key) {
  std::vector<DebandOffset> offsets;
  offsets.reserve(static_cast<std::size_t>(key.width) * static_cast<std::size_t>(key.height));
  for (int y = 0; y < key.height; ++y)
    for (int x = 0; x < key.width; ++x)
      offsets.push_back(offset_at(key, x, y));
  return make_pass_table(std::span<const DebandOffset>(offsets));
}

// The last table is made once while somebody holds it: a flat_below that is dragged needs no new
// one.
PassTableRef offsets_for(const OffsetsKey& key) {
  static std::mutex mutex;
  static OffsetsKey last;
  static std::weak_ptr<const PassTable> kept;
  const std::scoped_lock lock(mutex);
  if (PassTableRef table = kept.lock(); table && last == key) return table;
  PassTableRef table = make_offsets(key);
  last = key;
  kept = table;
  return table;
}

void require_equal_planes(const PixelFormat& format) {
  if (format.log2_chroma_w != 0 || format.log2_chroma_h != 0)
    throw UsageError("deband: coupling needs planes of one size, which " +
                     std::string(format.name) + " has not; use 4:4:4");
}

FilterStep plan_deband(const FilterValues& values, const FrameFacts& facts) {
  const PixelFormat& format = *facts.format;
  DebandWork work;
  work.blur = values[blur].number != 0;
  work.coupled = values[coupling].number != 0;
  if (work.coupled) require_equal_planes(format);
  work.components = components_of_planes(15, format);
  bool effect = false;
  for (int c = 0; c < 4; ++c) {
    if (!format.has_component(c)) continue;
    const auto share =
        static_cast<float>(values[threshold1 + plane_of_component(c, format)].number);
    work.threshold[c] = std::trunc(static_cast<float>(format.max_code()) * share);
    effect = effect || work.threshold[c] > 0;
  }
  FilterStep step;
  if (!effect) return step;
  const OffsetsKey key{facts.width, facts.height, static_cast<int>(values[noise_range].number),
                       static_cast<float>(values[direction].number)};
  work.reach = std::abs(key.range);
  step.works.push_back({work, facts, {offsets_for(key)}});
  return step;
}

}  // namespace

constinit const FilterSpec kDebandFilter{"deband",
                                         "smooths bands in flat areas",
                                         "range ends at 8192. coupling needs planes of one size: "
                                         "subsampled pictures are refused, where\n"
                                         "FFmpeg converts them.",
                                         FilterSpace::planes,
                                         kDebandParameters,
                                         plan_deband,
                                         "deband"};

}  // namespace framelane
