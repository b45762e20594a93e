#pragma once
/// \file resource.hpp
/// Describes the resource for which a blocked node waits, as a struct with fields. Deadlock reports make their texts of
/// these fields, and tests compare them.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "runtime/described_call.hpp"
#include "runtime/units.hpp"

namespace switchyard {

enum class ResourceKind : std::uint8_t {
  other,           ///< a resource that only one kind of machine has; only its name is known
  message,         ///< a message that the other node has to send
  receive,         ///< a receive that the other node has to post
  collective,      ///< the arrival of a node at the collective `name`
  poll,            ///< a poll by a node, which lets the node handle the active messages that have arrived
  active_message,  ///< an active message from any node
  lock_answer,     ///< another node's answer to a request for its busy lock
  lock,            ///< the busy lock of a node, or the lock called `name` of a service, such as an MPI window
  link,            ///< a link, or one of its channels
  port,            ///< a port of a node, into the network or out of it
  direction,       ///< the right to move data in one direction, at a port that moves data only one way at a time
  system_buffer,   ///< room in a node's system buffer, which keeps messages that have no posted receive
  /// A buffer on the sender's node for a message that has no receive yet.
  send_buffer,
  /// Room for messages that were sent and not received, in a run that keeps no virtual time (ClockKind::off).
  mailbox,
  network_room_for_packets,  ///< room in the network for active messages on their way
};
const char* name_of(ResourceKind kind) noexcept;

/// A message, or the circuit of a message, that holds a resource or asks for it.
struct ResourceUser {
  std::string message_carrier_name;  ///< what carries the message, such as "circuit"
  NodeId from{};
  NodeId to{};
  std::optional<Tag> tag = {};
};

/// The call by which a node's program has taken a resource, or has asked for it.
struct ResourceAcquiringCall {
  std::string verb;  ///< name of the function that the program has called
  CallPlace place;
};

struct Resource {
  Resource(ResourceKind its_kind, std::optional<NodeId> its_owner = {}, std::string its_name = {})
      : kind(its_kind), name(std::move(its_name)), owner(its_owner) {}
  /// Makes a resource of a kind that only one kind of machine has; deadlock reports print `words` as its name.
  Resource(std::string words) : name(std::move(words)) {}
  Resource(const char* words) : name(words) {}

  /// Returns a text such as "link 2->3, held by the circuit 1->7" or "space in the system buffer of node 5 (64 of 64 B
  /// in use)".
  std::string text() const;

  ResourceKind kind = ResourceKind::other;
  std::string name;             ///< name such as "link 2->3"; empty if kind and owner describe the resource
  std::optional<NodeId> owner;  ///< node that the port, buffer or lock belongs to
  std::optional<ResourceUser> held_by = {};
  std::optional<ResourceUser> wanted_by = {};
  std::optional<ResourceAcquiringCall> taken_by = {};
  std::optional<std::uint64_t> wanted = {};  ///< number of bytes of the resource that the waiting operation asks for
  std::optional<std::uint64_t> bytes_in_use = {};  ///< number of bytes of the resource that are in use
  /// The size of the resource in bytes; of ResourceKind::send_buffer, the number of buffers.
  std::optional<std::uint64_t> capacity = {};
};

/// The reason why a node's operation cannot continue: the resource that it lacks, and the node that holds the resource
/// or has to provide it. Blockers are the edges of the wait-for graph.
struct BlockingResource {
  NodeId holder;
  Resource resource;
};

}  // namespace switchyard
