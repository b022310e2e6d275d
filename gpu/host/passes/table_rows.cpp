#include "gpu/host/passes/table_rows.h"

#include <algorithm>

#include "gpu/host/passes/byte_table.h"
#include "gpu/host/passes/byte_words.h"
#include "gpu/host/passes/rows.h"

namespace framelane {
namespace {

constexpr int kBlock = 512;  // bytes of a row under way

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

void look_up_row(const ImageView& in, const ImageView& out, int c, int y, const CodeTable& table) {
  const bool wide_in = in.type == SampleType::u16, wide_out = out.type == SampleType::u16;
  if (wide_in && wide_out)
    return look_up<std::uint16_t, std::uint16_t>(in, out, c, y, table.data());
  if (wide_in) return look_up<std::uint16_t, std::uint8_t>(in, out, c, y, table.data());
  if (wide_out) return look_up<std::uint8_t, std::uint16_t>(in, out, c, y, table.data());
  look_up<std::uint8_t, std::uint8_t>(in, out, c, y, table.data());
}

// Reads bytes of one component, whatever lies between them.
class ByteReader {
 public:
  ByteReader(const ImageView& in, int c) : in_(in), c_(c) {}
  [[nodiscard]] const std::uint8_t* read(int y, int x, std::size_t n) {
    const int step = in_.step_bytes[c_];
    const auto* from =
        reinterpret_cast<const std::uint8_t*>(in_.data[c_] + y * in_.pitch_bytes[c_]) +
        std::ptrdiff_t{x} * step;
    if (step == 1) return from;
    pick_bytes(from, step, n, picked_);
    return picked_;
  }

 private:
  const ImageView& in_;
  int c_;
  std::uint8_t picked_[kBlock] = {};
};

// What becomes of the bytes of one component; `part` 1: of the stored samples' high bytes.
class ByteMap {
 public:
  ByteMap(const CodeTable& table, int part) : kept_(table.empty()) {
    for (std::size_t i = 0; i < table.size(); ++i)
      bytes_[i] = static_cast<std::uint8_t>(table[i] >> (8 * part));
  }
  void apply(const std::uint8_t* from, std::size_t n, std::uint8_t* to) const {
    if (kept_) {
      std::copy_n(from, n, to);
    } else {
      look_up_bytes(bytes_, from, n, to);
    }
  }
  // Where the result is: `from` itself, or `room`.
  const std::uint8_t* applied(const std::uint8_t* from, std::size_t n, std::uint8_t* room) const {
    if (kept_) return from;
    look_up_bytes(bytes_, from, n, room);
    return room;
  }

 private:
  bool kept_;
  ByteTable bytes_{};
};

// Calls body(y, x, n) for parts of the rows, of `block` columns at most.
template <typename Body>
void each_part(const ImageView& out, int c, int first, int last, int block, const Body& body) {
  const int width = out.component_width(c);
  for (int y = first; y < last; ++y)
    for (int x = 0; x < width; x += block)
      body(y, x, static_cast<std::size_t>(std::min(block, width - x)));
}

std::uint8_t* byte_at(const ImageView& out, int c, int y, int x) {
  return reinterpret_cast<std::uint8_t*>(out.data[c] + y * out.pitch_bytes[c] +
                                         std::ptrdiff_t{x} * out.step_bytes[c]);
}

void bytes_to_bytes(const HostPassCall& call, const CodeTable& table, int c, int first, int last) {
  ByteReader reader(call.in[0], c);
  const ByteMap map(table, 0);
  const bool whole = call.in[0].step_bytes[c] == 1;
  each_part(call.out[0], c, first, last, whole ? call.in[0].width : kBlock,
            [&](int y, int x, std::size_t n) {
              map.apply(reader.read(y, x, n), n, byte_at(call.out[0], c, y, x));
            });
}

// Low and high bytes apart.
void bytes_to_pairs(const HostPassCall& call, const CodeTable& table, int c, int first, int last) {
  ByteReader reader(call.in[0], c);
  const ByteMap low(table, 0), high(table, 1);
  std::uint8_t bytes[2][kBlock];
  const std::uint8_t* const rows[2] = {bytes[0], bytes[1]};
  each_part(call.out[0], c, first, last, kBlock, [&](int y, int x, std::size_t n) {
    const std::uint8_t* const from = reader.read(y, x, n);
    low.apply(from, n, bytes[0]);
    high.apply(from, n, bytes[1]);
    zip_bytes(rows, 2, n, byte_at(call.out[0], c, y, x));
  });
}

// All components of the words at once.
void bytes_to_words(const HostPassCall& call, const CodeTables& tables, const ByteWords& words,
                    int first, int last) {
  std::uint8_t bytes[4][kBlock];
  const std::uint8_t* rows[4] = {};
  std::vector<ByteReader> readers;
  std::vector<ByteMap> maps;
  for (int i = 0; i < words.step; ++i) {
    const int c = words.components[static_cast<std::size_t>(i)];
    readers.emplace_back(call.in[0], c);
    maps.emplace_back(tables[static_cast<std::size_t>(c)], 0);
  }
  const int c = words.components[0];
  each_part(call.out[0], c, first, last, kBlock, [&](int y, int x, std::size_t n) {
    for (std::size_t i = 0; i < maps.size(); ++i)
      rows[i] = maps[i].applied(readers[i].read(y, x, n), n, bytes[i]);
    zip_bytes(rows, words.step, n, byte_at(call.out[0], c, y, x));
  });
}

// The words that component c of the output is part of and the input has all of.
ByteWords whole_words(const HostPassCall& call, int c) {
  const ByteWords words = words_of(call.out[0], c);
  for (int i = 0; i < words.step; ++i)
    if (call.in[0].data[words.components[static_cast<std::size_t>(i)]] == nullptr) return {};
  return words;
}

// Whether something quicker than sample by sample did it.
bool look_up_byte_rows(const HostPassCall& call, const CodeTables& tables, int c, int first,
                       int last) {
  const ImageView &in = call.in[0], &out = call.out[0];
  const CodeTable& table = tables[static_cast<std::size_t>(c)];
  if (in.type != SampleType::u8) return false;
  if (out.type == SampleType::u16) {
    if (out.step_bytes[c] != 2 || table.empty()) return false;
    bytes_to_pairs(call, table, c, first, last);
    return true;
  }
  if (out.step_bytes[c] == 1) {
    bytes_to_bytes(call, table, c, first, last);
    return true;
  }
  const ByteWords words = whole_words(call, c);
  if (words.step == 0) return false;
  if (words.components[0] == c) bytes_to_words(call, tables, words, first, last);
  return true;
}

}  // namespace

void look_up_rows(const HostPassCall& call, const CodeTables& tables, int c, int first, int last) {
  if (look_up_byte_rows(call, tables, c, first, last)) return;
  const ImageView &in = call.in[0], &out = call.out[0];
  const CodeTable& table = tables[static_cast<std::size_t>(c)];
  const auto scratch = row_scratch(0, static_cast<std::size_t>(in.component_width(c)));
  for (int y = first; y < last; ++y) {
    if (table.empty()) {
      copy_row(in, out, c, y, scratch.data());
    } else {
      look_up_row(in, out, c, y, table);
    }
  }
}

}  // namespace framelane
