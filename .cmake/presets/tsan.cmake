# Thread sanitizer. Boost.Context is not built for it: SWITCHYARD_SANITIZED tells the code to leave fibers alone.
set(CMAKE_BUILD_TYPE Debug CACHE STRING "")
set(CMAKE_COMPILE_WARNING_AS_ERROR ON)
set(SWITCHYARD_UNITY ON CACHE BOOL "")
add_compile_definitions(SWITCHYARD_SANITIZED=1 SWITCHYARD_TSAN=1 _GLIBCXX_ASSERTIONS)
add_compile_options(-O1 -g1 -fno-omit-frame-pointer -fsanitize=thread)
# g++ 12 takes the joining of strings for an overflow when it optimises (GCC bug 105651); the preset dev looks for these.
add_compile_options($<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds>)
add_link_options(-fsanitize=thread)
set(CMAKE_CROSSCOMPILING_EMULATOR "${CMAKE_CURRENT_SOURCE_DIR}/.cmake/fixed_addresses")
