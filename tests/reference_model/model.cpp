#include "tests/reference_model/model.hpp"

#include <algorithm>
#include <stdexcept>
#include <unordered_set>
#include <vector>

#include "tests/reference_model/account.hpp"
#include "tests/reference_model/state.hpp"

namespace switchyard::reference {
namespace {

class Model {
 public:
  Model(const TinyProgram& program, const ModelRules& rules) : program_(program), rules_(rules) {
    if (program.operations() > kMostOperations || program.nodes.size() > kMostNodes)
      throw std::invalid_argument("the program is too large for the model");
    for (std::size_t node = 0; node < program.nodes.size(); ++node) {
      first_.push_back(static_cast<OperationIndex>(operations_.size()));
      for (const Operation& operation : program.nodes[node]) {
        operations_.push_back(operation);
        owner_.push_back(static_cast<std::uint8_t>(node));
      }
    }
  }

  ModelOutcomes explore(std::uint64_t most_states) {
    ModelOutcomes outcomes;
    open_.push_back(start());
    while (!open_.empty()) {
      const State state = open_.back();
      open_.pop_back();
      if (!seen_.insert(state).second) continue;
      if (++outcomes.state_count > most_states) {
        outcomes.complete = false;
        return outcomes;
      }
      const std::size_t before = open_.size();
      if (state.ended == 0) add_successors(state);
      if (open_.size() == before) outcomes.lines.insert(line_of(state));
    }
    return outcomes;
  }

 private:
  // --- access to the program and to a state --------------------------------------------------------------------------

  std::size_t node_count() const noexcept { return program_.nodes.size(); }
  OperationIndex operation_of(std::size_t node, std::size_t place) const noexcept {
    return static_cast<OperationIndex>(first_[node] + place);
  }
  bool has_finished(const State& state, std::size_t node) const {
    return state.next[node] == program_.nodes[node].size();
  }
  static Place place_of(const State& state, OperationIndex message) { return static_cast<Place>(state.place[message]); }
  static ReceiveState state_of_receive(const State& state, OperationIndex receive) {
    return static_cast<ReceiveState>(state.place[receive]);
  }
  static void put(State& state, OperationIndex message, Place place) {
    state.place[message] = static_cast<std::uint8_t>(place);
  }
  static void put(State& state, OperationIndex receive, ReceiveState receive_state) {
    state.place[receive] = static_cast<std::uint8_t>(receive_state);
  }
  static bool has(const State& state, OperationIndex one, std::uint16_t flag) { return (state.flags[one] & flag) != 0; }
  static void set(State& state, OperationIndex one, std::uint16_t flag) { state.flags[one] |= flag; }
  static void clear(State& state, OperationIndex one, std::uint16_t flag) {
    state.flags[one] = static_cast<std::uint16_t>(state.flags[one] & ~flag);
  }

  /// Returns whether `receiver`, a receive or probe, accepts the message by its source and tag.
  bool accepts(const Operation& receiver, OperationIndex message) const {
    const Operation& sent = operations_[message];
    return (receiver.peer == kAny || receiver.peer == owner_[message]) &&
           (receiver.tag == kAny || receiver.tag == sent.tag);
  }
  template <class See>
  void for_each_message_to(std::size_t node, See see) const {
    for (OperationIndex one = 0; one < operations_.size(); ++one) {
      if (operations_[one].is_send() && operations_[one].peer == node) see(one);
    }
  }

  State start() const {
    State state;
    state.other.fill(kNone);
    state.behind.fill(kNone);
    state.out.fill(kNone);
    return state;
  }

  // --- messages -----------------------------------------------------------------------------------------------------

