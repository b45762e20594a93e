# The two functions that a layer's CMakeLists.txt calls: one makes a layer, one makes its tests.

add_library(switchyard_warnings INTERFACE)
target_compile_options(switchyard_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
  $<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion>  # which -Wconversion of GCC does not ask for in C++
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>)  # wrong of std::string there

# Sets `result` to whether HEADER has a source of its name beside it, with HEADER in its first line.
function(switchyard_is_included_first header result)
  cmake_path(ABSOLUTE_PATH header NORMALIZE OUTPUT_VARIABLE path)
  cmake_path(REPLACE_EXTENSION path LAST_ONLY .cpp OUTPUT_VARIABLE source)
  cmake_path(RELATIVE_PATH path BASE_DIRECTORY "${PROJECT_SOURCE_DIR}" OUTPUT_VARIABLE name)
  set(first "")
  if(EXISTS "${source}")
    file(STRINGS "${source}" first LIMIT_COUNT 1)
  endif()
  if(first STREQUAL "#include \"${name}\"")
    set(${result} TRUE PARENT_SCOPE)
  else()
    set(${result} FALSE PARENT_SCOPE)
  endif()
endfunction()

# What takes longer to compile than to run in a sanitizer build is compiled there without optimisation: that takes half
# the time or less.
get_directory_property(definitions COMPILE_DEFINITIONS)
set(switchyard_unoptimised_if_sanitized "")
if("SWITCHYARD_SANITIZED=1" IN_LIST definitions)
  set(switchyard_unoptimised_if_sanitized -O0)
endif()

