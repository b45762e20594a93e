#include "runtime/node.hpp"

#include <fmt/format.h>

#include "runtime/call_text.hpp"
#include "runtime/error.hpp"

namespace switchyard {
namespace {

/// So many requests at most are waited for later; the node blocks for them then, as they take up memory.
constexpr std::size_t kMostSettling = 256;
constexpr std::size_t kUsuallySettling = 64;

UsageError misuse(const char* call, const std::source_location& site, const std::string& what) {
  return UsageError(fmt::format("{} ({}): {}", call, call_site_text(site), what));
}

}  // namespace

Node::Node(NodeId id, const MachineModel& machine, Session& session, CollectiveLedger& ledger, std::uint64_t seed)
    : id_(id),
      node_count_(machine.node_count()),
      machine_(machine),
      session_(session),
      ledger_(ledger),
      rates_(machine.rates()),
      random_(split_seed(seed, index(id))) {}

Duration Node::checked(Duration cost, const Site& site) {
  if (cost < Duration::zero()) throw misuse("compute", site, "the cost is negative");
  return cost;
}

/// Handlers run wherever their node polls: whatever they called would stop that node, or another one, at a place of its
/// own.
void Node::refuse_now(const char* call, const Site& site) {
  throw misuse(call, site,
               fmt::format("called by the handler or condition of {}, which must not block; let the program "
                           "do it after it has polled",
                           call_site_text(*t_handler_under_way)));
}

void Node::compute(Duration cost, Site site) {
  refuse_in_handler("compute", site);
  session_.compute(id_, checked(cost, site), site);
}

VirtualTime Node::now() {
  if (const Site* handler = t_handler_under_way) {
    throw misuse("now", *handler, "called by a handler or condition; its Arrival knows the time");
  }
  return session_.now(id_);
}

void Node::mark(const char* label, Site site) {
  refuse_in_handler("mark", site);
  session_.mark(id_, label);
}

void Node::end() {
  for (const Request* request : settling_) {
    if (!request->has_data) continue;
    throw UsageError(
        fmt::format("the program returned before a call that waits for the data of {}", call_text(*request)));
  }
  settle();
  if (open_requests() == 0) return;
  throw UsageError(fmt::format("the program returned with {} request{} never waited for; one of them: {}",
                               open_requests(), open_requests() == 1 ? "" : "s", call_text(pool_.any_live())));
}

inline Request& Node::post(Request::Kind kind, NodeId peer, std::byte* data, std::size_t bytes, MessageOptions options,
                           const Site& site, std::uint32_t mask) {
  const bool sends = kind == Request::Kind::send;
  const char* call = sends ? "send" : "receive";
  refuse_in_handler(call, site);
  if (sends || peer != kAnyNode) check_peer(peer, call, site);
  if (is_of_a_machine(options.protocol) && options.protocol != supported_) {
    if (!machine_.supports(options.protocol)) {
      throw misuse(call, site, fmt::format("machine {} does not have this protocol", machine_.name()));
    }
    supported_ = options.protocol;
  }
  if (options.route != Route::automatic && !machine_.has_route(id_, peer, options.route)) {
    throw misuse(call, site,
                 fmt::format("machine {} does not have this route to node {}", machine_.name(), index(peer)));
  }
  Request& request = pool_.acquire();
  request.kind = kind;
  request.protocol = options.protocol;
  request.route = options.route;
  request.owner = id_;
  request.peer = peer;
  request.tag = options.tag;
  request.mask = mask;
  request.context = options.context;
  request.number = sends ? sends_++ : 0;
  request.data = data;
  request.bytes = bytes;
  request.has_data = bytes > 0;
  request.site = site;
  session_.post(request);
  return request;
}

void Node::refuse_peer(NodeId peer, const char* call, const Site& site) const {
  if (peer == id_) throw misuse(call, site, "a node cannot send to itself");
  throw misuse(call, site,
               fmt::format("there is no node {}; the machine has nodes 0 to {}", index(peer), node_count_ - 1));
}

Handle Node::post_send(NodeId to, std::span<const std::byte> data, MessageOptions options, Site site) {
  // A send only reads; requests of both kinds share one pointer.
  auto* source = const_cast<std::byte*>(data.data());
  return Handle(post(Request::Kind::send, to, source, data.size(), options, site));
}

inline Request& Node::await(NodeId from, std::span<std::byte> data, const TagSelector& tags, const Site& site) {
  return post(Request::Kind::receive, from, data.data(), data.size(), {.tag = tags.tag, .context = tags.context}, site,
              tags.mask);
}

Handle Node::post_receive(NodeId from, std::span<std::byte> data, TagSelector tags, Site site) {
  return Handle(await(from, data, tags, site));
}

Received Node::take(Request& request) {
  const Received result =
      request.kind == Request::Kind::receive ? Received{request.peer, request.bytes, request.tag} : Received{};
  pool_.release(request);
  return result;
}

void Node::refuse_stale(const char* call, const Site& site) {
  throw misuse(call, site, "this handle is empty or has been waited for before");
}

inline Request& Node::live(const Handle& handle, const char* call, const Site& site) const {
  if (handle.empty() || handle.request_->generation != handle.generation_) refuse_stale(call, site);
  return *handle.request_;
}

void Node::wait_for(std::span<Request* const> requests, const Site& site) {
  refuse_in_handler("wait", site);
  session_.wait_all(id_, requests, site);
  release_settled();
}

/// After a call that blocked, everything before it is complete.
void Node::release_settled() {
  for (Request* request : settling_) pool_.release(*request);
  settling_.clear();
}

Received Node::wait(const Handle& handle, Site site) {
  Request* request = &live(handle, "wait", site);
  wait_for(std::span<Request* const>(&request, 1), site);
  return take(*request);
}

void Node::wait_all(std::span<Handle> handles, Site site) {
  waiting_.clear();
  waiting_.reserve(handles.size());
  for (const Handle& handle : handles) {
    if (!handle.empty()) waiting_.push_back(&live(handle, "wait_all", site));
  }
  if (waiting_.empty()) return;
  wait_for(waiting_, site);
  for (Handle& handle : handles) {
    if (!handle.empty()) take(live(handle, "wait_all", site));  // again, as a copy may have stood in the list
    handle = Handle{};
  }
}

std::size_t Node::wait_any(std::span<Handle> handles, Received* result, Site site) {
  refuse_in_handler("wait_any", site);
  waiting_.clear();
  for (const Handle& handle : handles) {
    if (!handle.empty()) waiting_.push_back(&live(handle, "wait_any", site));
  }
  if (waiting_.empty()) throw misuse("wait_any", site, "there is nothing to wait for");
  Request* done = waiting_[session_.wait_any(id_, waiting_, site)];
  release_settled();
  std::size_t which = 0;
  while (handles[which].request_ != done) ++which;
  handles[which] = Handle{};
  const Received received = take(*done);
  if (result != nullptr) *result = received;
  return which;
}

bool Node::test(const Handle& handle, Site site) {
  refuse_in_handler("test", site);
  return session_.test(id_, live(handle, "test", site), site);
}

void Node::send(NodeId to, std::span<const std::byte> data, MessageOptions options, Site site) {
  if (data.empty()) {  // no buffer that the program could touch too early: the thread need not wait
    return settle_later(post(Request::Kind::send, to, nullptr, 0, options, site), site);
  }
  wait(post_send(to, data, options, site), site);
}

void Node::await_signal(NodeId from, Tag tag, Site site) { settle_later(await(from, {}, tag, site), site); }

void Node::wait_later(const Handle& handle, Site site) {
  refuse_in_handler("wait_later", site);
  Request& request = live(handle, "wait_later", site);
  request.retire_handles();
  settle_later(request, site);
}

void Node::wait_all_later(std::span<Handle> handles, Site site) {
  refuse_in_handler("wait_all_later", site);
  waiting_.clear();
  waiting_.reserve(handles.size());
  for (Handle& handle : handles) {
    if (handle.empty()) continue;
    waiting_.push_back(&live(handle, "wait_all_later", site));
    waiting_.back()->retire_handles();
    handle = Handle{};
  }
  settle_later(waiting_, site);
}

void Node::settle(Site site) {
  refuse_in_handler("settle", site);
  if (settling_.empty()) return;
  session_.now(id_);  // under the virtual clock, when all before it is done; other clocks have waited already
  release_settled();
}

void Node::settle_later(Request& request, const Site& site) {
  Request* one = &request;
  settle_later(std::span<Request* const>(&one, 1), site);
}

void Node::settle_later(std::span<Request* const> requests, const Site& site) {
  session_.wait_later(id_, requests, site);
  if (settling_.capacity() == 0) settling_.reserve(kUsuallySettling);
  settling_.insert(settling_.end(), requests.begin(), requests.end());
  if (settling_.size() > kMostSettling) settle();
}

Received Node::receive(NodeId from, std::span<std::byte> data, TagSelector tags, Site site) {
  return wait(post_receive(from, data, tags, site), site);
}

Received Node::exchange(NodeId peer, std::span<const std::byte> outgoing, std::span<std::byte> incoming,
                        MessageOptions options, Site site) {
  const Handle receive = post_receive(peer, incoming, {options.tag, options.context}, site);
  const Handle send = post_send(peer, outgoing, options, site);
  Request* both[] = {&live(send, "exchange", site), &live(receive, "exchange", site)};
  wait_for(both, site);
  take(*both[0]);
  return take(*both[1]);
}

// --- active messages ------------------------------------------------------------------------------------------------

void Node::check_active_messages(const char* call, const Site& site) const {
  refuse_in_handler(call, site);
  if (!machine_.has_active_messages())
    throw misuse(call, site, fmt::format("machine {} has no active messages", machine_.name()));
}

void Node::send_packet(Packet packet) {
  check_active_messages("request", packet.site);
  check_peer(packet.destination, "request", packet.site);
  if (packet.argument_bytes > machine_.packet_arguments()) {
    throw misuse("request", packet.site,
                 fmt::format("the handler captures {} B, and a packet of machine {} carries {} B",
                             packet.argument_bytes, machine_.name(), machine_.packet_arguments()));
  }
  packet.interrupts |= machine_.always_interrupts();
  session_.request(packet);
}

void Node::poll(Site site) {
  check_active_messages("poll", site);
  session_.poll(id_, site);
}

bool Node::poll_for(const PollCondition& condition, const Site& site) {
  check_active_messages("poll_until", site);
  return session_.poll_until(id_, condition, site);
}

Reception& Node::reception(const char* call, const Site& site) {
  check_active_messages(call, site);
  return session_.reception(id_);
}

namespace {

enum class Answer : std::uint8_t { none, taken, held };

}  // namespace

bool Node::try_lock(NodeId peer, bool interrupts, Site site) {
  Answer answer = Answer::none;
  Packet inquiry = Packet::running(
      [&answer](Arrival& at) {
        const Answer found = at.busy_lock().try_lock(at.source()) ? Answer::taken : Answer::held;
        at.reply([&answer = answer, found](Arrival&) { answer = found; });
      },
      id_, peer, site);
  inquiry.interrupts = interrupts;
  send_packet(inquiry);
  poll_until([&answer] { return answer != Answer::none; }, site);
  return answer == Answer::taken;
}

void Node::unlock(NodeId peer, Site site) {
  request(
      peer, [](Arrival& at) { at.busy_lock().unlock(at.source()); }, site);
}

void Node::open_packet_port(PortId port, std::span<std::byte> buffer, const Packet& at_zero, const Site& site) {
  try {
    reception("open_port", site).open_port(port, buffer, at_zero);
  } catch (const UsageError& error) {
    throw misuse("open_port", site, error.what());
  }
}

Handle Node::post_copy(NodeId to, const Gather& what, Site site) {
  check_active_messages("copy", site);
  auto* data = const_cast<std::byte*>(reinterpret_cast<const std::byte*>(&what));  // only read
  return Handle(post(Request::Kind::send, to, data, what.bytes(), {{}, Protocol::bulk}, site));
}

void Node::expect(bool holds, const char* what, Site site) {
  if (!holds) throw DataError(fmt::format("expectation failed ({}): {}", call_site_text(site), what));
}

}  // namespace switchyard
