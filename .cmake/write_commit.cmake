# Writes OUTPUT, a header with the commit that SOURCE_DIR stands at, "-dirty" appended if files differ from it.
# "unknown" where SOURCE_DIR is not the root of a Git work tree (an unpacked archive inside somebody's project).

set(commit "unknown")
find_program(GIT git)
if(GIT AND EXISTS "${SOURCE_DIR}/.git")
  execute_process(COMMAND "${GIT}" -C "${SOURCE_DIR}" describe --always --dirty --abbrev=12 --exclude=*
    OUTPUT_VARIABLE described RESULT_VARIABLE result OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(result EQUAL 0)
    set(commit "${described}")
  endif()
endif()
set(text "#pragma once\n#define SWITCHYARD_COMMIT \"${commit}\"\n")
if(EXISTS "${OUTPUT}")
  file(READ "${OUTPUT}" old)
endif()
if(NOT text STREQUAL "${old}")
  file(WRITE "${OUTPUT}" "${text}")
endif()
