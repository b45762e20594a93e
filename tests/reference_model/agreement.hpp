#pragma once
/// \file agreement.hpp
/// Compares what the library shows of a tiny program with what the reference model says that it can do.

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "runtime/machine.hpp"
#include "runtime/node.hpp"
#include "tests/reference_model/random_program.hpp"
#include "tests/reference_model/rules.hpp"

namespace switchyard::reference {

/// A machine, and what the model knows of it.
struct Setting {
  const char* name = "";
  Rules rules = {};
  ProgramShape shape = {};
  std::vector<std::uint32_t> nodes = {};  ///< numbers that it may have
  Machine (*machine)(std::uint32_t nodes) = nullptr;
  StandardSends standard_sends = {};
};

/// For GoogleTest.
inline void PrintTo(const Setting& setting, std::ostream* out) { *out << setting.name; }

/// All of them.
const std::vector<Setting>& settings();

/// Of one program.
struct Comparison {
  std::string difference = {};  ///< empty if there is none
  bool is_complete = false;     ///< all orders were searched
  bool by_choices = false;      ///< so were all ways to choose
  bool is_proved = false;
  std::uint64_t orders = 0;
  std::uint64_t states = 0;  ///< of the model
};

/// Up to so many orders of events. With those of a search that ends before, all that is seen must be possible, and
/// nothing can be said of the rest.
Comparison compare(const TinyProgram& program, const Setting& setting, std::uint64_t most_orders);

/// What the clock off shows, and the model of it does not; empty if nothing.
std::string difference_with_clock_off(const TinyProgram& program, const Setting& setting);

/// What the clock off shows of a program that the search proves, and the search does not; empty if nothing.
std::string unproved_with_clock_off(const TinyProgram& program, const Setting& setting, std::uint64_t most_orders);

}  // namespace switchyard::reference
