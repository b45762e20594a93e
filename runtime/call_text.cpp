#include "runtime/call_text.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "runtime/collective.hpp"
#include "runtime/error.hpp"

namespace switchyard {

std::string call_site_text(CallSite site) {
  const std::string_view path = site.file();
  const auto slash = path.find_last_of('/');
  return fmt::format("{}:{}", slash == std::string_view::npos ? path : path.substr(slash + 1), site.line());
}

std::string call_text(std::string_view call, CallSite site) {
  if (site == CallSite{}) return std::string(call);
  return fmt::format("{} ({})", site.call_or(call), call_site_text(site));
}

std::string group_text(Context context) { return fmt::format("group {}", static_cast<std::uint16_t>(context)); }

std::string collective_text(Collective kind, Context context) {
  if (context == Context::collectives) return name_of(kind);
  return fmt::format("{} of {}", name_of(kind), group_text(context));
}

std::string different_groups_text(const MetCollective& one, const MetCollective& other) {
  const auto text = [](const MetCollective& met) {
    return fmt::format("node {} made {}", index(met.node), call_text(collective_text(met.kind, met.context), met.site));
  };
  return fmt::format("{}, but {}: all nodes must make the same collective calls in the same order", text(one),
                     text(other));
}

std::string collective_text(Context context, Tag tag) {
  const auto number = static_cast<std::uint16_t>(context);
  const bool is_of_group = number >= kGroupCollectives;
  if (!is_of_group && context != Context::collectives) return {};
  return collective_text(collective_of(tag),
                         is_of_group ? Context{static_cast<std::uint16_t>(number - kGroupCollectives)} : context);
}

const char* name_of(SendMode mode) noexcept {
  constexpr std::array names{"send", "synchronous send", "ready send", "buffered send"};
  return names[static_cast<std::size_t>(mode)];
}

namespace {

const char* verb_of(const Request& request) {
  if (request.kind == Request::Kind::send) return name_of(request.mode);
  return request.kind == Request::Kind::receive ? "receive" : "probe";
}

std::string tag_text(const Request& request) {
  const auto tag = static_cast<std::uint32_t>(request.tag);
  if (request.kind == Request::Kind::send || request.mask == TagSelector::kWholeTag) return fmt::format("tag {}", tag);
  return request.mask == 0 ? "any tag" : fmt::format("tag 0x{:x} where 0x{:x}", tag, request.mask);
}

}  // namespace

std::string call_text(const Request& request) { return call_text(request, verb_of(request)); }

std::string call_text(const Request& request, std::string_view verb) {
  const bool sends = request.kind == Request::Kind::send;
  const std::string peer = request.peer == kAnyNode ? "any node" : std::to_string(index(request.peer));
  const std::string place = call_site_text(request.site);
  if (request.protocol == Protocol::bulk) {
    return fmt::format("copy to {}, {} B ({})", peer, request.bytes, place);
  }
  const std::string collective = collective_text(request.context, request.tag);
  if (request.kind == Request::Kind::collective) return fmt::format("post_{} ({})", collective, place);
  if (!collective.empty()) {
    return fmt::format("{}, {} {}, {} B ({})", collective, sends ? "sending to" : "receiving from", peer, request.bytes,
                       place);
  }
  const std::string what =
      fmt::format("{} {} {}, {}", request.site.call_or(verb), sends ? "to" : "from", peer, tag_text(request));
  if (request.kind == Request::Kind::probe) return fmt::format("{} ({})", what, place);
  return fmt::format("{}, {} B ({})", what, request.bytes, place);
}

void refuse_early(const MessageLabel& message, NodeId destination, std::uint64_t bytes, CallSite site) {
  const auto tag = static_cast<std::uint32_t>(message.tag);
  throw NodeError(message.source,
                  fmt::format("node {} in {} to {}, tag {}, {} B ({}): no receive was posted when the message came; "
                              "let the receiver post it first, and say so",
                              index(message.source), site.call_or(name_of(message.mode)), index(destination), tag,
                              bytes, call_site_text(site)));
}

std::string buffer_too_small_text(const Request& receive, NodeId source, std::uint64_t bytes) {
  return fmt::format("node {} in {}: the buffer of {} B is too small for the message of {} B from node {}",
                     index(receive.owner), call_text(receive), receive.bytes, bytes, index(source));
}

}  // namespace switchyard
