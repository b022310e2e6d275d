#pragma once
#include "gpu/filters/filter.h"

namespace framelane {

// What yadif and bwdif have in common: options 1 and 2, and their plan.

inline constexpr Parameter::Choice kFieldParities[] = {
    {"tff", 0}, {"bff", 1}, {"auto", ~std::uint32_t{0}}};
inline constexpr Parameter::Choice kFieldDeints[] = {{"all", 0}, {"interlaced", 1}};
inline constexpr Parameter kFieldParity{.name = "parity",
                                        .type = Parameter::Type::choice,
                                        .maximum = ~std::uint32_t{0},
                                        .standard = ~std::uint32_t{0},
                                        .help = "which field comes first; auto: as the frame says",
                                        .choices = kFieldParities};
inline constexpr Parameter kFieldDeint{.name = "deint",
                                       .type = Parameter::Type::choice,
                                       .maximum = 1,
                                       .help = "which frames to deinterlace",
                                       .choices = kFieldDeints};

// `mode`: bit 0 asks for a frame for each field, bit 1 for no check of lines further away.
[[nodiscard]] FilterStep plan_fields(FieldsWork::Method method, int mode,
                                     const FilterValues& values, const FrameFacts& facts);

}  // namespace framelane
