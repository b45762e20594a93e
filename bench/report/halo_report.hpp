#pragma once
/// \file halo_report.hpp
/// Prints the key figures of a halo exchange (what nodes send when they share out a mesh or a
/// matrix), also beside published figures.

#include <cstdint>
#include <iosfwd>

#include "algorithms/matrix/communication_matrix.hpp"
#include "bench/experiment/halo_exchange.hpp"

namespace switchyard {

/// Whether published halo exchanges are printed beside the emulated one: table 12 of Ponnusamy,
/// Thakur, Choudhary and Fox.
enum class PublishedHalos : std::uint8_t { beside_emulated, left_out };

/// Prints source, mesh and messages of a halo exchange; `matrix` is its communication matrix.
void print_halo(std::ostream& out, const HaloExchange& exchange, const CommunicationMatrix& matrix,
                PublishedHalos published);

}  // namespace switchyard
