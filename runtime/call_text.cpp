#include "runtime/call_text.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "runtime/collective.hpp"

namespace switchyard {

std::string call_site_text(const std::source_location& site) {
  const std::string_view path = site.file_name();
  const auto slash = path.find_last_of('/');
  return fmt::format("{}:{}", slash == std::string_view::npos ? path : path.substr(slash + 1), site.line());
}

const char* collective_name(Context context, Tag tag) noexcept {
  return context == Context::collectives ? name_of(collective_of(tag)) : nullptr;
}

namespace {

std::string tag_text(const Request& request) {
  const auto tag = static_cast<std::uint32_t>(request.tag);
  if (request.kind == Request::Kind::send || request.mask == TagSelector::kWholeTag) return fmt::format("tag {}", tag);
  return request.mask == 0 ? "any tag" : fmt::format("tag 0x{:x} where 0x{:x}", tag, request.mask);
}

}  // namespace

std::string call_text(const Request& request) {
  const bool sends = request.kind == Request::Kind::send;
  const std::string peer = request.peer == kAnyNode ? "any node" : std::to_string(index(request.peer));
  const std::string place = call_site_text(request.site);
  if (request.protocol == Protocol::bulk) {
    return fmt::format("copy to {}, {} B ({})", peer, request.bytes, place);
  }
  if (const char* collective = collective_name(request.context, request.tag)) {
    return fmt::format("{}, {} {}, {} B ({})", collective, sends ? "sending to" : "receiving from", peer, request.bytes,
                       place);
  }
  return fmt::format("{} {} {}, {}, {} B ({})", sends ? "send" : "receive", sends ? "to" : "from", peer,
                     tag_text(request), request.bytes, place);
}

std::string buffer_too_small_text(const Request& receive, NodeId source, std::uint64_t bytes) {
  return fmt::format("node {} in {}: the buffer of {} B is too small for the message of {} B from node {}",
                     index(receive.owner), call_text(receive), receive.bytes, bytes, index(source));
}

}  // namespace switchyard
