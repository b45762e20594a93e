#include "tests/reference_model/model.hpp"

#include <algorithm>
#include <stdexcept>
#include <unordered_set>
#include <vector>

#include "tests/reference_model/account.hpp"
#include "tests/reference_model/state.hpp"

namespace switchyard::reference {
namespace {

class ReferenceModel {
 public:
  ReferenceModel(const TinyProgram& program, const ReferenceModelRules& rules) : program_(program), rules_(rules) {
    if (program.operation_count() > kMostOperations || program.operations_by_node.size() > kMostNodes)
      throw std::invalid_argument("the program is too large for the model");
    for (std::size_t node = 0; node < program.operations_by_node.size(); ++node) {
      first_operation_of_node_.push_back(static_cast<OperationIndex>(operations_.size()));
      for (const Operation& operation : program.operations_by_node[node]) {
        operations_.push_back(operation);
        node_of_operation_.push_back(static_cast<std::uint8_t>(node));
      }
    }
  }

  ModelOutcomes explore(std::uint64_t most_states) {
    ModelOutcomes outcomes;
    unexplored_states_.push_back(start());
    while (!unexplored_states_.empty()) {
      const ModelState state = unexplored_states_.back();
      unexplored_states_.pop_back();
      if (!explored_states_.insert(state).second) continue;
      if (++outcomes.state_count > most_states) {
        outcomes.reached_all_states = false;
        return outcomes;
      }
      const std::size_t before = unexplored_states_.size();
      if (state.has_failed == 0) add_successors(state);
      if (unexplored_states_.size() == before)
        outcomes.run_summary_lines.insert(format_summary_line_of_final_state(state));
    }
    return outcomes;
  }

 private:
  // --- access to the program and to a state --------------------------------------------------------------------------

  std::size_t node_count() const noexcept { return program_.operations_by_node.size(); }
  OperationIndex operation_count() const noexcept { return static_cast<OperationIndex>(operations_.size()); }
  OperationIndex operation_of(std::size_t node, std::size_t place) const noexcept {
    return static_cast<OperationIndex>(first_operation_of_node_[node] + place);
  }
  bool has_finished(const ModelState& state, std::size_t node) const {
    return state.next_operation_of_node[node] == program_.operations_by_node[node].size();
  }
  static MessageDeliveryState place_of(const ModelState& state, OperationIndex message) {
    return static_cast<MessageDeliveryState>(state.message_place_or_receive_state[message]);
  }
  static ReceiveState state_of_receive(const ModelState& state, OperationIndex receive) {
    return static_cast<ReceiveState>(state.message_place_or_receive_state[receive]);
  }
  static void put(ModelState& state, OperationIndex message, MessageDeliveryState place) {
    state.message_place_or_receive_state[message] = static_cast<std::uint8_t>(place);
  }
  static void put(ModelState& state, OperationIndex receive, ReceiveState receive_state) {
    state.message_place_or_receive_state[receive] = static_cast<std::uint8_t>(receive_state);
  }
  static bool has(const ModelState& state, OperationIndex one, std::uint16_t flag) {
    return (state.flags_of_operation[one] & flag) != 0;
  }
  static void set(ModelState& state, OperationIndex one, std::uint16_t flag) { state.flags_of_operation[one] |= flag; }
  static void clear(ModelState& state, OperationIndex one, std::uint16_t flag) {
    state.flags_of_operation[one] = static_cast<std::uint16_t>(state.flags_of_operation[one] & ~flag);
  }

  /// Returns whether `receiver`, a receive or probe, accepts the message by its source and its tag.
  bool does_receiver_accept_message(const Operation& receiver, OperationIndex message) const {
    const Operation& sent = operations_[message];
    return (receiver.peer == kAnyPeerOrTag || receiver.peer == node_of_operation_[message]) &&
           (receiver.tag == kAnyPeerOrTag || receiver.tag == sent.tag);
  }
  template <class See>
  void for_each_message_to(std::size_t node, See see) const {
    for (OperationIndex one = 0; one < operation_count(); ++one) {
      if (operations_[one].is_send() && operations_[one].peer == node) see(one);
    }
  }

