/// \file node_requests.cpp
/// Operations on messages and requests beyond sending, receiving and waiting: probes, buffered mode, and requests that
/// are tested, cancelled, freed or posted again and again.

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "runtime/misuse.hpp"
#include "runtime/node.hpp"

namespace switchyard {

// --- waits and tests for several requests at once --------------------------------------------------------------------

/// Returns the requests of all handles that are not empty.
std::span<Request* const> Node::requests_of(std::span<const Handle> handles, const char* call, Site site) {
  refuse_in_handler(call, site);
  waited_requests_.clear();
  for (const Handle& handle : handles) {
    if (!handle.empty()) waited_requests_.push_back(&live_request_of(handle, call, site));
  }
  return waited_requests_;
}

void Node::check_result_count(std::span<const Handle> handles, std::span<const Received> results, const char* call,
                              Site site) {
  if (results.empty() || results.size() == handles.size()) return;
  throw misuse_error(
      call, site,
      fmt::format("there are {} handles, but {} results; give one for each, or none", handles.size(), results.size()));
}

/// Empties the handles of all requests that the session has found to be complete (Request::was_found_complete), and
/// returns their indices.
std::vector<std::size_t> Node::take_results_of_done_requests(std::span<Handle> handles, std::span<Received> results,
                                                             const char* call, Site site) {
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < handles.size(); ++i) {
    if (handles[i].empty() || !handles[i].request_->was_found_complete) continue;
    // Checks the handle again, because the list may contain another copy of it, with which the request has already
    // ended.
    const Received received = take_result_and_release(live_request_of(handles[i], call, site));
    if (!results.empty()) results[i] = received;
    handles[i] = Handle{};
    indices.push_back(i);
  }
  return indices;
}

std::vector<std::size_t> Node::wait_some(std::span<Handle> handles, std::span<Received> results, Site site) {
  check_result_count(handles, results, "wait_some", site);
  const auto requests = requests_of(handles, "wait_some", site);
  if (requests.empty()) throw misuse_error("wait_some", site, "there is nothing to wait for");
  const WaitSite here{site, WaitingCall::wait_some};
  if (!collectives_under_way_.empty()) [[unlikely]] {
    wait_some_while_collectives_progress(requests, here);
  } else {
    session_.wait_some(id_, requests, here);
  }
  release_waited_requests();
  return take_results_of_done_requests(handles, results, "wait_some", site);
}

std::size_t Node::count_done_requests(std::span<Request* const> requests, RequestTestCondition enough, WaitSite where) {
  if (!collectives_under_way_.empty()) [[unlikely]]
    return progress_and_test(requests, where);
  return session_.test(id_, requests, enough, where);
}

bool Node::test(const Handle& handle, Site site) {
  refuse_in_handler("test", site);
  Request* const one = &live_request_of(handle, "test", site);
  return count_done_requests({&one, 1}, RequestTestCondition::any, {site, WaitingCall::test}) == 1;
}

bool Node::test_all(std::span<const Handle> handles, Site site) {
  const auto requests = requests_of(handles, "test_all", site);
  return requests.empty() ||
         count_done_requests(requests, RequestTestCondition::all, {site, WaitingCall::test_all}) == requests.size();
}

std::optional<std::size_t> Node::test_any(std::span<Handle> handles, Received* result, Site site) {
  const auto requests = requests_of(handles, "test_any", site);
  if (requests.empty() || count_done_requests(requests, RequestTestCondition::any, {site, WaitingCall::test_any}) == 0)
    return std::nullopt;
  const auto done = std::ranges::find_if(
      handles, [](const Handle& handle) { return !handle.empty() && handle.request_->was_found_complete; });
  const Received received = take_result_and_release(*done->request_);
  *done = Handle{};
  if (result != nullptr) *result = received;
  return static_cast<std::size_t>(done - handles.begin());
}

std::vector<std::size_t> Node::test_some(std::span<Handle> handles, std::span<Received> results, Site site) {
  check_result_count(handles, results, "test_some", site);
  const auto requests = requests_of(handles, "test_some", site);
  if (requests.empty() || count_done_requests(requests, RequestTestCondition::any, {site, WaitingCall::test_some}) == 0)
    return {};
  return take_results_of_done_requests(handles, results, "test_some", site);
}

// --- probes, which look for a message without receiving it -----------------------------------------------------------

Request& Node::make_probe(WaitingCall call, NodeId from, const TagSelector& tags, Site site) {
  refuse_in_handler(call, site);
  check_source(from, name_of(call), site);
  const MessageOptions label{.tag = tags.tag, .context = tags.context};
  Request& probe = make_request({Request::Kind::probe, from, nullptr, 0, label, site, tags.mask});
  probe.has_taken_message = call == WaitingCall::matched_probe || call == WaitingCall::try_matched_probe;
  return probe;
}

