#include "runtime/call_text.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "runtime/collective.hpp"
#include "runtime/defect.hpp"
#include "runtime/error.hpp"
#include "runtime/misuse.hpp"

namespace switchyard {

std::string call_site_text(CallSite site) { return call_site_text(CallPlace(site)); }

std::string call_site_text(const CallPlace& place) { return fmt::format("{}:{}", place.file, place.line); }

std::string call_text(std::string_view call, CallSite site) {
  if (site == CallSite{}) return std::string(call);
  if (*site.file() == '\0') return std::string(site.called_function_name_or_default(call));
  return fmt::format("{} ({})", site.called_function_name_or_default(call), call_site_text(site));
}

std::string group_text(Context context) { return fmt::format("group {}", static_cast<std::uint16_t>(context)); }

std::string collective_text(Collective kind, Context context) {
  if (context == Context::collectives) return name_of(kind);
  return fmt::format("{} of {}", name_of(kind), group_text(context));
}

NodeError collective_group_mismatch_error(const EnteredCollective& one, const EnteredCollective& other) {
  const auto text = [](const EnteredCollective& met) {
    return fmt::format("node {} made {}", index(met.node), call_text(collective_text(met.kind, met.context), met.site));
  };
  const auto call = [](const EnteredCollective& met) {
    return make_defect_call(met.node, met.site, collective_text(met.kind, met.context));
  };
  const NodeError error(
      one.node, fmt::format("{}, but {}: all nodes must make the same collective calls in the same order", text(one),
                            text(other)));
  const bool is_same_kind = one.kind == other.kind;
  return error_with_involved_calls(
      error_with_defect_class(error, is_same_kind ? DefectClass::parameter_matching : DefectClass::call_ordering),
      {call(one), call(other)});
}

std::string collective_text(Context context, Tag tag) {
  const auto number = static_cast<std::uint16_t>(context);
  const bool is_of_group = number >= kGroupCollectiveContextBit;
  if (!is_of_group && context != Context::collectives) return {};
  return collective_text(
      collective_of(tag),
      is_of_group ? Context{static_cast<std::uint16_t>(number - kGroupCollectiveContextBit)} : context);
}

const char* name_of(SendMode mode) noexcept {
  constexpr std::array names{"send", "synchronous send", "ready send", "buffered send"};
  return names[static_cast<std::size_t>(mode)];
}

namespace {

const char* call_verb_of_request(const Request& request) {
  switch (request.kind) {
    case Request::Kind::send:
      return request.protocol == Protocol::bulk ? "copy" : "send";
    case Request::Kind::receive:
      return "receive";
    default:
      return "probe";
  }
}

DescribedCall::Kind call_kind_of_request(const Request& request) {
  using Kind = DescribedCall::Kind;
  if (request.protocol == Protocol::bulk) return Kind::copy;
  switch (request.kind) {
    case Request::Kind::send:
      return Kind::send;
    case Request::Kind::receive:
      return Kind::receive;
    case Request::Kind::probe:
      return Kind::probe;
    case Request::Kind::collective:
      return Kind::posted_collective;
  }
  return Kind::send;
}

/// Returns a set of tags, given as one bit for each tag, as a text such as "2 or 4".
std::string tag_set_text(std::uint32_t bits) {
  std::string text;
  for (std::uint32_t tag = 0; tag < 31; ++tag) {
    if ((bits >> tag & 1U) != 0) text += fmt::format("{}{}", text.empty() ? "" : " or ", tag);
  }
  return text;
}

std::string tag_text(const DescribedCall& call) {
  const auto tag = static_cast<std::uint32_t>(call.tag);
  if (call.mask == TagSelector::kMaskOfAllTagBits) return fmt::format("tag {}", tag);
  if (call.mask == TagSelector::kSetOfTags) return "tag " + tag_set_text(tag);
  return call.mask == 0 ? "any tag" : fmt::format("tag 0x{:x} where 0x{:x}", tag, call.mask);
}

std::string message_text(const DescribedCall& call, const std::string& peer) {
  const bool sends = call.kind == DescribedCall::Kind::send;
  if (!call.collective.empty()) {
    return fmt::format("{}, {} {}, {} B", call.collective, sends ? "sending to" : "receiving from", peer, call.bytes);
  }
  if (call.verb.starts_with("MPI_Win_"))
    return fmt::format("{} with {}", call.verb, peer);  // the tag is left out, because the program has not chosen it
  const std::string_view verb = call.verb == "send" ? name_of(call.mode) : std::string_view(call.verb);
  const std::string what = fmt::format("{} {} {}, {}", verb, sends ? "to" : "from", peer, tag_text(call));
  return call.kind == DescribedCall::Kind::probe ? what : fmt::format("{}, {} B", what, call.bytes);
}

}  // namespace

CallPlace::CallPlace(CallSite site) : line(site.line()) {
  const std::string_view path = site.file();
  const auto slash = path.find_last_of('/');
  file = slash == std::string_view::npos ? path : path.substr(slash + 1);
}

DescribedCall describe(const Request& request) { return describe(request, call_verb_of_request(request)); }

DescribedCall describe(const Request& request, std::string_view verb) {
  DescribedCall call{.kind = call_kind_of_request(request),
                     .verb = std::string(request.site.called_function_name_or_default(verb)),
                     .collective = collective_text(request.context, request.tag),
                     .mode = request.mode,
                     .tag = request.tag,
                     .context = request.context,
                     .bytes = request.bytes,
                     .place = request.site};
  if (request.peer != kAnyNode) call.peer = request.peer;
  if (request.kind == Request::Kind::receive || request.kind == Request::Kind::probe) call.mask = request.mask;
  if (!call.collective.empty()) {
    call.verb = name_of(collective_of(request.tag));
    call.collective = request.site.called_function_name_or_default(call.collective);
  }
  if (call.kind == DescribedCall::Kind::posted_collective) call.verb = "post_" + call.verb;
  return call;
}

DescribedCall describe(Collective kind, Context context, CallSite site) {
  return {.kind = DescribedCall::Kind::collective,
          .verb = std::string(site.called_function_name_or_default(name_of(kind))),
          .collective = std::string(site.called_function_name_or_default(collective_text(kind, context))),
          .context = context,
          .place = site};
}

namespace {

std::string call_text_without_source_place(const DescribedCall& call) {
  const std::string peer = call.peer ? std::to_string(index(*call.peer)) : "any node";
  switch (call.kind) {
    case DescribedCall::Kind::copy:
      return fmt::format("copy to {}, {} B", peer, call.bytes);
    case DescribedCall::Kind::posted_collective:
      return fmt::format("post_{}", call.collective);
    case DescribedCall::Kind::collective:
      return call.collective;
    case DescribedCall::Kind::lock:
      return fmt::format("{} of node {}", call.verb, peer);
    default:
      return message_text(call, peer);
  }
}

}  // namespace

std::string call_text(const DescribedCall& call) {
  const std::string text = call_text_without_source_place(call);
  return call.place.file.empty() ? text : fmt::format("{} ({})", text, call_site_text(call.place));
}

std::string call_text(const Request& request) { return call_text(describe(request)); }

void refuse_early_message(const MessageLabel& message, NodeId destination, std::uint64_t bytes, CallSite site) {
  const auto tag = static_cast<std::uint32_t>(message.tag);
  const NodeError early(
      message.source,
      fmt::format("node {} in {} to {}, tag {}, {} B ({}): no receive was posted when the message came; "
                  "let the receiver post it first, and say so",
                  index(message.source), site.called_function_name_or_default(name_of(message.mode)),
                  index(destination), tag, bytes, call_site_text(site)));
  throw error_with_involved_calls(error_with_defect_class(early, DefectClass::call_ordering),
                                  {make_defect_call(message.source, site, "send")});
}

NodeError buffer_too_small_error(const Request& receive, NodeId source, std::uint64_t bytes) {
  const NodeError error(
      receive.owner, fmt::format("node {} in {}: the buffer of {} B is too small for the message of {} B from node {}",
                                 index(receive.owner), call_text(receive), receive.bytes, bytes, index(source)));
  return error_with_involved_calls(error_with_defect_class(error, DefectClass::parameter_matching),
                                   {make_defect_call(receive.owner, receive.site, "receive")});
}

}  // namespace switchyard
