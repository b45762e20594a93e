#include "runtime/stress/served_choices.hpp"

#include <algorithm>

namespace switchyard {
namespace {

bool order_matters_between(const ServedMessage& a, const ServedMessage& b) noexcept {
  return a.clock_component != b.clock_component && a.conflicts_with(b);
}

/// Returns the greatest effect that a message can have on the memory of a service: a message that compares values may
/// also change them.
ServiceMessageKind strongest_served_kind(const ServedMessage& take) noexcept {
  const ServiceMessageKind kind = kind_of_service_message(*take.send);
  return bytes_of_compared_value(kind) > 0 ? ServiceMessageKind::atomic : kind;
}

/// Returns whether the order in which a service takes two messages may matter for any effect that the two messages can
/// have. Messages that compare a value and may change it count as messages that change it.
bool may_messages_conflict(const ServedMessage& a, const ServedMessage& b) noexcept {
  const auto with_kind = [](const ServedMessage& take) {
    return ServedMessage{.send = take.send, .kind = strongest_served_kind(take)};
  };
  return a.clock_component != b.clock_component && with_kind(a).conflicts_with(with_kind(b));
}

/// Returns whether the vector clock `clock` shows that the service has taken the message `take`.
bool knows_message_was_served(const VectorClock& clock, const ServedMessage& take) noexcept {
  return clock_component_at(clock, take.clock_component) >= take.number;
}

}  // namespace

ChoiceName choice_name_of_message(const ServedMessage& take) noexcept {
  constexpr std::uint64_t kTop = std::uint64_t{1} << 63U;
  const std::uint64_t sender = static_cast<std::uint64_t>(take.context()) << 16U | (index(take.send->owner) & 0xFFFFU);
  return {take.choice->node, kTop | sender << 31U | (take.number & 0x7FFF'FFFFU)};
}

UnsuccessfulAccesses::UnsuccessfulAccesses(const PartiallyOrderedRun& order) {
  const std::vector<ServedMessage>& all = order.served_messages;
  std::vector<bool> is_unsuccessful(all.size()), is_repeated(all.size());
  for (std::size_t place = all.size(); place-- > 0;) {  // an access comes behind the access that it repeats
    const ServedMessage& each = all[place];
    if (is_unsuccessful[place]) messages_.push_back(&each);
    if (!each.earlier_equal_access_position) continue;
    const bool compares_in_vain = bytes_of_compared_value(kind_of_service_message(*each.send)) > 0 && each.is_read_only;
    const bool has_found_same = each.repeats_earlier_access || compares_in_vain;
    is_unsuccessful[*each.earlier_equal_access_position] =
        has_found_same ? is_unsuccessful[place] : !is_repeated[place];
    is_repeated[*each.earlier_equal_access_position] = true;
  }
  std::ranges::reverse(messages_);
  for (const ServedMessage* each : messages_) {
    if (std::ranges::find(first_messages_, each->clock_component, &ServedMessage::clock_component) ==
        first_messages_.end())
      first_messages_.push_back(each);
  }
}

ServedMessages::ServedMessages(const PartiallyOrderedRun& order, MessageSetNumbering& earlier)
    : run_order_(order), message_set_numbers_(earlier), place_in_service_(order.served_messages.size()) {
  for (std::size_t i = 0; i < order.served_messages.size(); ++i) {
    const std::size_t service = order.served_messages[i].service;
    if (served_places_by_service_.size() <= service) served_places_by_service_.resize(service + 1);
    place_in_service_[i] = served_places_by_service_[service].size();
    served_places_by_service_[service].push_back(i);
    if (served_places_by_kind_.size() <= service) served_places_by_kind_.resize(service + 1);
    served_places_by_kind_[service][strongest_served_kind(order.served_messages[i])].push_back(i);
  }
}

/// Returns the positions of conflicting messages that the service takes before the message at `place`: for each other
/// sender, the last such message. A position is an index into the run's list of served messages.
std::vector<std::size_t> ServedMessages::last_conflicting_messages_before(std::size_t place) const {
  const ServedMessage& take = run_order_.served_messages[place];
  const std::vector<std::size_t>& all = served_places_by_service_[take.service];
  std::vector<std::size_t> found;
  for (std::size_t i = place_in_service_[place]; i-- > 0;) {
    const ServedMessage& other = run_order_.served_messages[all[i]];
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
  const ServedMessage &one = run_order_.served_messages[first], &other = run_order_.served_messages[second];
  if (knows_message_was_served(other.sender_clock, one)) return false;
  const std::vector<std::size_t>& all = served_places_by_service_[other.service];
  for (std::size_t i = place_in_service_[second]; i-- > 0;) {  // this loop looks for the last earlier message of the
                                                               // same sender
    const ServedMessage& earlier = run_order_.served_messages[all[i]];
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
std::size_t ServedMessages::earliest_repetition_swappable_with(std::size_t first, std::size_t second) const {
  while (run_order_.served_messages[first].repeats_earlier_access) {
    const std::size_t earlier = *run_order_.served_messages[first].earlier_equal_access_position;
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
  const ServedMessage& take = run_order_.served_messages[second];
  if (!take.earlier_equal_access_position ||
      !run_order_.served_messages[*take.earlier_equal_access_position].is_read_only)
    return false;
  const std::vector<std::size_t>& all = served_places_by_service_[take.service];
  for (std::size_t i = place_in_service_[*take.earlier_equal_access_position] + 1; i < place_in_service_[first]; ++i) {
    if (order_matters_between(run_order_.served_messages[all[i]],
                              run_order_.served_messages[*take.earlier_equal_access_position]))
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
      result.push_back({earliest_repetition_swappable_with(first, second), second});
    }
  }
  return result;
}

/// Returns, for each other sender, how many of its messages the service takes up to the last one that comes before the
/// message at `place` and may conflict with that message. Only messages for which `counts` returns true are considered.
MessageSetNumbering::MessagesPerSender ServedMessages::earlier_conflicting_messages(
    std::size_t place, const std::function<bool(const ServedMessage&)>& counts) const {
  const ServedMessage& take = run_order_.served_messages[place];
  MessageSetNumbering::MessagesPerSender result;
  for (const auto& [kind, all] : served_places_by_kind_[take.service]) {
    if (!order_matters_between(kind, strongest_served_kind(take))) continue;
    for (const std::size_t earlier : all) {
      if (place_in_service_[earlier] >= place_in_service_[place]) break;
      const ServedMessage& other = run_order_.served_messages[earlier];
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

void ServedMessages::add_kept_served_messages(const std::function<bool(const ServedMessage&)>& is_kept,
                                              const ServedMessageRace* race, ChoiceSet& branch) const {
  for (const std::vector<std::size_t>& all : served_places_by_service_) {
    std::uint64_t next = 0;
    for (const std::size_t place : all) {
      const ServedMessage& take = run_order_.served_messages[place];
      if (!is_kept(take) && (race == nullptr || place != race->second_message_position)) continue;
      const NodeId sender = take.send->owner;
      branch.arbiter_choices.emplace_back(ChoiceName::choice_of_service(take.choice->node, take.context(), next++),
                                          index(sender));
      branch.order_independent_choices.emplace_back(
          choice_name_of_message(take),
          message_set_numbers_.number_of_message_set(earlier_conflicting_messages(place, is_kept)));
    }
  }
}

}  // namespace switchyard
