#include "gpu/filters/fields.h"
#include "gpu/filters/filters.h"

namespace framelane {
namespace {

constexpr Parameter::Choice kYadifModes[] = {
    {"send_frame", 0}, {"send_field", 1}, {"send_frame_nospatial", 2}, {"send_field_nospatial", 3}};
constexpr Parameter kYadifParameters[] = {
    {.name = "mode",
     .type = Parameter::Type::choice,
     .maximum = 3,
     .help = "one frame for each frame or field; nospatial: without the check of lines",
     .choices = kYadifModes},
    kFieldParity,
    kFieldDeint};

FilterStep plan_yadif(const FilterValues& values, const FrameFacts& facts) {
  return plan_fields(FieldsWork::Method::yadif, static_cast<int>(values[0].number), values, facts);
}

}  // namespace

constinit const FilterSpec kYadifFilter{
    "yadif",
    "deinterlace: edges and motion",
    "A frame for each field doubles the frame rate. Pictures of less than 3 columns or lines are\n"
    "taken too. Where frames stop or begin to be interlaced, history begins anew.",
    FilterSpace::planes,
    kYadifParameters,
    plan_yadif,
    "yadif=mode=send_field"};

}  // namespace framelane
