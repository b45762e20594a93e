/// \file nx_messages.cpp
/// Provides the functions of NX for messages, probes and message handlers, and for information about the node.

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

#include "runtime/misuse.hpp"
#include "runtime/programs/clock.hpp"
#include "runtime/programs/nx/nx.hpp"

namespace switchyard {

Group& NxState::group_of_all_nodes(Node& node) {
  if (!group_of_all_nodes_) {
    std::vector<NodeId> all;
    for (std::uint32_t i = 0; i < node.node_count(); ++i) all.push_back(NodeId{i});
    group_of_all_nodes_.emplace(node, std::move(all), kNxContext);
  }
  return *group_of_all_nodes_;
}

long NxState::add_posted_message(PostedMessage posted, CallSite site) {
  posted.site = site;
  while (lowest_free_index_ < posted_messages_.size() && !posted_messages_[lowest_free_index_].request_handles.empty())
    ++lowest_free_index_;
  if (lowest_free_index_ == posted_messages_.size()) posted_messages_.emplace_back();
  posted_messages_[lowest_free_index_++] = std::move(posted);
  return static_cast<long>(lowest_free_index_);
}

NxState::PostedMessage& NxState::posted_message_of_number(long message, CallSite site, const char* call) {
  if (message < 1 || static_cast<std::size_t>(message) > posted_messages_.size() ||
      posted_messages_[static_cast<std::size_t>(message) - 1].request_handles.empty()) {
    throw error_with_defect_class(
        misuse_error(call, site, fmt::format("there is no message with the number {} under way", message)),
        DefectClass::request_lifecycle);
  }
  return posted_messages_[static_cast<std::size_t>(message) - 1];
}

NxState::PostedMessage NxState::take_posted_message(long message, CallSite site, const char* call) {
  PostedMessage taken = std::exchange(posted_message_of_number(message, site, call), {});
  lowest_free_index_ = std::min(lowest_free_index_, static_cast<std::size_t>(message) - 1);
  return taken;
}

NxState::MessageHandler NxState::take_message_handler(std::size_t which, const Received& received) {
  MessageHandler taken = std::move(pending_handlers_[which]);
  taken.buffer.complete_call(*process_, taken.site, received.bytes);
  pending_handlers_.erase(pending_handlers_.begin() + static_cast<std::ptrdiff_t>(which));
  if (!taken.is_send) {
    set_last_message_info(received);
    taken.type = last_message_info_.type;
    taken.count = last_message_info_.count;
    taken.node = last_message_info_.node;
  }
  is_handler_running = true;
  return taken;
}

std::optional<NxState::MessageHandler> NxState::wait_for_messages_or_handler(Node& node, PostedMessage& posted,
                                                                             CallSite site) {
  if (!may_handlers_run()) return std::nullopt;
  const std::size_t own = posted.request_handles.size();
  std::vector<Handle> all(posted.request_handles.begin(), posted.request_handles.end());
  for (const MessageHandler& handler : pending_handlers_) all.push_back(handler.message_handle);
  const auto is_left = [](const Handle& handle) { return !handle.empty(); };
  while (std::any_of(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(own), is_left)) {
    Received received;
    const std::size_t done = node.wait_any(all, &received, site);
    if (done >= own) return take_message_handler(done - own, received);
    posted.request_handles[done] = {};
    posted.received_results.resize(own);
    posted.received_results[done] = received;
  }
  return std::nullopt;
}

std::optional<NxState::MessageHandler> NxState::take_due_handler(Node& node, CallSite site) {
  if (!may_handlers_run()) return std::nullopt;
  std::vector<Handle> all;
  for (const MessageHandler& handler : pending_handlers_) all.push_back(handler.message_handle);
  Received received;
  const std::optional<std::size_t> done = node.test_any(all, &received, site);
  return done ? std::optional(take_message_handler(*done, received)) : std::nullopt;
}

namespace {

/// Runs a message handler as code of the program, so that the handler may even call exit.
void call_message_handler(const NxState::MessageHandler& handler) {
  handler.call_program_handler_function();
  run_nx_call(nullptr, [](Node&, NxState& state) { state.is_handler_running = false; });
}

}  // namespace

void run_due_handlers(const NamedCall* call) {
  const auto due = [call] {
    return run_nx_call(call,
                       [call](Node& node, NxState& state) { return state.take_due_handler(node, site_of(call)); });
  };
  for (std::optional<NxState::MessageHandler> handler = due(); handler; handler = due()) call_message_handler(*handler);
}

void MessageInfoArray::store(const std::array<long, 4>& elements) const {
  if (array_ == nullptr) return;
  const auto store_as = [&]<class Element>(Element* array) {
    check_writable(array, elements.size() * sizeof *array);
    std::ranges::transform(elements, array, [](long element) { return static_cast<Element>(element); });
  };
  has_32_bit_elements_ ? store_as(static_cast<std::int32_t*>(array_)) : store_as(static_cast<long*>(array_));
}

void NxState::MessageHandler::call_program_handler_function() const {
  if (function != nullptr) return function(type, count, node, 0);
  if (handler_function_with_parameter != nullptr)
    return handler_function_with_parameter(type, count, node, 0, parameter);
  const auto short_type = static_cast<std::int32_t>(type), short_count = static_cast<std::int32_t>(count),
             short_node = static_cast<std::int32_t>(node), short_parameter = static_cast<std::int32_t>(parameter);
  const std::int32_t pid = 0;
  if (fortran_function != nullptr) return fortran_function(&short_type, &short_count, &short_node, &pid);
  fortran_function_with_parameter(&short_type, &short_count, &short_node, &pid, &short_parameter);
}

void NxState::end(Node& node, int exit_code) {
  for (const PostedMessage& posted : posted_messages_) {
    if (exit_code != 0 || posted.request_handles.empty()) continue;
    process_->defect_notes.note_defect(node, DefectClass::request_lifecycle, posted.site,
                                       "its message is never waited for");
  }
  for (MessageHandler& handler : pending_handlers_) {
    if (!node.test(handler.message_handle)) node.cancel(handler.message_handle);
    node.wait(handler.message_handle);
  }
  pending_handlers_.clear();
  for (PostedMessage& posted : posted_messages_) {
    for (const Handle& handle : posted.request_handles) {
      if (handle.empty()) continue;
      if (!node.test(handle)) node.cancel(handle);
      node.wait(handle);
    }
  }
  posted_messages_.clear();
  lowest_free_index_ = 0;
  node.wait_freed();
  ignored_buffers_.clear();
  group_of_all_nodes_.reset();
}

namespace {

constexpr long kFirstForcedProtocolMessageType = 1'000'000'000;
constexpr long kLastForcedProtocolMessageType = 1'073'741'823;
constexpr Protocol kForcedProtocol = protocol_named("forced");

/// Returns the tag selector for a negative type selector of NX: its bits stand for the message types 0 to 29. Throws
/// UsageError if the set is empty, or contains types above 29.
TagSelector selector_of_type_set(std::uint32_t bits, const char* call, CallSite site) {
  constexpr std::uint32_t kTypes = (1U << 30U) - 1;
  if ((bits & 1U << 30U) != 0) {
    throw misuse_error(
        call, site,
        fmt::format("the set of types {:#x} has types above 29 in it; receive any type (-1), or name one", bits));
  }
  if ((bits & kTypes) == 0) throw misuse_error(call, site, fmt::format("the set of types {:#x} is empty", bits));
  return TagSelector::selector_of_tags_in_bit_set(bits & kTypes, kNxContext);
}

/// Returns the tag selector for the message types that an NX receive or probe asks for. Only the low 32 bits count,
/// because programs were written for a long of 32 bits. The function is always inlined: a selector returned in
/// registers would first be put together in memory by small stores, and loading it right after them is slow.
[[gnu::always_inline]] inline TagSelector tag_selector_of_types(long wide_types, const char* call, CallSite site) {
  const auto types = static_cast<std::int32_t>(wide_types);
  if (types == -1) return TagSelector::any(kNxContext);
  if (types >= 0) return {Tag{static_cast<std::uint32_t>(types)}, kNxContext};
  return selector_of_type_set(static_cast<std::uint32_t>(types), call, site);
}

NodeId source_of(long node) { return node == -1 ? kAnyNode : NodeId{static_cast<std::uint32_t>(node)}; }

[[noreturn]] void refuse_message_type(long type, const char* call, CallSite site) {
  throw misuse_error(call, site,
                     fmt::format("there is no type {}; types are 0 to {}", type, kLastForcedProtocolMessageType));
}

[[gnu::always_inline]] inline MessageOptions message_options_of_type(const Node& node, long type, const char* call,
                                                                     CallSite site) {
  if (type < 0 || type > kLastForcedProtocolMessageType) refuse_message_type(type, call, site);
  const bool is_forced = type >= kFirstForcedProtocolMessageType && node.needs_posted_receive(kForcedProtocol);
  return {.tag = Tag{static_cast<std::uint32_t>(type)},
          .protocol = is_forced ? kForcedProtocol : Protocol::automatic,
          .context = kNxContext};
}

std::size_t checked_byte_count(const void* buffer, long count, const char* call, CallSite site) {
  if (count < 0) throw misuse_error(call, site, fmt::format("the count {} is negative", count));
  if (buffer == nullptr && count > 0) throw misuse_error(call, site, "the buffer is a null pointer");
  return static_cast<std::size_t>(count);
}
std::span<const std::byte> checked_bytes_to_send(const void* buffer, long count, const char* call, CallSite site) {
  const std::span data(static_cast<const std::byte*>(buffer), checked_byte_count(buffer, count, call, site));
  check_readable(data);
  return data;
}
std::span<std::byte> checked_room_to_receive(void* buffer, long count, const char* call, CallSite site) {
  const std::span room(static_cast<std::byte*>(buffer), checked_byte_count(buffer, count, call, site));
  check_writable(room);
  return room;
}

void check_pid(long pid, const char* call, CallSite site) {
  if (pid == 0 || pid == -1) return;
  throw misuse_error(call, site, fmt::format("there is no process {}; each node has one, of number 0", pid));
}

/// Stores the type, length, source node and source process of a message in an array of the program, as calls such as
/// crecvx do.
void store_message_info(const MessageInfoArray& info, const NxState::MessageInfo& message) {
  info.store({message.type, message.count, message.node, 0});
}

/// Posts a send to node `to`, or to all other nodes if `to` is -1, and adds the posted sends to `posted`.
void post_sends(NxState::PostedMessage& posted, NxState& state, long type, std::span<const std::byte> data, long to,
                const char* call, CallSite site) {
  Node& node = state.process().node();
  const MessageOptions options = message_options_of_type(node, type, call, site);
  WatchedBuffer buffer = WatchedBuffer::buffer_to_send(state.process(), call, site, data);
  if (to != -1)
    return posted.add_request(state.process(),
                              node.post_send(NodeId{static_cast<std::uint32_t>(to)}, data, options, site),
                              std::move(buffer));
  for (std::uint32_t i = 1; i < node.node_count(); ++i) {
    const NodeId peer{(index(node.id()) + i) % node.node_count()};
    // Only the first send gets the buffer; all sends share the data.
    posted.add_request(state.process(), node.post_send(peer, data, options, site),
                       std::exchange(buffer, WatchedBuffer{}));
  }
}

void post_receive(NxState::PostedMessage& posted, NxState& state, long types, void* buffer, long count, long from,
                  const char* call, CallSite site) {
  Node& node = state.process().node();
  const auto memory = checked_room_to_receive(buffer, count, call, site);
  const TagSelector selector = tag_selector_of_types(types, call, site);
  WatchedBuffer watched = WatchedBuffer::buffer_to_receive(state.process(), call, site, memory);
  const auto room = watched.memory_for_arriving_data();
  posted.add_request(state.process(), node.post_receive(source_of(from), room, selector, site), std::move(watched));
}

/// Waits for all sends and receives that share one message number, and remembers type, length and source of the
/// received message.
void finish_requests(Node& node, NxState& state, NxState::PostedMessage posted, CallSite site) {
  for (std::size_t i = posted.request_handles.size(); i-- > 0;) {
    const Handle handle = posted.request_handles[i];
    const Received received = handle.empty() ? posted.received_results.at(i) : node.wait(handle, site);
    posted.finish_use_of_request_buffer(state.process(), i, site, received.bytes);
    if (i == 0) state.set_last_message_info(received);
  }
  store_message_info(posted.info_to_fill_in, state.last_message_info());
}

void msgwait(const NamedCall* call, long message) {
  const auto due = [=] {
    return run_nx_call(call, [=](Node& node, NxState& state) {
      return state.wait_for_messages_or_handler(node, state.posted_message_of_number(message, site_of(call), "msgwait"),
                                                site_of(call));
    });
  };
  for (std::optional<NxState::MessageHandler> handler = due(); handler; handler = due()) call_message_handler(*handler);
  run_nx_call(call, [=](Node& node, NxState& state) {
    finish_requests(node, state, state.take_posted_message(message, site_of(call), "msgwait"), site_of(call));
  });
}
/// Waits for the message with this number, unless the number is 0, which means that nothing is left to wait for.
void wait_if_message_under_way(const NamedCall* call, long message) {
  if (message != 0) msgwait(call, message);
}

/// Carries out csend in cases that may take several sends or handler calls: a send to all other nodes, or a send during
/// which message handlers may have to run. Returns the number of the message to wait for, or 0 if the message is sent.
long csend_by_posting(NxState& state, long type, std::span<const std::byte> data, long to, CallSite site) {
  NxState::PostedMessage posted;
  post_sends(posted, state, type, data, to, "csend", site);
  if (state.may_handlers_run()) return state.add_posted_message(std::move(posted), site);
  state.process().node().wait_all(posted.all_handles(), site);
  for (WatchedBuffer& each : posted.watched_buffers) each.complete_call(state.process(), site, 0);
  return 0;
}

void csend(const NamedCall* call, long type, const void* buffer, long count, long to, long pid) {
  const long left = run_nx_call(call, [=](Node& node, NxState& state) -> long {
    const CallSite site = site_of(call);
    check_pid(pid, "csend", site);
    const auto data = checked_bytes_to_send(buffer, count, "csend", site);
    if (state.may_handlers_run() || to == -1) return csend_by_posting(state, type, data, to, site);
    const MessageOptions options = message_options_of_type(node, type, "csend", site);
    check_memory_of_call(state.process(), "csend", site, data, ReadOrWrite::reads);
    node.send(NodeId{static_cast<std::uint32_t>(to)}, data, options, site);
    return 0;
  });
  wait_if_message_under_way(call, left);
}

template <class Integer>
void crecvx(const NamedCall* call, long types, void* buffer, long count, long from, long pid, Integer* info) {
  const long left = run_nx_call(call, [=](Node& node, NxState& state) -> long {
    const CallSite site = site_of(call);
    check_pid(pid, "crecvx", site);
    if (state.may_handlers_run()) {
      NxState::PostedMessage posted{.request_handles = {}, .watched_buffers = {}, .info_to_fill_in = info};
      post_receive(posted, state, types, buffer, count, from, "crecv", site);
      return state.add_posted_message(std::move(posted), site);
    }
    const auto memory = checked_room_to_receive(buffer, count, "crecv", site);
    check_memory_of_call(state.process(), "crecv", site, memory, ReadOrWrite::writes);
    state.set_last_message_info(
        node.receive(source_of(from), memory, tag_selector_of_types(types, "crecv", site), site));
    store_message_info(info, state.last_message_info());
    return 0;
  });
  wait_if_message_under_way(call, left);
}
void crecv(const NamedCall* call, long types, void* buffer, long count) {
  crecvx<long>(call, types, buffer, count, -1, -1, nullptr);
}

long isend(const NamedCall* call, long type, const void* buffer, long count, long to, long pid) {
  return run_nx_call(call, [=](Node&, NxState& state) {
    const CallSite site = site_of(call);
    check_pid(pid, "isend", site);
    NxState::PostedMessage posted;
    post_sends(posted, state, type, checked_bytes_to_send(buffer, count, "isend", site), to, "isend", site);
    return state.add_posted_message(std::move(posted), site);
  });
}

template <class Integer>
long irecvx(const NamedCall* call, long types, void* buffer, long count, long from, long pid, Integer* info) {
  return run_nx_call(call, [=](Node&, NxState& state) {
    const CallSite site = site_of(call);
    check_pid(pid, "irecvx", site);
    NxState::PostedMessage posted{.request_handles = {}, .watched_buffers = {}, .info_to_fill_in = info};
    post_receive(posted, state, types, buffer, count, from, "irecv", site);
    return state.add_posted_message(std::move(posted), site);
  });
}
long irecv(const NamedCall* call, long types, void* buffer, long count) {
  return irecvx<long>(call, types, buffer, count, -1, -1, nullptr);
}

/// Posts the receive and the send of csendrecv or isendrecv, which share one message number. The receive is posted
/// first, so that it is posted when an answer to the send arrives.
NxState::PostedMessage post_receive_and_send(NxState& state, const char* name, CallSite site, long type,
                                             const void* out, long out_count, long to, long types, void* in,
                                             long in_count) {
  NxState::PostedMessage posted;
  post_receive(posted, state, types, in, in_count, -1, name, site);
  post_sends(posted, state, type, checked_bytes_to_send(out, out_count, name, site), to, name, site);
  return posted;
}

long isendrecv(const NamedCall* call, long type, const void* out, long out_count, long to, long pid, long types,
               void* in, long in_count) {
  return run_nx_call(call, [=](Node&, NxState& state) {
    check_pid(pid, "isendrecv", site_of(call));
    return state.add_posted_message(
        post_receive_and_send(state, "isendrecv", site_of(call), type, out, out_count, to, types, in, in_count),
        site_of(call));
  });
}

long csendrecv(const NamedCall* call, long type, const void* out, long out_count, long to, long pid, long types,
               void* in, long in_count) {
  const long both = run_nx_call(call, [=](Node&, NxState& state) {
    check_pid(pid, "csendrecv", site_of(call));
    return state.add_posted_message(
        post_receive_and_send(state, "csendrecv", site_of(call), type, out, out_count, to, types, in, in_count),
        site_of(call));
  });
  wait_if_message_under_way(call, both);
  return run_nx_call(call, [](Node&, NxState& state) { return state.last_message_info().count; });
}

template <class Integer>
void gsendx(const NamedCall* call, long type, const void* buffer, long count, const Integer* nodes, long node_count) {
  run_nx_call(call, [=](Node& node, NxState& state) {
    const CallSite site = site_of(call);
    const auto data = checked_bytes_to_send(buffer, count, "gsendx", site);
    check_memory_of_call(state.process(), "gsendx", site, data, ReadOrWrite::reads);
    const MessageOptions options = message_options_of_type(node, type, "gsendx", site);
    if (node_count > 0) check_readable(nodes, static_cast<std::size_t>(node_count) * sizeof *nodes);
    std::vector<Handle> handles;
    for (long i = 0; i < node_count; ++i)
      handles.push_back(node.post_send(NodeId{static_cast<std::uint32_t>(nodes[i])}, data, options, site));
    node.wait_all(handles, site);
  });
}

long msgdone(const NamedCall* call, long message) {
  run_due_handlers(call);
  return run_nx_call(call, [=](Node& node, NxState& state) -> long {
    if (!node.test_all(state.posted_message_of_number(message, site_of(call), "msgdone").all_handles(), site_of(call)))
      return 0;
    finish_requests(node, state, state.take_posted_message(message, site_of(call), "msgdone"), site_of(call));
    return 1;
  });
}

void msgcancel(const NamedCall* call, long message) {
  run_nx_call(call, [=](Node& node, NxState& state) {
    NxState::PostedMessage posted = state.take_posted_message(message, site_of(call), "msgcancel");
    for (std::size_t i = 0; i < posted.request_handles.size(); ++i) {
      const Handle& handle = posted.request_handles[i];
      if (handle.empty()) continue;
      if (!node.test(handle, site_of(call))) node.cancel(handle, site_of(call));
      const Received received = node.wait(handle, site_of(call));
      posted.finish_use_of_request_buffer(state.process(), i, site_of(call), received.cancelled ? 0 : received.bytes);
    }
  });
}

void msgignore(const NamedCall* call, long message) {
  run_nx_call(call, [=](Node& node, NxState& state) {
    NxState::PostedMessage posted = state.take_posted_message(message, site_of(call), "msgignore");
    for (Handle& handle : posted.request_handles) node.free(handle, site_of(call));
    for (WatchedBuffer& buffer : posted.watched_buffers) state.keep_ignored_buffer(std::move(buffer));
  });
}

long msgmerge(const NamedCall* call, long one, long other) {
  return run_nx_call(call, [=](Node&, NxState& state) {
    if (one == -1 || other == -1) return one == -1 ? other : one;
    NxState::PostedMessage more = state.take_posted_message(other, site_of(call), "msgmerge");
    NxState::PostedMessage& first = state.posted_message_of_number(one, site_of(call), "msgmerge");
    for (std::size_t i = 0; i < more.request_handles.size(); ++i) {
      first.add_request(state.process(), more.request_handles[i],
                        more.watched_buffers.empty() ? WatchedBuffer{} : std::move(more.watched_buffers[i]));
    }
    return one;
  });
}

template <class Integer>
long iprobex(const NamedCall* call, long types, long from, long pid, Integer* info) {
  run_due_handlers(call);
  return run_nx_call(call, [=](Node& node, NxState& state) -> long {
    check_pid(pid, "iprobex", site_of(call));
    const auto found =
        node.try_probe(source_of(from), tag_selector_of_types(types, "iprobe", site_of(call)), site_of(call));
    if (!found) return 0;
    state.set_last_message_info(*found);
    store_message_info(info, *found);
    return 1;
  });
}
long iprobe(const NamedCall* call, long types) { return iprobex<long>(call, types, -1, -1, nullptr); }

/// Carries out cprobex: waits until a message can be received. As long as message handlers may have to run, the
/// function polls for the message instead of waiting.
template <class Integer>
void cprobex(const NamedCall* call, long types, long from, long pid, Integer* info) {
  const auto awaits = [](Node&, NxState& state) { return state.may_handlers_run(); };
  while (run_nx_call(call, awaits)) {
    if (iprobex(call, types, from, pid, info) != 0) return;
  }
  run_nx_call(call, [=](Node& node, NxState& state) {
    check_pid(pid, "cprobex", site_of(call));
    state.set_last_message_info(
        node.probe(source_of(from), tag_selector_of_types(types, "cprobe", site_of(call)), site_of(call)));
    store_message_info(info, state.last_message_info());
  });
}
void cprobe(const NamedCall* call, long types) { cprobex<long>(call, types, -1, -1, nullptr); }

// --- message handlers (hsend, hrecv and their like) ------------------------------------------------------------------

void refuse_null_handler(bool is_null, const char* call, CallSite site) {
  if (is_null) throw misuse_error(call, site, "the handler is a null pointer");
}

using NxHandlerFunction = void (*)(long, long, long, long);
using NxHandlerFunctionWithParameter = void (*)(long, long, long, long, long);
using NxFortranHandlerFunction = decltype(NxState::MessageHandler::fortran_function);
using NxFortranHandlerFunctionWithParameter = decltype(NxState::MessageHandler::fortran_function_with_parameter);

NxState::MessageHandler handler_with_function(NxHandlerFunction function) {
  return {.message_handle = {}, .function = function};
}
NxState::MessageHandler handler_with_function(NxFortranHandlerFunction function) {
  return {.message_handle = {}, .fortran_function = function};
}
NxState::MessageHandler handler_with_function(NxHandlerFunctionWithParameter function, long parameter) {
  return {.message_handle = {}, .handler_function_with_parameter = function, .parameter = parameter};
}
NxState::MessageHandler handler_with_function(NxFortranHandlerFunctionWithParameter function, long parameter) {
  return {.message_handle = {}, .fortran_function_with_parameter = function, .parameter = parameter};
}

/// Adds a handler for the send or receive in `posted`. Needs: `posted` has exactly one of them.
void add_handler(NxState& state, NxState::PostedMessage posted, NxState::MessageHandler handler, CallSite site) {
  handler.message_handle = posted.request_handles.front();
  if (!posted.watched_buffers.empty()) handler.buffer = std::move(posted.watched_buffers.front());
  handler.site = site;
  state.add_handler(std::move(handler));
}

void receive_with_handler(const NamedCall* call, long types, void* buffer, long count, long from, const char* name,
                          NxState::MessageHandler handler) {
  run_nx_call(call, [&](Node&, NxState& state) {
    refuse_null_handler(!handler.has_function(), name, site_of(call));
    NxState::PostedMessage posted;
    post_receive(posted, state, types, buffer, count, from, name, site_of(call));
    add_handler(state, std::move(posted), std::move(handler), site_of(call));
  });
}

template <class Function>
void hrecv(const NamedCall* call, long types, void* buffer, long count, Function function) {
  receive_with_handler(call, types, buffer, count, -1, "hrecv", handler_with_function(function));
}
template <class Function>
void hrecvx(const NamedCall* call, long types, void* buffer, long count, long from, long /*pid*/, Function function,
            long parameter) {
  receive_with_handler(call, types, buffer, count, from, "hrecvx", handler_with_function(function, parameter));
}

/// The message that a call with a handler, such as hsend, sends.
struct SentMessage {
  long type;
  const void* buffer;
  long count, to;
};

void send_with_handler(const NamedCall* call, const SentMessage& message, const char* name,
                       NxState::MessageHandler handler) {
  run_nx_call(call, [&](Node&, NxState& state) {
    const CallSite site = site_of(call);
    refuse_null_handler(!handler.has_function(), name, site);
    if (message.to == -1) throw misuse_error(name, site, "it sends to one node; name that");
    NxState::PostedMessage posted;
    post_sends(posted, state, message.type, checked_bytes_to_send(message.buffer, message.count, name, site),
               message.to, name, site);
    handler.type = message.type;
    handler.count = message.count;
    handler.node = message.to;
    handler.is_send = true;
    add_handler(state, std::move(posted), std::move(handler), site);
  });
}

template <class Function>
void hsend(const NamedCall* call, long type, const void* buffer, long count, long to, long /*pid*/, Function function) {
  send_with_handler(call, {type, buffer, count, to}, "hsend", handler_with_function(function));
}
template <class Function>
void hsendx(const NamedCall* call, long type, const void* buffer, long count, long to, long /*pid*/, Function function,
            long parameter) {
  send_with_handler(call, {type, buffer, count, to}, "hsendx", handler_with_function(function, parameter));
}

/// Carries out masktrap, which holds back message handlers or permits them. Returns the mask that was set before.
long masktrap(const NamedCall* call, long is_masked) {
  const long before = run_nx_call(call, [=](Node&, NxState& state) {
    return static_cast<long>(std::exchange(state.are_handlers_masked, is_masked != 0));
  });
  run_due_handlers(call);
  return before;
}

long length_of_last_message() {
  return run_nx_call(nullptr, [](Node&, NxState& state) { return state.last_message_info().count; });
}
long sender_of_last_message() {
  return run_nx_call(nullptr, [](Node&, NxState& state) { return state.last_message_info().node; });
}
long type_of_last_message() {
  return run_nx_call(nullptr, [](Node&, NxState& state) { return state.last_message_info().type; });
}
long return_zero() { return 0; }

// --- information about the machine and the node ---------------------------------------------------------------------

long number_of_own_node() { return static_cast<long>(index(t_process->node().id())); }
long number_of_all_nodes() { return static_cast<long>(t_process->node().node_count()); }
long dimension_of_cube() { return std::bit_width(t_process->node().node_count()) - 1; }
long node_number_of_host_computer() { return number_of_all_nodes(); }
long gray_code_of(long number) { return number ^ (number >> 1); }
long decode_gray_code(long code) {
  long number = 0;
  for (; code > 0; code >>= 1) number ^= code;
  return number;
}
/// The form for Fortran programs of an NX function that takes one number and needs no place of its call.
template <long (*function)(long)>
std::int32_t call_with_number_by_reference(const std::int32_t* number) {
  return static_cast<std::int32_t>(function(*number));
}
/// Carries out led by doing nothing, because the emulated nodes have no lamp.
void ignore_led_call(long /*is_on*/) {}
double clock_in_seconds() {
  const Duration time = read_program_clock(*t_process, {"dclock", __builtin_return_address(0)});
  return std::chrono::duration<double>(time).count();
}
unsigned long clock_in_milliseconds() {
  return static_cast<unsigned long>(std::chrono::duration_cast<std::chrono::milliseconds>(
                                        read_program_clock(*t_process, {"mclock", __builtin_return_address(0)}))
                                        .count());
}
/// Carries out flick, which lets other nodes run. The call takes virtual time, so that a loop that calls it until
/// another node has done something comes to an end.
void let_other_nodes_run() {
  read_program_clock(*t_process, {"flick", __builtin_return_address(0)});
  run_due_handlers(nullptr);
}
/// Carries out killcube: ends the program of this node. It cannot end the programs of other nodes.
void killcube(const NamedCall* call, long node, long pid) {
  const bool is_own = run_nx_call(call, [=](Node& self, NxState&) {
    check_pid(pid, "killcube", site_of(call));
    if (node != static_cast<long>(index(self.id())))
      throw misuse_error("killcube", site_of(call), "a node can end its own program only; name itself");
    return true;
  });
  if (!is_own) return;
  t_process->flush_open_streams();
  t_process->exit_at_once(0);
}
/// Carries out restrictvol by doing nothing, because there is no concurrent file system with volumes.
long restrictvol(const NamedCall* /*call*/, long /*file*/, long /*count*/, const long* /*volumes*/) { return 0; }

/// The two bindings, for C and for Fortran, of an NX function whose arguments are the same in both languages.
#define WITH_BOTH_NAMES(name, function) \
  SymbolBinding::make_function_binding(name, function), make_plain_fortran_binding<name>(function)
const SymbolBinding kNxMessageBindings[] = {
    SWITCHYARD_NX_BIND("csend", csend),
    SWITCHYARD_NX_BIND("crecv", crecv),
    SWITCHYARD_NX_BIND_FORMS("crecvx", crecvx<long>, crecvx<std::int32_t>),
    SWITCHYARD_NX_BIND("csendrecv", csendrecv),
    SWITCHYARD_NX_BIND("isend", isend),
    SWITCHYARD_NX_BIND("irecv", irecv),
    SWITCHYARD_NX_BIND_FORMS("irecvx", irecvx<long>, irecvx<std::int32_t>),
    SWITCHYARD_NX_BIND("isendrecv", isendrecv),
    SWITCHYARD_NX_BIND_FORMS("gsendx", gsendx<long>, gsendx<std::int32_t>),
    SWITCHYARD_NX_BIND("msgwait", msgwait),
    SWITCHYARD_NX_BIND("msgdone", msgdone),
    SWITCHYARD_NX_BIND("msgcancel", msgcancel),
    SWITCHYARD_NX_BIND("msgignore", msgignore),
    SWITCHYARD_NX_BIND("msgmerge", msgmerge),
    SWITCHYARD_NX_BIND("cprobe", cprobe),
    SWITCHYARD_NX_BIND_FORMS("cprobex", cprobex<long>, cprobex<std::int32_t>),
    SWITCHYARD_NX_BIND("iprobe", iprobe),
    SWITCHYARD_NX_BIND_FORMS("iprobex", iprobex<long>, iprobex<std::int32_t>),
    SWITCHYARD_NX_BIND_FORMS("hrecv", hrecv<NxHandlerFunction>, hrecv<NxFortranHandlerFunction>),
    SWITCHYARD_NX_BIND_FORMS("hrecvx", hrecvx<NxHandlerFunctionWithParameter>,
                             hrecvx<NxFortranHandlerFunctionWithParameter>),
    SWITCHYARD_NX_BIND_FORMS("hsend", hsend<NxHandlerFunction>, hsend<NxFortranHandlerFunction>),
    SWITCHYARD_NX_BIND_FORMS("hsendx", hsendx<NxHandlerFunctionWithParameter>,
                             hsendx<NxFortranHandlerFunctionWithParameter>),
    SWITCHYARD_NX_BIND("masktrap", masktrap),
    SWITCHYARD_NX_BIND("killcube", killcube),
    SWITCHYARD_NX_BIND("restrictvol", restrictvol),
    WITH_BOTH_NAMES("infocount", length_of_last_message),
    WITH_BOTH_NAMES("infonode", sender_of_last_message),
    WITH_BOTH_NAMES("infotype", type_of_last_message),
    WITH_BOTH_NAMES("infopid", return_zero),
    WITH_BOTH_NAMES("infoptype", return_zero),
    WITH_BOTH_NAMES("mynode", number_of_own_node),
    WITH_BOTH_NAMES("numnodes", number_of_all_nodes),
    WITH_BOTH_NAMES("nodedim", dimension_of_cube),
    WITH_BOTH_NAMES("mypid", return_zero),
    WITH_BOTH_NAMES("myptype", return_zero),
    WITH_BOTH_NAMES("myhost", node_number_of_host_computer),
    SymbolBinding::make_function_binding("gray", gray_code_of),
    make_plain_fortran_binding<"gray">(call_with_number_by_reference<gray_code_of>),
    SymbolBinding::make_function_binding("ginv", decode_gray_code),
    make_plain_fortran_binding<"ginv">(call_with_number_by_reference<decode_gray_code>),
    WITH_BOTH_NAMES("dclock", clock_in_seconds),
    WITH_BOTH_NAMES("mclock", clock_in_milliseconds),
    WITH_BOTH_NAMES("flick", let_other_nodes_run),
    WITH_BOTH_NAMES("led", ignore_led_call),
};
#undef WITH_BOTH_NAMES

}  // namespace

SymbolBindings nx_bindings() {
  static const std::vector<SymbolBinding> all = [] {
    std::vector<SymbolBinding> both(std::begin(kNxMessageBindings), std::end(kNxMessageBindings));
    const SymbolBindings more = nx_collective_bindings();
    both.insert(both.end(), more.begin(), more.end());
    return both;
  }();
  return all;
}

}  // namespace switchyard
