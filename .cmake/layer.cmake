# The two functions that a layer's CMakeLists.txt calls: one makes a layer, one makes its tests.

add_library(switchyard_warnings INTERFACE)
target_compile_options(switchyard_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
  $<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion>)  # which -Wconversion of GCC does not ask for in C++

# switchyard_add_layer(name [INTERNAL] SOURCES ... PUBLIC_HEADERS ... HEADERS ... DEPENDS ... PRIVATE_DEPENDS ...)
#   PUBLIC_HEADERS   what is installed; includes public headers only
#   HEADERS          what only this project includes
#   DEPENDS          what the headers include, the other layers among it
#   PRIVATE_DEPENDS  what only the sources include, and headers that are not public
#   INTERNAL         not installed
function(switchyard_add_layer name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "INTERNAL" "" "SOURCES;PUBLIC_HEADERS;HEADERS;DEPENDS;PRIVATE_DEPENDS")
  if(NOT arg_SOURCES)  # a layer of headers only
    set(arg_SOURCES "${CMAKE_CURRENT_BINARY_DIR}/empty.cpp")
    file(TOUCH "${arg_SOURCES}")
  endif()
  add_library(switchyard_${name} STATIC)
  add_library(switchyard::${name} ALIAS switchyard_${name})
  target_sources(switchyard_${name} PRIVATE ${arg_SOURCES}
    PUBLIC FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}" FILES ${arg_PUBLIC_HEADERS})
  target_compile_features(switchyard_${name} PUBLIC cxx_std_20)
  target_link_libraries(switchyard_${name} PUBLIC ${arg_DEPENDS}
    PRIVATE ${arg_PRIVATE_DEPENDS} $<BUILD_INTERFACE:switchyard_warnings>)
  set_target_properties(switchyard_${name} PROPERTIES EXPORT_NAME ${name} VERIFY_INTERFACE_HEADER_SETS ON
    UNITY_BUILD ${SWITCHYARD_UNITY})
  if(arg_HEADERS)  # a target of their own: they stand alone like the others, and none of them is installed
    add_library(switchyard_${name}_internal INTERFACE)
    target_sources(switchyard_${name}_internal
      INTERFACE FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}" FILES ${arg_HEADERS})
    target_link_libraries(switchyard_${name}_internal INTERFACE switchyard_${name} ${arg_PRIVATE_DEPENDS})
    set_target_properties(switchyard_${name}_internal PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
  endif()
  if(SWITCHYARD_INSTALL AND NOT arg_INTERNAL)
    install(TARGETS switchyard_${name} EXPORT switchyardTargets
      ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
      FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/switchyard)
  endif()
endfunction()

# switchyard_add_tests(layer [TIMEOUT seconds] [PROCESSORS n] SOURCES ... DEPENDS ...)
# One program, <layer>_tests, and one entry in CTest: the cases of a program share one process, so that the sanitizer
# builds do not start one for each. Run some of them with bin/<layer>_tests --gtest_filter='Mailbox.*'.
function(switchyard_add_tests layer)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT;PROCESSORS" "SOURCES;DEPENDS")
  if(NOT arg_SOURCES)
    return()
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  if(NOT arg_PROCESSORS)
    set(arg_PROCESSORS 2)
  endif()
  add_executable(${layer}_tests ${arg_SOURCES})
  target_link_libraries(${layer}_tests PRIVATE switchyard_test_main $<TARGET_NAME_IF_EXISTS:switchyard::${layer}>
    ${arg_DEPENDS}
    switchyard_warnings)
  target_precompile_headers(${layer}_tests REUSE_FROM switchyard_test_main)
  add_test(NAME ${layer}_tests
    COMMAND ${layer}_tests "--gtest_output=xml:${PROJECT_BINARY_DIR}/test_results/${layer}_tests.xml")
  set_tests_properties(${layer}_tests PROPERTIES TIMEOUT ${arg_TIMEOUT} PROCESSORS ${arg_PROCESSORS}
    ENVIRONMENT "ASAN_OPTIONS=allow_addr2line=1;UBSAN_OPTIONS=print_stacktrace=1;TSAN_OPTIONS=second_deadlock_stack=1:die_after_fork=0:suppressions=${PROJECT_SOURCE_DIR}/.cmake/tsan_suppressions.txt")
endfunction()
