#pragma once
/// \file rendezvous_algorithms.hpp
/// The family of algorithms that need no more than blocking sends and receives.
///
/// Source: R. Ponnusamy, R. Thakur, A. Choudhary, G. Fox, "Scheduling Regular and Irregular Communication Patterns on
/// the CM-5" (1992), sec. 3 and 4.

#include "algorithms/catalogue.hpp"

namespace switchyard {

/// Adds ls, ps, bs and gs for any matrix, and lex, pex, bex and rex for complete exchange. As in the paper, lex, pex
/// and bex are ls, ps and bs on a complete matrix; they refuse any other matrix.
void add_rendezvous_algorithms(Catalogue& catalogue);

}  // namespace switchyard
