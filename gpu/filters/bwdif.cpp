#include "gpu/filters/fields.h"
#include "gpu/filters/filters.h"

namespace framelane {
namespace {

constexpr Parameter::Choice kBwdifModes[] = {{"send_frame", 0}, {"send_field", 1}};
constexpr Parameter kBwdifParameters[] = {{.name = "mode",
                                           .type = Parameter::Type::choice,
                                           .maximum = 1,
                                           .standard = 1,
                                           .help = "one frame for each frame or for each field",
                                           .choices = kBwdifModes},
                                          kFieldParity,
                                          kFieldDeint};

FilterStep plan_bwdif(const FilterValues& values, const FrameFacts& facts) {
  return plan_fields(FieldsWork::Method::bwdif, static_cast<int>(values[0].number), values, facts);
}

}  // namespace

constinit const FilterSpec kBwdifFilter{
    "bwdif",
    "deinterlace: Bob Weaver, motion and long filters",
    "A frame for each field doubles the frame rate. Pictures of less than 3 columns or 4 lines\n"
    "are taken too. Where frames stop or begin to be interlaced, history begins anew.",
    FilterSpace::planes,
    kBwdifParameters,
    plan_bwdif,
    "bwdif=mode=send_field"};

}  // namespace framelane
