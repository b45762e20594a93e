#pragma once
/// \file compute_cost.hpp
/// What the computing of programs takes of virtual time.

#include <cstdint>

#include "runtime/programs/binding.hpp"

namespace switchyard {

struct ComputeCost {
  enum class Kind : std::uint8_t {
    free,      ///< nothing
    measured,  ///< what it takes of the host's processor, times a factor: no two runs are equal
    declared,  ///< what the program says by switchyard_compute
  };
  Kind kind = Kind::free;
  double factor = 0;  ///< of `measured`
};

/// The names of switchyard.h.
Bindings compute_bindings();

}  // namespace switchyard
