#pragma once
/// \file bokhari_network.hpp
/// The two measurements of the bare network: one message over a path of given length, and circuits that share an edge.
///
/// Source: S. H. Bokhari, "Complete Exchange on the iPSC-860", ICASE 91-4 (1991), sec. 2.2 and 2.3, figs. 2 to 4.
/// Random delays are off: the laws of the network show as they are.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "bench/experiments/claim.hpp"
#include "runtime/executor.hpp"
#include "runtime/machine.hpp"
#include "runtime/units.hpp"

namespace switchyard::experiments {

inline constexpr std::uint32_t kLongestPath = 7;  ///< on 128 nodes
/// Figure 2 goes from 0 to 400; up to 100 bytes there is no reservation.
inline constexpr std::array<std::uint64_t, 8> kLatencySizes{0, 4, 50, 100, 101, 200, 300, 400};

/// From the start of the send until the receiver has the message; the receive is posted and all nodes are synchronised
/// before, as in the paper. 1 <= links <= kLongestPath.
Duration lone_message(Protocol protocol, std::uint64_t bytes, std::uint32_t links, ExecutorKind executor);

/// The printed expression for that time; its authors say that zero bytes take slightly less.
Duration printed_formula(Protocol protocol, std::uint64_t bytes, std::uint32_t links);

/// What the paper says of that time, in microseconds: the expression, and for zero bytes the times in the text, if any.
std::optional<double> published_time(Protocol protocol, std::uint64_t bytes, std::uint32_t links);

inline constexpr std::uint32_t kContendingCircuits = 8;

/// Until the last of the first `circuits` of the paper's eight messages over edge 7->15 is there; FORCED, all sent at
/// once. 1 <= circuits <= kContendingCircuits.
Duration contending_messages(std::uint32_t circuits, std::uint64_t bytes, ExecutorKind executor);

/// B1.
std::vector<Claim> latency_claims(ExecutorKind executor);
/// B2.
std::vector<Claim> contention_claims(ExecutorKind executor);

}  // namespace switchyard::experiments
