#include "runtime/stress/message_order.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <unordered_map>
#include <utility>

#include "runtime/matching.hpp"

namespace switchyard {
namespace {

void join_clocks(VectorClock& into, const VectorClock& other) {
  if (into.size() < other.size()) into.resize(other.size());
  for (std::size_t i = 0; i < other.size(); ++i) into[i] = std::max(into[i], other[i]);
}

struct SentMessage : EarlyMessage {
  OrderedMessage message;
  VectorClock sender_clock;  ///< vector clock that the sender had right after it posted the send

  /// For a synchronous send, the vector clock of the receiver after it has posted the matching receive.
  VectorClock receiver_clock_at_post = {};
};

/// Returns whether two messages to a service access the same memory, as far as their tags show. (A service is the part
/// of a node that serves requests of other nodes.)
bool access_same_memory(const Request& one, const Request& other) noexcept {
  const ServiceMemoryCells a = memory_cells_of_service_message(one), b = memory_cells_of_service_message(other);
  return a.first == b.first && a.count == b.count;
}

/// The state of one service of a node (the part that serves requests of other nodes) while the calls of a logged run
/// are replayed.
class ServiceReplay {
 public:
  ServiceReplay(Context context, std::uint32_t number) : context_(context), service_number_(number) {}
  Context context() const noexcept { return context_; }
  std::uint32_t service_number() const noexcept { return service_number_; }

  /// The accesses to a service's memory that a sender makes while it holds a lock of the service.
  struct LockEpoch {
    struct LoggedAccess {
      CallSite site;
      std::uint64_t bytes = 0;
      std::size_t answer_hash = 0;
      friend bool operator==(const LoggedAccess&, const LoggedAccess&) = default;
    };
    std::size_t lock_request_position = 0;  ///< position of the request for the lock in the run's list of served
                                            ///< messages
    std::vector<LoggedAccess> accesses = {};
    bool is_read_only = true;
    std::size_t seen_memory_hash = 0;    ///< hash of what the sender has seen of its own memory while it held the lock
    std::uint32_t repetition_count = 0;  ///< number of consecutive earlier locks under which the sender has made the
                                         ///< same accesses with the same results
  };

  /// What the replay of the calls knows about the messages that one sender has sent to this service.
  struct ServiceClient {
    NodeId node{};
    std::uint32_t clock_component = 0;
    std::uint32_t taken_message_count = 0;  ///< number of this sender's messages that the service has taken so far
    VectorClock clock_after_last_taken_message =
        {};  ///< vector clock of the service after it took the last message of this sender
    VectorClock clock_of_lock_request = {};  ///< vector clock of the service after it took this sender's request for a
                                             ///< lock; empty if the sender holds no lock
    ServiceMessageKind lock_kind = ServiceMessageKind::free;
    bool has_unlocked = false;  ///< whether the last message of this sender gave a lock back

    /// Position of this sender's last access to the service's memory in the run's list of served messages.
    std::optional<std::size_t> last_access_position = {};
    /// The accesses under the lock that this sender holds now, and those under the lock that it held before.
    std::optional<LockEpoch> current_lock_epoch = {}, last_lock_epoch = {};
  };

  /// Returns the record in which the service keeps what it knows about a sender. For a new sender it makes a record,
  /// with `next_channel` as the sender's component of vector clocks, and increases `next_channel`.
  ServiceClient& find_or_add_sender(NodeId node, std::uint32_t& next_channel) {
    const auto found = std::ranges::find(senders_, node, &ServiceClient::node);
    if (found != senders_.end()) return *found;
    return senders_.emplace_back(ServiceClient{.node = node, .clock_component = next_channel++});
  }

  /// Lets the service take a message from the sender `from`. Stores in `take` the number of the message among those of
  /// this sender, and the vector clock of the service afterwards.
  void take_served_message(MessageTakenByNodeService& take, ServiceClient& from) {
    take.service_clock = take.sender_clock;
    join_clocks(take.service_clock, from.clock_after_last_taken_message);
    for (const ServedMessagesOfOneKindAndMemory& earlier : taken_messages_by_kind_) {
      if (earlier.last_message.conflicts_with(take)) join_clocks(take.service_clock, earlier.joined_clock);
    }
    take.number = ++from.taken_message_count;
    if (take.service_clock.size() <= from.clock_component) take.service_clock.resize(from.clock_component + 1);
    take.service_clock[from.clock_component] = take.number;
    join_clocks(joined_clock_of_same_kind_and_memory(take), take.service_clock);
    from.clock_after_last_taken_message = take.service_clock;
    update_clocks_of_lock(take, from);
    clock_of_served_message_ = take.service_clock;
    is_serving_message_ = true;
  }

