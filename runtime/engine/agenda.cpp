#include "runtime/engine/agenda.hpp"

#include <fmt/format.h>

#include "runtime/request.hpp"

namespace switchyard {

[[gnu::cold]] void SimulationEventAgenda::schedule_event_for_arbiter(VirtualTime at, NodeId node, std::uint32_t kind,
                                                                     std::uint32_t item) {
  events_pending_for_arbiter_.push(at, node, kind, item);
}

[[gnu::cold]] void SimulationEventAgenda::report_completion_to_arbiter(const Request& request) {
  options_.arbiter->note_touched_by_event(request.owner);
  options_.arbiter->on_request_complete(request);
}

std::size_t SimulationEventAgenda::choose_call_result(NodeId node, std::size_t count) {
  if (count == 1) return 0;
  std::vector<Event> answers;
  for (std::uint32_t i = 0; i < count; ++i)
    answers.push_back(events_pending_for_arbiter_.make(now_, node, Arbiter::kChoiceAmongRequests, i));
  const std::size_t chosen = options_.arbiter->choose_next_event(answers);
  add_event_to_trace(answers[chosen]);
  options_.arbiter->note_touched_by_event(node);
  return chosen;
}

[[gnu::cold]] Event SimulationEventAgenda::take_chosen_event() {
  return events_pending_for_arbiter_.take_event_at_index(
      options_.arbiter->choose_next_event(events_pending_for_arbiter_.all()));
}

[[gnu::cold]] void SimulationEventAgenda::handle_event_at_invalid_time(Duration after, NodeId node, std::uint32_t kind,
                                                                       std::uint32_t item) {
  // If an arbiter has executed an event later than the event's time, the event may schedule another one for a time that
  // is already past.
  if (after < Duration::zero() && options_.arbiter != nullptr) {
    return schedule_event_for_arbiter(now_ + after, node, kind, item);
  }
  if (after < Duration::zero()) {
    return end_run_with_error(std::make_exception_ptr(MachineError(
        fmt::format("machine {}: an event for node {} was scheduled {:.3f} us before now ({:.3f} us); write "
                    "a delay of 0 or more (seed {})",
                    machine_name_, index(node), -microseconds(after), microseconds(now_), options_.seed))));
  }
  end_run_with_error(std::make_exception_ptr(
      Error(fmt::format("virtual time has run out at {:.3f} us: an event would be past {:.0f} years; use smaller "
                        "constants, sizes and costs (seed {})",
                        microseconds(now_),
                        std::chrono::duration<double, std::ratio<31556952>>(Duration::max()).count(), options_.seed))));
}

[[gnu::cold]] void SimulationEventAgenda::end_run_at_time_limit() {
  if (last_allowed_time_.load() < 0)
    return end_run_with_error(std::make_exception_ptr(UnfinishedError("the run has expired")));
  end_run_with_error(std::make_exception_ptr(UnfinishedError(
      fmt::format("not finished within the virtual-time limit of {:.3f} us, with events still to come (seed {})",
                  microseconds(*options_.time_limit), options_.seed))));
}

}  // namespace switchyard