  ModelState start() const {
    ModelState state;
    state.matched_operation.fill(kNoOperation);
    state.behind.fill(kNoOperation);
    state.message_on_outbound_link.fill(kNoOperation);
    return state;
  }

  // --- messages -----------------------------------------------------------------------------------------------------

  /// Returns the receive that was posted first among those at the message's destination that accept the message, or
  /// kNoOperation.
  OperationIndex first_receive_for(const ModelState& state, OperationIndex message) const {
    const std::size_t node = operations_[message].peer;
    for (std::size_t place = 0; place < program_.operations_by_node[node].size(); ++place) {
      const OperationIndex one = operation_of(node, place);
      if (operations_[one].is_receive() && state_of_receive(state, one) == ReceiveState::posted &&
          does_receiver_accept_message(operations_[one], message))
        return one;
    }
    return kNoOperation;
  }
  /// Returns the message that came first among those known at `node` that the receive or probe `receiver` accepts, or
  /// kNoOperation.
  OperationIndex first_message_for(const ModelState& state, std::size_t node, const Operation& receiver) const {
    OperationIndex best = kNoOperation;
    for_each_message_to(node, [&](OperationIndex one) {
      if (place_of(state, one) != MessageDeliveryState::known_at_destination ||
          !does_receiver_accept_message(receiver, one))
        return;
      if (best == kNoOperation || state.rank_at_destination[one] < state.rank_at_destination[best]) best = one;
    });
    return best;
  }
  void mark_message_known_at_destination(ModelState& state, OperationIndex message) const {
    std::uint8_t rank = 0;
    for_each_message_to(operations_[message].peer, [&](OperationIndex one) {
      if (place_of(state, one) == MessageDeliveryState::known_at_destination) ++rank;
    });
    put(state, message, MessageDeliveryState::known_at_destination);
    state.rank_at_destination[message] = rank;
  }
  void match_message_and_receive(ModelState& state, OperationIndex message, OperationIndex receive) const {
    if (place_of(state, message) == MessageDeliveryState::known_at_destination) {
      for_each_message_to(operations_[message].peer, [&](OperationIndex one) {
        if (place_of(state, one) == MessageDeliveryState::known_at_destination &&
            state.rank_at_destination[one] > state.rank_at_destination[message])
          --state.rank_at_destination[one];
      });
      state.rank_at_destination[message] = 0;
    }
    put(state, message, MessageDeliveryState::taken);
    put(state, receive, ReceiveState::matched);
    state.matched_operation[message] = receive;
    state.matched_operation[receive] = message;
    if (has(state, message, kDataArrived)) receive_data(state, message);
  }
  /// Changes the state as the arrival of the message's last byte at its destination does.
  void note_data_arrived(ModelState& state, OperationIndex message) const {
    set(state, message, kDataArrived);
    clear(state, message, kUsesInboundLink);
    state.message_on_outbound_link[node_of_operation_[message]] = kNoOperation;
    std::ranges::replace(state.behind, message, kNoOperation);
    if (!waits_for_receive(message)) set(state, message, kRequestComplete);
    if (place_of(state, message) == MessageDeliveryState::taken) receive_data(state, message);
  }
  /// Changes the state as the end of a receive does: the message is in the buffer of its receive, which is complete,
  /// and no longer needs room in the system buffer.
  void receive_data(ModelState& state, OperationIndex message) const {
    set(state, state.matched_operation[message], kRequestComplete);
    clear(state, message, kHasBufferRoom);
  }

  bool waits_for_receive(OperationIndex message) const noexcept {
    const SendModeOrProtocol manner = operations_[message].send_mode_or_protocol;
    return manner == SendModeOrProtocol::synchronous ||
           (manner == SendModeOrProtocol::standard && rules_.standard_sends_wait);
  }

