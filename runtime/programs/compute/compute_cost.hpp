#pragma once
/// \file compute_cost.hpp
/// How much virtual time a program's own computing takes between its calls.

#include <cstdint>

#include "runtime/programs/binding.hpp"

namespace switchyard {

struct ComputeCost {
  enum class Kind : std::uint8_t {
    free,  ///< the program's own computing takes no virtual time
    /// The program's own computing takes the host's processor time, times a factor, so that no two runs are equal.
    measured,
    declared_by_program,  ///< the program's own computing takes the virtual time that the program passes to
                          ///< switchyard_compute()
  };
  Kind kind = Kind::free;
  double measured_time_factor =
      0;  ///< factor by which measured processor time of the host is multiplied; used with Kind::measured only
};

/// Returns the bindings of the functions declared in switchyard.h.
SymbolBindings bindings_of_compute_calls();

}  // namespace switchyard