  /// Returns the vector clock of an answer that the service sends to `node` after the last message it has taken; null
  /// if the service has finished with that message.
  const VectorClock* vector_clock_of_answer_to(NodeId node) {
    if (!is_serving_message_) return nullptr;
    vector_clock_of_last_service_answer_ = clock_of_served_message_;
    const auto to = std::ranges::find(senders_, node, &ServiceClient::node);
    if (to != senders_.end() && !to->clock_of_lock_request.empty()) {
      join_clocks(vector_clock_of_last_service_answer_, to->clock_of_lock_request);
      join_clocks(vector_clock_of_last_service_answer_, unlock_clocks_[1]);
      if (to->lock_kind == ServiceMessageKind::exclusive_lock)
        join_clocks(vector_clock_of_last_service_answer_, unlock_clocks_[0]);
    }
    return &vector_clock_of_last_service_answer_;
  }
  void finish_served_message() noexcept { is_serving_message_ = false; }

 private:
  void update_clocks_of_lock(const MessageTakenByNodeService& take, ServiceClient& from) {
    if (std::exchange(from.has_unlocked, is_unlock(take.kind))) from.clock_of_lock_request.clear();
    if (is_unlock(take.kind))
      join_clocks(unlock_clocks_[from.lock_kind == ServiceMessageKind::exclusive_lock], take.service_clock);
    if (!is_lock(take.kind)) return;
    from.clock_of_lock_request = take.service_clock;
    from.lock_kind = take.kind;
  }

  /// The messages that a service has taken and that have the same kind and access the same memory: the last of these
  /// messages, and the join (the component-wise maximum) of their vector clocks.
  struct ServedMessagesOfOneKindAndMemory {
    MessageTakenByNodeService last_message;
    VectorClock joined_clock;
  };
  VectorClock& joined_clock_of_same_kind_and_memory(const MessageTakenByNodeService& take) {
    const auto is_like = [&](const ServedMessagesOfOneKindAndMemory& each) {
      return each.last_message.kind == take.kind && access_same_memory(*each.last_message.send, *take.send);
    };
    const auto found = std::ranges::find_if(taken_messages_by_kind_, is_like);
    if (found != taken_messages_by_kind_.end()) return found->joined_clock;
    return taken_messages_by_kind_
        .emplace_back(ServedMessagesOfOneKindAndMemory{{.send = take.send, .kind = take.kind}, {}})
        .joined_clock;
  }

  Context context_;
  std::uint32_t service_number_;
  std::deque<ServiceClient> senders_;
  std::vector<ServedMessagesOfOneKindAndMemory> taken_messages_by_kind_;
  /// Component-wise maximum of the vector clocks of all unlocks: of shared locks at index 0, of exclusive locks at
  /// index 1.
  std::array<VectorClock, 2> unlock_clocks_;
  VectorClock clock_of_served_message_, vector_clock_of_last_service_answer_;
  bool is_serving_message_ = false;
};

class LogReplay {
 public:
  LogReplay(const ProgramLog& log, SynchronousSends sends, PostedCollectives collectives)
      : program_log_(log),
        has_choices_(log.has_choices()),
        only_choosing_node_(only_choosing_node_of(log)),
        do_sends_confirm_receives_(sends == SynchronousSends::confirm_posted_receive),
        do_collectives_have_clocks_(collectives == PostedCollectives::have_own_clocks),
        nodes_(log.node_count()),
        next_clock_component_(log.node_count()) {
    for (std::uint32_t i = 0; i < log.node_count(); ++i) {
      nodes_[i].vector_clock.resize(log.node_count());
      runnable_nodes_.push_back(NodeId{i});
    }
  }

  static std::optional<NodeId> only_choosing_node_of(const ProgramLog& log) {
    std::optional<NodeId> found;
    for (std::uint32_t i = 0; i < log.node_count(); ++i) {
      if (log[NodeId{i}].choices().empty()) continue;
      if (found) return std::nullopt;
      found = NodeId{i};
    }
    return found;
  }

  /// Replays the calls of the log as far as possible. Returns true if all programs come to their ends.
  bool run() {
    while (!runnable_nodes_.empty()) {
      const NodeId node = runnable_nodes_.back();
      runnable_nodes_.pop_back();
      while (replay_next_call(node)) {
      }
    }
    return finished_node_count_ == nodes_.size();
  }

