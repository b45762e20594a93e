#pragma once
/// \file generators.hpp
/// Generators of the communication matrices that the experiments of the papers use. A generator takes its random
/// numbers only from the given Rng, so the same seed gives the same matrix on every host.

#include <cstdint>

#include "algorithms/matrix/communication_matrix.hpp"
#include "runtime/random.hpp"

namespace switchyard {

/// Makes a random matrix in which every node sends `degree` messages to other nodes and receives as many. The matrix is
/// made from a random circulant matrix by random switches of the receivers of two messages, at least 20 for each
/// message; there are fewer switches only if the matrix is too small or too full to allow them.
///
/// Source: the random matrices of Wang and Ranka, sec. 6; the construction is this project's own.
/// Throws: UsageError unless 1 <= degree <= nodes - 1.
CommunicationMatrix random_matrix_with_degree(std::uint32_t nodes, std::uint32_t degree, std::uint64_t bytes, Rng& rng);

/// Makes the matrix in which every node sends `bytes` bytes to every other node.
///
/// Throws: UsageError if there is no node.
CommunicationMatrix complete(std::uint32_t nodes, std::uint64_t bytes);

/// Makes a random matrix with round(percent / 100 * n (n - 1)) messages between n nodes. All sets of so many ordered
/// pairs of nodes are equally likely. The matrix is usually not symmetric.
///
/// Source: the patterns of Ponnusamy, Thakur, Choudhary, Fox, sec. 4 ("10 %" to "75 %").
/// Throws: UsageError unless 0 <= percent <= 100 and there is a node.
CommunicationMatrix random_percent_matrix(std::uint32_t nodes, double percent, std::uint64_t bytes, Rng& rng);
/// Returns the number of messages of the matrices that random_percent_matrix() makes for this number of nodes and this
/// percentage.
std::uint64_t message_count_of_percentage(std::uint32_t nodes, double percent);

/// Makes a random matrix in which every node sends and receives exactly `traffic` bytes, in elements of 4 bytes. Each
/// node has k = `fan_out` receivers. With 0 < l < 1, a group of l k receivers (rounded) shares the part 1 - l of the
/// node's traffic, and the other receivers share the part l, as evenly as whole elements allow.
///
/// Source: Ranka, Shankar, Alsabti (1995), sec. 7: parameters k, l and t.
/// Departs from the paper: with fan_out = nodes the paper counts the node itself among its receivers. In this project a
///         node has no message to itself. The share of that receiver, one of the (1 - l) k, goes to the other receivers
///         of its group, so that the sums stay t and n - 1 messages are left.
/// Throws: UsageError if fan_out > nodes, l is not inside (0, 1), lk rounds to none or all of the receivers, or the
///         traffic cannot be split: not a multiple of 4, or too small to give each receiver an element.
CommunicationMatrix random_bounded_matrix(std::uint32_t nodes, std::uint32_t fan_out, double l, std::uint64_t traffic,
                                          Rng& rng);

/// The size of an element, in bytes, in the matrices of random_bounded_matrix() and in the two-stage algorithm for such
/// matrices.
inline constexpr std::uint64_t kElementBytes = 4;

}  // namespace switchyard
