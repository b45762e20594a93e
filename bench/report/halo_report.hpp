#pragma once
/// \file halo_report.hpp
/// Prints the key figures of a halo exchange (the values that nodes send each other when a mesh or a matrix is divided
/// among them), if wanted beside published figures.

#include <cstdint>
#include <iosfwd>

#include "algorithms/matrix/communication_matrix.hpp"
#include "bench/experiment/halo_exchange.hpp"

namespace switchyard {

/// Whether the published halo exchanges of table 12 of Ponnusamy, Thakur, Choudhary and Fox are printed beside the
/// emulated one.
enum class PublishedHaloDisplay : std::uint8_t { shown_beside_emulated, hidden };

/// Prints figures about a halo exchange: its source, its mesh or matrix, and its messages. `matrix` is the
/// communication matrix of the exchange.
void print_halo(std::ostream& out, const HaloExchange& exchange, const CommunicationMatrix& matrix,
                PublishedHaloDisplay published);

}  // namespace switchyard
