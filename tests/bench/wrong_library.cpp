// The source of several shared libraries that `switchyard --load` must refuse to load. A preprocessor definition
// selects what is wrong with the library.
#include <stdexcept>

#include "algorithms/catalogue.hpp"
#include "tests/machines/fixed_delay_machine.hpp"

namespace sy = switchyard;

extern "C" void switchyard_register([[maybe_unused]] sy::Catalogue& catalogue) {
#if defined(WRONG_BY_THROWING_AN_INT)
  throw 3;
#elif defined(WRONG_BY_THROWING)
  throw std::runtime_error("no licence\nfound");
#elif defined(WRONG_BY_NAME)
  catalogue.add(sy::machines::MachineKind{
      .name = "mesh", .make = [](const sy::machines::MachineChoice&) { return sy::fixed_delay_machine(); }});
#elif defined(WRONG_BY_NAME_OF_MODEL)
  catalogue.add(sy::machines::MachineKind{
      .name = "other", .make = [](const sy::machines::MachineChoice&) { return sy::fixed_delay_machine(); }});
#endif
}
