# The filters: chain text, planning, and the passes of each device.
set(gpu_dir ${CMAKE_CURRENT_LIST_DIR}/..)
set(host_passes
  ${gpu_dir}/host/run_pass.cpp
  ${gpu_dir}/host/passes/light_rows.cpp
  ${gpu_dir}/host/passes/median.cpp
  ${gpu_dir}/host/passes/point.cpp
  ${gpu_dir}/host/passes/point_tables.cpp
  ${gpu_dir}/host/passes/remap.cpp
  ${gpu_dir}/host/passes/rows.cpp
  ${gpu_dir}/host/passes/scale.cpp
  ${gpu_dir}/host/passes/scale_sums.cpp
  ${gpu_dir}/host/passes/separable.cpp
  ${gpu_dir}/host/passes/sobel.cpp
  ${gpu_dir}/host/passes/window.cpp
  ${gpu_dir}/host/scopes/count.cpp)
# Full optimisation where it is on at all; without errno and traps loops with square roots and
# comparisons vectorise. None of these changes a value.
set_source_files_properties(${host_passes} PROPERTIES COMPILE_OPTIONS
  "$<$<CONFIG:Release,RelWithDebInfo>:-O3>;-fno-math-errno;-fno-trapping-math;-ffp-contract=off")
target_sources(framelane_gpu PRIVATE
  ${gpu_dir}/chain.cpp
  ${gpu_dir}/plan.cpp
  ${CMAKE_CURRENT_LIST_DIR}/color.cpp
  ${CMAKE_CURRENT_LIST_DIR}/colorspace.cpp
  ${CMAKE_CURRENT_LIST_DIR}/crop.cpp
  ${CMAKE_CURRENT_LIST_DIR}/curve_lines.cpp
  ${CMAKE_CURRENT_LIST_DIR}/eq.cpp
  ${CMAKE_CURRENT_LIST_DIR}/exposure.cpp
  ${CMAKE_CURRENT_LIST_DIR}/filter.cpp
  ${CMAKE_CURRENT_LIST_DIR}/flips.cpp
  ${CMAKE_CURRENT_LIST_DIR}/format.cpp
  ${CMAKE_CURRENT_LIST_DIR}/gaussian.cpp
  ${CMAKE_CURRENT_LIST_DIR}/gblur.cpp
  ${CMAKE_CURRENT_LIST_DIR}/geometry_facts.cpp
  ${CMAKE_CURRENT_LIST_DIR}/hue.cpp
  ${CMAKE_CURRENT_LIST_DIR}/light_ops.cpp
  ${CMAKE_CURRENT_LIST_DIR}/median.cpp
  ${CMAKE_CURRENT_LIST_DIR}/negate.cpp
  ${CMAKE_CURRENT_LIST_DIR}/numbers.cpp
  ${CMAKE_CURRENT_LIST_DIR}/point_program.cpp
  ${CMAKE_CURRENT_LIST_DIR}/scale.cpp
  ${CMAKE_CURRENT_LIST_DIR}/scale_taps.cpp
  ${CMAKE_CURRENT_LIST_DIR}/sobel.cpp
  ${CMAKE_CURRENT_LIST_DIR}/tmix.cpp
  ${CMAKE_CURRENT_LIST_DIR}/tone_curve.cpp
  ${CMAKE_CURRENT_LIST_DIR}/tonemap.cpp
  ${CMAKE_CURRENT_LIST_DIR}/transpose.cpp
  ${CMAKE_CURRENT_LIST_DIR}/unsharp.cpp
  ${host_passes})

if(FRAMELANE_HAS_CUDA)
  set(cuda_passes
    ${gpu_dir}/cuda/passes/neighbours.cu
    ${gpu_dir}/cuda/passes/point.cu
    ${gpu_dir}/cuda/passes/remap.cu
    ${gpu_dir}/cuda/passes/scale.cu
    ${gpu_dir}/cuda/passes/separable.cu
    ${gpu_dir}/cuda/passes/window.cu)
  # Unfused multiplications and additions give the bits of the host's passes.
  set_source_files_properties(${cuda_passes} PROPERTIES COMPILE_OPTIONS "-fmad=false")
  target_sources(framelane_gpu PRIVATE ${gpu_dir}/cuda/run_pass.cpp ${cuda_passes})
endif()

set(test_parts ${CMAKE_CURRENT_LIST_DIR}/testing.cpp ${CMAKE_CURRENT_LIST_DIR}/test_filters.cpp)
framelane_test(filter_chain_test
  ${gpu_dir}/chain_test.cpp
  ${gpu_dir}/pixel_format_test.cpp
  ${gpu_dir}/plan_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/layouts_test.cpp
  ${test_parts}
  LIBRARIES framelane_gpu SANITIZE)
framelane_test(filter_oracle_test
  ${CMAKE_CURRENT_LIST_DIR}/gblur_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/light_oracle_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/oracle_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/remap_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/scale_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/rgba_test.cpp
  ${test_parts}
  LIBRARIES framelane_gpu)
if(FRAMELANE_HAS_CUDA)
  framelane_test(filter_parity_test ${gpu_dir}/cuda/parity_test.cpp ${test_parts}
    LIBRARIES framelane_gpu CUDA::cudart_static LABELS gpu)
endif()
