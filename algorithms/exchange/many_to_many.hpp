#pragma once
/// \file many_to_many.hpp
/// Many-to-many personalized communication over active messages: every node sends messages of any sizes to any others.
/// Nodes first tell each other how much they send, then open a bulk port (a receive buffer) for each message, and then
/// transfer the messages.
///
/// Source: [R] S. Ranka, R. V. Shankar, K. A. Alsabti, "Many-to-many personalized communication with bounded traffic"
/// (1995), figures 3 to 5. [W] J.-C. Wang, T.-H. Lin, S. Ranka, "Distributed scheduling of unstructured collective
/// communication on the CM-5" (1993).

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "algorithms/exchange/workload.hpp"
#include "runtime/node.hpp"

namespace switchyard {

/// One message to another node, as the list of the pieces of memory that it is gathered from.
struct GatheredMessage {
  NodeId destination{};
  std::vector<std::span<const std::byte>> pieces;
};

/// A function that a receiver supplies: it returns the memory for the message of `bytes` bytes from `source`, as a span
/// of exactly that size. It is called once for each source that sends something.
using ReceiveBufferProvider = std::function<std::span<std::byte>(NodeId source, std::uint64_t bytes)>;

/// The type of functions that carry out one node's part of an exchange. The function sends the node's messages, at most
/// one to each destination, and receives what the other nodes send to this node. All nodes call the function together,
/// and it returns when all nodes are done. Needs: a machine with active messages.
using MessageExchangeFunction =
    std::function<void(Node&, std::span<const GatheredMessage>, const ReceiveBufferProvider&)>;

/// Carries out one node's part of an exchange by modified linear permutation (Ranka et al. 1995, fig. 3): in step k
/// node i exchanges messages with node i xor k, in both directions at once; a barrier follows each step. Needs: a power
/// of two of nodes.
void exchange_by_linear_permutation(Node& self, std::span<const GatheredMessage> parcels,
                                    const ReceiveBufferProvider& receive_memory);

/// Options of distributed random scheduling (Ranka et al. 1995, fig. 4 and 5), among which are two improvements (sec.
/// 5).
struct DistributedRandomOptions {
  /// Whether to use the first improvement of distributed random scheduling: a busy receiver answers a lock request with
  /// the time for which it will be busy. The sender does not ask that node again during this time, and sleeps while all
  /// its destinations are busy. With either improvement a node answers lock requests when it polls; without
  /// improvements a lock request interrupts the node.
  bool tells_busy_time = false;
  /// Whether to use the second improvement of distributed random scheduling: a receiver whose current transfer is
  /// nearly done lets the next sender begin before the transfer ends.
  bool grants_lock_early = false;
  /// Whether a node holds its own lock while it sends, too, so that nobody sends to it meanwhile. Ranka et al. do not
  /// say so, but only with such locks are the results of the paper's first trial reproduced.
  bool holds_own_lock_while_sending = true;
};
void exchange_by_distributed_random_scheduling(Node& self, std::span<const GatheredMessage> parcels,
                                               const ReceiveBufferProvider& receive_memory,
                                               const DistributedRandomOptions& options = {});

/// Carries out one node's part of a communication matrix in one stage: one call of the function `transport` delivers
/// all messages of the node.
void exchange_in_one_stage(Node& self, const NodeTraffic& traffic, const MessageExchangeFunction& transport);

}  // namespace switchyard
