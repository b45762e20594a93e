#pragma once
/// \file many_to_many.hpp
/// Many-to-many personalized communication over active messages: every node sends messages of any sizes to any others.
/// The nodes tell one another first how much they send, then open a port for each message, and then transfer.
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

/// One message to send, in the pieces in which it lies in memory. Not to oneself.
struct Parcel {
  NodeId destination{};
  std::vector<std::span<const std::byte>> pieces;
};

/// Where to put the message of so many bytes that `source` sends; of that size. Asked once for each source that sends
/// something.
using Room = std::function<std::span<std::byte>(NodeId source, std::uint64_t bytes)>;

/// Sends this node's parcels, and receives what the others send to it; all nodes together. At most one parcel for each
/// destination. Returns when all nodes are done. Needs active messages.
using Transport = std::function<void(Node&, std::span<const Parcel>, const Room&)>;

/// Modified linear permutation [R, fig. 3]: partner i xor k in step k, both directions at once, and a barrier after
/// each step. Needs a power of two of nodes.
void linear_permutation(Node& self, std::span<const Parcel> parcels, const Room& room);

/// Distributed random scheduling [R, fig. 4 and 5]. The improvements are those of [R, sec. 5].
struct DistributedRandomOptions {
  /// A busy node says for how long: it is left alone so long, and a sender sleeps if all are busy. Inquiries are then
  /// answered when a node polls; without any improvement they interrupt it.
  bool says_how_long = false;
  /// A node that is nearly done lets the next sender begin.
  bool early_grant = false;
  /// A node's lock also covers its own sending. Not stated in [R]; its first trial does not come out without.
  bool covers_own_sending = true;
};
void distributed_random(Node& self, std::span<const Parcel> parcels, const Room& room,
                        const DistributedRandomOptions& options = {});

/// A communication matrix carried out by one transport.
void single_stage(Node& self, const NodeTraffic& traffic, const Transport& transport);

}  // namespace switchyard
