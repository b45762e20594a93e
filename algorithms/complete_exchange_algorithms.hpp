#pragma once
/// \file complete_exchange_algorithms.hpp
/// Bokhari's implementations of the complete exchange, as entries of the catalogue.

#include "algorithms/catalogue.hpp"

namespace switchyard {

/// Adds the algorithms naive, linear, stable, pairwise_f, pairwise_f_global, pairwise_u, standard_f, standard_u and
/// multiphase to the catalogue.
void add_complete_exchange_algorithms(Catalogue& catalogue);

}  // namespace switchyard