  bool waits_for_chosen_message() const {
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
      const NodeLog& log = program_log_[NodeId{i}];
      if (nodes_[i].replayed_call_count == log.size()) continue;
      const LoggedChoice* const choice = log[nodes_[i].replayed_call_count].choice;
      if (choice != nullptr && choice->kind == LoggedChoice::Kind::wait && !choice->has_no_result_yet()) return true;
    }
    return false;
  }

  PartiallyOrderedRun take_run_order() {
    PartiallyOrderedRun result{.nodes = program_log_.node_count()};
    for (SentMessage& sent : sent_messages_) result.messages.push_back(std::move(sent.message));
    result.choices = std::move(ordered_choices_);
    result.served_messages = std::move(served_messages_);
    result.undecided_service_choices = std::move(undecided_service_choices_);
    for (NodeState& state : nodes_) result.causal_history_by_node.push_back(std::move(state.causal_history));
    result.only_choosing_node = only_choosing_node_;
    result.covers_whole_run = finished_node_count_ == nodes_.size();
    return result;
  }

 private:
  /// A receive of the log that was posted and has no message yet. The request is copied, because matching a message
  /// with a receive modifies the request.
  struct PostedReceive : Request {
    const LoggedRequest* logged_receive = nullptr;
    VectorClock clock = {};  ///< vector clock of the node after it has posted the receive; empty if the clock is not
                             ///< needed
  };
  struct NodeState {
    std::uint32_t replayed_call_count = 0;  ///< number of calls of the node that were replayed
    VectorClock vector_clock;               ///< for each node, the number of its calls that this node knows to be done
    bool waits_in_collective = false;  ///< whether the node is in a collective of all nodes and waits for the other
                                       ///< nodes
    bool has_finished = false;
    std::uint32_t choice_count = 0;  ///< number of choices that the node has made so far
    PostedReceives posted_receives;
    EarlyMessages<SentMessage> early_messages;
    std::deque<ServiceReplay> services;
    CausalHistoryOfNode causal_history;
    std::size_t unrecorded_change_count =
        0;  ///< number of changes of unrecorded state (kMarkLabelOfChangeOutsideRecordedState) that the
            ///< node has made before its next call
  };

  /// Replays the node's next call. Returns false if the call cannot be done yet, or if the node has no further call.
  bool replay_next_call(NodeId node) {
    NodeState& state = nodes_[index(node)];
    update_causal_history_before_next_call(node, state);
    if (state.replayed_call_count == program_log_[node].size()) return finish_program(state);
    const LoggedCall call = program_log_[node][state.replayed_call_count];
    if (call.choice != nullptr && call.choice->index_among_choices_of_node == state.choice_count)
      record_replayed_choice(*call.choice, state);
    if (call.kind != LoggedCall::Kind::post) {
      for (ServiceReplay& service : state.services) service.finish_served_message();
    }
    switch (call.kind) {
      case LoggedCall::Kind::post:
        replay_posted_request(*call.requests.front(), state);
        break;
      case LoggedCall::Kind::wait:
        if (lacks_result(call) || !replay_wait(call.requests, state)) return false;
        break;
      case LoggedCall::Kind::test_or_probe:
        if (lacks_result(call) || !replay_test_or_probe(call.requests, state)) return false;
        break;
      case LoggedCall::Kind::machine_collective:
        return enter_collective_of_all_nodes(state);
    }
    ++state.replayed_call_count;
    return true;
  }

  void update_causal_history_before_next_call(NodeId node, NodeState& state) const {
    CausalHistoryOfNode& own = state.causal_history;
    const auto& synchronising_collectives = program_log_[node].synchronising_collectives();
    while (own.clocks_after_synchronising_collectives.size() < synchronising_collectives.size() &&
           synchronising_collectives[own.clocks_after_synchronising_collectives.size()].end ==
               state.replayed_call_count)
      own.clocks_after_synchronising_collectives.push_back(state.vector_clock);
    if (only_choosing_node_ && node != *only_choosing_node_) {
      const std::uint32_t known = state.vector_clock[index(*only_choosing_node_)];
      const auto& all = own.known_calls_of_choosing_node;
      if (known > (all.empty() ? 0 : all.back().second))
        own.known_calls_of_choosing_node.emplace_back(state.replayed_call_count - 1, known);
    }
    const auto& changes = program_log_[node].next_calls_after_unrecorded_changes();
    std::size_t& count = state.unrecorded_change_count;
    while (count < changes.size() && changes[count] == state.replayed_call_count) {
      if (own.first_call_after_unrecorded_change == LoggedRequest::kNever &&
          does_node_depend_on_any_choice(node, state))
        own.first_call_after_unrecorded_change = state.replayed_call_count;
      ++count;
    }
  }
  /// Returns whether the node has made a choice, or has got a message that depends on a choice of any node.
  bool does_node_depend_on_any_choice(NodeId node, const NodeState& state) const {
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
      const auto& choices = program_log_[NodeId{i}].choices();
      const std::uint32_t known = NodeId{i} == node ? state.replayed_call_count : state.vector_clock[i];
      if (!choices.empty() && choices.front().choosing_call < known) return true;
    }
    return false;
  }

