#include <cstdlib>

#include "bench/cli/commands.hpp"
#include "bench/experiment/interruptible.hpp"

#ifdef SWITCHYARD_JEMALLOC
/// Options of jemalloc, which looks for this name. All its memory comes from one arena, made at the start: where memory
/// is short, a thread for which no further arena can be made would crash.
extern "C" {
const char* malloc_conf = "narenas:1";
}
#endif

int main(int argc, char** argv) {
  const int code = switchyard::cli::run_program(argc, argv);
  // After a signal, a run may still be under way on other threads. The program ends without destructors, because no
  // object that these threads use may be destroyed.
  if (switchyard::is_interruption_exit_code(switchyard::ExitCode{code})) std::_Exit(code);
  return code;
}
