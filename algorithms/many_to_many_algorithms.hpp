#pragma once
/// \file many_to_many_algorithms.hpp
/// The catalogue's algorithms for many-to-many communication over active messages.

#include "algorithms/catalogue.hpp"

namespace switchyard {

void add_many_to_many_algorithms(Catalogue& catalogue);

}  // namespace switchyard