  bool is_inbound_link_free(const ModelState& state, std::size_t node) const {
    bool free = true;
    for_each_message_to(node, [&](OperationIndex one) { free = free && !has(state, one, kUsesInboundLink); });
    return free;
  }
  bool has_room_for(const ModelState& state, OperationIndex message) const {
    if (rules_.system_buffer_bytes == kUnlimited) return true;
    std::uint32_t used = operations_[message].bytes;
    for_each_message_to(operations_[message].peer, [&](OperationIndex one) {
      if (has(state, one, kHasBufferRoom)) used += operations_[one].bytes;
    });
    return used <= rules_.system_buffer_bytes;
  }
  bool requests_room_before_data(OperationIndex message) const {
    const Operation& sent = operations_[message];
    return sent.send_mode_or_protocol != SendModeOrProtocol::forced && sent.bytes > rules_.longest_sent_without_request;
  }
  bool is_message_matched_or_buffered(const ModelState& state, OperationIndex message) const {
    return place_of(state, message) == MessageDeliveryState::taken || has(state, message, kHasBufferRoom);
  }
  template <class See>
  void for_each_message_of(std::size_t node, See see) const {
    for (OperationIndex one = 0; one < operation_count(); ++one) {
      if (operations_[one].is_send() && node_of_operation_[one] == node) see(one);
    }
  }
  void add_state_after_departure(const ModelState& before, std::size_t node, OperationIndex message,
                                 OperationFlag flag) {
    ModelState state = before;
    state.message_on_outbound_link[node] = message;
    set(state, message, flag);
    if (rules_.is_mesh) state.behind[message] = find_message_ahead_on_last_link(state, message);
    add(state);
  }
  /// Returns the node from which the message takes its last link to the destination, on its way through a mesh.
  std::size_t last_node_on_the_way(OperationIndex message) const {
    const std::size_t from = node_of_operation_[message], to = operations_[message].peer;
    if (node_count() == 4) return (from ^ to) >= 2 ? to ^ 2U : to ^ 1U;
    if (rules_.is_torus) return from;
    return from < to ? to - 1 : to + 1;
  }
  /// Returns another message to the same destination that has taken the last link on the way of `message`, or waits for
  /// this link. The link begins at the node that the returned message came from. Returns kNoOperation if there is no
  /// such message.
  OperationIndex find_message_ahead_on_last_link(const ModelState& state, OperationIndex message) const {
    const std::size_t last_node = last_node_on_the_way(message);
    const OperationIndex ahead =
        last_node == node_of_operation_[message] ? kNoOperation : state.message_on_outbound_link[last_node];
    return ahead != kNoOperation && operations_[ahead].peer == operations_[message].peer ? ahead : kNoOperation;
  }
  /// Returns whether another message from the same node to the same destination has asked for room, and its data has
  /// not left yet. `message` must not overtake such a message, but messages to other nodes may. Source of this rule:
  /// machines/ipsc860_fabric.cpp.
  bool must_wait_for_earlier_message(const ModelState& state, OperationIndex message) const {
    bool waits = false;
    for_each_message_of(node_of_operation_[message], [&](OperationIndex one) {
      waits = waits || (operations_[one].peer == operations_[message].peer && requests_room_before_data(one) &&
                        has(state, one, kMessageHasLeftSender) && !has(state, one, kDataHasLeftNode));
    });
    return waits;
  }
  /// Returns the first message that waits for the way out of `node` (its outgoing port) and may use it, or
  /// kNoOperation.
  OperationIndex next_message_to_leave(const ModelState& state, std::size_t node) const {
    OperationIndex next = kNoOperation;
    for_each_message_of(node, [&](OperationIndex one) {
      const bool waits =
          place_of(state, one) == MessageDeliveryState::on_its_way && !has(state, one, kMessageHasLeftSender);
      if (next == kNoOperation && waits && !must_wait_for_earlier_message(state, one)) next = one;
    });
    return next;
  }
  /// Returns whether the next step must be that a message leaves the node, because the node's way out is free and a
  /// message waits for it.
  bool must_send_in_next_step(const ModelState& state, std::size_t node) const {
    return rules_.stores_early_messages && state.message_on_outbound_link[node] == kNoOperation &&
           next_message_to_leave(state, node) != kNoOperation;
  }
  /// Adds a successor state for each message that may leave a node whose way out is free. Data that has room at its
  /// destination, and answers to requests for room, may also leave later, because the node's software runs first.
  void add_states_after_message_departures(const ModelState& before, std::size_t node) {
    if (before.message_on_outbound_link[node] != kNoOperation) return;
    for_each_message_of(node, [&](OperationIndex one) {
      if (has(before, one, kRequestAnswerArrived) && !has(before, one, kDataHasLeftNode))
        add_state_after_departure(before, node, one, kDataHasLeftNode);
    });
    if (const OperationIndex next = next_message_to_leave(before, node); next != kNoOperation)
      add_state_after_departure(before, node, next, kMessageHasLeftSender);
    for_each_message_to(node, [&](OperationIndex one) {
      const bool asked = requests_room_before_data(one) && is_message_matched_or_buffered(before, one);
      if (asked && !has(before, one, kRequestAnswerSent))
        add_state_after_departure(before, node, one, kRequestAnswerSent);
    });
  }
  /// Adds the successor state in which the message that uses the way out of `node` arrives at the other end.
  void add_state_after_arrival(const ModelState& before, std::size_t node) {
    const OperationIndex message = before.message_on_outbound_link[node];
    if (message == kNoOperation || has(before, message, kUsesInboundLink)) return;
    const bool is_answer = node_of_operation_[message] != node;
    const std::size_t to = is_answer ? node_of_operation_[message] : operations_[message].peer;
    if (!is_inbound_link_free(before, to) || before.behind[message] != kNoOperation) return;
    ModelState state = before;
    if (is_answer) {
      set(state, message, kRequestAnswerArrived);
      state.message_on_outbound_link[node] = kNoOperation;
    } else if (!requests_room_before_data(message)) {
      set(state, message, kUsesInboundLink);
      process_message_notice_at_destination(state, message);
    } else if (has(state, message, kDataHasLeftNode)) {
      note_data_arrived(state, message);
    } else {
      state.message_on_outbound_link[node] = kNoOperation;
      process_message_notice_at_destination(state, message);
    }
    add(state);
  }
  /// Changes the state because the destination now knows of the message: the message is matched with a receive, stored
  /// or discarded, or the program ends with an error.
  void process_message_notice_at_destination(ModelState& state, OperationIndex message) const {
    const Operation& sent = operations_[message];
    const OperationIndex receive = first_receive_for(state, message);
    if (receive == kNoOperation && sent.send_mode_or_protocol == SendModeOrProtocol::ready) {
      state.has_failed = 1;
    } else if (receive == kNoOperation && sent.send_mode_or_protocol == SendModeOrProtocol::forced &&
               rules_.stores_early_messages) {
      note_data_arrived(state, message);
      put(state, message, MessageDeliveryState::discarded_or_received);
      set(state, message, kRequestComplete | kDiscarded);
    } else {
      mark_message_known_at_destination(state, message);
      if (receive != kNoOperation) match_message_and_receive(state, message, receive);
      if (receive == kNoOperation) reserve_buffer_room(state, message);
      const bool at_once =
          (sent.bytes == 0 && !rules_.has_headers) || sent.send_mode_or_protocol == SendModeOrProtocol::forced;
      if (rules_.stores_early_messages && at_once && !requests_room_before_data(message))
        note_data_arrived(state, message);
    }
  }
  /// Reserves room for the message in the system buffer of its destination. Does nothing if there is not enough room.
  void reserve_buffer_room(ModelState& state, OperationIndex message) const {
    if (rules_.stores_early_messages && has_room_for(state, message)) set(state, message, kHasBufferRoom);
  }

