# Histogram, waveform and vectorscope; host/scopes/count.cpp is built with the host's passes.
set(gpu_dir ${CMAKE_CURRENT_LIST_DIR}/..)
target_sources(framelane_gpu PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/scope_tables.cpp
  ${CMAKE_CURRENT_LIST_DIR}/scope_work.cpp)
if(FRAMELANE_HAS_CUDA)
  set_source_files_properties(${gpu_dir}/cuda/scopes/count.cu PROPERTIES COMPILE_OPTIONS
    "-fmad=false")
  target_sources(framelane_gpu PRIVATE ${gpu_dir}/cuda/scopes/count.cu)
endif()

framelane_test(scopes_test
  ${CMAKE_CURRENT_LIST_DIR}/scopes_test.cpp
  ${gpu_dir}/filters/testing.cpp
  ${gpu_dir}/filters/test_filters.cpp
  LIBRARIES framelane_gpu SANITIZE)
if(FRAMELANE_HAS_CUDA)
  framelane_test(scopes_parity_test
    ${gpu_dir}/cuda/scopes/parity_test.cpp
    ${gpu_dir}/filters/testing.cpp
    ${gpu_dir}/filters/test_filters.cpp
    LIBRARIES framelane_gpu CUDA::cudart_static LABELS gpu TOGETHER)
endif()
