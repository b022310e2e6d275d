target_sources(framelane_gpu PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/clock_chain.cpp
  ${CMAKE_CURRENT_LIST_DIR}/device_pool.cpp
  ${CMAKE_CURRENT_LIST_DIR}/event_cost.cpp
  ${CMAKE_CURRENT_LIST_DIR}/host/host_device.cpp
  ${CMAKE_CURRENT_LIST_DIR}/host/link.cpp
  ${CMAKE_CURRENT_LIST_DIR}/link_rates.cpp
  ${CMAKE_CURRENT_LIST_DIR}/open_device.cpp
  ${CMAKE_CURRENT_LIST_DIR}/pipeline.cpp
  ${CMAKE_CURRENT_LIST_DIR}/pipeline_frame.cpp
  ${CMAKE_CURRENT_LIST_DIR}/pipeline_marks.cpp
  ${CMAKE_CURRENT_LIST_DIR}/pipeline_memory.cpp
  ${CMAKE_CURRENT_LIST_DIR}/pipeline_scopes.cpp
  ${CMAKE_CURRENT_LIST_DIR}/pipeline_times.cpp
  ${CMAKE_CURRENT_LIST_DIR}/present_texture.cpp
  ${CMAKE_CURRENT_LIST_DIR}/source_map.cpp
  ${CMAKE_CURRENT_LIST_DIR}/transfer_extras.cpp)

if(FRAMELANE_HAS_CUDA)
  target_sources(framelane_gpu PRIVATE
    ${CMAKE_CURRENT_LIST_DIR}/cuda/check.cpp
    ${CMAKE_CURRENT_LIST_DIR}/cuda/copy_kernel.cu
    ${CMAKE_CURRENT_LIST_DIR}/cuda/cuda_device.cpp
    ${CMAKE_CURRENT_LIST_DIR}/cuda/cuda_stream.cpp
    ${CMAKE_CURRENT_LIST_DIR}/cuda/gl_texture.cpp
    ${CMAKE_CURRENT_LIST_DIR}/cuda/nvtx_ranges.cpp
    ${CMAKE_CURRENT_LIST_DIR}/cuda/transfer_bench.cpp)
  target_compile_definitions(framelane_gpu PUBLIC FRAMELANE_HAS_CUDA)
  target_link_libraries(framelane_gpu PUBLIC CUDA::cudart_static)
  if(FRAMELANE_HAS_NVTX)
    set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/cuda/nvtx_ranges.cpp PROPERTIES
      COMPILE_DEFINITIONS FRAMELANE_HAS_NVTX)
    target_link_libraries(framelane_gpu PRIVATE ${CMAKE_DL_LIBS})
  endif()
endif()

framelane_test(gpu_parts_test
  ${CMAKE_CURRENT_LIST_DIR}/band_pool_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/bounded_queue_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/clock_chain_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/device_pool_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/did_you_mean_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/event_cost_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/host/host_device_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/host_pool_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/link_rates_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/temporal_ring_test.cpp
  LIBRARIES framelane_gpu SANITIZE)

# One suite, on each device.
framelane_test(pipeline_test
  ${CMAKE_CURRENT_LIST_DIR}/pipeline_history_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/pipeline_results_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/pipeline_spans_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/pipeline_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/filters/test_filters.cpp
  LIBRARIES framelane_gpu SANITIZE)
if(FRAMELANE_TESTS)
  target_compile_definitions(pipeline_test PRIVATE FRAMELANE_TEST_SIMULATED_LINK)
endif()
framelane_test(pipeline_scopes_test
  ${CMAKE_CURRENT_LIST_DIR}/pipeline_scopes_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/filters/test_filters.cpp
  ${CMAKE_CURRENT_LIST_DIR}/filters/testing.cpp
  LIBRARIES framelane_gpu SANITIZE)
if(FRAMELANE_TESTS)
  target_compile_definitions(pipeline_scopes_test PRIVATE FRAMELANE_TEST_SIMULATED_LINK)
endif()
if(FRAMELANE_HAS_CUDA)
  if(FRAMELANE_HAS_NVTX)
    framelane_test(nvtx_ranges_test ${CMAKE_CURRENT_LIST_DIR}/cuda/nvtx_ranges_test.cpp
      LIBRARIES framelane_gpu)
    if(FRAMELANE_TESTS)
      # The declarations alone: what calls a tool is in the library.
      target_compile_definitions(nvtx_ranges_test PRIVATE NVTX_NO_IMPL)
    endif()
  endif()
  framelane_test(pipeline_scopes_gpu_test
    ${CMAKE_CURRENT_LIST_DIR}/pipeline_scopes_test.cpp
    ${CMAKE_CURRENT_LIST_DIR}/filters/test_filters.cpp
    ${CMAKE_CURRENT_LIST_DIR}/filters/testing.cpp
    LIBRARIES framelane_gpu LABELS gpu TOGETHER)
  if(FRAMELANE_TESTS)
    target_compile_definitions(pipeline_scopes_gpu_test PRIVATE FRAMELANE_TEST_DEVICE="cuda")
  endif()
  framelane_test(pipeline_gpu_test
    ${CMAKE_CURRENT_LIST_DIR}/pipeline_history_test.cpp
    ${CMAKE_CURRENT_LIST_DIR}/pipeline_results_test.cpp
    ${CMAKE_CURRENT_LIST_DIR}/pipeline_test.cpp
    ${CMAKE_CURRENT_LIST_DIR}/filters/test_filters.cpp
    LIBRARIES framelane_gpu LABELS gpu TOGETHER)
  if(FRAMELANE_TESTS)
    target_compile_definitions(pipeline_gpu_test PRIVATE FRAMELANE_TEST_DEVICE="cuda")
  endif()
  framelane_test(stage_times_gpu_test
    ${CMAKE_CURRENT_LIST_DIR}/cuda/cupti_records_test.cpp
    ${CMAKE_CURRENT_LIST_DIR}/cuda/spin_kernel_test.cu
    ${CMAKE_CURRENT_LIST_DIR}/cuda/stage_times_gpu_test.cpp
    LIBRARIES framelane_gpu CUDA::cudart_static ${CMAKE_DL_LIBS} LABELS gpu RUN_SERIAL)
  if(FRAMELANE_TESTS AND FRAMELANE_CUPTI_INCLUDE)
    target_include_directories(stage_times_gpu_test SYSTEM PRIVATE ${FRAMELANE_CUPTI_INCLUDE})
    target_compile_definitions(stage_times_gpu_test PRIVATE FRAMELANE_HAS_CUPTI)
  endif()
endif()
