#pragma once
/// \file describe.hpp
/// Figures (sizes, degrees, densities) by which communication matrices are compared with each other.
///
/// Source: S. Ranka, R. V. Shankar, K. A. Alsabti, "Many-to-many personalized communication with bounded traffic"
/// (1995), sec. 2: fan-out f_i, fan-in g_j, traffic r_i, c_j and their bounds.

#include <cstdint>
#include <vector>

#include "algorithms/matrix/communication_matrix.hpp"

namespace switchyard {

/// The kind of a communication matrix: whether all nodes or only some send messages, and whether
/// each sender sends to all other nodes or only to some.
enum class TrafficKind : std::uint8_t {
  all_to_all,    ///< every node sends to all other nodes
  all_to_many,   ///< every node sends to some nodes, and not every node sends to all other nodes
  many_to_all,   ///< some nodes send to all other nodes, the rest send nothing, and every node receives
  many_to_many,  ///< traffic that is none of the other three kinds
};
const char* name_of(TrafficKind kind) noexcept;

/// The figures that describe a communication matrix. Sizes are in bytes. For a matrix without messages, all figures
/// about messages are 0.
struct MatrixDescription {
  std::uint32_t nodes = 0;
  std::uint64_t messages = 0;
  std::uint64_t total_bytes = 0;
  std::uint64_t min_bytes = 0;
  double mean_bytes = 0;
  std::uint64_t max_bytes = 0;
  double density_percent = 0;  ///< percentage of the n(n-1) ordered pairs of different nodes that have a message
  std::uint32_t min_out_degree = 0;
  std::uint32_t max_out_degree = 0;
  std::uint32_t min_in_degree = 0;
  std::uint32_t max_in_degree = 0;
  std::uint64_t mutual_pairs = 0;  ///< number of unordered pairs of nodes that send to each other, in both directions
  bool symmetric = false;          ///< whether for every message there is one in the opposite direction, of any size
  /// largest number of bytes that a node sends; r in the paper of Ranka et al.
  std::uint64_t max_sent_bytes_of_a_node = 0;
  /// largest number of bytes that a node receives; c in the paper of Ranka et al.
  std::uint64_t max_received_bytes_of_a_node = 0;
  /// the larger of max_sent_bytes_of_a_node and max_received_bytes_of_a_node; t in the paper of Ranka et al.
  std::uint64_t traffic_bound = 0;
  /// number of bytes that each node sends; r_i in the paper of Ranka et al.
  std::vector<std::uint64_t> sent_bytes_of_each_node = {};
  /// number of bytes that each node receives; c_j in the paper of Ranka et al.
  std::vector<std::uint64_t> received_bytes_of_each_node = {};
  TrafficKind kind = TrafficKind::many_to_many;
  bool uniform = true;  ///< whether all messages of the matrix have one size

  friend bool operator==(const MatrixDescription&, const MatrixDescription&) = default;
};

/// Computes the figures that describe a communication matrix. Takes time linear in the numbers of nodes and messages.
MatrixDescription describe(const CommunicationMatrix& matrix);

}  // namespace switchyard