/// Looks for a message for `probe`, and waits for it if `call` blocks; posted collectives make progress first. If a
/// probe would block for a message from the node to itself, an error is thrown, because the wait would never end: only
/// the waiting node could send the message.
bool Node::look_or_wait_for_message(Request& probe, WaitingCall call) {
  const bool waits = call == WaitingCall::probe || call == WaitingCall::matched_probe;
  const bool is_for_own = probe.peer == id_;
  const bool blocks = waits && !is_for_own;
  const bool found = blocks                           ? wait_for_probe_while_progressing(probe, call)
                     : collectives_under_way_.empty() ? session_.probe(probe, {probe.site, call}) == 1
                                                      : probe_while_collectives_progress(probe, call);
  if (waits) release_waited_requests();
  if (!found && waits) {
    throw error_with_defect_class(
        misuse_error(name_of(call), probe.site,
                     "there is no message of the node to itself that it could find; send it first"),
        DefectClass::deadlock);
  }
  return found;
}

Received Node::probe(NodeId from, TagSelector tags, Site site) {
  Request& probe = make_probe(WaitingCall::probe, from, tags, site);
  look_or_wait_for_message(probe, WaitingCall::probe);
  const Received found{probe.peer, probe.bytes, probe.tag, false, probe.cancelled};
  request_pool_.release(probe);
  return found;
}

std::optional<Received> Node::try_probe(NodeId from, TagSelector tags, Site site) {
  Request& probe = make_probe(WaitingCall::try_probe, from, tags, site);
  std::optional<Received> found;
  if (look_or_wait_for_message(probe, WaitingCall::try_probe))
    found = {probe.peer, probe.bytes, probe.tag, false, probe.cancelled};
  request_pool_.release(probe);
  return found;
}

TakenMessage Node::take_probed_message(Request& probe) {
  // The object stays empty if the run has ended and the node's program is unwinding its stack.
  TakenMessage message;
  if (!probe.cancelled) message = TakenMessage(*probe.taken, id_, {probe.peer, probe.bytes, probe.tag});
  request_pool_.release(probe);
  return message;
}

TakenMessage Node::matched_probe(NodeId from, TagSelector tags, Site site) {
  Request& probe = make_probe(WaitingCall::matched_probe, from, tags, site);
  look_or_wait_for_message(probe, WaitingCall::matched_probe);
  return take_probed_message(probe);
}

std::optional<TakenMessage> Node::try_matched_probe(NodeId from, TagSelector tags, Site site) {
  Request& probe = make_probe(WaitingCall::try_matched_probe, from, tags, site);
  if (look_or_wait_for_message(probe, WaitingCall::try_matched_probe)) return take_probed_message(probe);
  request_pool_.release(probe);
  return std::nullopt;
}

Request& Node::post_receive_request(TakenMessage& message, std::span<std::byte> data, bool truncates, Site site) {
  refuse_in_handler("receive", site);
  if (message.empty())
    throw misuse_error("receive", site, "there is no message; take one with matched_probe, and receive it once");
  if (message.owner_ != id_)
    throw misuse_error("receive", site,
                       fmt::format("only node {} can receive this message, as it has taken it", index(message.owner_)));
  const Received& envelope = message.envelope();
  const MessageOptions label{.tag = envelope.tag};
  Request& request = make_request({Request::Kind::receive, envelope.source, data.data(), data.size(), label, site,
                                   TagSelector::kMaskOfAllTagBits, truncates});
  request.number = 0;
  request.has_taken_message = true;
  request.taken = message.early_message_;
  message = TakenMessage{};
  session_.post(request);
  return request;
}

Handle Node::post_receive(TakenMessage& message, std::span<std::byte> data, bool truncates, Site site) {
  return Handle(post_receive_request(message, data, truncates, site));
}

Received Node::receive(TakenMessage& message, std::span<std::byte> data, bool truncates, Site site) {
  return wait(post_receive(message, data, truncates, site), site);
}

// --- requests that a program cancels or frees ------------------------------------------------------------------------

void Node::cancel(const Handle& handle, Site site) {
  refuse_in_handler("cancel", site);
  Request& request = live_request_of(handle, "cancel", site);
  if (request.kind == Request::Kind::collective) throw misuse_error("cancel", site, "a collective cannot be cancelled");
  if (request.protocol == Protocol::bulk) throw misuse_error("cancel", site, "a copy cannot be cancelled; wait for it");
  if (request.is_cancel_requested) throw misuse_error("cancel", site, "this request was cancelled before; wait for it");
  request.is_cancel_requested = true;
  session_.cancel(request);
}

