#pragma once
/// \file halo_report.hpp
/// Prints the key figures of a halo exchange (the values that nodes send each other when a mesh or a matrix is divided
/// among them), and optionally published figures beside them.

#include <cstdint>
#include <iosfwd>

#include "algorithms/matrix/communication_matrix.hpp"
#include "bench/experiment/halo_exchange.hpp"

namespace switchyard {

/// Whether the figures of the halo exchanges in table 12 of Ponnusamy, Thakur, Choudhary and Fox are printed beside
/// those of the user's halo exchange.
enum class PublishedHaloDisplay : std::uint8_t { published_figures_shown_beside_emulated, published_figures_hidden };

/// Prints figures about a halo exchange: where its mesh or matrix comes from, the mesh or matrix itself, and the
/// messages. `matrix` is the communication matrix of the exchange.
void print_halo_exchange(std::ostream& out, const HaloExchange& exchange, const CommunicationMatrix& matrix,
                         PublishedHaloDisplay published);

}  // namespace switchyard
