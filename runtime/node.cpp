#include "runtime/node.hpp"

#include <fmt/format.h>

#include "runtime/call_text.hpp"
#include "runtime/error.hpp"
#include "runtime/misuse.hpp"

namespace switchyard {
namespace {

/// The largest number of requests passed to wait_later that a node keeps without waiting for them. If there are more,
/// the node blocks until they are done, because they use memory.
constexpr std::size_t kMostPostponedWaits = 256;
constexpr std::size_t kReservedSpaceForPostponedWaits = 64;

/// Stores the result of a request. Each field is written straight into `result`: a Received that is filled in first and
/// copied afterwards would make the processor wait for its own stores.
void store_receive_result(const Request& request, Received& result) {
  const bool has_message = request.kind == Request::Kind::receive && !request.cancelled;
  result.source = has_message ? request.peer : NodeId{};
  result.bytes = has_message ? request.bytes : 0;
  result.tag = has_message ? request.tag : Tag{};
  result.truncated = has_message && request.truncated;
  result.cancelled = request.cancelled;
}

}  // namespace

Node::Node(NodeId id, const MachineModel& machine, Session& session, GroupsAndExchangePlansOfRun& groups,
           std::uint64_t seed, StandardSendRule standard_sends, DefectLog* defects)
    : id_(id),
      node_count_(machine.node_count()),
      machine_(machine),
      session_(session, id, machine.node_count()),
      group_ledgers_(groups),
      processor_rates_(machine.rates()),
      standard_sends_(standard_sends),
      defect_log_(defects),
      random_generator_(split_seed(seed, index(id))) {}

Duration Node::cost_if_not_negative(Duration cost, Site site) {
  if (cost < Duration::zero()) throw misuse_error("compute", site, "the cost is negative");
  return cost;
}

/// Throws the error for a call of Node inside a handler of an active message. Handlers run
/// wherever their node polls, so that a call in a handler would block this node, or another one,
/// at an unrelated place.
void Node::refuse_call_in_handler(const char* call, Site site) {
  throw misuse_error(call, site,
                     fmt::format("called by the handler or condition of {}, which must not block; let the program "
                                 "do it after it has polled",
                                 call_site_text(*t_call_site_of_running_handler)));
}

void Node::compute(Duration cost, Site site) {
  refuse_in_handler("compute", site);
  session_.compute(id_, cost_if_not_negative(cost, site), site);
}

VirtualTime Node::now(Site site) {
  if (const Site* handler = t_call_site_of_running_handler) {
    throw misuse_error("now", *handler, "called by a handler or condition; its ActiveMessage knows the time");
  }
  return session_.now(id_, site);
}

void Node::mark(const char* label, Site site) {
  refuse_in_handler("mark", site);
  session_.record_mark(id_, label);
}

void Node::throw_host_limit_error(std::string what) {
  session_.note_last_call(std::move(what));
  throw UnfinishedError("the run has expired");
}

void Node::replace_last_call(std::string what) { session_.replace_last_call(std::move(what)); }
void Node::note_exit_code(int code) { session_.note_exit_code(code); }

void Node::finish_program() {
  check_no_collective_under_way();
  for (const Request* request : requests_waited_for_later_) {
    if (!request->has_data) continue;
    throw UsageError(
        fmt::format("the program returned before a call that waits for the data of {}", call_text(*request)));
  }
  complete_later_waits();
  wait_for_detached_requests();
  if (open_request_count() == 0) return;
  const Request& one = request_pool_.first_live_request();
  const UsageError left(fmt::format("the program returned with {} request{} never waited for; one of them: {}",
                                    open_request_count(), open_request_count() == 1 ? "" : "s", call_text(one)));
  throw error_with_involved_calls(error_with_defect_class(left, DefectClass::request_lifecycle),
                                  {make_defect_call(id_, one.site, describe(one).verb)});
}

void Node::ask_machine_for_protocol_and_route(NodeId peer, const MessageOptions& options, const char* call, Site site) {
  if (is_machine_specific(options.protocol) && options.protocol != last_checked_protocol_) {
    if (!machine_.supports(options.protocol)) {
      throw misuse_error(call, site, fmt::format("machine {} does not have this protocol", machine_.name()));
    }
    last_checked_protocol_ = options.protocol;
  }
  if (options.route != Route::automatic && !machine_.has_route(id_, peer, options.route)) {
    throw misuse_error(call, site,
                       fmt::format("machine {} does not have this route to node {}", machine_.name(), index(peer)));
  }
}

/// Sets all fields of a request except `number`. The bit fields are set in the order of their
/// declaration, so that compilers write them in one store.
[[gnu::always_inline]] inline Request& Node::fill_in_request(Request& request, const RequestArguments& with) const {
  request.protocol = with.options.protocol;
  request.context = with.options.context;
  request.kind = with.kind;
  request.mode = with.options.mode;
  request.route = with.options.route;
  request.truncates = with.truncates;
  request.has_taken_message = false;
  request.is_copy = false;
  request.is_posted_and_not_waited_for = true;
  request.has_data = with.bytes > 0;
  request.is_cancel_requested = request.is_freed = request.was_found_complete = false;
  request.delivered = request.truncated = request.cancelled = false;
  request.matched = request.claimed = request.is_buffer_free = false;
  request.complete = false;
  request.owner = id_;
  request.peer = with.peer;
  request.tag = with.options.tag;
  request.mask = with.mask;
  request.data = with.data;
  request.bytes = with.bytes;
  request.site = with.site;
  return request;
}

Request& Node::make_request(const RequestArguments& request) {
  return fill_in_request(request_pool_.acquire(), request);
}

void Node::refuse_peer(NodeId peer, const char* call, Site site) const {
  if (peer == id_) throw misuse_error(call, site, "a node cannot do that to itself");
  throw misuse_error(call, site,
                     fmt::format("there is no node {}; the machine has nodes 0 to {}", index(peer), node_count_ - 1));
}

/// Posts a send. It is always inlined, as is post_receive_request(), because every message passes through these
/// functions.
[[gnu::always_inline]] inline Request& Node::post_send_request(NodeId to, std::span<const std::byte> data,
                                                               const MessageOptions& options, Site site) {
  refuse_in_handler("send", site);
  check_peer(to, "send", site);
  check_protocol_and_route(to, options, "send", site);
  const bool is_left_open = follows_standard_send_rule(options.mode) && options.protocol == Protocol::automatic;
  SendMode mode = is_left_open ? standard_sends_.mode_of(data.size()) : options.mode;
  if (standard_sends_.has_exception()) [[unlikely]] {
    const SendMode mode_if_left_open = count_send_and_choose_send_mode(mode, options);
    if (is_left_open) mode = mode_if_left_open;
  }
  if (has_own_memory(mode)) [[unlikely]]
    return send_buffered(to, data, options, !is_left_open, site);
  // The const_cast is safe: a send only reads its data, and shares the pointer Request::data with receives.
  auto* source = const_cast<std::byte*>(data.data());
  Request& request =
      fill_in_request(request_pool_.acquire(), {Request::Kind::send, to, source, data.size(), options, site});
  request.mode = mode;
  request.number = posted_send_count_++;
  session_.post(request);
  return request;
}

Handle Node::post_send(NodeId to, std::span<const std::byte> data, const MessageOptions& options, Site site) {
  return Handle(post_send_request(to, data, options, site));
}

[[gnu::always_inline]] inline Request& Node::post_receive_request(NodeId from, std::span<std::byte> data,
                                                                  const ReceiveOptions& options, Site site) {
  refuse_in_handler("receive", site);
  check_source(from, "receive", site);
  const MessageOptions label{.tag = options.tag, .context = options.context};
  Request& request = fill_in_request(request_pool_.acquire(), {Request::Kind::receive, from, data.data(), data.size(),
                                                               label, site, options.mask, options.truncates});
  request.number = 0;
  session_.post(request);
  return request;
}

Handle Node::post_receive(NodeId from, std::span<std::byte> data, const ReceiveOptions& options, Site site) {
  return Handle(post_receive_request(from, data, options, site));
}

void Node::refuse_stale_handle(const char* call, Site site) {
  throw misuse_error(call, site, "this handle is empty or has been waited for before");
}

Received Node::wait(const Handle& handle, Site site) { return wait_for(live_request_of(handle, "wait", site), {site}); }

void Node::wait_all(std::span<Handle> handles, Site site) { wait_all(handles, {}, site); }

void Node::wait_all(std::span<Handle> handles, std::span<Received> results, Site site) {
  check_result_count(handles, results, "wait_all", site);
  waited_requests_.clear();
  waited_requests_.reserve(handles.size());
  for (const Handle& handle : handles) {
    if (!handle.empty()) waited_requests_.push_back(&live_request_of(handle, "wait_all", site));
  }
  if (waited_requests_.empty()) return;
  wait_for(waited_requests_, {site, WaitingCall::wait_all});
  for (std::size_t i = 0; i < handles.size(); ++i) {
    if (handles[i].empty()) continue;
    // Looks the request up again, because the list may contain two copies of one handle: the first copy has then
    // already ended the request, and the second one is an error.
    Request& request = live_request_of(handles[i], "wait_all", site);
    if (!results.empty()) store_receive_result(request, results[i]);
    take_result_and_release(request);
    handles[i] = Handle{};
  }
}

std::size_t Node::wait_any(std::span<Handle> handles, Received* result, Site site) {
  refuse_in_handler("wait_any", site);
  waited_requests_.clear();
  for (const Handle& handle : handles) {
    if (!handle.empty()) waited_requests_.push_back(&live_request_of(handle, "wait_any", site));
  }
  if (waited_requests_.empty()) throw misuse_error("wait_any", site, "there is nothing to wait for");
  const WaitSite here{site, WaitingCall::wait_any};
  Request* done =
      waited_requests_[collectives_under_way_.empty() ? session_.wait_any(id_, waited_requests_, here)
                                                      : wait_any_while_collectives_progress(waited_requests_, here)];
  release_waited_requests();
  std::size_t which = 0;
  while (handles[which].request_ != done) ++which;
  handles[which] = Handle{};
  const Received received = take_result_and_release(*done);
  if (result != nullptr) *result = received;
  return which;
}

void Node::send(NodeId to, std::span<const std::byte> data, const MessageOptions& options, Site site) {
  if (data.empty()) {
    // A message without data has no buffer that the program could touch too early, so the thread need not wait for the
    // send.
    return order_later_calls_after(post_send_request(to, {}, options, site), {site});
  }
  wait_for(post_send_request(to, data, options, site), {site});
}

void Node::await_signal(NodeId from, Tag tag, Site site) {
  order_later_calls_after(post_receive_request(from, {}, tag, site), {site});
}

void Node::wait_later(const Handle& handle, Site site) {
  refuse_in_handler("wait_later", site);
  Request& request = live_request_of(handle, "wait_later", site);
  if (request.kind == Request::Kind::collective) refuse_collective_in_later_wait(request, "wait_later", site);
  request.retire_handles();
  order_later_calls_after(request, {site, WaitingCall::wait_later});
}

void Node::wait_all_later(std::span<Handle> handles, Site site) {
  refuse_in_handler("wait_all_later", site);
  waited_requests_.clear();
  waited_requests_.reserve(handles.size());
  for (Handle& handle : handles) {
    if (handle.empty()) continue;
    waited_requests_.push_back(&live_request_of(handle, "wait_all_later", site));
    if (waited_requests_.back()->kind == Request::Kind::collective)
      refuse_collective_in_later_wait(*waited_requests_.back(), "wait_all_later", site);
    waited_requests_.back()->retire_handles();
    handle = Handle{};
  }
  order_later_calls_after(waited_requests_, {site, WaitingCall::wait_all_later});
}

void Node::complete_later_waits(Site site) {
  refuse_in_handler("complete_later_waits", site);
  if (requests_waited_for_later_.empty()) return;
  // Under the virtual clock, wait_for_own_operations() returns when all earlier operations of the node are done. Under
  // other clocks nothing is left to wait for, because wait_later has waited for the requests already.
  session_.wait_for_own_operations(id_);
  release_waited_requests();
}

void Node::order_later_calls_after(Request& request, WaitSite where) {
  Request* one = &request;
  order_later_calls_after(std::span<Request* const>(&one, 1), where);
}

void Node::order_later_calls_after(std::span<Request* const> requests, WaitSite where) {
  // Waits at once, because posted collectives of groups make progress only while their node waits.
  if (!collectives_under_way_.empty()) [[unlikely]] {
    wait_all_while_collectives_progress(requests, where);
    for (Request* request : requests) request_pool_.release(*request);
    return;
  }
  session_.order_later_calls_after_requests(id_, requests, where);
  if (requests_waited_for_later_.capacity() == 0) requests_waited_for_later_.reserve(kReservedSpaceForPostponedWaits);
  // The requests are added one by one, because there is mostly only one.
  for (Request* request : requests) requests_waited_for_later_.push_back(request);
  if (requests_waited_for_later_.size() > kMostPostponedWaits) complete_later_waits();
}

Received Node::receive(NodeId from, std::span<std::byte> data, const ReceiveOptions& options, Site site) {
  return wait_for(post_receive_request(from, data, options, site), {site});
}

Received Node::exchange(NodeId peer, std::span<const std::byte> outgoing, std::span<std::byte> incoming,
                        const MessageOptions& options, Site site) {
  const Handle receive = post_receive(peer, incoming, {options.tag, options.context}, site);
  const Handle send = post_send(peer, outgoing, options, site);
  Request* both[] = {&live_request_of(send, "exchange", site), &live_request_of(receive, "exchange", site)};
  wait_for(both, {site});
  take_result_and_release(*both[0]);
  return take_result_and_release(*both[1]);
}

// --- calls for active messages ---------------------------------------------------------------------------------------

inline void Node::check_machine_has_active_messages(const char* call, Site site) const {
  refuse_in_handler(call, site);
  if (!machine_.has_active_messages())
    throw misuse_error(call, site, fmt::format("machine {} has no active messages", machine_.name()));
}

void Node::send_packet(Packet packet) {
  check_machine_has_active_messages("request", packet.site);
  check_peer_is_other_node(packet.destination, "request", packet.site);
  if (packet.argument_bytes > machine_.packet_argument_limit()) {
    throw misuse_error("request", packet.site,
                       fmt::format("the handler captures {} B, and a packet of machine {} carries {} B",
                                   packet.argument_bytes, machine_.name(), machine_.packet_argument_limit()));
  }
  packet.must_interrupt_destination_node |= machine_.always_interrupts();
  session_.send_active_message(packet);
}

void Node::poll(Site site) {
  check_machine_has_active_messages("poll", site);
  if (collectives_under_way_.empty()) [[likely]] {
    session_.poll(id_, {}, site);
    return;
  }
  const std::vector<Request*> watched = requests_under_way();
  if (session_.poll(id_, watched, site)) progress_collectives_now(site);
}

bool Node::poll_for_condition(PollCondition condition, Site site) {
  check_machine_has_active_messages("poll_until", site);
  if (collectives_under_way_.empty()) [[likely]]
    return session_.poll_until(id_, condition, site);
  do {
    const std::vector<Request*> watched = requests_under_way();
    condition.interrupting_requests = watched;
    if (session_.poll_until(id_, condition, site)) return true;
  } while (progress_collectives_now(site));
  return false;
}

ActiveMessageState& Node::own_active_message_state(const char* call, Site site) {
  check_machine_has_active_messages(call, site);
  return session_.active_message_state_of(id_);
}

namespace {

enum class TryLockResult : std::uint8_t { none, lock_taken, held_by_other };

}  // namespace

bool Node::try_lock(NodeId peer, bool interrupts, Site site) {
  TryLockResult answer = TryLockResult::none;
  Packet inquiry = Packet::make_packet_for_handler(
      [&answer](ActiveMessage& at) {
        const TryLockResult found =
            at.busy_lock().try_lock(at.source()) ? TryLockResult::lock_taken : TryLockResult::held_by_other;
        at.reply([&answer = answer, found](ActiveMessage&) { answer = found; });
      },
      id_, peer, site);
  inquiry.must_interrupt_destination_node = interrupts;
  inquiry.tries_lock = true;
  send_packet(inquiry);
  const auto is_known = [](void* what) { return *static_cast<const TryLockResult*>(what) != TryLockResult::none; };
  poll_for_condition({.holds = is_known, .what = &answer, .owner_of_requested_busy_lock = peer}, site);
  if (answer == TryLockResult::held_by_other && collectives_under_way_.empty())
    session_.note_refused_lock(id_, peer, site);
  // There is no answer if the run has ended and this node's program is unwinding its stack; then the lock counts as
  // taken.
  return answer != TryLockResult::held_by_other;
}

void Node::unlock(NodeId peer, Site site) {
  request(
      peer, [](ActiveMessage& at) { at.busy_lock().unlock(at.source()); }, site);
}

void Node::open_port_with_packet(BulkPortId port, std::span<std::byte> buffer, const Packet& packet_when_complete,
                                 Site site) {
  try {
    own_active_message_state("open_port", site).open_port(port, buffer, packet_when_complete);
  } catch (const UsageError& error) {
    throw misuse_error("open_port", site, error.what());
  }
}

Handle Node::post_copy(NodeId to, const BulkData& what, Site site) {
  check_machine_has_active_messages("copy", site);
  check_peer_is_other_node(to, "copy", site);
  // The const_cast is safe, because a send only reads its data.
  auto* data = const_cast<std::byte*>(reinterpret_cast<const std::byte*>(&what));
  Request& request = make_request({Request::Kind::send, to, data, what.bytes(), {{}, Protocol::bulk}, site});
  request.number = posted_send_count_++;
  session_.post(request);
  return Handle(request);
}

void Node::expect(bool holds, const char* what, Site site) {
  if (!holds) throw DataError(fmt::format("expectation failed ({}): {}", call_site_text(site), what));
}

}  // namespace switchyard
