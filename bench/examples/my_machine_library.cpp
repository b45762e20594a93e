#include "algorithms/catalogue.hpp"
namespace sy = switchyard;

sy::Machine my_machine(std::uint32_t nodes);  // defined in my_machine.cpp

extern "C" void switchyard_register(sy::Catalogue& catalogue) {
  catalogue.add(sy::machines::MachineKind{
      .name = "ring",
      .summary = "one-way links",
      .nodes = "any number",
      .make = [](const sy::machines::MachineChoice& choice) { return my_machine(choice.nodes.value_or(8)); }});
}
