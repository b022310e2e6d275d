# The filters: chain text, planning, and the passes of each device.
set(gpu_dir ${CMAKE_CURRENT_LIST_DIR}/..)
set(blur_sums ${gpu_dir}/host/passes/blur_sums.cpp)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  list(APPEND blur_sums ${gpu_dir}/host/passes/blur_sums_avx2.cpp ${gpu_dir}/host/passes/blur_sums_avx512.cpp)
  set(byte_rows ${gpu_dir}/host/passes/byte_color_rows_avx2.cpp ${gpu_dir}/host/passes/byte_rgb_rows_avx2.cpp)
else()
  list(APPEND blur_sums ${gpu_dir}/host/passes/blur_sums_portable.cpp)
  set(byte_rows ${gpu_dir}/host/passes/byte_color_rows_portable.cpp)
endif()
set(byte_loops)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  list(APPEND byte_loops ${gpu_dir}/host/passes/byte_sums_avx2.cpp ${gpu_dir}/host/passes/byte_sums_avx512.cpp
    ${gpu_dir}/host/passes/code_sums_avx2.cpp ${gpu_dir}/host/passes/two_squares_avx2.cpp
    ${gpu_dir}/host/passes/whole_sums_avx2.cpp)
else()
  list(APPEND byte_loops ${gpu_dir}/host/passes/byte_sums_portable.cpp
    ${gpu_dir}/host/passes/code_sums_portable.cpp ${gpu_dir}/host/passes/two_squares_portable.cpp
    ${gpu_dir}/host/passes/whole_sums_portable.cpp)
endif()
set(host_passes
  ${blur_sums}
  ${byte_loops}
  ${byte_rows}
  ${gpu_dir}/host/passes/bilateral.cpp
  ${gpu_dir}/host/passes/box.cpp
  ${gpu_dir}/host/passes/byte_colors.cpp
  ${gpu_dir}/host/passes/byte_columns.cpp
  ${gpu_dir}/host/passes/byte_layouts.cpp
  ${gpu_dir}/host/passes/byte_rgb.cpp
  ${gpu_dir}/host/passes/byte_scaler.cpp
  ${gpu_dir}/host/passes/byte_table.cpp
  ${gpu_dir}/host/passes/byte_words.cpp
  ${gpu_dir}/host/passes/chromakey.cpp
  ${gpu_dir}/host/passes/coarse_blur.cpp
  ${gpu_dir}/host/passes/coarse_kernel.cpp
  ${gpu_dir}/host/passes/coarse_means.cpp
  ${gpu_dir}/host/passes/code_columns.cpp
  ${gpu_dir}/host/passes/code_scaler.cpp
  ${gpu_dir}/host/passes/deband.cpp
  ${gpu_dir}/host/passes/deflicker.cpp
  ${gpu_dir}/host/passes/fields.cpp
  ${gpu_dir}/host/passes/half_rows.cpp
  ${gpu_dir}/host/passes/hqdn3d.cpp
  ${gpu_dir}/host/passes/lattice.cpp
  ${gpu_dir}/host/passes/light_rows.cpp
  ${gpu_dir}/host/passes/median.cpp
  ${gpu_dir}/host/passes/median_columns.cpp
  ${gpu_dir}/host/passes/median_network.cpp
  ${gpu_dir}/host/passes/neighbours.cpp
  ${gpu_dir}/host/passes/nlmeans.cpp
  ${gpu_dir}/host/passes/point.cpp
  ${gpu_dir}/host/passes/point_tables.cpp
  ${gpu_dir}/host/passes/remap.cpp
  ${gpu_dir}/host/passes/rows.cpp
  ${gpu_dir}/host/passes/sample_groups.cpp
  ${gpu_dir}/host/passes/scale.cpp
  ${gpu_dir}/host/passes/scale_columns.cpp
  ${gpu_dir}/host/passes/scale_sums.cpp
  ${gpu_dir}/host/passes/separable.cpp
  ${gpu_dir}/host/passes/table_rows.cpp
  ${gpu_dir}/host/passes/whole_blur.cpp
  ${gpu_dir}/host/passes/whole_kernel.cpp
  ${gpu_dir}/host/passes/window.cpp
  ${gpu_dir}/host/run_pass.cpp
  ${gpu_dir}/host/scopes/count.cpp)
# Full optimisation where it is on at all, and some in the sanitizers' builds, the other code of
# which may have none; without errno and traps loops with square roots and comparisons vectorise.
# None of these changes a value.
set_source_files_properties(${host_passes} PROPERTIES COMPILE_OPTIONS
  "$<$<CONFIG:Release,RelWithDebInfo>:-O3>;$<$<CONFIG:Debug>:-O1>;-fno-math-errno;-fno-trapping-math;-ffp-contract=off")