void Node::free(Handle& handle, Site site) {
  refuse_in_handler("free", site);
  Request& request = live_request_of(handle, "free", site);
  if (request.kind == Request::Kind::collective)
    throw misuse_error("free", site, "a collective cannot be freed; wait for it");
  request.retire_handles();
  request.is_freed = true;
  handle = Handle{};
  detached_requests_.push_back({&request, nullptr, 0});
  release_done_requests_if_many(site);
}

void Node::release_detached_request(const DetachedRequest& done) {
  attached_buffer_bytes_in_use_ -= done.attached_buffer_bytes;
  request_pool_.release(*done.request);
}

/// Releases the requests that no handle refers to and that are done (requests that the program has freed, and sends in
/// buffered mode), together with the room that they occupy in the attached buffer. Does not use `waited_requests_`:
/// this function may be called for a posted collective, such as the service of a window, while the node waits for the
/// requests in that list.
void Node::release_done_requests(Site site) {
  std::vector<Request*> detached;
  for (const DetachedRequest& each : detached_requests_) detached.push_back(each.request);
  session_.count_complete_requests_at_no_cost(id_, detached, site);
  std::erase_if(detached_requests_, [this](const DetachedRequest& each) {
    if (!each.request->was_found_complete) return false;
    release_detached_request(each);
    return true;
  });
}

/// Releases the requests that no handle refers to and that are done, if there are many such requests. A run that looks
/// for defects keeps them all: there, the test whether they are done would count as a choice, although its result makes
/// no difference to the program.
void Node::release_done_requests_if_many(Site site) {
  if (detached_requests_.size() < detached_count_that_triggers_release_ || defects() != nullptr) return;
  release_done_requests(site);
  detached_count_that_triggers_release_ = std::max(kInitialDetachedLimit, 2 * detached_requests_.size());
}

void Node::wait_freed(Site site) { wait_for_freed_requests({site, WaitingCall::wait_freed}); }

void Node::wait_for_freed_requests(WaitSite where, std::uint64_t least_in_buffer) {
  refuse_in_handler(where.waiting_call, where.site);
  const auto is_awaited = [&](const DetachedRequest& each) { return each.attached_buffer_bytes >= least_in_buffer; };
  const auto others = std::ranges::stable_partition(detached_requests_, is_awaited);
  waited_requests_.clear();
  for (auto each = detached_requests_.begin(); each != others.begin(); ++each) {
    waited_requests_.push_back(each->request);
    awaited_detached_requests_.push_back(std::move(*each));
  }
  detached_requests_.erase(detached_requests_.begin(), others.begin());
  if (waited_requests_.empty()) return;
  wait_for(waited_requests_, where);
  for (const DetachedRequest& each : awaited_detached_requests_) release_detached_request(each);
  awaited_detached_requests_.clear();
}

/// Waits, after the program has returned, for requests that it has freed and for its sends in buffered mode. Throws
/// UsageError if a freed request with data is not done, because the program's data may be gone; a send in buffered mode
/// has a copy of its data.
void Node::wait_for_detached_requests() {
  const auto needs_data_of_program = [](const DetachedRequest& each) {
    return each.data == nullptr && each.request->has_data;
  };
  if (std::ranges::any_of(detached_requests_, needs_data_of_program)) release_done_requests({});
  const auto open = std::ranges::find_if(detached_requests_, needs_data_of_program);
  if (open != detached_requests_.end())
    throw UsageError(
        fmt::format("the program returned while a request that it has freed was not done: {}; wait_freed() first",
                    call_text(*open->request)));
  wait_for_freed_requests({{}, WaitingCall::program_end});
}

// --- the attached buffer, for sends in buffered mode -----------------------------------------------------------------

void Node::attach_buffer(std::uint64_t bytes, std::uint64_t overhead, Site site) {
  if (attached_buffer_bytes_) throw misuse_error("attach_buffer", site, "there is one already; detach it first");
  attached_buffer_bytes_ = bytes;
  buffer_overhead_per_message_ = overhead;
}

std::uint64_t Node::detach_buffer(Site site) {
  if (!attached_buffer_bytes_) throw misuse_error("detach_buffer", site, "there is none");
  wait_for_freed_requests({site, WaitingCall::detach_buffer}, 1);
  return *std::exchange(attached_buffer_bytes_, std::nullopt);
}

/// Returns the mode in which the program's next send is carried out: `mode`, unless this send is the exception that the
/// run's StandardSendRule rule names. Call this exactly once for each send, because it counts the sends. The result is
/// used only for sends whose completion is up to the StandardSendRule rule.
SendMode Node::count_send_and_choose_send_mode(SendMode mode, const MessageOptions& options) {
  const bool has_name = options.protocol == Protocol::automatic && options.context != Context::collectives &&
                        static_cast<std::uint16_t>(options.context) < kBackgroundContextOffset;
  if (!has_name || !standard_sends_.is_exception({id_, identified_send_count_++})) return mode;
  return lasts_until_received(mode) ? SendMode::buffered : SendMode::synchronous;
}