  /// Returns whether the logged run got stuck in this call: the call needs the result of a choice, such as the source
  /// of a receive, but the log has no result.
  static bool lacks_result(const LoggedCall& call) noexcept {
    return call.choice != nullptr && call.choice->has_no_result_yet();
  }

  void record_replayed_choice(const LoggedChoice& choice, NodeState& state) {
    ++state.choice_count;
    if (choice.belongs_to_service()) {
      if (choice.has_no_result_yet()) undecided_service_choices_.push_back(&choice);
      return;
    }
    VectorClock& known = ordered_choices_.emplace_back(ChoiceWithVectorClock{&choice, state.vector_clock}).node_clock;
    known[index(choice.node)] = state.replayed_call_count;
  }

  bool finish_program(NodeState& state) {
    if (!std::exchange(state.has_finished, true)) ++finished_node_count_;
    return false;
  }

  void replay_posted_request(const LoggedRequest& request, NodeState& state) {
    if (request.kind == Request::Kind::collective) {
      if (do_collectives_have_clocks_)
        clocks_of_collectives_[&request] = vector_clock_after_present_call(request.owner);
      return;
    }
    request.kind == Request::Kind::send ? replay_send(request, state) : replay_receive(request, state);
  }

  void replay_send(const LoggedRequest& send, NodeState& sender) {
    SentMessage& sent = sent_messages_.emplace_back();
    sent.label = label_of(send);
    sent.message = {&send,
                    nullptr,
                    send.peer == send.owner ? sender.replayed_call_count : sender.vector_clock[index(send.peer)],
                    {}};
    if (const VectorClock* const collective = clock_of_collective(send)) {
      sent.sender_clock = *collective;
      sent.message.calls_done_at_destination_before_send = sent.sender_clock[index(send.peer)];
    } else if (const VectorClock* const answer = vector_clock_of_service_answer(send, sender)) {
      sent.sender_clock = *answer;
      sent.message.calls_done_at_destination_before_send = sent.sender_clock[index(send.peer)];
    } else {
      sent.sender_clock = sender.vector_clock;
      sent.sender_clock[index(send.owner)] = sender.replayed_call_count + 1;
    }
    if (has_choices_) sent.message.sender_clock = sent.sender_clock;
    NodeState& to = nodes_[index(send.peer)];
    if (do_sends_confirm_receives_ && send.is_synchronous_send()) awaited_sends_[&send] = &sent;
    if (Request* const receive = to.posted_receives.take_first_match(sent.label)) {
      auto& posted = *static_cast<PostedReceive*>(receive);
      match_with_receive(sent, *posted.logged_receive, std::move(posted.clock));
      runnable_nodes_.push_back(send.peer);
    } else {
      to.early_messages.add(sent);
      if (is_polling_requests(send.peer)) runnable_nodes_.push_back(send.peer);
    }
  }

  /// Returns the vector clock of the service that sends `send` in answer to the last message it has taken; null if
  /// `send` is no such answer. A service is the part of a node that serves requests of other nodes, such as accesses to
  /// an MPI window.
  static const VectorClock* vector_clock_of_service_answer(const LoggedRequest& send, NodeState& sender) {
    if (is_message_to_service(send)) return nullptr;
    const auto service = std::ranges::find(sender.services, send.context, &ServiceReplay::context);
    return service == sender.services.end() ? nullptr : service->vector_clock_of_answer_to(send.peer);
  }

  bool is_polling_requests(NodeId node) const {
    const std::uint32_t done = nodes_[index(node)].replayed_call_count;
    return done < program_log_[node].size() && program_log_[node][done].kind == LoggedCall::Kind::test_or_probe;
  }

