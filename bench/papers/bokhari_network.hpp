#pragma once
/// \file bokhari_network.hpp
/// Two measurements of the network of the iPSC/860: the time of one message over a path of given length, and the time
/// of circuits that share an edge (link).
///
/// Source: S. H. Bokhari, "Complete Exchange on the iPSC-860", ICASE 91-4 (1991), sec. 2.2 and 2.3, figs. 2 to 4. In
/// these measurements the machine's random delays are switched off, so that the times show only the network.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "bench/experiment/claim.hpp"
#include "runtime/executor.hpp"
#include "runtime/machine.hpp"
#include "runtime/units.hpp"

namespace switchyard::papers {

inline constexpr std::uint32_t kLongestPathLinks =
    7;  ///< number of links on the longest path in the hypercube of 128 nodes
/// Message sizes in bytes for the paper's figure 2, which goes from 0 to 400 bytes. The sizes 100 and 101 are measured
/// because messages of up to 100 bytes need no reservation.
inline constexpr std::array<std::uint64_t, 8> kLatencyMessageSizes{0, 4, 50, 100, 101, 200, 300, 400};

/// Returns the time from the start of a send until the receiver has the message, if no other message is in the network.
/// As in the paper, the receive is posted and all nodes are synchronised before the send. `links` is the length of the
/// path. Needs: 1 <= links <= 7.
Duration uncontended_message_time(Protocol protocol, std::uint64_t bytes, std::uint32_t links, ExecutorKind executor);

/// Returns the time that the formula printed in Bokhari's paper gives for a message that is alone in the network. By
/// the text of the paper, messages of zero bytes take slightly less time than the formula gives.
Duration time_by_printed_formula(Protocol protocol, std::uint64_t bytes, std::uint32_t links);

/// Returns the paper's time, in microseconds, for a message that is alone in the network: the time by the printed
/// formula, or for zero bytes the time in the paper's text. Returns nothing if the text has no time for such a message.
std::optional<double> published_uncontended_message_time_us(Protocol protocol, std::uint64_t bytes,
                                                            std::uint32_t links);

inline constexpr std::uint32_t kContendingCircuits = 8;

/// Sends the first `circuits` of the paper's eight FORCED messages, all of which use the edge from node 7 to node 15,
/// at the same time. Returns the time until the last message has arrived. Needs: 1 <= circuits <= kContendingCircuits.
Duration contending_messages_time(std::uint32_t circuits, std::uint64_t bytes, ExecutorKind executor);

/// Judges claim B1 of Bokhari's paper: a message that is alone in the network takes the time of the printed formula, or
/// slightly less if it has zero bytes.
std::vector<PaperClaim> latency_claims(ExecutorKind executor);
/// Judges claim B2 of Bokhari's paper: eight messages of 1000 bytes over one edge take more than seven times as long as
/// one message.
std::vector<PaperClaim> contention_claims(ExecutorKind executor);

}  // namespace switchyard::papers
