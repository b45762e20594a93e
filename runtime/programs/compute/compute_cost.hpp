#pragma once
/// \file compute_cost.hpp
/// How much virtual time a program's own computing takes between its calls.

#include <cstdint>

#include "runtime/programs/binding.hpp"

namespace switchyard {

struct ComputeCost {
  enum class Kind : std::uint8_t {
    free,      ///< no virtual time
    measured,  ///< the host's processor time for it, times a factor: no two runs are equal
    declared,  ///< the time that the program passes to switchyard_compute()
  };
  Kind kind = Kind::free;
  double factor = 0;  ///< host time is multiplied by it; used with `measured` only
};

/// Returns the bindings of the functions declared in switchyard.h.
NameBindings bindings_of_compute_calls();

}  // namespace switchyard
