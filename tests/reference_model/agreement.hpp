#pragma once
/// \file agreement.hpp
/// Compares what the library does with a tiny program with what the reference model says that it can do.

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "runtime/machine.hpp"
#include "runtime/node.hpp"
#include "tests/reference_model/random_program.hpp"
#include "tests/reference_model/rules.hpp"

namespace switchyard::reference {

/// A machine, and the rules by which the model describes it.
struct ModelledMachine {
  const char* name = "";
  ModelRules model_rules = {};
  ProgramShape shape = {};
  std::vector<std::uint32_t> nodes = {};  ///< numbers of nodes that the machine may have
  Machine (*machine)(std::uint32_t nodes) = nullptr;
  StandardSends standard_sends = {};
};

/// Prints a machine for GoogleTest.
inline void PrintTo(const ModelledMachine& setting, std::ostream* out) { *out << setting.name; }

/// Returns all machines with their rules.
const std::vector<ModelledMachine>& settings();

/// The result of a comparison for one program.
struct Comparison {
  std::string difference_text = {};   ///< text of the difference; empty if there is none
  bool is_complete = false;           ///< whether all orders were searched
  bool searched_all_choices = false;  ///< whether all sets of choices were searched
  bool is_proved = false;
  std::uint64_t orders = 0;
  std::uint64_t model_state_count = 0;  ///< number of states of the model
};

/// Compares the library with the model, in up to `most_orders` orders of events. If the search ends before that,
/// everything seen must be possible, and nothing can be said of the rest.
Comparison compare(const TinyProgram& program, const ModelledMachine& setting, std::uint64_t most_orders);

/// Returns a behaviour that the clock off shows and its model does not have, or an empty text.
std::string difference_with_clock_off(const TinyProgram& program, const ModelledMachine& setting);

/// Returns a behaviour that the clock off shows of a program whose search proves that it cannot happen, or an empty
/// text.
std::string unproved_with_clock_off(const TinyProgram& program, const ModelledMachine& setting,
                                    std::uint64_t most_orders);

}  // namespace switchyard::reference
