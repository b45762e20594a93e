#pragma once
/// \file message_list.hpp
/// Lists of messages on a mesh. Unlike in a communication matrix, a pair of nodes may have several messages, and a node
/// may send to itself.
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

/// One message of a list of messages. Surma and Sha write a message as M = (eat, P, S, D): estimated arrival time,
/// packets, source and destination.
struct ListedMessage {
  std::uint64_t id = 0;
  /// time at which the message is ready to be sent (estimated arrival time in the paper), in units of the time that one
  /// message takes through the network
  double ready_time = 0;
  std::uint64_t packet_count = 1;
  NodeId source{};
  NodeId destination{};
  friend bool operator==(const ListedMessage&, const ListedMessage&) = default;
};

/// Reads a list of messages on a mesh. The first line is a header that names the columns id, ready, packets,
/// source_row, source_column, destination_row and destination_column, in any order. Each further line is one message.
/// Rows and columns of the mesh count from 1. Empty lines are skipped.
///
/// Throws: UsageError `NAME:LINE:COLUMN: what is wrong; what would be right` for a missing, unknown
///         or repeated column, a repeated id, a node outside the mesh, a message from a node to
///         itself, and any field that is not a number >= 0.
std::vector<ListedMessage> read_message_list(std::istream& in, std::string_view name, GridShape mesh);

/// Writes a message list in the form that read_message_list() reads, with the columns id, ready, packets, source_row,
/// source_column, destination_row and destination_column.
void write_message_list(std::ostream& out, std::span<const ListedMessage> messages, GridShape mesh);

/// Returns the messages sorted by the time at which they become ready to be sent; messages with equal times keep their
/// order.
std::vector<ListedMessage> sorted_by_ready_time(std::span<const ListedMessage> messages);

/// Returns the messages of a communication matrix as a list, row by row. Ids count from 1; every message is ready at
/// time 0 and has one packet.
std::vector<ListedMessage> message_list(const CommunicationMatrix& matrix);

/// Parameters of the random lists of messages in the hot-spot experiment of Surma and Sha, in which a few nodes (the
/// hot region) are frequent destinations. The paper does not say which region is hot; the default region is fitted to
/// the printed tables.
struct HotSpot {
  GridShape mesh{10, 10};
  std::vector<NodeId> hot_region{GridShape{10, 10}.node_at({1, 9}), GridShape{10, 10}.node_at({1, 10})};
  /// probability that a destination is drawn from the hot region; otherwise it is drawn from all nodes
  double hot_destination_probability = 0.1;
};

/// Makes a random list for the hot-spot experiment. Ids count from 1. Every message is ready at time 1.0, has one
/// packet, and has a source that is drawn from all nodes. A node may send to itself, and a pair of nodes may occur more
/// than once.
///
/// Throws: UsageError for an empty hot region, a node outside the mesh or a probability outside 0..1.
std::vector<ListedMessage> hot_spot_list(const HotSpot& hot_spot, std::uint32_t messages, Rng& rng);

}  // namespace switchyard
