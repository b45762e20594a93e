#include "runtime/resource.hpp"

#include <fmt/format.h>

#include <array>

namespace switchyard {
namespace {

std::string name_of(const ResourceUser& user) {
  const std::string tag = user.tag ? fmt::format(", tag {}", static_cast<std::uint32_t>(*user.tag)) : "";
  return fmt::format("the {} {}->{}{}", user.message_carrier_name, index(user.from), index(user.to), tag);
}

std::string holder_text(const Resource& resource) {
  return resource.held_by ? ", held by " + name_of(*resource.held_by) : "";
}

/// Returns a text that says how much of a resource is in use and asked for, such as " (64 of 64 B
/// in use, 8 B asked for by the message 0->1, tag 2)".
std::string usage_text(const Resource& resource) {
  if (!resource.bytes_in_use || !resource.capacity) return {};
  std::string text = fmt::format(" ({} of {} B in use", *resource.bytes_in_use, *resource.capacity);
  if (resource.wanted) text += fmt::format(", {} B asked for", *resource.wanted);
  if (resource.wanted && resource.wanted_by) text += " by " + name_of(*resource.wanted_by);
  return text + ")";
}

}  // namespace

const char* name_of(ResourceKind kind) noexcept {
  constexpr std::array names{"other",          "message",       "receive",     "collective", "poll",
                             "active_message", "lock_answer",   "lock",        "link",       "port",
                             "direction",      "system_buffer", "send_buffer", "mailbox",    "packet_room"};
  return names[static_cast<std::size_t>(kind)];
}

std::string Resource::text() const {
  const std::string node = owner ? fmt::format("node {}", index(*owner)) : "a node";
  switch (kind) {
    case ResourceKind::message:
      return name.empty() ? "its message" : name;
    case ResourceKind::receive:
      return "its receive";
    case ResourceKind::collective:
      return "reaching the " + name;
    case ResourceKind::poll:
      return "its poll";
    case ResourceKind::active_message:
      return "an active message";
    case ResourceKind::lock_answer:
      return "its answer about the busy lock of " + node;
    case ResourceKind::lock:
      return name.empty() ? "the busy lock of " + node : name;
    case ResourceKind::direction:
      return "the other direction's data phase";
    case ResourceKind::system_buffer:
      return "space in the system buffer of " + node + usage_text(*this);
    case ResourceKind::send_buffer:
      return fmt::format("one of the {} send buffers of {}{}", capacity.value_or(0), node, holder_text(*this));
    case ResourceKind::mailbox:
      return "space in the mailbox of " + node;
    case ResourceKind::network_room_for_packets:
      return "room for packets to " + node;
    case ResourceKind::link:
    case ResourceKind::port:
    case ResourceKind::other:
      return name + holder_text(*this);
  }
  return name;
}

}  // namespace switchyard
