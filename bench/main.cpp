#include <cstdlib>

#include "bench/cli/commands.hpp"
#include "bench/experiment/interruptible.hpp"

int main(int argc, char** argv) {
  const int code = switchyard::cli::run_program(argc, argv);
  // After a signal, a run may still be under way on other threads. The program ends without destructors, because no
  // object that these threads use may be destroyed.
  if (switchyard::is_interruption_exit_code(switchyard::ExitCode{code})) std::_Exit(code);
  return code;
}
