# A Debian package, made by `cpack --config BUILD/CPackConfig.cmake`: the program with its manual page and completions,
# and the libraries with their public headers.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME switchyard)
set(CPACK_PACKAGE_CONTACT "Switchyard developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Emulates multicomputers of the early 1990s")
set(CPACK_PACKAGE_DESCRIPTION "${PROJECT_DESCRIPTION}: compares communication algorithms, hunts for deadlock in them,\
 and measures what they cost on the host.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# What the program needs is looked up in the program. switchyard-cc and switchyard-mpicc call the system's compilers; who links
# the libraries needs what they link, and their headers.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS
  "g++, cmake, pkgconf, libboost-dev, libboost-context-dev, libfmt-dev, libtbb-dev, libtomlplusplus-dev, nlohmann-json3-dev")
if(METIS_FOUND)
  string(APPEND CPACK_DEBIAN_PACKAGE_RECOMMENDS ", libmetis-dev")
endif()
if(FFTW3_FOUND)
  string(APPEND CPACK_DEBIAN_PACKAGE_RECOMMENDS ", libfftw3-dev")
endif()
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "gnuplot-nox")
include(CPack)
