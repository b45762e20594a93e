# For daily work: Debug, every file on its own, warnings are errors.
set(CMAKE_BUILD_TYPE Debug CACHE STRING "")
set(CMAKE_COMPILE_WARNING_AS_ERROR ON)
add_compile_definitions(_GLIBCXX_ASSERTIONS)
