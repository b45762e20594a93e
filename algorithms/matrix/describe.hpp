#pragma once
/// \file describe.hpp
/// The figures by which a communication matrix is compared with another one.
///
/// Source: S. Ranka, R. V. Shankar, K. A. Alsabti, "Many-to-many personalized communication with bounded traffic"
/// (1995), sec. 2: fan-out f_i, fan-in g_j, traffic r_i, c_j and their bounds.

#include <cstdint>
#include <vector>

#include "algorithms/matrix/communication_matrix.hpp"

namespace switchyard {

/// Who sends to whom. "All" are the other nodes, as the matrices here have no messages to oneself.
enum class TrafficKind : std::uint8_t {
  all_to_all,    ///< every node sends to all
  all_to_many,   ///< every node sends
  many_to_all,   ///< a node sends to all or to none, and every node receives
  many_to_many,  ///< any other
};
const char* name_of(TrafficKind kind) noexcept;

/// Sizes in bytes; where there is no message, all figures of messages are 0.
struct MatrixDescription {
  std::uint32_t nodes = 0;
  std::uint64_t messages = 0;
  std::uint64_t total_bytes = 0;
  std::uint64_t min_bytes = 0;
  double mean_bytes = 0;
  std::uint64_t max_bytes = 0;
  double density_percent = 0;  ///< of the n(n-1) pairs that could have a message
  std::uint32_t min_out_degree = 0;
  std::uint32_t max_out_degree = 0;
  std::uint32_t min_in_degree = 0;
  std::uint32_t max_in_degree = 0;
  std::uint64_t mutual_pairs = 0;             ///< unordered pairs of nodes that send to each other
  bool symmetric = false;                     ///< in its pattern: every message has one in the other direction
  std::uint64_t max_out_bytes = 0;            ///< r, the largest r_i
  std::uint64_t max_in_bytes = 0;             ///< c, the largest c_j
  std::uint64_t traffic_bound = 0;            ///< t, the larger of the two
  std::vector<std::uint64_t> out_bytes = {};  ///< r_i
  std::vector<std::uint64_t> in_bytes = {};   ///< c_j
  TrafficKind kind = TrafficKind::many_to_many;
  bool uniform = true;  ///< all messages have one size

  friend bool operator==(const MatrixDescription&, const MatrixDescription&) = default;
};

/// Linear in nodes and messages.
MatrixDescription describe(const CommunicationMatrix& matrix);

}  // namespace switchyard