# Its weights need no last bits: the other device's differ by more.
set_property(SOURCE ${gpu_dir}/host/passes/bilateral.cpp APPEND PROPERTY COMPILE_OPTIONS -ffp-contract=fast)
# Their sums are vectors already; joined further they no longer fit the registers (half as fast).
set_property(SOURCE ${blur_sums} APPEND PROPERTY COMPILE_OPTIONS -fno-tree-slp-vectorize)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set_property(SOURCE ${gpu_dir}/host/passes/blur_sums_avx2.cpp ${gpu_dir}/host/passes/byte_sums_avx2.cpp
    ${gpu_dir}/host/passes/two_squares_avx2.cpp ${gpu_dir}/host/passes/whole_sums_avx2.cpp
    ${byte_rows} APPEND PROPERTY COMPILE_OPTIONS -mavx2)
  set_property(SOURCE ${gpu_dir}/host/passes/code_sums_avx2.cpp APPEND PROPERTY COMPILE_OPTIONS -mavx2 -mfma)
  set_property(SOURCE ${gpu_dir}/host/passes/blur_sums_avx512.cpp APPEND PROPERTY COMPILE_OPTIONS -mavx512f)
  # GCC 12 warns of its own intrinsics, which pass undefined vectors on.
  set_property(SOURCE ${gpu_dir}/host/passes/byte_sums_avx512.cpp APPEND PROPERTY COMPILE_OPTIONS
    -mavx512f -mavx512bw -mavx512vbmi -mavx512vnni -Wno-maybe-uninitialized)
endif()
# Thousands of straight exchanges of vectors, which checks of addresses take minutes to compile; the rows they are
# loaded from are checked where these are filled.
if(FRAMELANE_SANITIZE MATCHES "address")
  set_property(SOURCE ${gpu_dir}/host/passes/median_network.cpp APPEND PROPERTY COMPILE_OPTIONS
    -fno-sanitize=address,undefined)
endif()
target_sources(framelane_gpu PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/bilateral.cpp
  ${CMAKE_CURRENT_LIST_DIR}/boxblur.cpp
  ${CMAKE_CURRENT_LIST_DIR}/bwdif.cpp
  ${CMAKE_CURRENT_LIST_DIR}/cas.cpp
  ${CMAKE_CURRENT_LIST_DIR}/chromakey.cpp
  ${CMAKE_CURRENT_LIST_DIR}/color.cpp
  ${CMAKE_CURRENT_LIST_DIR}/color_text.cpp
  ${CMAKE_CURRENT_LIST_DIR}/colorbalance.cpp
  ${CMAKE_CURRENT_LIST_DIR}/colorchannelmixer.cpp
  ${CMAKE_CURRENT_LIST_DIR}/colorlevels.cpp
  ${CMAKE_CURRENT_LIST_DIR}/colorspace.cpp
  ${CMAKE_CURRENT_LIST_DIR}/colortemperature.cpp
  ${CMAKE_CURRENT_LIST_DIR}/convolution.cpp
  ${CMAKE_CURRENT_LIST_DIR}/crop.cpp
  ${CMAKE_CURRENT_LIST_DIR}/cube_file.cpp
  ${CMAKE_CURRENT_LIST_DIR}/cube_tables.cpp
  ${CMAKE_CURRENT_LIST_DIR}/lattice_luma.cpp
  ${CMAKE_CURRENT_LIST_DIR}/curve_lines.cpp
  ${CMAKE_CURRENT_LIST_DIR}/curves.cpp
  ${CMAKE_CURRENT_LIST_DIR}/deband.cpp
  ${CMAKE_CURRENT_LIST_DIR}/deflicker.cpp
  ${CMAKE_CURRENT_LIST_DIR}/eq.cpp
  ${CMAKE_CURRENT_LIST_DIR}/exposure.cpp
  ${CMAKE_CURRENT_LIST_DIR}/falsecolor.cpp
  ${CMAKE_CURRENT_LIST_DIR}/fields.cpp
  ${CMAKE_CURRENT_LIST_DIR}/filter.cpp
  ${CMAKE_CURRENT_LIST_DIR}/flips.cpp
  ${CMAKE_CURRENT_LIST_DIR}/format.cpp
  ${CMAKE_CURRENT_LIST_DIR}/gaussian.cpp
  ${CMAKE_CURRENT_LIST_DIR}/gblur.cpp
  ${CMAKE_CURRENT_LIST_DIR}/geometry_facts.cpp
  ${CMAKE_CURRENT_LIST_DIR}/hqdn3d.cpp
  ${CMAKE_CURRENT_LIST_DIR}/hue.cpp
  ${CMAKE_CURRENT_LIST_DIR}/light_ops.cpp
  ${CMAKE_CURRENT_LIST_DIR}/lut1d.cpp
  ${CMAKE_CURRENT_LIST_DIR}/lut3d.cpp
  ${CMAKE_CURRENT_LIST_DIR}/median.cpp
  ${CMAKE_CURRENT_LIST_DIR}/morphology.cpp
  ${CMAKE_CURRENT_LIST_DIR}/negate.cpp
  ${CMAKE_CURRENT_LIST_DIR}/nlmeans.cpp
  ${CMAKE_CURRENT_LIST_DIR}/numbers.cpp
  ${CMAKE_CURRENT_LIST_DIR}/point_program.cpp
  ${CMAKE_CURRENT_LIST_DIR}/short_program.cpp
  ${CMAKE_CURRENT_LIST_DIR}/tone_program.cpp
  ${CMAKE_CURRENT_LIST_DIR}/scale.cpp
  ${CMAKE_CURRENT_LIST_DIR}/scale_taps.cpp
  ${CMAKE_CURRENT_LIST_DIR}/sobel.cpp
  ${CMAKE_CURRENT_LIST_DIR}/tmix.cpp
  ${CMAKE_CURRENT_LIST_DIR}/tone_curve.cpp
  ${CMAKE_CURRENT_LIST_DIR}/tonemap.cpp
  ${CMAKE_CURRENT_LIST_DIR}/transpose.cpp
  ${CMAKE_CURRENT_LIST_DIR}/unsharp.cpp
  ${CMAKE_CURRENT_LIST_DIR}/vibrance.cpp
  ${CMAKE_CURRENT_LIST_DIR}/vignette.cpp
  ${CMAKE_CURRENT_LIST_DIR}/yadif.cpp
  ${CMAKE_CURRENT_LIST_DIR}/zebra.cpp
  ${gpu_dir}/chain.cpp
  ${gpu_dir}/plan.cpp
  ${host_passes})

