#pragma once
/// \file bokhari_network.hpp
/// Two measurements of the iPSC/860's network alone: one message over a path of given length, and
/// circuits that share an edge.
///
/// Source: S. H. Bokhari, "Complete Exchange on the iPSC-860", ICASE 91-4 (1991), sec. 2.2 and 2.3, figs. 2 to 4.
/// Random delays are off, so that the times show the network alone.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "bench/experiment/claim.hpp"
#include "runtime/executor.hpp"
#include "runtime/machine.hpp"
#include "runtime/units.hpp"

namespace switchyard::papers {

inline constexpr std::uint32_t kLongestPath = 7;  ///< longest path on 128 nodes
/// Message sizes for the paper's figure 2, which goes from 0 to 400 bytes; 100 and 101 are there because messages of up
/// to 100 bytes need no reservation.
inline constexpr std::array<std::uint64_t, 8> kLatencySizes{0, 4, 50, 100, 101, 200, 300, 400};

/// Returns the time from the start of a send until the receiver has the message, which is the only
/// one in the network. As in the paper, the receive is posted and all nodes are synchronised
/// before. 1 <= links <= kLongestPath.
Duration lone_message_time(Protocol protocol, std::uint64_t bytes, std::uint32_t links, ExecutorKind executor);

/// Returns the time that the paper's printed formula gives for a message that is alone in the
/// network. By the paper's text, messages of zero bytes take slightly less.
Duration time_by_printed_formula(Protocol protocol, std::uint64_t bytes, std::uint32_t links);

/// Returns the paper's time, in microseconds, for a message that is alone in the network: by the
/// printed formula, or for zero bytes the time in the paper's text. Returns nothing if the text
/// has no such time.
std::optional<double> published_lone_message_time_us(Protocol protocol, std::uint64_t bytes, std::uint32_t links);

inline constexpr std::uint32_t kContendingCircuits = 8;

/// Sends the first `circuits` of the paper's eight FORCED messages over edge 7->15 at once.
/// Returns the time until the last of them has arrived. 1 <= circuits <= kContendingCircuits.
Duration contending_messages_time(std::uint32_t circuits, std::uint64_t bytes, ExecutorKind executor);

/// Judges claim B1: a lone message takes the time of the printed formula, with zero bytes slightly less.
std::vector<Claim> latency_claims(ExecutorKind executor);
/// Judges claim B2: eight messages of 1000 bytes over one edge take more than seven times as long as one.
std::vector<Claim> contention_claims(ExecutorKind executor);

}  // namespace switchyard::papers