  void add_states_after_progress_of_message(const ModelState& before, OperationIndex message) {
    const MessageDeliveryState place = place_of(before, message);
    ModelState state = before;
    if (rules_.stores_early_messages && place == MessageDeliveryState::known_at_destination &&
        !is_message_matched_or_buffered(before, message) && has_room_for(before, message)) {
      reserve_buffer_room(state, message);
      add(state);
    }
    state = before;
    if (has(before, message, kUsesInboundLink) && is_message_matched_or_buffered(before, message)) {
      note_data_arrived(state, message);
      add(state);
    }
    state = before;
    if (rules_.stores_early_messages && place == MessageDeliveryState::taken && waits_for_receive(message) &&
        has(before, message, kDataArrived) && !has(before, message, kRequestComplete)) {
      set(state, message, kRequestComplete);
      add(state);
    }
    if (!rules_.stores_early_messages) add_states_after_rendezvous_progress(before, message);
  }
  void add_states_after_rendezvous_progress(const ModelState& before, OperationIndex message) {
    ModelState state = before;
    if (place_of(before, message) == MessageDeliveryState::on_its_way &&
        !has_earlier_message_under_way(before, message)) {
      process_message_notice_at_destination(state, message);
      add(state);
      if (!rules_.sends_complete_at_once || state.has_failed == 0) return;
      state = before;
      put(state, message, MessageDeliveryState::discarded_or_received);
      set(state, message, kUnnoticedEarlyReadySend);
      return add(state);
    }
    if (place_of(before, message) != MessageDeliveryState::taken) return;
    if (!has(before, message, kRequestComplete)) {
      set(state, message, kRequestComplete);
      add(state);
    }
    state = before;
    if (!has(before, before.matched_operation[message], kRequestComplete)) {
      set(state, state.matched_operation[message], kRequestComplete);
      add(state);
    }
  }
  /// Returns whether an earlier message with the same source and destination has not arrived yet.
  bool has_earlier_message_under_way(const ModelState& state, OperationIndex message) const {
    bool behind = false;
    for_each_message_of(node_of_operation_[message], [&](OperationIndex one) {
      behind = behind || (one < message && operations_[one].peer == operations_[message].peer &&
                          place_of(state, one) == MessageDeliveryState::on_its_way);
    });
    return behind;
  }

