# Thread sanitizer, by Clang 16, whose is newer and quicker than that of g++ 12. Boost.Context is not built for it:
# SWITCHYARD_TSAN has the code tell it of each switch between fibers.
set(CMAKE_CXX_COMPILER clang++-16 CACHE STRING "")
set(CMAKE_BUILD_TYPE Debug CACHE STRING "")
set(CMAKE_COMPILE_WARNING_AS_ERROR ON)
set(SWITCHYARD_UNITY ON CACHE BOOL "")
add_compile_definitions(SWITCHYARD_SANITIZED=1 SWITCHYARD_TSAN=1 _GLIBCXX_ASSERTIONS)
add_compile_options(-O1 -g1 -fno-omit-frame-pointer -fsanitize=thread)
add_link_options(-fsanitize=thread)
set(CMAKE_CROSSCOMPILING_EMULATOR "${CMAKE_CURRENT_SOURCE_DIR}/.cmake/fixed_addresses")