  ServiceReplay& find_or_add_service(const LoggedRequest& receive, NodeState& own) {
    const auto found = std::ranges::find(own.services, receive.context, &ServiceReplay::context);
    return found == own.services.end() ? own.services.emplace_back(receive.context, next_service_++) : *found;
  }

  void replay_receive(const LoggedRequest& receive, NodeState& own) {
    if (receive.partner_request != nullptr) {
      unawaited_messages_[&receive] = unawaited_messages_.extract(receive.partner_request).mapped();
      return;
    }
    if (receive.is_cancelled) return;
    if (is_message_to_service(receive)) find_or_add_service(receive, own).finish_served_message();
    if (receive.peer == kAnyNode) return;  // this receive got no message in the run
    if (SentMessage* const sent = own.early_messages.take_message_for(receive))
      return match_with_receive(*sent, receive, clock_after_present_call_if_needed(receive.owner));
    PostedReceive& posted = posted_receives_.emplace_back();
    static_cast<Request&>(posted) = receive;
    posted.logged_receive = &receive;
    posted.clock = clock_after_present_call_if_needed(receive.owner);
    own.posted_receives.post(posted);
  }

  /// Notes that `receive` gets the message `sent`. `clock` is the vector clock of the receiver after it has posted the
  /// receive.
  void match_with_receive(SentMessage& sent, const LoggedRequest& receive, VectorClock clock) {
    sent.message.receive = &receive;
    unawaited_messages_[&receive] = &sent;
    if (!do_sends_confirm_receives_ || !sent.message.send->is_synchronous_send()) return;
    sent.receiver_clock_at_post = std::move(clock);
    runnable_nodes_.push_back(sent.label.source);
  }

  /// Returns the vector clock of the posted (nonblocking) collective to which a message belongs; null if it belongs to
  /// none, or if collectives have no vector clocks of their own.
  VectorClock* clock_of_collective(const LoggedRequest& message) {
    if (message.posted_collective == nullptr || !do_collectives_have_clocks_) return nullptr;
    return &clocks_of_collectives_.at(message.posted_collective);
  }

  /// Returns the vector clock that the node has when its present call is done. The result is empty where the clock is
  /// not needed, because nodes learn nothing from waiting for synchronous sends.
  VectorClock clock_after_present_call_if_needed(NodeId node) const {
    return do_sends_confirm_receives_ ? vector_clock_after_present_call(node) : VectorClock();
  }
  VectorClock vector_clock_after_present_call(NodeId node) const {
    const NodeState& state = nodes_[index(node)];
    VectorClock clock = state.vector_clock;
    clock[index(node)] = state.replayed_call_count + 1;
    return clock;
  }

  /// Replays a wait for the synchronous sends among `requests`: the node learns that the receives of these sends are
  /// posted. Returns false if one of these receives is not posted yet.
  bool replay_wait_for_sends(std::span<LoggedRequest* const> requests, NodeState& state) {
    if (awaited_sends_.empty()) return true;
    std::vector<const SentMessage*> received;
    for (const LoggedRequest* request : requests) {
      const auto sent = awaited_sends_.find(request);
      if (sent == awaited_sends_.end() || request->is_cancelled) continue;
      if (sent->second->message.receive == nullptr) return false;
      received.push_back(sent->second);
    }
    for (const SentMessage* sent : received) join_clocks(state.vector_clock, sent->receiver_clock_at_post);
    return true;
  }

  bool has_arrived(const LoggedRequest& request) const {
    return !request.needs_incoming_message() || unawaited_messages_.contains(&request);
  }

  bool replay_wait(std::span<LoggedRequest* const> requests, NodeState& state) {
    if (!std::ranges::all_of(requests, [&](const LoggedRequest* request) { return has_arrived(*request); }))
      return false;
    if (!replay_wait_for_sends(requests, state)) return false;
    for (const LoggedRequest* request : requests) {
      join_clock_of_finished_collective(*request, state);
      if (!request->needs_incoming_message()) continue;
      const auto sent = unawaited_messages_.find(request);
      if (is_message_to_service(*request)) {
        note_message_taken_by_service(*request, *sent->second, state);
      } else if (VectorClock* const collective = clock_of_collective(*request)) {
        join_clocks(*collective, std::exchange(sent->second->sender_clock, {}));
      } else {
        join_clocks(state.vector_clock, std::exchange(sent->second->sender_clock, {}));
      }
      unawaited_messages_.erase(sent);
    }
    return true;
  }