  // --- nodes --------------------------------------------------------------------------------------------------------

  void advance(ModelState& state, std::size_t node) {
    ++state.next_operation_of_node[node];
    state.has_begun_next_operation[node] = 0;
    add(state);
  }
  void post(ModelState& state, std::size_t node, OperationIndex one) const {
    if (operations_[one].is_send()) {
      if (rules_.sends_complete_at_once && !waits_for_receive(one)) set(state, one, kRequestComplete);
      return put(state, one, MessageDeliveryState::on_its_way);
    }
    put(state, one, ReceiveState::posted);
    const OperationIndex message = first_message_for(state, node, operations_[one]);
    if (message != kNoOperation) match_message_and_receive(state, message, one);
  }
  static void mark_as_waited_for(ModelState& state, OperationIndex one, std::uint16_t how) {
    set(state, one, static_cast<std::uint16_t>(kRequestHandleEmptiedByWait | how));
  }
  bool is_open(const ModelState& state, OperationIndex one) const {
    if (!operations_[one].posts_request() || has(state, one, kRequestHandleEmptiedByWait)) return false;
    return operations_[one].is_send() ? place_of(state, one) != MessageDeliveryState::unsent
                                      : state_of_receive(state, one) != ReceiveState::not_posted;
  }
  std::vector<OperationIndex> open_requests(const ModelState& state, std::size_t node) const {
    std::vector<OperationIndex> open;
    for (std::size_t place = 0; place < program_.operations_by_node[node].size(); ++place) {
      if (is_open(state, operation_of(node, place))) open.push_back(operation_of(node, place));
    }
    return open;
  }

