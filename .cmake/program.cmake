# switchyard_add_program(target source [flags]): compiles an unmodified program for nodes, as switchyard-cc does; the target's
# property PROGRAM is the file. No language C is enabled for it: the compilers are called by name.
find_program(SWITCHYARD_PROGRAM_CC NAMES gcc cc clang REQUIRED)
find_program(SWITCHYARD_PROGRAM_CXX NAMES g++ c++ clang++ REQUIRED)
function(switchyard_add_program target source)
  cmake_path(ABSOLUTE_PATH source OUTPUT_VARIABLE file)
  cmake_path(GET source EXTENSION extension)
  if(extension STREQUAL ".c")
    set(compiler "${SWITCHYARD_PROGRAM_CC}")
  else()
    set(compiler "${SWITCHYARD_PROGRAM_CXX}")
  endif()
  set(folder "${PROJECT_SOURCE_DIR}/runtime/programs")
  set(program "${CMAKE_CURRENT_BINARY_DIR}/${target}.node")
  add_custom_command(OUTPUT "${program}" VERBATIM
    COMMAND "${compiler}" -O1 -g -fPIC -fstack-clash-protection -shared -Wall -Wextra ${ARGN} -I "${folder}/nx" -I "${folder}/cmmd" -I "${folder}/mpi"
      -I "${folder}/compute"
      "${file}" -o "${program}" -lm
    DEPENDS "${file}" "${folder}/call_place.h" "${folder}/nx/nx.h" "${folder}/cmmd/cmam.h" "${folder}/cmmd/cmmd.h"
      "${folder}/compute/switchyard.h" "${folder}/mpi/mpi.h")
  add_custom_target(${target} DEPENDS "${program}")
  set_target_properties(${target} PROPERTIES PROGRAM "${program}")
endfunction()
