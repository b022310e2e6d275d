#include "ui/synthetic_models.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "gpu/band_pool.h"
#include "gpu/host/scopes/count.h"
#include "gpu/image_view.h"

namespace framelane {
namespace {

// A small fixed-seed generator: the pictures must be the same everywhere.
class Noise {
 public:
  explicit Noise(std::uint32_t seed) : state_(seed) {}
  float next() {  // -1 to 1
    state_ = state_ * 1664525U + 1013904223U;
    return static_cast<float>(state_ >> 8U) / 8388608.0F - 1;
  }

 private:
  std::uint32_t state_;
};

StageRow stage_row(Stage stage, const char* name, double mean, double p99, float spread) {
  StageRow row;
  row.stage = stage;
  row.name = name;
  row.mean_ms = mean;
  row.p99_ms = p99;
  row.last_ms = mean * 1.01;
  row.average_ms = mean;
  row.p95_ms = (mean + p99) / 2;
  row.max_ms = p99 * 1.04;
  row.budget_share = mean / 16.683;
  Noise noise(static_cast<std::uint32_t>(stage) + 7);
  for (int i = 0; i < 120; ++i) {
    row.series_ms.push_back(static_cast<float>(mean) * (1 + spread * noise.next()));
  }
  return row;
}

}  // namespace

HudModel synthetic_hud() {
  HudModel model;
  model.displayed_fps = 59.94;
  model.processed_fps = 59.94;
  model.source_fps = 59.94;
  model.budget_ms = 16.683;
  model.lanes = 3;
  model.device = "H200";
  model.interval_p99_ms = 16.91;
  Noise noise(3);
  for (int i = 0; i < 120; ++i) {
    const float jolt = i == 71 ? 1.1F : i == 72 ? -0.9F : 0.0F;
    model.intervals_ms.push_back(16.683F + 0.2F * noise.next() + jolt);
  }
  model.rows = {stage_row(Stage::decode, "decode", 4.9, 5.62, 0.2F),
                stage_row(Stage::upload, "upload", 0.249, 0.252, 0.1F),
                stage_row(Stage::passes, "passes", 0.086, 0.091, 0.1F),
                stage_row(Stage::download, "download", 0.249, 0.253, 0.1F),
                stage_row(Stage::present, "present", 0.35, 0.412, 0.15F)};
  model.rows[1].gb_per_s = model.rows[3].gb_per_s = 49.9;
  StageRow& decode = model.rows[0];
  decode.queue_depth = 3;
  decode.queue_capacity = 6;
  decode.bound = "Bound by the pace: decode takes 4.900 of 16.683 ms.";
  for (const float ms : decode.series_ms)
    decode.waits_ms.push_back(0.5F * ms);
  model.decoded = 1056;
  model.processed = 1052;
  model.displayed = 1037;
  return model;
}

TransportModel synthetic_transport() {
  TransportModel model;
  model.open = true;
  model.position_s = 17.284;
  model.duration_s = 144.5;
  model.buffered_s = 27;
  model.name = "lake_dawn_2160p60.mp4";
  model.facts = "3840 × 2160, 59.94 fps, H.264 High 5.2, yuv420p, BT.709 limited, 58.3 Mbit/s";
  model.frame = 1036;
  model.frame_count = 8661;
  model.lanes = 3;
  model.present_offered = model.present_direct = true;
  return model;
}

std::shared_ptr<const ScopeTables> synthetic_tables(const HostPicture& picture) {
  auto tables = std::make_shared<ScopeTables>();
  tables->facts = picture.facts;
  constexpr int kAll = 1 << 30;
  tables->layout = scope_layout({true, true, true}, ScopeSide::after, picture.facts, kAll);
  auto bytes = std::make_shared<std::vector<std::byte>>(tables->layout.bytes);
  auto block = std::make_shared<HostBlock>(HostBlock{bytes->data(), bytes->size(), false});
  tables->block = HostBlockRef(block.get(), [block, bytes](HostBlock*) {});
  BandPool bands(1);
  const ImageView view = view_of(stored_format(*picture.facts.format, picture.facts.width,
                                               picture.facts.height, picture.layout),
                                 picture.first);
  for (const Scope scope : kAllScopes) {
    const auto s = static_cast<std::size_t>(scope);
    count_on_host(*tables->layout.works[s], view,
                  reinterpret_cast<std::uint32_t*>(bytes->data() + tables->layout.offsets[s]),
                  bands, nullptr);
  }
  return tables;
}

ScopesModel synthetic_scopes() {
  ScopesModel model;
  model.on = {true, true, true};
  HostPicture picture = synthetic_landscape(960, 540);
  model.tables.before = synthetic_tables(picture);
  for (std::size_t i = 0; i < picture.layout.bytes; ++i) {
    const float value = 1.3F * (static_cast<float>(picture.first[i]) - 80) + 84;
    picture.first[i] = static_cast<std::byte>(std::clamp(value, 0.0F, 255.0F));
  }
  model.tables.after = synthetic_tables(picture);
  model.revision = 1;
  model.cost_ms = {0.006, 0.011, 0.005};
  return model;
}

PixelModel synthetic_pixel() {
  PixelModel model;
  model.known = true;
  model.x = 1342;
  model.y = 742;
  model.zoom = 0.5;
  Noise noise(11);
  for (std::size_t i = 0; i < model.before.size(); ++i) {
    const float shade = 150 + 40 * noise.next();
    const auto level = [&](float gain) {
      return static_cast<std::uint8_t>(std::clamp(shade * gain, 0.0F, 255.0F));
    };
    model.before[i] = Rgb8{level(1.1F), level(1), level(0.98F)};
    model.after[i] = Rgb8{level(1.28F), level(1.16F), level(1.12F)};
  }
  model.depth = 10;
  model.codes = {{"Y", 588}, {"Cb", 500}, {"Cr", 536}, {"A", 1023}};
  return model;
}

FilesModel synthetic_files() {
  FilesModel model;
  const auto recent = [&](const char* name, const char* folder, double position_s) {
    model.recent.push_back({std::string(folder) + "/" + name, name, folder, position_s});
  };
  recent("lake_dawn_2160p60.mp4", "/home/ada/clips", 17.3);
  recent("interview take 2 with a rather long name that nobody shortened, final version.mov",
         "/media/disk/projects/a documentary of rivers/rushes/day 12", 3725);
  recent("test pattern.y4m", "/tmp", 0);
  model.recent.push_back(
      {"https://example.org/stream.m3u8", "https://example.org/stream.m3u8", "", 0});
  OpenDialogModel& dialog = model.dialog;
  dialog.folder = "/media/disk/projects/a documentary of rivers/rushes/day 12";
  dialog.parent = "/media/disk/projects/a documentary of rivers/rushes";
  for (const char* name : {"audio", "proxies", "takes 2", "takes 10"})
    dialog.entries.push_back({name, true, false, 0});
  for (unsigned n = 1; n <= 40; ++n)
    dialog.entries.push_back(
        {"river " + std::to_string(n) + ".mp4", false, true, 123'456'789ULL * n * n});
  dialog.entries.push_back({"notes.txt", false, false, 4321});
  dialog.revision = 1;
  return model;
}

FiltersModel synthetic_filters() {
  FiltersModel model;
  model.chain = parse_chain(
      "eq=contrast=1.12:saturation=1.3,exposure=exposure=0.15,gblur=sigma=0.8,"
      "unsharp=luma_amount=0.8,!@grain:median");
  model.rows = {{0, false, 0.011, 0.012, {}},
                {0, true, {}, {}, {}},
                {1, false, 0.041, 0.043, 0.004},
                {2, false, 0.034, 0.036, {}},
                {}};
  model.sum_ms = 0.086;
  model.passes = 3;
  model.presets = {"dusk", "film, warm", "night"};
  model.revision = 1;
  return model;
}

FiltersModel synthetic_long_chain() {
  FiltersModel model;
  model.chain = parse_chain(
      "eq=contrast=-1000:gamma_r=10,exposure,negate=components=y,hue=h=-360000,"
      "gblur=sigma=1024,unsharp,@a_long_label_of_a_filter:sobel=delta=-6553.55,median=radius=127,"
      "tmix=frames=1024:weights=1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20");
  int pass = 0;
  for (const ChainFilter& filter : model.chain.filters) {
    const bool fused = filter.spec->name == "exposure";
    if (!fused) ++pass;
    model.rows.push_back({pass, fused, 1234.567, 1300.123, -12.345});
  }
  model.sum_ms = 12345.678;
  model.passes = pass;
  model.refused = "unsharp: a refusal of this length needs more room than one line has for it here";
  model.revision = 1;
  return model;
}

HostPicture empty_picture(const FrameFacts& facts) {
  HostPicture picture;
  picture.facts = facts;
  picture.layout = packed_layout(*facts.format, facts.width, facts.height);
  auto bytes = std::make_shared<std::vector<std::byte>>(picture.layout.bytes + 512);
  auto block = std::make_shared<HostBlock>();
  block->data = bytes->data();
  block->bytes = bytes->size();
  picture.first = bytes->data();
  // The block keeps its bytes for as long as anyone holds it.
  picture.block = HostBlockRef(block.get(), [block, bytes](HostBlock*) {});
  return picture;
}

HostPicture synthetic_landscape(int width, int height) {
  FrameFacts facts;
  facts.format = find_pixel_format("rgb24");
  facts.width = width;
  facts.height = height;
  HostPicture picture = empty_picture(facts);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const float u = static_cast<float>(x) / static_cast<float>(width);
      const float v = static_cast<float>(y) / static_cast<float>(height);
      const float mirror = v < 0.5F ? v : 1 - v;
      const float ridge = 0.36F + 0.08F * std::sin(9 * u) + 0.04F * std::sin(31 * u + 1);
      const float glow =
          std::exp(-20 * ((u - 0.58F) * (u - 0.58F) + (mirror - 0.45F) * (mirror - 0.45F)));
      const bool land = mirror > ridge;
      const float shade = v < 0.5F ? 1.0F : 0.7F;
      const std::array<float, 3> sky{40 + 190 * glow, 70 + 130 * glow, 115 + 40 * glow};
      const std::array<float, 3> ground{70 + 60 * u, 62 + 30 * u, 52 + 10 * u};
      std::byte* pixel = picture.first + static_cast<std::size_t>(y) * picture.pitch(0) +
                         static_cast<std::size_t>(x) * 3;
      for (std::size_t c = 0; c < 3; ++c) {
        const float value = shade * (land ? ground[c] : sky[c]);
        pixel[c] = static_cast<std::byte>(std::clamp(value, 0.0F, 255.0F));
      }
    }
  }
  return picture;
}

}  // namespace framelane