  void add_states_after_operation_of_node(const ModelState& before, std::size_t node) {
    if (has_finished(before, node)) return;
    const OperationIndex one = operation_of(node, before.next_operation_of_node[node]);
    const Operation& operation = operations_[one];
    ModelState state = before;
    switch (operation.operation_verb) {
      case OperationVerb::compute:
        return advance(state, node);
      case OperationVerb::post_send:
      case OperationVerb::post_receive:
        post(state, node, one);
        return advance(state, node);
      case OperationVerb::send:
      case OperationVerb::receive:
        if (before.has_begun_next_operation[node] == 0) {
          post(state, node, one);
          state.has_begun_next_operation[node] = 1;
          return add(state);
        }
        if (!has(state, one, kRequestComplete)) return;
        mark_as_waited_for(state, one, 0);
        return advance(state, node);
      case OperationVerb::barrier:
        if (before.has_begun_next_operation[node] != 0) return;
        state.has_begun_next_operation[node] = 1;
        return add_state_after_collective(state);
      default:
        return add_states_of_wait_or_probe(state, node, one);
    }
  }
  /// Adds the successor state in which all nodes leave a collective, if all of them have entered it.
  void add_state_after_collective(ModelState& state) {
    for (std::size_t node = 0; node < node_count(); ++node) {
      if (has_finished(state, node) || state.has_begun_next_operation[node] == 0 ||
          operations_[operation_of(node, state.next_operation_of_node[node])].operation_verb != OperationVerb::barrier)
        return add(state);
    }
    for (std::size_t node = 0; node < node_count(); ++node) {
      ++state.next_operation_of_node[node];
      state.has_begun_next_operation[node] = 0;
    }
    add(state);
  }
  /// Adds the successor states for an operation that waits for requests, tests or cancels them, or probes for messages.
  void add_states_of_wait_or_probe(ModelState& state, std::size_t node, OperationIndex one) {
    const Operation& operation = operations_[one];
    const OperationIndex slot = operation_of(node, operation.slot);
    const bool empty = operation.is_wait_test_or_cancel_of_request() && !is_open(state, slot);
    switch (operation.operation_verb) {
      case OperationVerb::wait:
        if (empty) return advance(state, node);
        if (!has(state, slot, kRequestComplete)) return;
        mark_as_waited_for(state, slot, 0);
        return advance(state, node);
      case OperationVerb::test:
        if (!empty)
          state.result_of_operation[one] =
              has(state, slot, kRequestComplete) ? kTestResultRequestComplete : kTestResultRequestIncomplete;
        return advance(state, node);
      case OperationVerb::cancel:
        if (!empty && !has(state, slot, kCancelled) && state_of_receive(state, slot) == ReceiveState::posted) {
          put(state, slot, ReceiveState::cancelled);
          set(state, slot, kRequestComplete);
        }
        set(state, slot, kCancelled);
        return advance(state, node);
      case OperationVerb::wait_all:
        for (const OperationIndex open : open_requests(state, node)) {
          if (!has(state, open, kRequestComplete)) return;
          mark_as_waited_for(state, open, kWaitedForByWaitAll);
        }
        return advance(state, node);
      case OperationVerb::wait_any:
        return add_wait_any(state, node, one);
      default:
        return add_probe(state, node, one);
    }
  }
  void add_wait_any(const ModelState& before, std::size_t node, OperationIndex one) {
    const std::vector<OperationIndex> open = open_requests(before, node);
    ModelState same = before;
    if (open.empty()) return advance(same, node);
    for (const OperationIndex each : open) {
      if (!has(before, each, kRequestComplete)) continue;
      ModelState state = before;
      mark_as_waited_for(state, each, 0);
      state.result_of_operation[one] = static_cast<std::uint8_t>(each - first_operation_of_node_[node] + 1);
      advance(state, node);
    }
  }
  void add_probe(ModelState& state, std::size_t node, OperationIndex one) {
    const OperationIndex found = first_message_for(state, node, operations_[one]);
    if (found == kNoOperation && operations_[one].operation_verb == OperationVerb::probe) return;
    state.result_of_operation[one] = found == kNoOperation ? kNoMessage : static_cast<std::uint8_t>(found + 1);
    advance(state, node);
  }

  // --- successors of a state, and summaries
  // ---------------------------------------------------------------------------

