# Address and undefined behaviour sanitizers. Boost.Context is not built for them: SWITCHYARD_SANITIZED tells the code
# to leave fibers alone.
set(CMAKE_BUILD_TYPE Debug CACHE STRING "")
set(CMAKE_COMPILE_WARNING_AS_ERROR ON)
set(SWITCHYARD_UNITY ON CACHE BOOL "")
add_compile_definitions(SWITCHYARD_SANITIZED=1 SWITCHYARD_ASAN=1 _GLIBCXX_ASSERTIONS)
add_compile_options(-O1 -g1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all)
# g++ 12 takes the joining of strings for an overflow when it optimises (GCC bug 105651); the preset dev looks for these.
add_compile_options($<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds>)
add_link_options(-fsanitize=address,undefined)