/// Posts a send of a copy of `data`, and returns another request, complete from the start, for the program to wait for.
/// `is_asked_for` says that the program has asked for buffered mode; then the copy takes time, and room in the attached
/// buffer. If not, the StandardSendRule rule of the run has made a standard send buffered, and the copy takes neither.
Request& Node::send_buffered(NodeId to, std::span<const std::byte> data, MessageOptions options, bool is_asked_for,
                             Site site) {
  options.mode = SendMode::buffered;
  const std::uint64_t in_buffer = is_asked_for ? data.size() + buffer_overhead_per_message_ : 0;
  const bool has_rule = is_asked_for && options.protocol == Protocol::automatic;
  if (is_asked_for) make_room_in_send_buffer(in_buffer, site);
  auto copy = std::make_unique_for_overwrite<std::byte[]>(data.size());
  if (!data.empty()) std::memcpy(copy.get(), data.data(), data.size());
  if (is_asked_for && !data.empty()) session_.compute(id_, processor_rates_.copy * data.size(), site);
  Request& message = make_request({Request::Kind::send, to, copy.get(), data.size(), options, site});
  message.is_copy = true;
  // If the run's StandardSendRule rule lets standard sends of this size end only when they are received, the message
  // also stays in the attached buffer until it is received.
  if (has_rule && lasts_until_received(standard_sends_.mode_of(data.size()))) message.mode = SendMode::synchronous;
  message.number = posted_send_count_++;
  detached_requests_.push_back({&message, std::move(copy), in_buffer});
  attached_buffer_bytes_in_use_ += in_buffer;
  session_.post(message);
  release_done_requests_if_many(site);
  Request& done = make_request({Request::Kind::send, to, nullptr, 0, options, site});
  done.complete = true;
  return done;
}

void Node::post_send_of_copy(NodeId to, std::span<const std::byte> data, const MessageOptions& options, Site site) {
  refuse_in_handler("send", site);
  check_peer(to, "send", site);
  check_protocol_and_route(to, options, "send", site);
  request_pool_.release(send_buffered(to, data, options, false, site));
}

void Node::make_room_in_send_buffer(std::uint64_t bytes, Site site) {
  if (!attached_buffer_bytes_)
    throw misuse_error("buffered send", site, "the node has no buffer; attach_buffer() first");
  if (attached_buffer_bytes_in_use_ + bytes > *attached_buffer_bytes_) release_done_requests(site);
  if (attached_buffer_bytes_in_use_ + bytes <= *attached_buffer_bytes_) return;
  throw error_with_defect_class(
      misuse_error(
          "buffered send", site,
          fmt::format("{} B do not fit into the node's buffer, of which {} of {} B are in use; attach a larger one",
                      bytes, attached_buffer_bytes_in_use_, *attached_buffer_bytes_)),
      DefectClass::buffering_hazard);
}

// --- persistent requests, which are posted again and again -----------------------------------------------------------

PersistentRequest Node::make_send(NodeId to, std::span<const std::byte> data, const MessageOptions& options,
                                  Site site) {
  check_peer(to, "send", site);
  check_protocol_and_route(to, options, "send", site);
  PersistentRequest request;
  request.is_initialized_ = true;
  request.peer_node_ = to;
  // The const_cast is safe, because a send only reads its data.
  request.message_buffer_ = {const_cast<std::byte*>(data.data()), data.size()};
  request.send_options_ = options;
  return request;
}

PersistentRequest Node::make_receive(NodeId from, std::span<std::byte> data, const ReceiveOptions& options, Site site) {
  check_source(from, "receive", site);
  PersistentRequest request;
  request.is_initialized_ = true;
  request.kind_ = Request::Kind::receive;
  request.peer_node_ = from;
  request.message_buffer_ = data;
  request.receive_options_ = options;
  return request;
}

Handle Node::start(PersistentRequest& request, Site site) {
  if (!request.is_initialized_)
    throw misuse_error("start", site, "there is no request; make it with make_send or make_receive");
  const Handle& last = request.latest_handle_;
  if (!last.empty() && last.request_->generation == last.generation_) {
    throw misuse_error("start", site, "what was started last has not been waited for");
  }
  request.latest_handle_ =
      request.kind_ == Request::Kind::send
          ? post_send(request.peer_node_, request.message_buffer_, request.send_options_, site)
          : post_receive(request.peer_node_, request.message_buffer_, request.receive_options_, site);
  return request.latest_handle_;
}

}  // namespace switchyard
