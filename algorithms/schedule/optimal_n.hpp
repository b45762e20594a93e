#pragma once
/// \file optimal_n.hpp
/// A schedule without node contention in as few phases as possible, made by bipartite edge colouring.
///
/// Source: D. König (1916): a bipartite multigraph of largest degree d has an edge colouring of d colours.
/// H. N. Gabow, "Using Euler partitions to edge color bipartite multigraphs" (1976): halve even degrees along closed
/// walks; after a matching is taken from an odd degree, lend colours of one half to the other so that its degree is a
/// power of two and needs halving only. A. Goel, M. Kapralov, S. Khanna, "Perfect matchings in O(n log n) time in
/// regular bipartite graphs" (2010): augment along random walks.

#include "algorithms/catalogue.hpp"
#include "algorithms/matrix/communication_matrix.hpp"
#include "algorithms/schedule/schedule.hpp"

namespace switchyard {

/// Makes a schedule of exactly matrix.max_degree() phases, each a partial permutation. The same matrix gives the same
/// schedule on every host. For m messages between n nodes and the largest degree d, takes O(m log d) time, plus log d
/// matchings in O(n log n) expected time each. Sizes of messages do not matter.
///
/// Throws: UsageError for more than 2^30 messages.
Schedule make_optimal_n_schedule(const CommunicationMatrix& matrix);

/// Returns the entry of the algorithm optimal_n in the catalogue. Like schedules of rs_n, its schedules are executed by
/// scheme S2 of Wang and Ranka (exchange_with_all_messages_posted): messages of a phase share no node but may share
/// links, so waiting for the end of a phase would gain nothing.
Algorithm make_minimum_phase_count_algorithm();

}  // namespace switchyard