if(FRAMELANE_HAS_CUDA)
  set(cuda_passes
    ${gpu_dir}/cuda/passes/bilateral.cu
    ${gpu_dir}/cuda/passes/box.cu
    ${gpu_dir}/cuda/passes/chromakey.cu
    ${gpu_dir}/cuda/passes/deband.cu
    ${gpu_dir}/cuda/passes/deflicker.cu
    ${gpu_dir}/cuda/passes/fields.cu
    ${gpu_dir}/cuda/passes/hqdn3d.cu
    ${gpu_dir}/cuda/passes/median.cu
    ${gpu_dir}/cuda/passes/neighbourhood.cu
    ${gpu_dir}/cuda/passes/nlmeans.cu
    ${gpu_dir}/cuda/passes/point.cu
    ${gpu_dir}/cuda/passes/nothing.cu
    ${gpu_dir}/cuda/passes/short_point.cu
    ${gpu_dir}/cuda/passes/short_rgba.cu
    ${gpu_dir}/cuda/passes/remap.cu
    ${gpu_dir}/cuda/passes/scale.cu
    ${gpu_dir}/cuda/passes/separable.cu
    ${gpu_dir}/cuda/passes/wide_blur.cu
    ${gpu_dir}/cuda/passes/window.cu)
  # Unfused multiplications and additions give the bits of the host's passes.
  set_source_files_properties(${cuda_passes} PROPERTIES COMPILE_OPTIONS "-fmad=false")
  target_sources(framelane_gpu PRIVATE ${gpu_dir}/cuda/run_pass.cpp ${cuda_passes})
endif()

set(test_parts ${CMAKE_CURRENT_LIST_DIR}/testing.cpp ${CMAKE_CURRENT_LIST_DIR}/test_filters.cpp
  ${CMAKE_CURRENT_LIST_DIR}/test_tables.cpp)
framelane_test(filter_chain_test
  ${CMAKE_CURRENT_LIST_DIR}/grades_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/layouts_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/chroma_weights_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/short_program_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/short_runs_test.cpp
  ${gpu_dir}/chain_test.cpp
  ${gpu_dir}/host/passes/byte_colors_test.cpp
  ${gpu_dir}/host/passes/byte_rows_test.cpp
  ${gpu_dir}/host/passes/byte_scaler_test.cpp
  ${gpu_dir}/host/passes/coarse_blur_test.cpp
  ${gpu_dir}/host/passes/code_scaler_test.cpp
  ${gpu_dir}/host/passes/host_rows_test.cpp
  ${gpu_dir}/host/passes/scaled_by_test.cpp
  ${gpu_dir}/host/passes/whole_blur_test.cpp
  ${gpu_dir}/pixel_format_test.cpp
  ${gpu_dir}/plan_test.cpp
  ${test_parts}
  LIBRARIES framelane_gpu SANITIZE)
framelane_test(filter_oracle_test
  ${CMAKE_CURRENT_LIST_DIR}/bilateral_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/color_oracle_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/cube_file_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/gblur_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/light_oracle_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/lut_oracle_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/marks_oracle_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/nlmeans_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/oracle_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/remap_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/rgba_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/scale_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/temporal_oracle_test.cpp
  ${test_parts}
  LIBRARIES framelane_gpu TOGETHER)
if(FRAMELANE_HAS_CUDA)
  framelane_test(filter_parity_test ${gpu_dir}/cuda/parity_test.cpp ${test_parts}
    LIBRARIES framelane_gpu CUDA::cudart_static LABELS gpu TOGETHER)
endif()