# switchyard_add_layer(name [INTERNAL] [UNOPTIMISED_IF_SANITIZED] SOURCES ... PUBLIC_HEADERS ... HEADERS ... DEPENDS ...
#                      PRIVATE_DEPENDS ... [ALONE ...])
#   PUBLIC_HEADERS   what is installed; includes public headers only
#   HEADERS          what only this project includes
#   DEPENDS          what the headers include, the other layers among it
#   PRIVATE_DEPENDS  what only the sources include, and headers that are not public
#   ALONE            sources that are never compiled together with others: a name in one of them means something else in
#                    another source of the layer
#   INTERNAL         not installed
#   UNOPTIMISED_IF_SANITIZED  takes longer to compile than the tests of a sanitizer build take to run it
function(switchyard_add_layer name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "INTERNAL;UNOPTIMISED_IF_SANITIZED" ""
    "SOURCES;PUBLIC_HEADERS;HEADERS;DEPENDS;PRIVATE_DEPENDS;ALONE")
  if(NOT arg_SOURCES)  # a layer of headers only
    set(arg_SOURCES "${CMAKE_CURRENT_BINARY_DIR}/empty.cpp")
    file(TOUCH "${arg_SOURCES}")
  endif()
  add_library(switchyard_${name} STATIC)
  add_library(switchyard::${name} ALIAS switchyard_${name})
  target_sources(switchyard_${name} PRIVATE ${arg_SOURCES}
    PUBLIC FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}" FILES ${arg_PUBLIC_HEADERS})
  target_compile_features(switchyard_${name} PUBLIC cxx_std_20)
  if(arg_UNOPTIMISED_IF_SANITIZED)
    target_compile_options(switchyard_${name} PRIVATE ${switchyard_unoptimised_if_sanitized})
  endif()
  target_link_libraries(switchyard_${name} PUBLIC ${arg_DEPENDS}
    PRIVATE ${arg_PRIVATE_DEPENDS} $<BUILD_INTERFACE:switchyard_warnings>)
  set_target_properties(switchyard_${name} PROPERTIES EXPORT_NAME ${name} UNITY_BUILD ${SWITCHYARD_UNITY})
  set_source_files_properties(${arg_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  if(SWITCHYARD_UNITY)  # fewer and larger compilations, none of which reads the standard headers anew
    set_target_properties(switchyard_${name} PROPERTIES UNITY_BUILD_BATCH_SIZE 16)
    target_precompile_headers(switchyard_${name} PRIVATE <algorithm> <array> <chrono> <functional> <map> <memory>
      <mutex> <optional> <span> <sstream> <string> <string_view> <unordered_map> <vector> <fmt/format.h>)
  endif()
  # That a header stands alone is seen in the source of its name, which includes it first, or else in a file made for it.
  set(without_source "")
  foreach(header ${arg_PUBLIC_HEADERS} ${arg_HEADERS})
    switchyard_is_included_first(${header} has_source)
    if(NOT has_source)
      list(APPEND without_source ${header})
    endif()
  endforeach()
  if(without_source)
    add_library(switchyard_${name}_headers INTERFACE)
    target_sources(switchyard_${name}_headers
      INTERFACE FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}" FILES ${without_source})
    target_link_libraries(switchyard_${name}_headers INTERFACE switchyard_${name} ${arg_PRIVATE_DEPENDS})
    set_target_properties(switchyard_${name}_headers PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
  endif()
  if(SWITCHYARD_INSTALL AND NOT arg_INTERNAL)
    install(TARGETS switchyard_${name} EXPORT switchyardTargets
      ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
      FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/switchyard)
  endif()
endfunction()

# The code of tests is compiled more often than it is run: -O1 takes a third less time than -O3, and in a sanitizer build
# -O0 takes a third of the time of -O1. What they test has the options of the build.
set(switchyard_test_options $<$<CONFIG:Release>:-O1> ${switchyard_unoptimised_if_sanitized})
# In the address sanitizer's build, these checks of pointers by the other sanitizer, of undefined behaviour, would be a
# third of the time that tests take to compile. The address sanitizer sees most of the wrong pointers itself.
if("SWITCHYARD_ASAN=1" IN_LIST definitions)
  list(APPEND switchyard_test_options -fno-sanitize=null,alignment,object-size,vptr)
endif()

# switchyard_add_tests(layer [OTHER_HEADERS] [TIMEOUT seconds] [SHARDS n] SOURCES ...
#                      DEPENDS ... [ALONE ...])
#   OTHER_HEADERS  they include headers that are not those of the same name which test_main has read
#   ALONE          sources that are never compiled together with others, as for a layer
# One program, <layer>_tests, and SHARDS (1) entries in CTest that share its cases: the cases of an entry share one
# process, so that the sanitizer builds do not start one for each. Run some of them with bin/<layer>_tests --gtest_filter='Mailbox.*'.
function(switchyard_add_tests layer)
  cmake_parse_arguments(PARSE_ARGV 1 arg "OTHER_HEADERS" "TIMEOUT;SHARDS" "SOURCES;DEPENDS;ALONE")
  if(NOT arg_SOURCES)
    return()
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  if(NOT arg_SHARDS)
    set(arg_SHARDS 1)
  endif()
  add_executable(${layer}_tests ${arg_SOURCES})
  target_link_libraries(${layer}_tests PRIVATE switchyard_test_main $<TARGET_NAME_IF_EXISTS:switchyard::${layer}>
    ${arg_DEPENDS}
    switchyard_warnings)
  target_compile_options(${layer}_tests PRIVATE ${switchyard_test_options})
  set_target_properties(${layer}_tests PROPERTIES UNITY_BUILD ${SWITCHYARD_UNITY} UNITY_BUILD_BATCH_SIZE 5)
  set_source_files_properties(${arg_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  if(NOT arg_OTHER_HEADERS)
    target_precompile_headers(${layer}_tests REUSE_FROM switchyard_test_main)
  endif()
  # Clang's sanitizers name lines of source with it, and the suppressions need these names. addr2line takes seconds,
  # during which all threads of the program stand still.
  find_program(SWITCHYARD_SYMBOLIZER NAMES llvm-symbolizer-16 addr2line)
  set(symbolizer "external_symbolizer_path=${SWITCHYARD_SYMBOLIZER}")
  # Without the frames that the sanitizer keeps apart from stacks: it does not look there for what a stopped node holds.
  set(environment "ASAN_OPTIONS=${symbolizer}:detect_stack_use_after_return=0" UBSAN_OPTIONS=print_stacktrace=1
    "TSAN_OPTIONS=${symbolizer}:second_deadlock_stack=1:die_after_fork=0:suppressions=${PROJECT_SOURCE_DIR}/.cmake/tsan_suppressions.txt")
  get_directory_property(definitions COMPILE_DEFINITIONS)
  if("SWITCHYARD_SANITIZED=1" IN_LIST definitions)  # slow, and the other builds try RapidCheck's hundred random cases
    list(APPEND environment RC_PARAMS=max_success=30)
  endif()
  foreach(shard RANGE 1 ${arg_SHARDS})
    set(name ${layer}_tests)
    if(arg_SHARDS GREATER 1)
      string(APPEND name _${shard}_of_${arg_SHARDS})
    endif()
    math(EXPR index "${shard} - 1")
    add_test(NAME ${name} COMMAND ${layer}_tests "--gtest_output=xml:${PROJECT_BINARY_DIR}/test_results/${name}.xml")
    # Those that take long come first, so that no core waits for them at the end.
    set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT} COST ${arg_TIMEOUT}
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${arg_SHARDS};GTEST_SHARD_INDEX=${index};${environment}")
  endforeach()
endfunction()
