# Address and undefined behaviour sanitizers, by the second compiler, Clang 16, so that both compilers build and test the
# whole tree. Boost.Context is not built for sanitizers: SWITCHYARD_ASAN has the code tell them of switches of fibers.
set(CMAKE_CXX_COMPILER clang++-16 CACHE STRING "")
set(CMAKE_BUILD_TYPE Debug CACHE STRING "")
set(CMAKE_COMPILE_WARNING_AS_ERROR ON)
set(SWITCHYARD_UNITY ON CACHE BOOL "")
add_compile_definitions(SWITCHYARD_SANITIZED=1 SWITCHYARD_ASAN=1 _GLIBCXX_ASSERTIONS)
add_compile_options(-O1 -g1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all)
add_link_options(-fsanitize=address,undefined)