  /// If the request is a posted (nonblocking) collective, notes that the node's program learns that the collective is
  /// over.
  void join_clock_of_finished_collective(const LoggedRequest& request, NodeState& state) {
    if (request.kind != Request::Kind::collective) return;
    if (const auto clock = clocks_of_collectives_.find(&request); clock != clocks_of_collectives_.end())
      join_clocks(state.vector_clock, clock->second);
  }

  /// Notes that a service takes the message that `receive` has got. A service is the part of a node that serves
  /// requests of other nodes, such as accesses to an MPI window.
  void note_message_taken_by_service(const LoggedRequest& receive, SentMessage& sent, NodeState& state) {
    ServiceReplay& service = find_or_add_service(receive, state);
    const LoggedRequest& send = *sent.message.send;
    MessageTakenByNodeService& take = served_messages_.emplace_back();
    take.choice = program_log_[receive.owner][receive.posting_call].choice;
    take.send = &send;
    take.sender_clock = std::exchange(sent.sender_clock, {});
    const LoggedRequest* const answer = answer_of_service_to_taken_message(receive, send, state.replayed_call_count);
    take.kind = message_kind_by_effect(send, answer, take.answer_hash);
    take.is_read_only = take.kind == ServiceMessageKind::atomic_read;
    ServiceReplay::ServiceClient& from = service.find_or_add_sender(send.owner, next_clock_component_);
    take.clock_component = from.clock_component;
    take.service = service.service_number();
    service.take_served_message(take, from);
    note_repeated_access(take, from);
    note_message_of_lock_epoch(take, answer, from);
  }

  /// Compares the accesses that a sender makes under consecutive locks of a service. If the message asks for a lock
  /// under which the sender has before only looked at memory, several times in a row, and found the same each time,
  /// notes in `take` the position of the previous request. If the message is an unlock, notes in the request for this
  /// lock whether the same holds for it.
  void note_message_of_lock_epoch(MessageTakenByNodeService& take, const LoggedRequest* answer,
                                  ServiceReplay::ServiceClient& from) {
    constexpr std::uint32_t kFew = 4;  // a program may also look at several places in turn a few times, and then go on
    if (is_lock(take.kind)) {
      from.current_lock_epoch = ServiceReplay::LockEpoch{.lock_request_position = served_messages_.size() - 1};
      if (!from.last_lock_epoch || from.last_lock_epoch->repetition_count < kFew) return;
      const LoggedRequest& last = *served_messages_[from.last_lock_epoch->lock_request_position].send;
      if (last.site == take.send->site && has_only_locked_accesses_between_sends(last, *take.send))
        take.position_of_access_being_repeated = from.last_lock_epoch->lock_request_position;
      return;
    }
    if (!from.current_lock_epoch || take.kind == ServiceMessageKind::flush) return;
    if (!is_unlock(take.kind)) {
      const bool is_look = take.kind == ServiceMessageKind::atomic_read || take.kind == ServiceMessageKind::free;
      from.current_lock_epoch->is_read_only = from.current_lock_epoch->is_read_only && is_look && answer != nullptr;
      if (answer != nullptr)
        from.current_lock_epoch->accesses.push_back({take.send->site, answer->bytes, answer->data_hash});
      return;
    }
    ServiceReplay::LockEpoch epoch = *std::exchange(from.current_lock_epoch, std::nullopt);
    const std::optional<ServiceReplay::LockEpoch> last = std::exchange(from.last_lock_epoch, std::nullopt);
    if (!epoch.is_read_only || take.kind != ServiceMessageKind::unlock_with_memory_hash) return;
    epoch.seen_memory_hash = take.send->compared_value_hash;
    MessageTakenByNodeService& lock = served_messages_[epoch.lock_request_position];
    lock.is_read_only = true;
    const bool is_same = last && last->seen_memory_hash == epoch.seen_memory_hash && last->accesses == epoch.accesses &&
                         served_messages_[last->lock_request_position].send->site == lock.send->site;
    if (is_same) epoch.repetition_count = last->repetition_count + 1;
    lock.repeats_earlier_access = is_same && lock.position_of_access_being_repeated;
    from.last_lock_epoch = std::move(epoch);
  }

  /// Returns whether a program has done nothing between two messages to a service but wait and make accesses under
  /// locks of the same service.
  bool has_only_locked_accesses_between_sends(const LoggedRequest& first, const LoggedRequest& second) const {
    return has_only_allowed_posts_between_sends(first, second, [&](const LoggedRequest& posted) {
      const bool asks_service = posted.kind == Request::Kind::send && is_message_to_service(posted);
      return posted.context == first.context && (!asks_service || posted.peer == first.peer);
    });
  }

