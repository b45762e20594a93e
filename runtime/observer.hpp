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

/// What a node does from one instant until its next change of activity.
enum class NodeActivity : std::uint8_t {
  running,  ///< runs code that takes no virtual time
  computes,
  sends,     ///< runs the software of a send, before the message enters the network
  receives,  ///< runs the software of messages that have arrived
  polls,
  waits_to_send,  ///< waits until the buffer of a send may be used again
  waits_to_receive,
  waits_for_any,     ///< waits until one of several sends and receives is done
  waits_for_packet,  ///< polls until an active message comes, or until its own may enter the network
  handles,           ///< receives an active message and runs its handler
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
  reserve,      ///< asks for room at the receiver
  acknowledge,  ///< grants the room that was asked for
};

enum class TransferState : std::uint8_t {
  sets_up,
  waits_for_link,
  waits_for_port,       ///< waits for a port of the receiving node
  waits_for_direction,  ///< waits until the data of the other direction is through (half duplex)
  waits_for_room,       ///< waits for room in the receiver's system buffer
  waits_for_receive,    ///< waits until the receiver has posted a receive
  moves,                ///< the transfer moves its data
  ended,
};

/// A transfer through the network, from the instant at which the message asks for its path.
struct TransferInfo {
  NodeId source{};
  NodeId destination{};
  TransferKind kind = TransferKind::data;
  Tag tag{};
  std::uint64_t bytes = 0;  ///< size of the message; 0 for reserve and acknowledge
  VirtualTime queued{};     ///< time at which the message entered its node's queue
};

/// The use of one link by one transfer for some time. The link may also be an edge of the network that several
/// transfers share.
struct LinkUse {
  LinkId link{};
  VirtualTime from{};
  VirtualTime to{};
  Duration busy{};  ///< time that the link would be busy with this transfer alone; equal to `to` - `from` if a link is
                    ///< held as a whole
};

/// An instant that a node program has marked, with its label.
struct Mark {
  NodeId node;
  VirtualTime at;
  std::string label;
};

/// The interface of observers, called by one thread at a time. `transfer` is the number of a transfer until the
/// transfer has ended; then another transfer may get the number. The times of one node or transfer ascend, but the time
/// of a transfer may lie before or after times that were reported for other transfers.
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
