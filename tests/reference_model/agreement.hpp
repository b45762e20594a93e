#pragma once
/// \file agreement.hpp
/// Compares how the library runs a tiny program with the behaviours that the reference model gives for the program.

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "runtime/machine.hpp"
#include "runtime/node.hpp"
#include "tests/reference_model/random_program.hpp"
#include "tests/reference_model/rules.hpp"

namespace switchyard::reference {

/// A machine of the library, and the rules by which the reference model describes the machine.
struct ModelledMachine {
  const char* name = "";
  ModelRules model_rules = {};
  ProgramShape program_shape = {};
  std::vector<std::uint32_t> node_counts = {};  ///< numbers of nodes that the machine may have
  Machine (*make_machine)(std::uint32_t nodes) = nullptr;
  StandardSends standard_sends = {};
};

/// Prints a machine for GoogleTest.
inline void PrintTo(const ModelledMachine& setting, std::ostream* out) { *out << setting.name; }

/// Returns all machines on which the library is compared with the reference model.
const std::vector<ModelledMachine>& modelled_machines();

/// The result of a comparison of the library with the reference model, for one program on one machine.
struct ModelComparison {
  std::string difference_text = {};  ///< text on the differences of behaviour; empty if there are none
  bool ran_all_orders = false;       ///< whether all orders of events were run
  bool ran_all_choice_sets = false;  ///< whether an order of events was run for each set of choices
  bool is_freedom_of_failure_proved = false;
  std::uint64_t run_order_count = 0;
  std::uint64_t model_state_count = 0;  ///< number of different states that the model has reached
};

/// Compares the library with the reference model, in up to `most_orders` orders of events. If there are more orders,
/// the comparison reports only behaviours of the library that the model does not have, not missing behaviours.
ModelComparison compare_with_model(const TinyProgram& program, const ModelledMachine& setting,
                                   std::uint64_t most_orders);

/// Returns a text on behaviours that runs with the clock off show, and that the model of the clock off does not have.
/// Returns an empty text if there are none.
std::string difference_with_clock_off(const TinyProgram& program, const ModelledMachine& setting);

/// Returns a text on behaviours that runs with the clock off show, although a search has proved that the program cannot
/// behave so. Returns an empty text if there are none.
std::string contradiction_with_clock_off(const TinyProgram& program, const ModelledMachine& setting,
                                         std::uint64_t most_orders);

}  // namespace switchyard::reference