  void add(const ModelState& state) { unexplored_states_.push_back(state); }
  void add_successors(const ModelState& state) {
    for (std::size_t node = 0; node < node_count(); ++node) {
      if (must_send_in_next_step(state, node)) return add_states_after_message_departures(state, node);
    }
    for (std::size_t node = 0; node < node_count(); ++node) {
      add_states_after_operation_of_node(state, node);
      if (rules_.stores_early_messages) add_states_after_message_departures(state, node);
      if (rules_.stores_early_messages) add_state_after_arrival(state, node);
    }
    for (OperationIndex one = 0; one < operation_count(); ++one) {
      if (operations_[one].is_send()) add_states_after_progress_of_message(state, one);
    }
  }

  std::string named(OperationIndex message, bool by_label) const {
    const Operation& sent = operations_[message];
    if (sent.bytes > 0)
      return format_message_by_source_and_position(
          node_of_operation_[message],
          static_cast<std::uint32_t>(message - first_operation_of_node_[node_of_operation_[message]]));
    return by_label ? text_of_labelled_message(message) : kEmptyMessageText;
  }
  std::string text_of_labelled_message(OperationIndex message) const {
    return format_message_by_label(node_of_operation_[message], operations_[message].tag, operations_[message].bytes);
  }
  std::string result_text(const ModelState& state, OperationIndex one) const {
    const Operation& operation = operations_[one];
    const std::uint8_t answer = state.result_of_operation[one];
    if (operation.is_receive() && has(state, one, kRequestHandleEmptiedByWait)) {
      const bool by_label = !has(state, one, kWaitedForByWaitAll);
      if (state_of_receive(state, one) == ReceiveState::cancelled)
        return by_label ? kCancelledReceiveText : kEmptyMessageText;
      return named(state.matched_operation[one], by_label);
    }
    if (answer == 0 || operation.is_send() || operation.is_receive()) return {};
    if (operation.operation_verb == OperationVerb::test)
      return answer == kTestResultRequestComplete ? "done" : "not yet";
    if (operation.operation_verb == OperationVerb::wait_any) return std::to_string(answer - 1);
    return answer == kNoMessage ? "none" : text_of_labelled_message(static_cast<OperationIndex>(answer - 1));
  }
  std::string format_summary_line_of_final_state(const ModelState& state) const {
    RunSummary run_summary(program_);
    bool all_finished = true;
    bool discarded = false;
    bool left_over = false;
    for (std::size_t node = 0; node < node_count(); ++node) {
      run_summary.nodes[node].completed_operation_count = state.next_operation_of_node[node];
      all_finished = all_finished && has_finished(state, node);
      for (std::size_t place = 0; place < program_.operations_by_node[node].size(); ++place) {
        const OperationIndex one = operation_of(node, place);
        run_summary.nodes[node].results_by_operation[place] = result_text(state, one);
        discarded = discarded || has(state, one, kDiscarded);
        const bool is_send = operations_[one].is_send();
        left_over = left_over || (is_send && place_of(state, one) == MessageDeliveryState::known_at_destination) ||
                    has(state, one, kUnnoticedEarlyReadySend);
      }
    }
    if (state.has_failed != 0) {
      run_summary.run_outcome_name = "program_error";
    } else if (!all_finished) {
      run_summary.run_outcome_name = "deadlock";
    } else if (left_over) {
      run_summary.run_outcome_name = "data_lost";
    } else {
      run_summary.run_outcome_name = discarded ? "discarded" : "completed";
    }
    return run_summary.format_run_summary_line();
  }

  const TinyProgram& program_;
  ReferenceModelRules rules_;
  std::vector<Operation> operations_;
  std::vector<std::uint8_t> node_of_operation_;  ///< for each operation, the node that carries it out
  std::vector<OperationIndex>
      first_operation_of_node_;  ///< for each node, the index of its first operation among those of all nodes
  std::vector<ModelState> unexplored_states_;
  std::unordered_set<ModelState, HashOfState> explored_states_;
};

}  // namespace

ModelOutcomes model_outcomes_of(const TinyProgram& program, const ReferenceModelRules& rules,
                                std::uint64_t most_states) {
  return ReferenceModel(program, rules).explore(most_states);
}

}  // namespace switchyard::reference
