#include "gpu/plan.h"

#include <gtest/gtest.h>

#include "gpu/errors.h"
#include "gpu/filters/test_filters.h"
#include "gpu/filters/testing.h"

namespace framelane {
namespace {

using testing::facts_of;

const PixelFormat* format(const char* name) {
  return find_pixel_format(name);
}

std::shared_ptr<const ChainPlan> plan(const char* chain, const char* source = "yuv420p",
                                      const OutputFormat& output = {}) {
  return plan_chain(parse_chain(chain, filters_with_tests()), facts_of(source, 66, 50), output);
}

// "name s>w" for each pass: reads stored samples, writes working ones.
std::string shape(const ChainPlan& plan) {
  std::string text;
  for (const Pass& pass : plan.passes) {
    if (!text.empty()) text += ' ';
    text += pass.name;
    text += pass.reads_stored ? " s>" : " w>";
    text += pass.writes_stored ? "s" : "w";
  }
  return text;
}

const OutputFormat kRgba{OutputFormat::Kind::rgba, nullptr};

TEST(Planner, NoFilterNoPass) {
  EXPECT_TRUE(plan("")->passes.empty());
  EXPECT_EQ(plan("")->result, facts_of("yuv420p", 66, 50));
}

TEST(Planner, FiltersWithoutEffectAreNoPasses) {
  for (const char* chain :
       {"eq", "eq=gamma_weight=0:gamma=3", "exposure", "hue", "hue=h=360", "gblur=sigma=0",
        "gblur=planes=0", "unsharp=la=0", "sobel=planes=0", "boxblur=0", "boxblur=9:0", "erosion=0",
        "dilation=threshold0=0:threshold1=0:threshold2=0", "convolution", "cas=planes=0",
        "deband=0.001:0.001:0.001", "tmix=frames=1", "!negate,!gblur=9",
        "eq,exposure,hue,gblur=sigma=0.1"})
    EXPECT_EQ(shape(*plan(chain)), "") << chain;
  EXPECT_EQ(shape(*plan("hue=h=90", "gray")), "");
  EXPECT_EQ(shape(*plan("eq=saturation=2", "gray")), "");
}

TEST(Planner, SmallBoxesAreOnePassAndWideOnesOneForEachAxisAndPower) {
  EXPECT_EQ(shape(*plan("boxblur")), "boxblur s>s");
  EXPECT_EQ(shape(*plan("boxblur=20:1")), "boxblur s>w boxblur w>s");
  EXPECT_EQ(plan("boxblur=5:1:7:3")->passes.size(), 6U);
}

TEST(Planner, DebandKeepsItsOffsetsWhileOnlyThresholdsChange) {
  const auto one = plan("deband");
  EXPECT_EQ(plan("deband=0.1")->passes[0].tables[0], one->passes[0].tables[0]);
  EXPECT_NE(plan("deband=range=9")->passes[0].tables[0], one->passes[0].tables[0]);
}

TEST(Planner, DebandCouplesPlanesOfOneSizeOnly) {
  EXPECT_THROW((void)plan("deband=coupling=1"), UsageError);
  EXPECT_EQ(shape(*plan("deband=coupling=1", "yuv444p")), "deband s>s");
}

TEST(Planner, AMatrixHasNineOrTwentyFiveNumbers) {
  EXPECT_THROW((void)plan("convolution=0m=1 2 3"), UsageError);
  EXPECT_EQ(shape(*plan("convolution=0m=1 1 1 1 1 1 1 1 1")), "convolution s>s");
}

TEST(Planner, DeinterlacingGoesByTheFramesFieldOrderAndMakesThemProgressive) {
  const auto planned = [](const char* chain, FieldOrder order) {
    FrameFacts facts = facts_of("yuv420p", 66, 50);
    facts.field_order = order;
    return plan_chain(parse_chain(chain), facts, {});
  };
  const auto top_first = [&](const char* chain, FieldOrder order) {
    return std::get<FieldsWork>(planned(chain, order)->passes.at(0).work).top_first;
  };
  EXPECT_TRUE(top_first("yadif", FieldOrder::progressive));
  EXPECT_TRUE(top_first("yadif", FieldOrder::top_first));
  EXPECT_FALSE(top_first("yadif", FieldOrder::bottom_first));
  EXPECT_TRUE(top_first("bwdif=parity=tff", FieldOrder::bottom_first));
  EXPECT_FALSE(top_first("bwdif=1:1", FieldOrder::top_first));
  EXPECT_EQ(shape(*planned("yadif=deint=interlaced", FieldOrder::progressive)), "");
  const auto plan = planned("yadif=deint=1,gblur=2,bwdif=deint=1", FieldOrder::bottom_first);
  EXPECT_EQ(shape(*plan), "yadif s>w gblur w>s") << "there are no fields left";
  EXPECT_EQ(plan->result.field_order, FieldOrder::progressive);
  EXPECT_EQ(plan->reach, 1);
  EXPECT_EQ(results_per_frame(*planned("bwdif,yadif=mode=send_field", FieldOrder::top_first)), 4);
}

TEST(Planner, FfmpegsNumberForAutomaticParityIsTaken) {
  EXPECT_EQ(to_text(parse_chain("yadif=0:-1:0")), "yadif");
  EXPECT_EQ(to_text(parse_chain("yadif=1:-1")), "yadif=mode=send_field");
  EXPECT_THROW((void)parse_chain("yadif=parity=2"), UsageError);
}

TEST(Planner, RecursiveFiltersRememberWithoutAReach) {
  EXPECT_EQ(plan("hqdn3d")->reach, 0);
  EXPECT_TRUE(remembers(*plan("hqdn3d")));
  EXPECT_TRUE(remembers(*plan("deflicker")));
  EXPECT_TRUE(remembers(*plan("negate,tmix")));
  EXPECT_FALSE(remembers(*plan("negate,gblur")));
  EXPECT_EQ(shape(*plan("deflicker=bypass=1")), "");
}

TEST(Planner, AChangeOfFactsIsAConversionOnlyWhereCodesChange) {
  EXPECT_EQ(shape(*plan("test_become=nothing")), "");
  EXPECT_EQ(shape(*plan("test_become=film")), "");
  EXPECT_EQ(plan("test_become=film")->result.color.primaries, Primaries::bt2020);
  EXPECT_EQ(shape(*plan("test_become=full")), "test_become s>s");
  EXPECT_EQ(plan("test_become=full")->result.color.range, Range::full);
  EXPECT_EQ(shape(*plan("test_become=yuv444p,eq=contrast=1.1,gblur=2")),
            "test_become+eq s>w gblur w>s");
  EXPECT_EQ(plan("gblur=2,test_become=yuv444p")->result.format->name, "yuv444p");
  EXPECT_EQ(shape(*plan("gblur=2,test_become=film,gblur=2")), "gblur s>w gblur w>s");
  EXPECT_EQ(shape(*plan("exposure=1,test_become=full,exposure=1")),
            "exposure+test_become+exposure s>s");
}

TEST(Planner, TablesOfFusedFiltersAreCountedAndSplitWherePassesAreFull) {
  const auto two = plan("test_curve=2,test_curve=3");
  EXPECT_EQ(shape(*two), "test_curve+test_curve s>s");
  EXPECT_EQ(two->passes[0].tables.size(), 2U);
  std::string chain = "test_curve=2";
  for (int i = 0; i < kMaxPassTables; ++i)
    chain += ",test_curve=" + std::to_string(3 + i);
  const auto many = plan(chain.c_str());
  ASSERT_EQ(many->passes.size(), 2U);
  EXPECT_EQ(many->passes[0].tables.size(), std::size_t{kMaxPassTables});
  EXPECT_EQ(std::get<PointWork>(many->passes[1].work).ops[0].table, 0);
}

TEST(Planner, NeighbouringPointFiltersAreOnePass) {
  EXPECT_EQ(shape(*plan("eq=contrast=1.1,exposure=1,hue=h=30,negate")),
            "eq+exposure+hue+negate s>s");
  EXPECT_EQ(shape(*plan("eq=contrast=1.1,exposure=1", "yuv420p", kRgba)), "eq+exposure s>s");
}

TEST(Planner, ManyPointFiltersStillFitTheirPasses) {
  std::string chain = "exposure=0.1";
  for (int i = 0; i < 40; ++i)
    chain += ",eq=contrast=1.01:gamma=1.1,exposure=0.01";
  const auto long_plan = plan(chain.c_str());
  EXPECT_GT(long_plan->passes.size(), 1U);
  for (const Pass& pass : long_plan->passes)
    EXPECT_LE(std::get<PointWork>(pass.work).count, kMaxPointOps);
}

TEST(Planner, NeighbourhoodFiltersReadTheSourceAndWriteTheOutputThemselves) {
  EXPECT_EQ(shape(*plan("gblur=sigma=2")), "gblur s>s");
  EXPECT_EQ(shape(*plan("gblur=sigma=2,sobel,median")), "gblur s>w sobel w>w median w>s");
  EXPECT_EQ(shape(*plan("eq=contrast=1.1,gblur=sigma=2")), "eq s>w gblur w>s");
  EXPECT_EQ(shape(*plan("gblur=sigma=2,eq=contrast=1.1")), "gblur s>w eq w>s");
  EXPECT_EQ(shape(*plan("gblur=sigma=2", "yuv420p", {OutputFormat::Kind::named, format("nv12")})),
            "gblur s>s");
}

TEST(Planner, ABlurTooWideForATileTakesTwoPasses) {
  EXPECT_EQ(shape(*plan("gblur=sigma=1024")), "gblur s>w gblur w>s");
  EXPECT_EQ(shape(*plan("gblur=sigma=9:sigmaV=0")), "gblur s>s");
}

TEST(Planner, ConvertsOnlyWhereTheSpaceChanges) {
  EXPECT_EQ(shape(*plan("unsharp", "rgb24")), "convert s>w unsharp w>w convert w>s");
  EXPECT_EQ(shape(*plan("gblur=sigma=1", "rgb24")), "gblur s>s");
  EXPECT_EQ(shape(*plan("gblur=sigma=1", "yuv420p", kRgba)), "gblur s>w convert w>s");
  // Within one matrix and range the way there and back is left out.
  const auto work = std::get<PointWork>(plan("exposure=1,exposure=-1")->passes[0].work);
  EXPECT_EQ(work.count, 3);
}

TEST(Planner, BetweenPassesLieHalvesUpToTenBitAndFloatsAbove) {
  const auto type_between = [](const char* source) {
    const Pass pass = plan("gblur=sigma=1,sobel", source)->passes[0];
    return view_of(working_format(*pass.output.format, 4, 4), nullptr).type;
  };
  EXPECT_EQ(type_between("yuv420p"), SampleType::f16);
  EXPECT_EQ(type_between("yuv420p10le"), SampleType::f16);
  EXPECT_EQ(type_between("yuv420p12le"), SampleType::f32);
  EXPECT_EQ(type_between("gray16le"), SampleType::f32);
}

TEST(Planner, OutputsChangeTheFacts) {
  const FrameFacts rgba = plan("", "yuv420p", kRgba)->result;
  EXPECT_EQ(rgba.format, format("rgba"));
  EXPECT_EQ(rgba.color.matrix, Matrix::rgb);
  EXPECT_EQ(rgba.color.range, Range::full);
  const FrameFacts yuv = plan("", "gbrp", {OutputFormat::Kind::named, format("yuv444p")})->result;
  EXPECT_EQ(yuv.color.matrix, Matrix::bt709);
  EXPECT_EQ(yuv.color.range, Range::limited);
  EXPECT_TRUE(plan("", "nv12", {OutputFormat::Kind::named, format("nv12")})->passes.empty());
}

TEST(Planner, AFormatIsTheListsOwnOrItsFirstKnownOne) {
  EXPECT_EQ(shape(*plan("format=yuv420p")), "");
  EXPECT_EQ(shape(*plan("format=gray|yuv420p")), "");
  EXPECT_EQ(shape(*plan("format=pix_fmts=nosuch|nv12|gray")), "format s>s");
  EXPECT_EQ(plan("format=nosuch|nv12|gray")->result.format, format("nv12"));
  EXPECT_EQ(plan("format=yuv444p10,scale=20:20")->result.format, format("yuv444p10le"));
  EXPECT_THROW((void)plan("format=pal8"), UsageError);
  const FrameFacts rgb = plan("format=rgb24")->result;
  EXPECT_EQ(rgb.color.matrix, Matrix::rgb);
  EXPECT_EQ(rgb.color.range, Range::full);
}

TEST(Planner, AFormatIsStoredByThePassBeforeIt) {
  EXPECT_EQ(shape(*plan("gblur=sigma=2,format=nv12")), "gblur s>s");
  EXPECT_EQ(shape(*plan("eq=contrast=2,format=yuv420p10le")), "eq+format s>s");
  EXPECT_EQ(shape(*plan("scale=20:20,hflip,format=p010le")), "scale s>w hflip w>w format w>s");
}

TEST(Planner, AFilterThatChangesTheSizeChangesWhatFollows) {
  const auto halved = plan("test_halve=left=2:top=10,eq=contrast=1.2");
  EXPECT_EQ(halved->result.width, 32);
  EXPECT_EQ(halved->result.height, 20);
  EXPECT_EQ(halved->passes[1].input.width, 32);
}

TEST(Planner, ReachIsTheSumOfWhatLiesBehind) {
  EXPECT_EQ(plan("gblur,eq=contrast=2")->reach, 0);
  EXPECT_EQ(plan("tmix=frames=5,negate,tmix=frames=3")->reach, 6);
  const auto fields = plan("test_double_rate");
  EXPECT_EQ(fields->reach, 1);
  EXPECT_EQ(fields->passes[0].ahead, 1);
  EXPECT_EQ(fields->passes[0].outputs_per_input, 2);
  EXPECT_TRUE(fields->passes[0].temporal());
}

TEST(Planner, RefusesWhatAPictureCannotGive) {
  EXPECT_THROW((void)plan("negate=components=r"), UsageError);
  EXPECT_THROW((void)plan("hue=h=1:H=1"), UsageError);
  EXPECT_THROW((void)plan("test_halve=left=66"), UsageError);
}

}  // namespace
}  // namespace framelane
