#pragma once
/// \file served_choices.hpp
/// Finds other orders in which the services of nodes could have taken their messages
/// (served_message.hpp).
///
/// A service takes one message after another, and often their order does not matter. Two runs are
/// equivalent if their programs make the same choices, and each two conflicting messages to one
/// service are taken in the same order: messages that do not conflict have the same effects and
/// answers in either order. One run of each equivalence class is enough.
///
/// Proof that the search misses no class of equivalent runs: let R be a known run, and S a possible run that is
/// equivalent to no known run. A take is the taking of a message by a service. Let P be the largest set of choices and
/// takes with which R and S begin alike, each after all that it depends on in either run, and let w be the next choice
/// or take of S. Let w be the taking of message y by service s. Everything that y depends on is in P, so that R sends y
/// as well. Before y, R takes some messages that conflict with y and are not in P. Let m be one of these messages on
/// which no other one of them depends. The branch for (m, y) consists of all of R that depends neither on m nor on y,
/// and then y. Nothing in P depends on m or y, so that P is part of the branch. Hence a run with this branch also
/// begins like S with P, and takes fewer messages before y that are not in P. After some such steps a run agrees with S
/// on P and on w.
///
/// The effect of a request to a service can depend on the requests taken before it: a compare-and-swap whose comparison
/// fails changes nothing. So the meaning of a branch (ChoiceSet::order_independent_choices) counts all earlier messages
/// that may conflict, whatever they have done in one run. This distinguishes more runs than necessary, but a run with a
/// branch always has the meaning of this branch.
///
/// A program may repeat the same access to another node's memory until it finds another value. It is assumed to behave
/// in the same way however often the access has found nothing new, as with tests (choices.hpp). So the search moves
/// such an access only before or behind all of its repetitions.
///
/// If there are many orders, the search leaves out accesses that found nothing new and were repeated at once
/// (UnsuccessfulAccesses). Let S be a possible run without such an access. All of P belongs to S, so that nothing in P
/// depends on an unsuccessful access of R, and neither does y. So the branch for (m, y) still begins with P and y if
/// everything is left out of it that depends on an unsuccessful access. Each run with such accesses ends like one in
/// which they are made only when they find what they wait for, or not at all.
///
/// Needs: other checks detect unordered accesses to the same memory, because this file does not consider the memory
/// accesses of the programs themselves.
///
/// Sources: A. Mazurkiewicz, "Trace theory", 1987. C. Flanagan, P. Godefroid, "Dynamic partial-order reduction for
/// model checking software", POPL 2005, for reversing pairs (m, y) of conflicting messages.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "runtime/stress/choice_name.hpp"
#include "runtime/stress/message_order.hpp"

namespace switchyard {

/// Assigns a number to each set of messages that a service may take before a message with which they conflict. The set
/// says, for each other sender, how many of its messages are taken up to the last conflicting one. Equal sets have the
/// same number in all runs of one search.
class MessageSetNumbering {
 public:
  /// For each sender, the number of its messages, sorted by sender.
  using MessagesPerSender = std::vector<std::pair<NodeId, std::uint32_t>>;
  std::uint32_t find_or_assign_message_set_number(const MessagesPerSender& counts) {
    return message_set_numbers_by_sender_counts_
        .try_emplace(counts, static_cast<std::uint32_t>(message_set_numbers_by_sender_counts_.size()))
        .first->second;
  }

 private:
  std::map<MessagesPerSender, std::uint32_t> message_set_numbers_by_sender_counts_;
};

/// A set of choices that a new run is told to make. A choice is, for example, which of several messages a receive from
/// any node gets.
struct ChoiceSet {
  Choices arbiter_choices = {};  ///< the choices in the form in which an arbiter prescribes them to a run

  /// The choices of `arbiter_choices` in a form that does not depend on the order of events. A service of a node takes
  /// requests one by one and chooses which comes next: in this form, the choice names the message and the messages
  /// taken before it instead of the request's number. Runs with equal choices in this form are equivalent.
  Choices order_independent_choices = {};
};

/// Returns the name that ChoiceSet::order_independent_choices has for the choice of a service to take this message
/// next. The name depends on the message alone, and not on how many messages the service took before it. (A service of
/// a node takes its messages one by one, and which one it takes next is a choice.)
ChoiceName name_of_choice_to_serve_message(const MessageTakenByNodeService& take) noexcept;

/// Two conflicting messages to one service of a node that the service could have taken in the other order. The members
/// are the positions of the two messages in the run's list of served messages.
struct ServedMessageRace {
  std::size_t first_message_position = 0, second_message_position = 0;
};

/// The unsuccessful accesses of one run: those that changed no memory of the node whose service made them, and that the
/// sender repeated at once, and again, until one of them found another value. Examples are a compare-and-swap that does
/// not get a lock, and a read of a flag that is not set yet. An access whose repetitions go on after a value has
/// changed does not count, as the program may use each value. The argument of the constructor must outlive this object.
class UnsuccessfulAccesses {
 public:
  explicit UnsuccessfulAccesses(const PartiallyOrderedRun& order);

  const std::vector<const MessageTakenByNodeService*>& messages() const noexcept { return messages_; }
  /// Returns whether something with this vector clock depends on an unsuccessful access.
  bool does_any_access_precede_clock(const VectorClock& clock) const noexcept {
    return std::ranges::any_of(first_messages_, [&](const MessageTakenByNodeService* first) {
      return clock_component_at(clock, first->clock_component) >= first->number;
    });
  }

 private:
  std::vector<const MessageTakenByNodeService*> messages_;
  std::vector<const MessageTakenByNodeService*> first_messages_;  ///< for each sender to each service, its first one
};

/// The messages that the services of all nodes have taken in one run. The arguments of the constructor must outlive
/// this object.
class ServedMessages {
 public:
  ServedMessages(const PartiallyOrderedRun& order, MessageSetNumbering& earlier);

  std::vector<ServedMessageRace> races() const;
  /// Adds to `branch`, the set of choices for a new run, the messages taken by services for which `is_kept` returns
  /// true. Needs: `is_kept` returns true also for everything on which these messages depend. If `race` is given, its
  /// second message is added as well, at the position that it has in this run, and `is_kept` must return false for the
  /// first message of the race.
  void add_selected_messages_to_choice_set(const std::function<bool(const MessageTakenByNodeService&)>& is_kept,
                                           const ServedMessageRace* race, ChoiceSet& branch) const;

 private:
  MessageSetNumbering::MessagesPerSender earlier_conflicting_messages(
      std::size_t place, const std::function<bool(const MessageTakenByNodeService&)>& counts) const;
  bool has_no_required_message_between(std::size_t first, std::size_t second,
                                       const std::vector<std::size_t>& candidates) const;
  std::vector<std::size_t> last_conflicting_messages_before(std::size_t place) const;
  std::size_t earliest_repetition_in_race_with_access(std::size_t first, std::size_t second) const;
  bool is_second_message_redundant(std::size_t first, std::size_t second) const;

  const PartiallyOrderedRun& run_order_;
  MessageSetNumbering& message_set_numbers_;
  /// For each service, the positions of its messages in the run's list of served messages.
  std::vector<std::vector<std::size_t>> message_positions_by_service_;
  /// For each service, the positions of its messages in the run's list of served messages, grouped by the greatest
  /// effect that a message of its kind can have (a comparison may change memory).
  std::vector<std::map<ServiceMessageKind, std::vector<std::size_t>>> message_positions_by_service_and_kind_;
  /// For each message in the run's list of served messages, its position among the messages of its service.
  std::vector<std::size_t> position_among_messages_of_service_;
};

}  // namespace switchyard
