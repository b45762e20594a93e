#pragma once
/// \file message_list.hpp
/// Lists of messages on a mesh: unlike a communication matrix, a pair of nodes may have several, and a node may send to
/// itself.
///
/// Source: D. R. Surma, E. H.-M. Sha, "Collision graph based communication scheduling with re-routing in parallel
/// systems", TR-97-2 (1997), def. 2.1, table 2 and sec. 4.

#include <cstdint>
#include <iosfwd>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/matrix/communication_matrix.hpp"
#include "machines/topology/grid_shape.hpp"
#include "runtime/random.hpp"

namespace switchyard {

/// The paper's M = (eat, P, S, D) with its id.
struct ListedMessage {
  std::uint64_t id = 0;
  double ready = 0;  ///< estimated arrival time, in the time that one message takes through the network
  std::uint64_t packets = 1;
  NodeId source{};
  NodeId destination{};
  friend bool operator==(const ListedMessage&, const ListedMessage&) = default;
};

/// Reads a header that names the columns id, ready, packets, source_row, source_column, destination_row and
/// destination_column, in any order, and one message a line; rows and columns count from 1. Empty lines are skipped.
///
/// Throws: UsageError `NAME:LINE:COLUMN: what is wrong; what would be right` for a missing, unknown or repeated column,
/// an id given twice, a place outside the mesh, a message to its own node, and anything that is no number from 0.
std::vector<ListedMessage> read_message_list(std::istream& in, std::string_view name, GridShape mesh);

/// What read_message_list reads, the columns in the order above.
void write_message_list(std::ostream& out, std::span<const ListedMessage> messages, GridShape mesh);

/// The messages in the order in which they become ready; those of one time keep their order.
std::vector<ListedMessage> by_ready_time(std::span<const ListedMessage> messages);

/// A matrix's messages row by row, ids from 1, all ready at 0 and of one packet.
std::vector<ListedMessage> message_list(const CommunicationMatrix& matrix);

/// The experiment's random lists. Which region is hot is fitted to the printed tables: the paper does not say.
struct HotSpot {
  GridShape mesh{10, 10};
  std::vector<NodeId> region{GridShape{10, 10}.node({1, 9}), GridShape{10, 10}.node({1, 10})};
  double share = 0.1;  ///< probability that a destination is drawn from the region, else from all nodes
};

/// Ids from 1, all ready at 1.0 and of one packet; sources are uniform. A message may go to its own node, and a pair
/// may occur again.
///
/// Throws: UsageError for an empty region, a node outside the mesh or a share outside 0..1.
std::vector<ListedMessage> hot_spot_list(const HotSpot& hot_spot, std::uint32_t messages, Rng& rng);

}  // namespace switchyard
