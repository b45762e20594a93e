#include "runtime/stress/served_choices.hpp"

#include <algorithm>

namespace switchyard {
namespace {

bool order_matters_between(const MessageTakenByNodeService& a, const MessageTakenByNodeService& b) noexcept {
  return a.clock_component != b.clock_component && a.conflicts_with(b);
}

/// Returns the greatest effect that a message can have on the memory of a service: a message that compares values may
/// also change them.
ServiceMessageKind strongest_memory_effect_of_message(const MessageTakenByNodeService& take) noexcept {
  const ServiceMessageKind kind = kind_of_service_message(*take.send);
  return bytes_of_compared_value(kind) > 0 ? ServiceMessageKind::atomic : kind;
}

/// Returns whether the order in which a service takes two messages may matter for any effect that the two messages can
/// have. Messages that compare a value and may change it count as messages that change it.
bool may_messages_conflict(const MessageTakenByNodeService& a, const MessageTakenByNodeService& b) noexcept {
  const auto with_kind = [](const MessageTakenByNodeService& take) {
    return MessageTakenByNodeService{.send = take.send, .kind = strongest_memory_effect_of_message(take)};
  };
  return a.clock_component != b.clock_component && with_kind(a).conflicts_with(with_kind(b));
}

/// Returns whether the vector clock `clock` shows that the service has taken the message `take`.
bool knows_message_was_served(const VectorClock& clock, const MessageTakenByNodeService& take) noexcept {
  return clock_component_at(clock, take.clock_component) >= take.number;
}

}  // namespace

ChoiceName name_of_choice_to_serve_message(const MessageTakenByNodeService& take) noexcept {
  constexpr std::uint64_t kTop = std::uint64_t{1} << 63U;
  const std::uint64_t sender = static_cast<std::uint64_t>(take.context()) << 16U | (index(take.send->owner) & 0xFFFFU);
  return {take.choice->node, kTop | sender << 31U | (take.number & 0x7FFF'FFFFU)};
}

UnsuccessfulAccesses::UnsuccessfulAccesses(const PartiallyOrderedRun& order) {
  const std::vector<MessageTakenByNodeService>& all = order.served_messages;
  std::vector<bool> is_unsuccessful(all.size()), is_repeated(all.size());
  for (std::size_t place = all.size(); place-- > 0;) {  // an access comes behind the access that it repeats
    const MessageTakenByNodeService& each = all[place];
    if (is_unsuccessful[place]) messages_.push_back(&each);
    if (!each.position_of_access_being_repeated) continue;
    const bool compares_in_vain = bytes_of_compared_value(kind_of_service_message(*each.send)) > 0 && each.is_read_only;
    const bool has_found_same = each.repeats_earlier_access || compares_in_vain;
    is_unsuccessful[*each.position_of_access_being_repeated] =
        has_found_same ? is_unsuccessful[place] : !is_repeated[place];
    is_repeated[*each.position_of_access_being_repeated] = true;
  }
  std::ranges::reverse(messages_);
  for (const MessageTakenByNodeService* each : messages_) {
    if (std::ranges::find(first_messages_, each->clock_component, &MessageTakenByNodeService::clock_component) ==
        first_messages_.end())
      first_messages_.push_back(each);
  }
}

ServedMessages::ServedMessages(const PartiallyOrderedRun& order, MessageSetNumbering& earlier)
    : run_order_(order),
      message_set_numbers_(earlier),
      position_among_messages_of_service_(order.served_messages.size()) {
  for (std::size_t i = 0; i < order.served_messages.size(); ++i) {
    const std::size_t service = order.served_messages[i].service;
    if (message_positions_by_service_.size() <= service) message_positions_by_service_.resize(service + 1);
    position_among_messages_of_service_[i] = message_positions_by_service_[service].size();
    message_positions_by_service_[service].push_back(i);
    if (message_positions_by_service_and_kind_.size() <= service)
      message_positions_by_service_and_kind_.resize(service + 1);
    message_positions_by_service_and_kind_[service][strongest_memory_effect_of_message(order.served_messages[i])]
        .push_back(i);
  }
}

/// Returns the positions of conflicting messages that the service takes before the message at `place`: for each other
/// sender, the last such message. A position is an index into the run's list of served messages.
std::vector<std::size_t> ServedMessages::last_conflicting_messages_before(std::size_t place) const {
  const MessageTakenByNodeService& take = run_order_.served_messages[place];
  const std::vector<std::size_t>& all = message_positions_by_service_[take.service];
  std::vector<std::size_t> found;
  for (std::size_t i = position_among_messages_of_service_[place]; i-- > 0;) {
    const MessageTakenByNodeService& other = run_order_.served_messages[all[i]];
    if (!order_matters_between(other, take)) continue;
    const bool has_one = std::ranges::any_of(found, [&](std::size_t each) {
      return run_order_.served_messages[each].clock_component == other.clock_component;
    });
    if (!has_one) found.push_back(all[i]);
  }
  return found;
}

/// Returns whether, in all equivalent runs, a service has to take no other message between two messages. `first` and
/// `second` are the positions of the two messages in the run's list of served messages.
bool ServedMessages::has_no_required_message_between(std::size_t first, std::size_t second,
                                                     const std::vector<std::size_t>& candidates) const {
  const MessageTakenByNodeService &one = run_order_.served_messages[first], &other = run_order_.served_messages[second];
  if (knows_message_was_served(other.sender_clock, one)) return false;
  const std::vector<std::size_t>& all = message_positions_by_service_[other.service];
  for (std::size_t i = position_among_messages_of_service_[second]; i-- > 0;) {  // this loop looks for the last earlier
                                                                                 // message of the same sender
    const MessageTakenByNodeService& earlier = run_order_.served_messages[all[i]];
    if (earlier.clock_component != other.clock_component) continue;
    if (knows_message_was_served(earlier.service_clock, one)) return false;
    break;
  }
  return std::ranges::none_of(candidates, [&](std::size_t each) {
    return each != first && knows_message_was_served(run_order_.served_messages[each].service_clock, one);
  });
}

/// Goes back from the access at `first` over its repetitions, and returns the earliest of them before which the access
/// at `second` could have been served. (A node may repeat an access to another node's memory, such as a poll, until the
/// access finds something new.) The arguments and the result are positions in the run's list of served messages.
std::size_t ServedMessages::earliest_repetition_in_race_with_access(std::size_t first, std::size_t second) const {
  while (run_order_.served_messages[first].repeats_earlier_access) {
    const std::size_t earlier = *run_order_.served_messages[first].position_of_access_being_repeated;
    if (knows_message_was_served(run_order_.served_messages[second].sender_clock, run_order_.served_messages[earlier]))
      break;
    first = earlier;
  }
  return first;
}

/// Returns whether the sender of the second message would learn nothing new if the service took that message before the
/// first one. This holds if the second message repeats the sender's previous access, and no conflicting message lies
/// between that access and the first message.
bool ServedMessages::is_second_message_redundant(std::size_t first, std::size_t second) const {
  const MessageTakenByNodeService& take = run_order_.served_messages[second];
  if (!take.position_of_access_being_repeated ||
      !run_order_.served_messages[*take.position_of_access_being_repeated].is_read_only)
    return false;
  const std::vector<std::size_t>& all = message_positions_by_service_[take.service];
  for (std::size_t i = position_among_messages_of_service_[*take.position_of_access_being_repeated] + 1;
       i < position_among_messages_of_service_[first]; ++i) {
    if (order_matters_between(run_order_.served_messages[all[i]],
                              run_order_.served_messages[*take.position_of_access_being_repeated]))
      return false;
  }
  return true;
}

std::vector<ServedMessageRace> ServedMessages::races() const {
  std::vector<ServedMessageRace> result;
  for (std::size_t second = 0; second < run_order_.served_messages.size(); ++second) {
    const std::vector<std::size_t> candidates = last_conflicting_messages_before(second);
    for (const std::size_t first : candidates) {
      if (!has_no_required_message_between(first, second, candidates) || is_second_message_redundant(first, second))
        continue;
      result.push_back({earliest_repetition_in_race_with_access(first, second), second});
    }
  }
  return result;
}

/// Returns, for each other sender, how many of its messages the service takes up to the last one that comes before the
/// message at `place` and may conflict with that message. Only messages for which `counts` returns true are considered.
MessageSetNumbering::MessagesPerSender ServedMessages::earlier_conflicting_messages(
    std::size_t place, const std::function<bool(const MessageTakenByNodeService&)>& counts) const {
  const MessageTakenByNodeService& take = run_order_.served_messages[place];
  MessageSetNumbering::MessagesPerSender result;
  for (const auto& [kind, all] : message_positions_by_service_and_kind_[take.service]) {
    if (!order_matters_between(kind, strongest_memory_effect_of_message(take))) continue;
    for (const std::size_t earlier : all) {
      if (position_among_messages_of_service_[earlier] >= position_among_messages_of_service_[place]) break;
      const MessageTakenByNodeService& other = run_order_.served_messages[earlier];
      if (!may_messages_conflict(other, take) || !counts(other)) continue;
      const NodeId sender = other.send->owner;
      const auto at = std::ranges::lower_bound(result, sender, {}, &std::pair<NodeId, std::uint32_t>::first);
      if (at != result.end() && at->first == sender) {
        at->second = std::max(at->second, other.number);
      } else {
        result.insert(at, {sender, other.number});
      }
    }
  }
  return result;
}

void ServedMessages::add_selected_messages_to_choice_set(
    const std::function<bool(const MessageTakenByNodeService&)>& is_kept, const ServedMessageRace* race,
    ChoiceSet& branch) const {
  for (const std::vector<std::size_t>& all : message_positions_by_service_) {
    std::uint64_t next = 0;
    for (const std::size_t place : all) {
      const MessageTakenByNodeService& take = run_order_.served_messages[place];
      if (!is_kept(take) && (race == nullptr || place != race->second_message_position)) continue;
      const NodeId sender = take.send->owner;
      branch.arbiter_choices.emplace_back(ChoiceName::name_of_service_choice(take.choice->node, take.context(), next++),
                                          index(sender));
      branch.order_independent_choices.emplace_back(
          name_of_choice_to_serve_message(take),
          message_set_numbers_.find_or_assign_message_set_number(earlier_conflicting_messages(place, is_kept)));
    }
  }
}

}  // namespace switchyard
