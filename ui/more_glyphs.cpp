#include "ui/more_glyphs.h"

#include <fontconfig/fontconfig.h>

#include <memory>

namespace framelane {
namespace {

constexpr std::size_t kMostFaces = 4;
constexpr unsigned kLastInPlane = 0xFFFF;  // that an ImWchar holds

template <auto kFree>
struct Freed {
  template <typename T>
  void operator()(T* it) const {
    kFree(it);
  }
};
using Charset = std::unique_ptr<FcCharSet, Freed<FcCharSetDestroy>>;
using Pattern = std::unique_ptr<FcPattern, Freed<FcPatternDestroy>>;
using FontSet = std::unique_ptr<FcFontSet, Freed<FcFontSetDestroy>>;

// The first character of UTF-8 text, and how long it is; 0 where that is not one.
unsigned decode(std::string_view text, std::size_t& length) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (length > text.size()) {
    length = text.size();
    return 0;
  }
  if (length == 1) return first;
  unsigned character = first & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i)
    character = character << 6U | (byte(i) & 0x3FU);
  return character;
}

bool lies_in(const ImWchar* ranges, unsigned character) {
  for (; ranges[0] != 0; ranges += 2)
    if (character >= ranges[0] && character <= ranges[1]) return true;
  return false;
}

// What outlines can be read from.
bool is_readable(const FcPattern* font) {
  FcChar8* format = nullptr;
  FcBool scalable = FcFalse;
  if (FcPatternGetBool(font, FC_SCALABLE, 0, &scalable) != FcResultMatch || scalable == FcFalse ||
      FcPatternGetString(font, FC_FONTFORMAT, 0, &format) != FcResultMatch)
    return false;
  const std::string_view name = reinterpret_cast<const char*>(format);
  return name == "TrueType" || name == "CFF";
}

FontSet sorted_faces(const FcCharSet* characters) {
  const Pattern wanted(FcPatternCreate());
  FcPatternAddString(wanted.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>("sans"));
  FcPatternAddCharSet(wanted.get(), FC_CHARSET, characters);
  FcConfigSubstitute(nullptr, wanted.get(), FcMatchPattern);
  FcDefaultSubstitute(wanted.get());
  FcResult result = FcResultNoMatch;
  return FontSet(FcFontSort(nullptr, wanted.get(), FcTrue, nullptr, &result));
}

}  // namespace

void MoreGlyphs::note(std::string_view text) {
  while (!text.empty()) {
    std::size_t length = 1;
    const unsigned character = decode(text, length);
    if (character >= 0x80) note(character);
    text.remove_prefix(length);
  }
}

void MoreGlyphs::note(unsigned character) {
  if (character > kLastInPlane || lies_in(always_, character) || characters_.size() >= kMost)
    return;
  pending_ = characters_.insert(static_cast<ImWchar>(character)).second || pending_;
}

const ImWchar* MoreGlyphs::ranges() {
  ranges_.clear();
  for (const ImWchar character : characters_) {
    ranges_.push_back(character);
    ranges_.push_back(character);
  }
  ranges_.push_back(0);
  pending_ = false;
  return ranges_.data();
}

std::vector<FaceFile> faces_with(const std::set<ImWchar>& characters) {
  Charset missing(FcCharSetCreate());
  for (const ImWchar character : characters)
    FcCharSetAddChar(missing.get(), character);
  std::vector<FaceFile> files;
  const FontSet fonts = sorted_faces(missing.get());
  for (int i = 0; fonts != nullptr && i < fonts->nfont && files.size() < kMostFaces; ++i) {
    const FcPattern* font = fonts->fonts[i];
    FcCharSet* has = nullptr;
    FcChar8* path = nullptr;
    int index = 0;
    if (!is_readable(font) || FcPatternGetCharSet(font, FC_CHARSET, 0, &has) != FcResultMatch ||
        FcCharSetIntersectCount(missing.get(), has) == 0 ||
        FcPatternGetString(font, FC_FILE, 0, &path) != FcResultMatch)
      continue;
    FcPatternGetInteger(font, FC_INDEX, 0, &index);
    files.push_back({reinterpret_cast<const char*>(path), index & 0xFFFF});
    missing.reset(FcCharSetSubtract(missing.get(), has));
  }
  return files;
}

void forget_faces() {
  FcFini();
}

}  // namespace framelane
