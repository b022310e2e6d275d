# Settings every framelane target shares: include root, warnings as errors, sanitizers.
function(framelane_settings target)
  target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR})
  target_compile_features(${target} PUBLIC cxx_std_20)
  set(warnings -Wall -Wextra -Wshadow -Wconversion -Wsign-conversion -Werror)
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:${warnings}>)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CUDA>:-Werror=all-warnings -Xcompiler=-Wall,-Wextra>)
  if(FRAMELANE_SANITIZE)
    target_compile_options(${target} PUBLIC
      $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${FRAMELANE_SANITIZE};-fno-omit-frame-pointer>)
    target_link_options(${target} PUBLIC -fsanitize=${FRAMELANE_SANITIZE})
  endif()
endfunction()

# Several sources compiled together, where nobody builds again after an edit: what their headers cost is more than what they
# do. A name of a file's own is its library's only one of that name; sources with options of their own stay apart.
function(framelane_together target)
  if(FRAMELANE_TOGETHER OR FRAMELANE_SANITIZE)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 21)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>)
  endif()
endfunction()