  /// Returns whether the program that has sent the messages `first` and `second` has made no choice between them, has
  /// entered no collective of the machine, and has posted only requests for which `is_allowed` returns true.
  template <class IsAllowed>
  bool has_only_allowed_posts_between_sends(const LoggedRequest& first, const LoggedRequest& second,
                                            IsAllowed is_allowed) const {
    const NodeLog& log = program_log_[first.owner];
    for (std::uint32_t place = first.posting_call + 1; place < second.posting_call; ++place) {
      const LoggedCall call = log[place];
      if (call.kind == LoggedCall::Kind::machine_collective) return false;
      if (call.choice != nullptr && !call.choice->belongs_to_service()) return false;
      if (call.kind == LoggedCall::Kind::post && !is_allowed(*call.requests.front())) return false;
    }
    return true;
  }

  static bool is_memory_access(ServiceMessageKind kind) noexcept {
    return order_matters_between(kind, ServiceMessageKind::atomic);
  }

  /// Notes in `take` whether the message repeats the sender's previous access to the same memory without any other
  /// action of the sender's program in between, except for waiting and for locks.
  void note_repeated_access(MessageTakenByNodeService& take, ServiceReplay::ServiceClient& from) {
    if (!is_memory_access(take.kind)) return;
    const auto last = std::exchange(from.last_access_position, served_messages_.size() - 1);
    if (!last) return;
    const MessageTakenByNodeService& earlier = served_messages_[*last];
    const LoggedRequest &one = *earlier.send, &other = *take.send;
    const bool is_same = one.site == other.site && kind_of_service_message(one) == kind_of_service_message(other) &&
                         access_same_memory(one, other) && one.bytes == other.bytes;
    if (!is_same || earlier.kind != ServiceMessageKind::atomic_read || !has_only_lock_calls_between(one, other)) return;
    take.position_of_access_being_repeated = *last;
    take.repeats_earlier_access =
        take.kind == ServiceMessageKind::atomic_read && earlier.answer_hash == take.answer_hash;
  }

  /// Returns whether a program has only locked, flushed and waited between two messages to the same service.
  bool has_only_lock_calls_between(const LoggedRequest& first, const LoggedRequest& second) const {
    return has_only_allowed_posts_between_sends(first, second, [&](const LoggedRequest& posted) {
      if (!is_message_to_service(posted)) return posted.context == first.context;
      const bool asks_service = posted.kind == Request::Kind::send;
      return !asks_service || (!is_memory_access(kind_of_service_message(posted)) &&
                               kind_of_service_message(posted) != ServiceMessageKind::free);
    });
  }

  /// Returns the answer that a service of a node (such as that of an MPI window) sends right after it has taken a
  /// message in call `place` of the node; null if it sends no answer.
  const LoggedRequest* answer_of_service_to_taken_message(const LoggedRequest& receive, const LoggedRequest& send,
                                                          std::uint32_t place) const {
    const NodeLog& log = program_log_[receive.owner];
    for (++place; place < log.size() && log[place].kind == LoggedCall::Kind::post; ++place) {
      const LoggedRequest& next = *log[place].requests.front();
      if (next.context != receive.context) continue;
      if (is_message_to_service(next)) return nullptr;
      if (next.kind == Request::Kind::send && next.peer == send.owner) return &next;
    }
    return nullptr;
  }

  /// Returns the kind of a message to a service according to its effect: a comparison that failed counts as an
  /// observation. For an observation, stores the hash of the answer in `told`.
  static ServiceMessageKind message_kind_by_effect(const LoggedRequest& send, const LoggedRequest* answer,
                                                   std::size_t& told) {
    ServiceMessageKind kind = kind_of_service_message(send);
    if (bytes_of_compared_value(kind) > 0) {
      const bool is_in_vain = answer != nullptr && answer->bytes == bytes_of_compared_value(kind) &&
                              answer->data_hash != send.compared_value_hash;
      kind = is_in_vain ? ServiceMessageKind::atomic_read : ServiceMessageKind::atomic;
    }
    if (kind == ServiceMessageKind::atomic_read && answer != nullptr) told = answer->data_hash;
    return kind;
  }

