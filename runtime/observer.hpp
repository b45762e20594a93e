#pragma once
/// \file observer.hpp
/// Who watches a run under the virtual clock: what each node does and what becomes of each message, while it happens.
///
/// An observer changes nothing: no event, no time, no trace hash. A run without one pays a comparison with null for
/// each step of a node or circuit.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/units.hpp"

namespace switchyard {

/// What a node does from some instant on.
enum class NodeActivity : std::uint8_t {
  running,  ///< nothing that takes virtual time
  computes,
  sends,     ///< software of a send, before the message enters the network
  receives,  ///< software that it owes for messages that have come
  polls,
  waits_to_send,  ///< until the buffer of a send may be used again
  waits_to_receive,
  waits_for_any,     ///< until one of several sends and receives is done
  waits_for_packet,  ///< active messages: polls until one comes, or until one may enter the network
  handles,           ///< receives an active message and runs its handler
  in_collective,
  finished,
};

struct NodeState {
  NodeActivity activity = NodeActivity::running;
  std::optional<NodeId> peer = std::nullopt;  ///< other end of the send or receive; nothing if it is any node
  Tag tag{};
  std::uint64_t bytes = 0;
  friend bool operator==(const NodeState&, const NodeState&) = default;
};

/// What a transfer does for a message.
enum class TransferKind : std::uint8_t {
  data,
  signal,       ///< a message of zero bytes
  reserve,      ///< asks for room at the receiver
  acknowledge,  ///< grants it
};

enum class TransferState : std::uint8_t {
  sets_up,
  waits_for_link,
  waits_for_port,       ///< of the receiver
  waits_for_direction,  ///< half duplex: until the data of the other direction is through
  waits_for_room,       ///< in the receiver's system buffer
  waits_for_receive,    ///< until the receiver has posted it
  moves,                ///< data
  ended,
};

/// One way through the network, from the instant at which it is asked for.
struct TransferInfo {
  NodeId source{};
  NodeId destination{};
  TransferKind kind = TransferKind::data;
  Tag tag{};
  std::uint64_t bytes = 0;  ///< of the message; 0 for reserve and acknowledge
  VirtualTime queued{};     ///< since when it has stood in its node's queue
};

/// A link, or an edge that transfers share, has served a transfer.
struct LinkUse {
  LinkId link{};
  VirtualTime from{};
  VirtualTime to{};
  Duration busy{};  ///< as if it had served this transfer alone: to - from where a link is held as a whole
};

/// A named instant of a node program.
struct Mark {
  NodeId node;
  VirtualTime at;
  std::string label;
};

/// Called by one thread at a time. `transfer` names a transfer until it has ended, and may then name another one. The
/// times of one node or transfer ascend; those of a transfer may lie before or ahead of what was told last of others.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void node_is(VirtualTime at, NodeId node, const NodeState& state) = 0;
  virtual void node_marked(VirtualTime at, NodeId node, std::string_view label) = 0;
  virtual void transfer_begins(VirtualTime at, std::uint32_t transfer, const TransferInfo& info) = 0;
  /// `holder`: the node whose transfer is in the way.
  virtual void transfer_is(VirtualTime at, std::uint32_t transfer, TransferState state,
                           std::optional<NodeId> holder) = 0;
  /// Before the transfer ends.
  virtual void link_used(std::uint32_t transfer, const LinkUse& use) = 0;
  /// The run is over; what has not ended by now never does.
  virtual void run_ended(VirtualTime at) = 0;
};

}  // namespace switchyard
