#pragma once
/// \file observer.hpp
/// An observer watches a run under the clock virtual or wall: it is told what each node does and what happens to each
/// message.
///
/// An observer has no influence on events, times or the trace hash. Without an observer, a run only pays a comparison
/// with null for each step of a node or circuit.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/units.hpp"

namespace switchyard {

/// What a node does at the moment, as an observer sees it.
enum class NodeActivity : std::uint8_t {
  running,  ///< the node runs code that takes no virtual time
  computes,
  sends,     ///< the node runs the software of a send, before the message enters the network
  receives,  ///< the node runs the software of messages that have arrived
  polls,
  waits_to_send,  ///< the node waits until the buffer of a send may be used again
  waits_to_receive,
  waits_for_any,  ///< the node waits until one of several sends and receives is done
  /// The node polls until an active message comes for it, or until an active message that it sends has entered the
  /// network.
  waits_for_packet,
  handles,  ///< the node receives an active message and runs its handler
  in_collective,
  finished,
};

struct NodeState {
  NodeActivity activity = NodeActivity::running;
  /// The node at the other end of the send or receive; empty for a receive from any node.
  std::optional<NodeId> peer = std::nullopt;
  Tag tag{};
  std::uint64_t bytes = 0;
  friend bool operator==(const NodeState&, const NodeState&) = default;
};

/// The purpose of a transfer: it carries the data of a message or a signal, asks for room at the destination, or grants
/// such room.
enum class TransferKind : std::uint8_t {
  data,
  signal,       ///< the transfer carries a message of zero bytes
  reserve,      ///< the transfer asks for room at the receiver
  acknowledge,  ///< the transfer grants the room that was asked for
};

enum class TransferState : std::uint8_t {
  sets_up,
  waits_for_link,
  waits_for_port,  ///< the transfer waits for a port of the receiving node
  /// The transfer waits until the transfer in the other direction is over, because the link or port is half duplex.
  waits_for_direction,
  waits_for_room,     ///< the transfer waits for room in the receiver's system buffer
  waits_for_receive,  ///< the transfer waits until the receiver has posted a receive
  moves,              ///< the transfer moves its data
  ended,
};

/// Describes a transfer through the network, which begins when its message asks for a path.
struct TransferInfo {
  NodeId source{};
  NodeId destination{};
  TransferKind kind = TransferKind::data;
  Tag tag{};
  std::uint64_t bytes = 0;  ///< size of the message in bytes; 0 for TransferKind reserve and acknowledge
  VirtualTime queued{};     ///< time at which the message entered the send queue of its node
};

/// The use of one link by one transfer, from one instant to another. Several transfers may share the link during this
/// time.
struct LinkUse {
  LinkId link{};
  VirtualTime from{};
  VirtualTime to{};
  /// The time for which the transfer alone would keep the link busy. It equals `to` - `from` if a transfer has the
  /// whole link to itself.
  Duration busy{};
};

/// An instant that a node program has marked by Node::mark, with the label that it has given.
struct Mark {
  NodeId node;
  VirtualTime at;
  std::string label;
};

/// The interface of observers, called by one thread at a time. `transfer` is a number that identifies a transfer until
/// the transfer has ended; then another transfer may get the number. The times of one node or transfer ascend, but the
/// time of a transfer may lie before or after times that were reported for other transfers.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void node_changes_state(VirtualTime at, NodeId node, const NodeState& state) = 0;
  virtual void node_marked(VirtualTime at, NodeId node, std::string_view label) = 0;
  virtual void transfer_begins(VirtualTime at, std::uint32_t transfer, const TransferInfo& info) = 0;
  /// Called when a transfer changes its state. If another transfer holds up this transfer, `holder` is the node that
  /// sends the other transfer; otherwise `holder` is empty.
  virtual void transfer_changes_state(VirtualTime at, std::uint32_t transfer, TransferState state,
                                      std::optional<NodeId> holder) = 0;
  /// Called for each link that a transfer has used, before the transfer ends.
  virtual void link_used(std::uint32_t transfer, const LinkUse& use) = 0;
  /// Called when the run is over. Transfers that have not ended by now never end.
  virtual void run_ended(VirtualTime at) = 0;
};

}  // namespace switchyard