  /// Replays a look, a call in which a node finds out which of its requests are complete. Does what replay_wait() does,
  /// but leaves the messages in place, so that a later call can find them or wait for them.
  bool replay_test_or_probe(std::span<LoggedRequest* const> requests, NodeState& state) {
    std::vector<const SentMessage*> found;
    for (const LoggedRequest* request : requests) {
      if (!request->needs_incoming_message()) continue;
      const SentMessage* const sent =
          request->kind == Request::Kind::probe ? message_for_probe(*request, state) : message_of_receive(*request);
      if (sent == nullptr) return false;
      found.push_back(sent);
    }
    if (!replay_wait_for_sends(requests, state)) return false;
    for (const SentMessage* sent : found) join_clocks(state.vector_clock, sent->sender_clock);
    for (const LoggedRequest* request : requests) join_clock_of_finished_collective(*request, state);
    return true;
  }
  const SentMessage* message_for_probe(const LoggedRequest& probe, NodeState& state) {
    if (!probe.has_taken_message) return state.early_messages.find(probe);
    SentMessage* const sent = state.early_messages.take_message_for(probe);
    if (sent != nullptr) match_with_receive(*sent, probe, clock_after_present_call_if_needed(probe.owner));
    return sent;
  }
  const SentMessage* message_of_receive(const LoggedRequest& receive) const {
    const auto sent = unawaited_messages_.find(&receive);
    return sent == unawaited_messages_.end() ? nullptr : sent->second;
  }

  /// Lets a node enter a collective of all nodes. When the last node enters it, all nodes learn everything that any
  /// node knew, and that all nodes have reached the collective.
  bool enter_collective_of_all_nodes(NodeState& state) {
    if (!std::exchange(state.waits_in_collective, true)) ++nodes_in_collective_;
    if (nodes_in_collective_ < nodes_.size()) return false;
    VectorClock all(nodes_.size());
    for (const NodeState& each : nodes_) join_clocks(all, each.vector_clock);
    for (std::size_t i = 0; i < nodes_.size(); ++i) all[i] = std::max(all[i], nodes_[i].replayed_call_count);
    nodes_in_collective_ = 0;
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) end_collective_of_node(NodeId{i}, all);
    return false;
  }
  void end_collective_of_node(NodeId node, const VectorClock& known) {
    NodeState& state = nodes_[index(node)];
    state.waits_in_collective = false;
    state.vector_clock = known;
    ++state.replayed_call_count;
    runnable_nodes_.push_back(node);
  }

  const ProgramLog& program_log_;
  const bool has_choices_;
  const std::optional<NodeId> only_choosing_node_;
  const bool do_sends_confirm_receives_;   ///< whether a node that has waited for a synchronous send knows that the
                                           ///< matching receive is posted
  const bool do_collectives_have_clocks_;  ///< whether each posted (nonblocking) collective has a vector clock of its
                                           ///< own
  std::vector<NodeState> nodes_;
  std::vector<NodeId> runnable_nodes_;  ///< nodes whose next calls may be possible now
  std::deque<SentMessage> sent_messages_;
  std::vector<ChoiceWithVectorClock> ordered_choices_;
  std::vector<MessageTakenByNodeService> served_messages_;
  std::vector<const LoggedChoice*> undecided_service_choices_;
  std::uint32_t next_clock_component_;
  std::uint32_t next_service_ = 0;
  std::deque<PostedReceive> posted_receives_;
  std::unordered_map<const LoggedRequest*, SentMessage*>
      unawaited_messages_;  ///< for each receive that has its message and that its node has not waited for yet: the
                            ///< message

  /// For each synchronous send, its message; empty if nodes learn nothing from waiting for synchronous sends.
  std::unordered_map<const LoggedRequest*, const SentMessage*> awaited_sends_;
  std::unordered_map<const LoggedRequest*, VectorClock>
      clocks_of_collectives_;  ///< vector clock of each posted (nonblocking) collective, by its request
  std::size_t nodes_in_collective_ = 0;
  std::size_t finished_node_count_ = 0;
};

}  // namespace

PartialOrder partial_order_of(const ProgramLog& log, SynchronousSends sends, PostedCollectives collectives) {
  LogReplay walk(log, sends, collectives);
  const bool covers_whole_run = walk.run();
  return {walk.take_run_order(), !covers_whole_run && walk.waits_for_chosen_message()};
}

std::optional<PartiallyOrderedRun> order_of_run(const ProgramLog& log) {
  if (log.obstacle_to_partial_order()) return std::nullopt;
  LogReplay walk(log, SynchronousSends::without_receive_confirmation, PostedCollectives::have_own_clocks);
  if (!walk.run()) return std::nullopt;
  return walk.take_run_order();
}

}  // namespace switchyard
