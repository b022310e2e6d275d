#include "gpu/filters/cube_file.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <optional>
#include <system_error>

#include "gpu/errors.h"

namespace framelane {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBlanks = " \t\r\v\f";
constexpr std::uintmax_t kMostFileBytes = std::uintmax_t{1} << 30;
constexpr double kLeastRange = 1e-6;

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return out;
}

// A word of the file as a message can show it.
std::string shown(std::string_view word) {
  constexpr std::size_t kMost = 24;
  std::string out(word.substr(0, kMost));
  std::ranges::replace_if(
      out, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, '?');
  return "'" + out + (word.size() > kMost ? "…'" : "'");
}

class CubeParser {
 public:
  CubeParser(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  CubeFile parse() {
    if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
    while (!text_.empty()) {
      next_line();
      if (const auto word = next_word(); !word.empty() && word.front() != '#') take(word);
    }
    finish();
    return std::move(file_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { fail(line_, what); }
  [[noreturn]] void fail(int line, const std::string& what) const {
    throw UsageError(name_ + ", line " + std::to_string(std::max(line, 1)) + ": " + what);
  }

  void next_line() {
    const std::size_t end = text_.find('\n');
    rest_ = text_.substr(0, end);
    text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
    ++line_;
  }
  std::string_view next_word() {
    rest_.remove_prefix(std::min(rest_.size(), rest_.find_first_not_of(kBlanks)));
    const std::string_view word = rest_.substr(0, rest_.find_first_of(kBlanks));
    rest_.remove_prefix(word.size());
    return word;
  }
  void expect_end(const char* after) {
    if (const auto word = next_word(); !word.empty())
      fail(shown(word) + " stands after " + after + "; nothing may");
  }

  [[nodiscard]] std::optional<float> number(std::string_view word) const {
    if (word.starts_with('+') && !word.starts_with("+-")) word.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    const bool whole = error == std::errc{} && end == word.data() + word.size() && !word.empty();
    const auto single = static_cast<float>(value);
    if (!whole || !std::isfinite(single)) return {};
    return single;
  }
  float expect_number() {
    const std::string_view word = next_word();
    if (word.empty()) fail("a number is missing");
    const auto value = number(word);
    if (!value) fail(shown(word) + " is no number");
    return *value;
  }

  void take(std::string_view word) {
    const char first = word.front();
    if ((first >= '0' && first <= '9') || first == '-' || first == '+' || first == '.')
      return take_triple(word);
    const std::string keyword = lower(word);
    if (keyword == "title") return;
    if (triples_ > 0) fail(shown(word) + " stands among the numbers");
    if (keyword == "lut_1d_size") return take_size(file_.line, kMostCubeLine);
    if (keyword == "lut_3d_size") return take_size(file_.lattice, kMostCubeLattice);
    if (keyword == "domain_min") return take_domain(domain_.minimum);
    if (keyword == "domain_max") return take_domain(domain_.maximum);
    if (keyword == "lut_1d_input_range") return take_range(file_.line);
    if (keyword == "lut_3d_input_range") return take_range(file_.lattice);
    fail(shown(word) + " is no keyword of a .cube file");
  }

  void take_size(CubeTable& table, int most) {
    if (table.size != 0) fail("the size is given twice");
    const std::string_view word = next_word();
    int size = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), size);
    if (error != std::errc{} || end != word.data() + word.size() || size < 2 || size > most)
      fail("the size " + shown(word) + " is not accepted; it takes 2 to " + std::to_string(most));
    expect_end("the size");
    table.size = size;
  }
  void take_domain(std::array<float, 3>& bound) {
    for (float& value : bound)
      value = expect_number();
    expect_end("three numbers");
    domain_line_ = line_;
  }
  void take_range(CubeTable& table) {
    table.minimum.fill(expect_number());
    table.maximum.fill(expect_number());
    expect_end("two numbers");
    check_range(table, line_);
  }
  void check_range(const CubeTable& table, int line) const {
    for (std::size_t c = 0; c < 3; ++c)
      if (!(double{table.maximum[c]} - table.minimum[c] >= kLeastRange))
        fail(line, "the largest input must lie above the smallest");
  }

  [[nodiscard]] static std::size_t entries(const CubeTable& table, int axes) {
    std::size_t count = table.size > 0 ? 1 : 0;
    for (int axis = 0; axis < axes; ++axis)
      count *= static_cast<std::size_t>(table.size);
    return count;
  }
  [[nodiscard]] std::size_t expected() const {
    return entries(file_.line, 1) + entries(file_.lattice, 3);
  }

  void take_triple(std::string_view first) {
    if (triples_ == 0) begin_triples();
    if (triples_ == expected_) fail("more than " + std::to_string(expected_) + " lines of numbers");
    const auto red = number(first);
    if (!red) fail(shown(first) + " is no number");
    const float green = expect_number(), blue = expect_number();
    expect_end("three numbers");
    CubeTable& table = triples_ < entries(file_.line, 1) ? file_.line : file_.lattice;
    table.values.insert(table.values.end(), {*red, green, blue});
    ++triples_;
  }
  void begin_triples() {
    expected_ = expected();
    if (expected_ == 0) fail("LUT_1D_SIZE or LUT_3D_SIZE must come before the numbers");
    if (domain_line_ == 0) return;
    check_range(domain_, domain_line_);
    CubeTable& first = file_.line.size > 0 ? file_.line : file_.lattice;
    first.minimum = domain_.minimum;
    first.maximum = domain_.maximum;
  }
  void finish() const {
    if (expected() == 0) fail("neither LUT_1D_SIZE nor LUT_3D_SIZE stands in it");
    if (triples_ < expected())
      fail("it ends after " + std::to_string(triples_) + " of " + std::to_string(expected()) +
           " lines of numbers");
  }

  std::string_view text_, rest_;
  const std::string& name_;
  CubeFile file_;
  CubeTable domain_;
  int line_ = 0, domain_line_ = 0;
  std::size_t triples_ = 0, expected_ = 0;
};

struct Kept {
  std::string path;
  std::uintmax_t bytes = 0;
  fs::file_time_type time;
  std::shared_ptr<const CubeFile> file;
  [[nodiscard]] bool same_file(const Kept& other) const {
    return path == other.path && bytes == other.bytes && time == other.time;
  }
};

[[noreturn]] void cannot_read(const std::string& path, const std::string& why) {
  throw UsageError(path + ": cannot be read: " + why);
}

Kept look_at(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (error) cannot_read(path, error.message());
  if (!fs::is_regular_file(status)) cannot_read(path, "it is no file");
  Kept kept{path, fs::file_size(path, error), {}, nullptr};
  if (!error) kept.time = fs::last_write_time(path, error);
  if (error) cannot_read(path, error.message());
  if (kept.bytes > kMostFileBytes) cannot_read(path, "it is larger than 1 GB");
  return kept;
}

std::string text_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const int failed = errno;
  if (!in) cannot_read(path, std::generic_category().message(failed));
  std::string text(std::istreambuf_iterator<char>(in), {});
  if (in.bad()) cannot_read(path, std::generic_category().message(errno));
  return text;
}

}  // namespace

CubeFile parse_cube(std::string_view text, const std::string& name) {
  return CubeParser(text, name).parse();
}

std::shared_ptr<const CubeFile> read_cube(const std::string& path) {
  constexpr std::size_t kMostKept = 6, kMostFloats = std::size_t{1} << 25;
  static std::mutex mutex;
  static std::deque<Kept> kept;  // the latest first
  const std::lock_guard lock(mutex);
  Kept wanted = look_at(path);
  const auto found = std::ranges::find_if(kept, [&](const Kept& k) { return k.same_file(wanted); });
  if (found != kept.end()) return found->file;
  wanted.file = std::make_shared<const CubeFile>(parse_cube(text_of(path), path));
  std::erase_if(kept, [&](const Kept& k) { return k.path == path; });
  kept.push_front(wanted);
  std::size_t floats = 0;
  for (const Kept& k : kept)
    floats += k.file->line.values.size() + k.file->lattice.values.size();
  while (kept.size() > kMostKept || (floats > kMostFloats && kept.size() > 1)) {
    const CubeFile& oldest = *kept.back().file;
    floats -= oldest.line.values.size() + oldest.lattice.values.size();
    kept.pop_back();
  }
  return wanted.file;
}

}  // namespace framelane
