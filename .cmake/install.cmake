# find_package(switchyard) for outside projects: switchyard::runtime, switchyard::machines, switchyard::algorithms,
# switchyard::stress, switchyard::trace, switchyard::algorithm_stress.

include(CMakePackageConfigHelpers)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/switchyard")
configure_package_config_file(.cmake/switchyardConfig.cmake.in "${PROJECT_BINARY_DIR}/switchyardConfig.cmake"
  INSTALL_DESTINATION "${package_dir}" NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/switchyardConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/switchyardConfig.cmake" "${PROJECT_BINARY_DIR}/switchyardConfigVersion.cmake"
  .cmake/FindFFTW3.cmake .cmake/FindMETIS.cmake DESTINATION "${package_dir}")
install(EXPORT switchyardTargets NAMESPACE switchyard:: DESTINATION "${package_dir}")