  /// Returns the first posted receive at the message's destination that accepts the message, or kNone.
  OperationIndex first_receive_for(const State& state, OperationIndex message) const {
    const std::size_t node = operations_[message].peer;
    for (std::size_t place = 0; place < program_.nodes[node].size(); ++place) {
      const OperationIndex one = operation_of(node, place);
      if (operations_[one].is_receive() && state_of_receive(state, one) == ReceiveState::posted &&
          accepts(operations_[one], message))
        return one;
    }
    return kNone;
  }
  /// Returns the first message known at `node` that the receive or probe `receiver` accepts, or kNone.
  OperationIndex message_for(const State& state, std::size_t node, const Operation& receiver) const {
    OperationIndex best = kNone;
    for_each_message_to(node, [&](OperationIndex one) {
      if (place_of(state, one) != Place::known || !accepts(receiver, one)) return;
      if (best == kNone || state.rank[one] < state.rank[best]) best = one;
    });
    return best;
  }
  void make_known(State& state, OperationIndex message) const {
    std::uint8_t rank = 0;
    for_each_message_to(operations_[message].peer, [&](OperationIndex one) {
      if (place_of(state, one) == Place::known) ++rank;
    });
    put(state, message, Place::known);
    state.rank[message] = rank;
  }
  void match(State& state, OperationIndex message, OperationIndex receive) const {
    if (place_of(state, message) == Place::known) {
      for_each_message_to(operations_[message].peer, [&](OperationIndex one) {
        if (place_of(state, one) == Place::known && state.rank[one] > state.rank[message]) --state.rank[one];
      });
      state.rank[message] = 0;
    }
    put(state, message, Place::taken);
    put(state, receive, ReceiveState::matched);
    state.other[message] = receive;
    state.other[receive] = message;
    if (has(state, message, kDataIn)) receive_data(state, message);
  }
  /// Changes the state because the last byte of the message has arrived at its destination.
  void note_data_arrived(State& state, OperationIndex message) const {
    set(state, message, kDataIn);
    clear(state, message, kAtDoor);
    state.out[owner_[message]] = kNone;
    std::ranges::replace(state.behind, message, kNone);
    if (!waits_for_receive(message)) set(state, message, kDone);
    if (place_of(state, message) == Place::taken) receive_data(state, message);
  }
  /// Changes the state because the message is in the buffer of its receive: the receive is complete, and the message
  /// needs no room.
  void receive_data(State& state, OperationIndex message) const {
    set(state, state.other[message], kDone);
    clear(state, message, kHasRoom);
  }

  bool waits_for_receive(OperationIndex message) const noexcept {
    const SendManner manner = operations_[message].send_manner;
    return manner == SendManner::synchronous || (manner == SendManner::standard && rules_.standard_waits);
  }

