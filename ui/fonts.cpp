#include "ui/fonts.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace framelane {
namespace {

constexpr std::array kSizes{12.0F, 14.0F, 28.0F};
constexpr float kNumbersSize = 28;  // names are never set in it
constexpr std::array<ImWchar, 3> kDigits{'0', '9', 0};
// Latin, Greek and Cyrillic (names of files), dashes, minus, thin space, ellipsis.
constexpr std::array<ImWchar, 17> kOthers{0x20,   0x2F,   0x3A,   0x24F,  0x370,  0x3FF,
                                          0x400,  0x52F,  0x2009, 0x2009, 0x2013, 0x2014,
                                          0x2026, 0x2026, 0x2212, 0x2212, 0};

struct Face {
  std::vector<char> file;
  int index = 0;              // of the face in the file
  float line_per_em = 1;      // Dear ImGui sizes a face by its line, designs by its em
  float baseline_per_em = 0;  // from the line's middle down
};

unsigned big_endian(const std::vector<char>& bytes, std::size_t at, std::size_t count) {
  unsigned value = 0;
  for (std::size_t i = at; i < at + count; ++i) {
    value = value << 8U | static_cast<unsigned char>(i < bytes.size() ? bytes[i] : 0);
  }
  return value;
}

// Where a face of an OpenType file or collection begins.
std::size_t start_of(const Face& face) {
  constexpr std::string_view kCollection = "ttcf";
  if (face.file.size() < 4 || std::string_view(face.file.data(), 4) != kCollection) return 0;
  return big_endian(face.file, 12 + 4 * static_cast<std::size_t>(face.index), 4);
}

// Where a table of it begins.
std::optional<std::size_t> find_table(const Face& face, std::string_view tag) {
  const std::vector<char>& file = face.file;
  const std::size_t start = start_of(face);
  const unsigned tables = big_endian(file, start + 4, 2);
  for (unsigned i = 0; i < tables; ++i) {
    const std::size_t entry = start + 12 + 16 * std::size_t{i};
    if (entry + 16 > file.size()) break;
    if (std::string_view(&file[entry], 4) == tag) return big_endian(file, entry + 8, 4);
  }
  return std::nullopt;
}

bool read_metrics(Face& face) {
  const std::vector<char>& file = face.file;
  const auto head = find_table(face, "head"), hhea = find_table(face, "hhea");
  if (!head || !hhea) return false;
  const unsigned em = big_endian(file, *head + 18, 2);
  const auto ascent = static_cast<std::int16_t>(big_endian(file, *hhea + 4, 2));
  const auto descent = static_cast<std::int16_t>(big_endian(file, *hhea + 6, 2));
  if (em == 0 || ascent <= descent) return false;
  face.line_per_em = static_cast<float>(ascent - descent) / static_cast<float>(em);
  face.baseline_per_em = static_cast<float>(ascent + descent) / 2 / static_cast<float>(em);
  return true;
}

std::optional<Face> read_face(const std::filesystem::path& path, int index = 0) {
  std::ifstream in(path, std::ios::binary);
  Face face;
  face.index = index;
  face.file.assign(std::istreambuf_iterator<char>(in), {});
  if (!read_metrics(face)) return std::nullopt;
  return face;
}

std::optional<Face> find_face() {
  for (const char* path : {"/usr/share/fonts/opentype/inter/Inter-Medium.otf",
                           "/usr/share/fonts/truetype/inter/Inter-Medium.ttf",
                           "/usr/local/share/fonts/Inter-Medium.otf",
                           "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"}) {
    if (std::optional<Face> face = read_face(path)) return face;
  }
  return std::nullopt;
}

ImFont* add_range(ImFontAtlas& atlas, Face& face, ImFontConfig config, const ImWchar* range) {
  config.FontDataOwnedByAtlas = false;
  config.FontNo = face.index;
  config.GlyphRanges = range;
  return atlas.AddFontFromMemoryTTF(face.file.data(), static_cast<int>(face.file.size()),
                                    config.SizePixels, &config, range);
}

// The advance of "0" at that size: all digits get it.
float digit_advance(Face& face, float pixels) {
  static constexpr std::array<ImWchar, 3> kZero{'0', '0', 0};
  ImFontAtlas atlas;
  ImFontConfig config;
  config.SizePixels = pixels;
  ImFont* font = add_range(atlas, face, config, kZero.data());
  return atlas.Build() ? font->FindGlyph('0')->AdvanceX : 0;
}

ImFont* add_size(ImFontAtlas& atlas, Face& face, float em) {
  ImFontConfig config;
  config.SizePixels = em * face.line_per_em;
  config.OversampleH = 3;
  config.OversampleV = 1;
  ImFontConfig digits = config;
  digits.GlyphMinAdvanceX = digits.GlyphMaxAdvanceX = digit_advance(face, config.SizePixels);
  ImFont* font = add_range(atlas, face, digits, kDigits.data());
  config.MergeMode = true;
  add_range(atlas, face, config, kOthers.data());
  return font;
}

// To the font added last.
void add_more(ImFontAtlas& atlas, Face& face, float em, const ImWchar* range) {
  ImFontConfig config;
  config.SizePixels = em * face.line_per_em;
  config.OversampleH = config.OversampleV = 1;
  config.MergeMode = true;
  add_range(atlas, face, config, range);
}

std::vector<Face> faces_for(const MoreGlyphs& more) {
  std::vector<Face> faces;
  if (more.empty()) return faces;
  for (const FaceFile& file : faces_with(more.characters()))
    if (std::optional<Face> face = read_face(file.path, file.index))
      faces.push_back(std::move(*face));
  return faces;
}

}  // namespace

Fonts::Fonts() : more_(kOthers.data()) {}

Fonts::~Fonts() {
  if (!more_.empty()) forget_faces();
}

bool Fonts::prepare(double scale) {
  if (scale == scale_ && !more_.pending()) return false;
  scale_ = scale;
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  std::optional<Face> face = find_face();
  std::vector<Face> others = faces_for(more_);
  const ImWchar* more = more_.ranges();
  for (std::size_t i = 0; i < kSizes.size(); ++i) {
    const float em = kSizes[i] * static_cast<float>(scale);
    ImFontConfig config;
    config.SizePixels = em;
    baselines_[i] = face ? face->baseline_per_em * em : em * 0.35F;
    faces_[i] = face ? add_size(atlas, *face, em) : atlas.AddFontDefault(&config);
    if (kSizes[i] == kNumbersSize) continue;
    for (Face& other : others)
      add_more(atlas, other, em, more);
  }
  if (!face) {
    // The built-in face has no dash for "no value"; it must not become a question mark.
    for (ImFont* font : faces_)
      font->FallbackChar = '-';
  }
  atlas.Build();
  atlas.ClearInputData();
  return true;
}

ImFont* Fonts::face(TextSize size) const {
  return faces_[static_cast<std::size_t>(size)];
}

float Fonts::baseline(TextSize size) const {
  return baselines_[static_cast<std::size_t>(size)];
}

}  // namespace framelane
