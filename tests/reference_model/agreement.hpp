#pragma once
/// \file agreement.hpp
/// Compares how the library runs a tiny program (a few operations for each node) with the behaviours that the reference
/// model finds possible for the program.

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "runtime/machine.hpp"
#include "runtime/node.hpp"
#include "tests/reference_model/random_program.hpp"
#include "tests/reference_model/rules.hpp"

namespace switchyard::reference {

/// A machine of the library, and the rules by which the reference model represents the machine.
struct ModelledMachine {
  const char* name = "";
  ReferenceModelRules model_rules = {};
  RandomProgramParameters random_program_parameters = {};
  std::vector<std::uint32_t> node_counts = {};  ///< the numbers of nodes with which the machine is tested
  Machine (*make_machine)(std::uint32_t nodes) = nullptr;
  StandardSendRule standard_sends = {};
};

/// Prints a machine for GoogleTest.
inline void PrintTo(const ModelledMachine& setting, std::ostream* out) { *out << setting.name; }

/// Returns all machines on which the library is compared with the reference model.
const std::vector<ModelledMachine>& modelled_machines();

/// The result of a comparison of the library with the reference model, for one program on one machine.
struct ModelComparison {
  /// Text on the behaviours in which the library and the model differ; empty if there are none.
  std::string difference_text = {};
  bool ran_all_orders = false;  ///< whether the library has run the program in all orders of events
  /// Whether the library has run the program in an order of events for each set of choices (such as which message a
  /// receive from any node takes).
  bool has_run_every_receive_choice_set = false;
  bool is_proven_free_of_failures = false;
  std::uint64_t run_order_count = 0;
  std::uint64_t model_state_count = 0;  ///< number of different states of the program that the model has reached
};

/// Compares the library's behaviours with those of the reference model, by running the program in up to `most_orders`
/// orders of events. If there are more orders, the comparison reports only behaviours that the library has and the
/// model has not, but no missing behaviours.
ModelComparison compare_with_model(const TinyProgram& program, const ModelledMachine& setting,
                                   std::uint64_t most_orders);

/// Returns a text on behaviours that runs without a clock (ClockKind::off) show and the model of such runs does not
/// have, or an empty text if there are none.
std::string describe_clockless_runs_outside_model(const TinyProgram& program, const ModelledMachine& setting);

/// Returns a text on behaviours that runs without a clock (ClockKind::off) show although a search has proved them to be
/// impossible, or an empty text if there are none.
std::string describe_clockless_runs_against_proof(const TinyProgram& program, const ModelledMachine& setting,
                                                  std::uint64_t most_orders);

}  // namespace switchyard::reference