  bool is_door_free(const State& state, std::size_t node) const {
    bool free = true;
    for_each_message_to(node, [&](OperationIndex one) { free = free && !has(state, one, kAtDoor); });
    return free;
  }
  bool has_room_for(const State& state, OperationIndex message) const {
    if (rules_.room == kUnlimited) return true;
    std::uint32_t used = operations_[message].bytes;
    for_each_message_to(operations_[message].peer, [&](OperationIndex one) {
      if (has(state, one, kHasRoom)) used += operations_[one].bytes;
    });
    return used <= rules_.room;
  }
  bool asks_first(OperationIndex message) const {
    const Operation& sent = operations_[message];
    return sent.send_manner != SendManner::forced && sent.bytes > rules_.longest_unasked;
  }
  bool is_placed(const State& state, OperationIndex message) const {
    return place_of(state, message) == Place::taken || has(state, message, kHasRoom);
  }
  template <class See>
  void for_each_message_of(std::size_t node, See see) const {
    for (OperationIndex one = 0; one < operations_.size(); ++one) {
      if (operations_[one].is_send() && owner_[one] == node) see(one);
    }
  }
  void add_launch(const State& before, std::size_t node, OperationIndex message, OperationFlag flag) {
    State state = before;
    state.out[node] = message;
    set(state, message, flag);
    if (rules_.is_mesh) state.behind[message] = message_ahead(state, message);
    add(state);
  }
  /// Returns the node before the destination on the way of the message through a mesh.
  std::size_t last_node_on_the_way(OperationIndex message) const {
    const std::size_t from = owner_[message], to = operations_[message].peer;
    if (node_count() == 4) return (from ^ to) >= 2 ? to ^ 2U : to ^ 1U;
    if (rules_.is_torus) return from;
    return from < to ? to - 1 : to + 1;
  }
  /// Returns another message to the same destination that has taken the last link on the way of `message`, or waits for
  /// this link, which begins at the node that the other message has left. Returns kNone if there is no such message.
  OperationIndex message_ahead(const State& state, OperationIndex message) const {
    const std::size_t last_node = last_node_on_the_way(message);
    const OperationIndex ahead = last_node == owner_[message] ? kNone : state.out[last_node];
    return ahead != kNone && operations_[ahead].peer == operations_[message].peer ? ahead : kNone;
  }
  /// Returns whether another message with the same source and destination has asked for room and its data has not left.
  /// `message` must not pass such a message. Messages to other nodes may. Source of this rule:
  /// machines/ipsc860_fabric.cpp.
  bool must_not_pass(const State& state, OperationIndex message) const {
    bool waits = false;
    for_each_message_of(owner_[message], [&](OperationIndex one) {
      waits = waits || (operations_[one].peer == operations_[message].peer && asks_first(one) &&
                        has(state, one, kLaunched) && !has(state, one, kDataLeaves));
    });
    return waits;
  }
  /// Returns the first message that waits for the way out of its node and may use it, or kNone.
  OperationIndex next_message_to_leave(const State& state, std::size_t node) const {
    OperationIndex next = kNone;
    for_each_message_of(node, [&](OperationIndex one) {
      const bool waits = place_of(state, one) == Place::on_its_way && !has(state, one, kLaunched);
      if (next == kNone && waits && !must_not_pass(state, one)) next = one;
    });
    return next;
  }
  /// Returns whether a message has to leave the node in the next step, because the way out of the node is free and a
  /// message waits for it.
  bool must_launch(const State& state, std::size_t node) const {
    return rules_.stores && state.out[node] == kNone && next_message_to_leave(state, node) != kNone;
  }
  /// Adds a state for each message that may leave a node whose way out is free. Data that has room at its destination,
  /// and answers to requests for room, may also leave later, as the node's software runs first.
  void add_launches(const State& before, std::size_t node) {
    if (before.out[node] != kNone) return;
    for_each_message_of(node, [&](OperationIndex one) {
      if (has(before, one, kInvited) && !has(before, one, kDataLeaves)) add_launch(before, node, one, kDataLeaves);
    });
    if (const OperationIndex next = next_message_to_leave(before, node); next != kNone)
      add_launch(before, node, next, kLaunched);
    for_each_message_to(node, [&](OperationIndex one) {
      const bool asked = asks_first(one) && is_placed(before, one);
      if (asked && !has(before, one, kAnswered)) add_launch(before, node, one, kAnswered);
    });
  }
  /// Adds the state in which the message that uses the way out of `node` arrives at the other end.
  void add_arrival(const State& before, std::size_t node) {
    const OperationIndex message = before.out[node];
    if (message == kNone || has(before, message, kAtDoor)) return;
    const bool is_answer = owner_[message] != node;
    const std::size_t to = is_answer ? owner_[message] : operations_[message].peer;
    if (!is_door_free(before, to) || before.behind[message] != kNone) return;
    State state = before;
    if (is_answer) {
      set(state, message, kInvited);
      state.out[node] = kNone;
    } else if (!asks_first(message)) {
      set(state, message, kAtDoor);
      note_known_at_destination(state, message);
    } else if (has(state, message, kDataLeaves)) {
      note_data_arrived(state, message);
    } else {
      state.out[node] = kNone;
      note_known_at_destination(state, message);
    }
    add(state);
  }
  /// Changes the state because the destination now knows of the message: matches it with a receive, stores it, discards
  /// it, or ends the program with an error.
  void note_known_at_destination(State& state, OperationIndex message) const {
    const Operation& sent = operations_[message];
    const OperationIndex receive = first_receive_for(state, message);
    if (receive == kNone && sent.send_manner == SendManner::ready) {
      state.ended = 1;
    } else if (receive == kNone && sent.send_manner == SendManner::forced && rules_.stores) {
      note_data_arrived(state, message);
      put(state, message, Place::discarded_or_received);
      set(state, message, kDone | kDiscarded);
    } else {
      make_known(state, message);
      if (receive != kNone) match(state, message, receive);
      if (receive == kNone) give_room_to_message(state, message);
      const bool at_once = (sent.bytes == 0 && !rules_.has_headers) || sent.send_manner == SendManner::forced;
      if (rules_.stores && at_once && !asks_first(message)) note_data_arrived(state, message);
    }
  }
  /// Gives room in the system buffer of the destination to the message. Does nothing if there is not enough room.
  void give_room_to_message(State& state, OperationIndex message) const {
    if (rules_.stores && has_room_for(state, message)) set(state, message, kHasRoom);
  }

