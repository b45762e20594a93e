#pragma once
/// \file resource.hpp
/// What a node that cannot go on lacks, in fields: reports make their words, and tests their comparisons, of these.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "runtime/units.hpp"

namespace switchyard {

enum class ResourceKind : std::uint8_t {
  other,           ///< a machine's own: `name` is all that is known of it
  message,         ///< the other side's send
  receive,         ///< the other side's receive
  collective,      ///< that a node reaches the collective `name`
  poll,            ///< that a node polls
  active_message,  ///< from any node
  lock_answer,     ///< what a node says of its busy lock
  lock,            ///< a node's busy lock itself
  link,            ///< or one of its channels
  port,            ///< of a node, into the network or out of it
  direction,       ///< of a port that moves data one way at a time
  system_buffer,   ///< room for messages without a posted receive
  send_buffer,     ///< for a message that has no receive yet
  mailbox,         ///< room for messages on their way, with the clock off
  packet_room,     ///< room for active messages on their way
};
const char* name_of(ResourceKind kind) noexcept;

/// A message or circuit that has a resource, or asks for it.
struct ResourceUser {
  std::string carrier;  ///< "circuit", "message"
  NodeId from{};
  NodeId to{};
  std::optional<Tag> tag = {};
};

struct Resource {
  Resource(ResourceKind its_kind, std::optional<NodeId> its_owner = {}, std::string its_name = {})
      : kind(its_kind), name(std::move(its_name)), owner(its_owner) {}
  /// Of a machine's own.
  Resource(std::string words) : name(std::move(words)) {}
  Resource(const char* words) : name(words) {}

  /// "link 2->3, held by the circuit 1->7", "space in the system buffer of node 5 (64 of 64 B in use)".
  std::string text() const;

  ResourceKind kind = ResourceKind::other;
  std::string name;             ///< where its kind and owner do not name it: "link 2->3"
  std::optional<NodeId> owner;  ///< whose port, buffer or lock it is
  std::optional<ResourceUser> held_by = {};
  std::optional<ResourceUser> wanted_by = {};
  std::optional<std::uint64_t> wanted = {};    ///< bytes
  std::optional<std::uint64_t> in_use = {};    ///< bytes
  std::optional<std::uint64_t> capacity = {};  ///< bytes; of send buffers, how many
};

/// Why an operation cannot go on: what it lacks and which node has it. Edges of the wait-for graph.
struct Blocker {
  NodeId holder;
  Resource resource;
};

}  // namespace switchyard
