# For timings and for use: -O3 with NDEBUG, and no fast-math, which would change results.
set(CMAKE_BUILD_TYPE Release CACHE STRING "")
set(SWITCHYARD_UNITY ON CACHE BOOL "")