  void add_steps_of(const State& before, OperationIndex message) {
    const Place place = place_of(before, message);
    State state = before;
    if (rules_.stores && place == Place::known && !is_placed(before, message) && has_room_for(before, message)) {
      give_room_to_message(state, message);
      add(state);
    }
    state = before;
    if (has(before, message, kAtDoor) && is_placed(before, message)) {
      note_data_arrived(state, message);
      add(state);
    }
    state = before;
    if (rules_.stores && place == Place::taken && waits_for_receive(message) && has(before, message, kDataIn) &&
        !has(before, message, kDone)) {
      set(state, message, kDone);
      add(state);
    }
    if (!rules_.stores) add_steps_of_rendezvous(before, message);
  }
  void add_steps_of_rendezvous(const State& before, OperationIndex message) {
    State state = before;
    if (place_of(before, message) == Place::on_its_way && !is_behind_another(before, message)) {
      note_known_at_destination(state, message);
      add(state);
      if (!rules_.completes_at_once || state.ended == 0) return;
      state = before;
      put(state, message, Place::discarded_or_received);
      set(state, message, kOverlooked);
      return add(state);
    }
    if (place_of(before, message) != Place::taken) return;
    if (!has(before, message, kDone)) {
      set(state, message, kDone);
      add(state);
    }
    state = before;
    if (!has(before, before.other[message], kDone)) {
      set(state, state.other[message], kDone);
      add(state);
    }
  }
  /// Returns whether an earlier message with the same source and destination has not come yet.
  bool is_behind_another(const State& state, OperationIndex message) const {
    bool behind = false;
    for_each_message_of(owner_[message], [&](OperationIndex one) {
      behind = behind || (one < message && operations_[one].peer == operations_[message].peer &&
                          place_of(state, one) == Place::on_its_way);
    });
    return behind;
  }

  // --- nodes --------------------------------------------------------------------------------------------------------

  void advance(State& state, std::size_t node) {
    ++state.next[node];
    state.inside[node] = 0;
    add(state);
  }
  void post(State& state, std::size_t node, OperationIndex one) const {
    if (operations_[one].is_send()) {
      if (rules_.completes_at_once && !waits_for_receive(one)) set(state, one, kDone);
      return put(state, one, Place::on_its_way);
    }
    put(state, one, ReceiveState::posted);
    const OperationIndex message = message_for(state, node, operations_[one]);
    if (message != kNone) match(state, message, one);
  }
  static void end_wait(State& state, OperationIndex one, std::uint16_t how) {
    set(state, one, static_cast<std::uint16_t>(kWaited | how));
  }
  bool is_open(const State& state, OperationIndex one) const {
    if (!operations_[one].is_post() || has(state, one, kWaited)) return false;
    return operations_[one].is_send() ? place_of(state, one) != Place::unsent
                                      : state_of_receive(state, one) != ReceiveState::not_posted;
  }
  std::vector<OperationIndex> open_requests(const State& state, std::size_t node) const {
    std::vector<OperationIndex> open;
    for (std::size_t place = 0; place < program_.nodes[node].size(); ++place) {
      if (is_open(state, operation_of(node, place))) open.push_back(operation_of(node, place));
    }
    return open;
  }

