#include "runtime/verify/deciding_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "runtime/call_text.hpp"
#include "runtime/stress/choices.hpp"

namespace switchyard {
namespace {

std::string text_of_request_end(const LoggedChoice& choice, std::size_t which) {
  if (which >= choice.candidate_requests.size()) return "the end of another request";
  const LoggedRequest& request = *choice.candidate_requests[which];
  if (request.kind != Request::Kind::collective) return "the end of " + call_text(request);
  return fmt::format("the end of {} ({})", request.site.called_function_name_or_default("a collective"),
                     call_site_text(request.site));
}

std::string text_of_choice_result(const LoggedChoice& choice, std::uint32_t taken) {
  if (taken == 0 && choice.is_nonblocking_test_or_probe()) return "nothing";
  switch (choice.kind) {
    case LoggedChoice::Kind::receive:
    case LoggedChoice::Kind::probe:
      return fmt::format("the message of rank {}", taken);
    case LoggedChoice::Kind::try_probe:
      return fmt::format("the message of rank {}", taken - 1);
    case LoggedChoice::Kind::wait:
      return text_of_request_end(choice, taken);
    case LoggedChoice::Kind::test:
      return text_of_request_end(choice, taken - 1);
    case LoggedChoice::Kind::test_all:
      return "the end of all its requests";
  }
  return {};
}

std::uint64_t count_events_known_to(const VectorClock& clock) {
  std::uint64_t sum = 0;
  for (const std::uint32_t known : clock) sum += known;
  return sum;
}

/// Returns the earliest choice of a run whose result differs from the result of the same choice in another run, or null
/// if there is none. `usual` has the choices of the other run. Which choice is earliest is decided by an order in which
/// the choices may have been made.
const ChoiceWithVectorClock* first_choice_unlike_usual_run(const PartiallyOrderedRun& order, const Choices& usual) {
  const ChoiceWithVectorClock* first = nullptr;
  for (const ChoiceWithVectorClock& each : order.choices) {
    const ChoiceName name = each.choice->name;
    const auto found = std::ranges::lower_bound(usual, name, {}, &Choices::value_type::first);
    if (found == usual.end() || found->first != name || found->second == each.choice->taken) continue;
    if (each.choice->has_no_result_yet()) continue;
    if (first == nullptr || count_events_known_to(each.node_clock) < count_events_known_to(first->node_clock))
      first = &each;
  }
  return first;
}

std::uint32_t result_in_usual_run(const Choices& usual, const LoggedChoice& choice) {
  return std::ranges::lower_bound(usual, choice.name, {}, &Choices::value_type::first)->second;
}

/// Adds to `wrong`, the description of a wrong run, all receives and probes from any source on the node of the choice
/// `told`, because they compete with that choice for the same messages.
void note_competing_receives(WrongRun& wrong, const PartiallyOrderedRun& order, const LoggedChoice& told) {
  for (const ChoiceWithVectorClock& each : order.choices) {
    const LoggedChoice& other = *each.choice;
    const bool takes_from_several_nodes =
        other.kind == LoggedChoice::Kind::receive || other.kind == LoggedChoice::Kind::probe;
    if (takes_from_several_nodes && other.node == told.node)
      wrong.other_involved_calls.push_back(make_defect_call(other.node, other.site, "receive"));
  }
}

/// Returns the first message to a service before which the service took other messages than in the run with the choices
/// `usual`, or null if there is none. `meaning` has the choices of this run, in which a service's choice is described
/// by the message and the messages taken before it (ChoiceSet::order_independent_choices).
const MessageTakenByNodeService* first_reordered_message(const PartiallyOrderedRun& order, const Choices& meaning,
                                                         const Choices& usual) {
  const MessageTakenByNodeService* first = nullptr;
  const auto value = [](const Choices& choices, const ChoiceName& name) {
    const auto found = std::ranges::lower_bound(choices, name, {}, &Choices::value_type::first);
    return found == choices.end() || found->first != name ? std::nullopt : std::optional(found->second);
  };
  for (const MessageTakenByNodeService& each : order.served_messages) {
    const auto before = value(usual, name_of_choice_to_serve_message(each));
    if (!before || before == value(meaning, name_of_choice_to_serve_message(each))) continue;
    if (first == nullptr || count_events_known_to(each.service_clock) < count_events_known_to(first->service_clock))
      first = &each;
  }
  return first;
}

/// Records in `wrong` a request that a service of a node took in another order than in a right run, and the calls that
/// sent the conflicting requests.
void note_reordered_message(WrongRun& wrong, const PartiallyOrderedRun& order, const MessageTakenByNodeService& take) {
  wrong.does_deciding_call_choose_message_source = true;
  wrong.deciding_call = make_defect_call(take.send->owner, take.send->site, "send");
  wrong.action_text_of_deciding_call =
      fmt::format("is carried out by rank {} in another order", index(take.choice->node));
  for (const MessageTakenByNodeService& each : order.served_messages) {
    if (each.service == take.service && each.clock_component != take.clock_component && each.conflicts_with(take))
      wrong.other_involved_calls.push_back(make_defect_call(each.send->owner, each.send->site, "send"));
  }
}

}  // namespace

void note_deciding_choice(WrongRun& wrong, const PartiallyOrderedRun& order, const ChoiceSet& usual,
                          MessageSetNumbering& earlier) {
  const ChoiceWithVectorClock* const changed = first_choice_unlike_usual_run(order, usual.arbiter_choices);
  const MessageTakenByNodeService* const reordered =
      order.served_messages.empty()
          ? nullptr
          : first_reordered_message(order, all_choices_of_run(order, earlier).order_independent_choices,
                                    usual.order_independent_choices);
  if (reordered != nullptr && (changed == nullptr || count_events_known_to(reordered->service_clock) <
                                                         count_events_known_to(changed->node_clock)))
    return note_reordered_message(wrong, order, *reordered);
  if (changed == nullptr) return;
  const LoggedChoice& choice = *changed->choice;
  wrong.does_deciding_call_choose_message_source =
      choice.kind == LoggedChoice::Kind::receive || choice.kind == LoggedChoice::Kind::probe;
  wrong.deciding_call = make_defect_call(choice.node, choice.site, "receive");
  wrong.action_text_of_deciding_call =
      fmt::format("{} {} instead of {}", choice.kind == LoggedChoice::Kind::receive ? "takes" : "finds",
                  text_of_choice_result(choice, choice.taken),
                  text_of_choice_result(choice, result_in_usual_run(usual.arbiter_choices, choice)));
  for (const OrderedMessage& message : order.messages) {
    if (message.receive == choice.candidate_requests.front())
      wrong.other_involved_calls.push_back(make_defect_call(message.send->owner, message.send->site, "send"));
  }
  note_competing_receives(wrong, order, choice);
}

}  // namespace switchyard
