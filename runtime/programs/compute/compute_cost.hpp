#pragma once
/// \file compute_cost.hpp
/// How much virtual time a program's own computing takes between its calls.

#include <cstdint>

#include "runtime/programs/binding.hpp"

namespace switchyard {

struct ComputeCost {
  enum class Kind : std::uint8_t {
    free,      ///< computing takes no virtual time
    measured,  ///< computing takes the host's processor time, times a factor, so that no two runs are equal
    declared,  ///< computing takes the time that the program passes to switchyard_compute()
  };
  Kind kind = Kind::free;
  double measured_time_factor =
      0;  ///< number by which the host's processor time is multiplied; used with Kind::measured only
};

/// Returns the bindings of the functions declared in switchyard.h.
SymbolBindings bindings_of_compute_calls();

}  // namespace switchyard