  void add_step_of(const State& before, std::size_t node) {
    if (has_finished(before, node)) return;
    const OperationIndex one = operation_of(node, before.next[node]);
    const Operation& operation = operations_[one];
    State state = before;
    switch (operation.verb) {
      case OperationVerb::compute:
        return advance(state, node);
      case OperationVerb::post_send:
      case OperationVerb::post_receive:
        post(state, node, one);
        return advance(state, node);
      case OperationVerb::send:
      case OperationVerb::receive:
        if (before.inside[node] == 0) {
          post(state, node, one);
          state.inside[node] = 1;
          return add(state);
        }
        if (!has(state, one, kDone)) return;
        end_wait(state, one, 0);
        return advance(state, node);
      case OperationVerb::barrier:
        if (before.inside[node] != 0) return;
        state.inside[node] = 1;
        return add_meeting(state);
      default:
        return add_look(state, node, one);
    }
  }
  /// Adds the state in which all nodes leave a collective, if all have come to it.
  void add_meeting(State& state) {
    for (std::size_t node = 0; node < node_count(); ++node) {
      if (has_finished(state, node) || state.inside[node] == 0 ||
          operations_[operation_of(node, state.next[node])].verb != OperationVerb::barrier)
        return add(state);
    }
    for (std::size_t node = 0; node < node_count(); ++node) {
      ++state.next[node];
      state.inside[node] = 0;
    }
    add(state);
  }
  /// Adds states for an operation that waits for requests, tests or cancels them, or probes for messages.
  void add_look(State& state, std::size_t node, OperationIndex one) {
    const Operation& operation = operations_[one];
    const OperationIndex slot = operation_of(node, operation.slot);
    const bool empty = operation.has_slot() && !is_open(state, slot);
    switch (operation.verb) {
      case OperationVerb::wait:
        if (empty) return advance(state, node);
        if (!has(state, slot, kDone)) return;
        end_wait(state, slot, 0);
        return advance(state, node);
      case OperationVerb::test:
        if (!empty) state.answer[one] = has(state, slot, kDone) ? kFoundSomething : kFoundNothing;
        return advance(state, node);
      case OperationVerb::cancel:
        if (!empty && !has(state, slot, kCancelled) && state_of_receive(state, slot) == ReceiveState::posted) {
          put(state, slot, ReceiveState::cancelled);
          set(state, slot, kDone);
        }
        set(state, slot, kCancelled);
        return advance(state, node);
      case OperationVerb::wait_all:
        for (const OperationIndex open : open_requests(state, node)) {
          if (!has(state, open, kDone)) return;
          end_wait(state, open, kUnlabelled);
        }
        return advance(state, node);
      case OperationVerb::wait_any:
        return add_wait_any(state, node, one);
      default:
        return add_probe(state, node, one);
    }
  }
  void add_wait_any(const State& before, std::size_t node, OperationIndex one) {
    const std::vector<OperationIndex> open = open_requests(before, node);
    State same = before;
    if (open.empty()) return advance(same, node);
    for (const OperationIndex each : open) {
      if (!has(before, each, kDone)) continue;
      State state = before;
      end_wait(state, each, 0);
      state.answer[one] = static_cast<std::uint8_t>(each - first_[node] + 1);
      advance(state, node);
    }
  }
  void add_probe(State& state, std::size_t node, OperationIndex one) {
    const OperationIndex found = message_for(state, node, operations_[one]);
    if (found == kNone && operations_[one].verb == OperationVerb::probe) return;
    state.answer[one] = found == kNone ? kNoMessage : static_cast<std::uint8_t>(found + 1);
    advance(state, node);
  }

