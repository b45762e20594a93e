#include <cstdlib>

#include "bench/cli/commands.hpp"
#include "runtime/error.hpp"

int main(int argc, char** argv) {
  const int code = switchyard::cli::run_program(argc, argv);
  // After Ctrl-C a run may still be under way on other threads: nothing that they use may be destroyed.
  if (code == static_cast<int>(switchyard::ExitCode::interrupted)) std::_Exit(code);
  return code;
}
