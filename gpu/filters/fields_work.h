#pragma once
#include <cstdint>

namespace framelane {

// Deinterlacing: every output keeps the lines of one field and computes the others from the
// window's three pictures. The first output keeps the field that comes first; a second one, where
// there is one, the other. Formulas: yadif_math.h, bwdif_math.h.
struct FieldsWork {
  enum class Method : std::uint8_t { yadif, bwdif };
  Method method = Method::yadif;
  bool top_first = true;
  bool check_lines = true;  // yadif: also holds the result to what the lines two away do
};

}  // namespace framelane