  // --- successors of a state, and accounts ---------------------------------------------------------------------------

  void add(const State& state) { open_.push_back(state); }
  void add_successors(const State& state) {
    for (std::size_t node = 0; node < node_count(); ++node) {
      if (must_launch(state, node)) return add_launches(state, node);
    }
    for (std::size_t node = 0; node < node_count(); ++node) {
      add_step_of(state, node);
      if (rules_.stores) add_launches(state, node);
      if (rules_.stores) add_arrival(state, node);
    }
    for (OperationIndex one = 0; one < operations_.size(); ++one) {
      if (operations_[one].is_send()) add_steps_of(state, one);
    }
  }

  std::string named(OperationIndex message, bool by_label) const {
    const Operation& sent = operations_[message];
    if (sent.bytes > 0)
      return message_named(owner_[message], static_cast<std::uint32_t>(message - first_[owner_[message]]));
    return by_label ? text_of_labelled_message(message) : kEmptyMessage;
  }
  std::string text_of_labelled_message(OperationIndex message) const {
    return message_labelled(owner_[message], operations_[message].tag, operations_[message].bytes);
  }
  std::string result_text(const State& state, OperationIndex one) const {
    const Operation& operation = operations_[one];
    const std::uint8_t answer = state.answer[one];
    if (operation.is_receive() && has(state, one, kWaited)) {
      const bool by_label = !has(state, one, kUnlabelled);
      if (state_of_receive(state, one) == ReceiveState::cancelled) return by_label ? kTakenBack : kEmptyMessage;
      return named(state.other[one], by_label);
    }
    if (answer == 0 || operation.is_send() || operation.is_receive()) return {};
    if (operation.verb == OperationVerb::test) return answer == kFoundSomething ? "done" : "not yet";
    if (operation.verb == OperationVerb::wait_any) return std::to_string(answer - 1);
    return answer == kNoMessage ? "none" : text_of_labelled_message(static_cast<OperationIndex>(answer - 1));
  }
  std::string line_of(const State& state) const {
    RunAccount account(program_);
    bool all_finished = true;
    bool discarded = false;
    bool left_over = false;
    for (std::size_t node = 0; node < node_count(); ++node) {
      account.nodes[node].done = state.next[node];
      all_finished = all_finished && has_finished(state, node);
      for (std::size_t place = 0; place < program_.nodes[node].size(); ++place) {
        const OperationIndex one = operation_of(node, place);
        account.nodes[node].results_by_operation[place] = result_text(state, one);
        discarded = discarded || has(state, one, kDiscarded);
        const bool is_send = operations_[one].is_send();
        left_over = left_over || (is_send && place_of(state, one) == Place::known) || has(state, one, kOverlooked);
      }
    }
    if (state.ended != 0) {
      account.ending = "program_error";
    } else if (!all_finished) {
      account.ending = "deadlock";
    } else if (left_over) {
      account.ending = "data_lost";
    } else {
      account.ending = discarded ? "discarded" : "completed";
    }
    return account.line();
  }

  const TinyProgram& program_;
  ModelRules rules_;
  std::vector<Operation> operations_;
  std::vector<std::uint8_t> owner_;    ///< for each operation, the node that carries it out
  std::vector<OperationIndex> first_;  ///< for each node, the index of its first operation
  std::vector<State> open_;
  std::unordered_set<State, HashOfState> seen_;
};

}  // namespace

ModelOutcomes model_outcomes_of(const TinyProgram& program, const ModelRules& rules, std::uint64_t most_states) {
  return Model(program, rules).explore(most_states);
}

}  // namespace switchyard::reference
