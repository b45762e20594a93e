// A library of exchange algorithms with one deliberate bug each, which the tests of the command line must find.
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <stdexcept>

#include "algorithms/catalogue.hpp"
#include "algorithms/exchange/scheduled.hpp"

namespace sy = switchyard;
using namespace std::chrono_literals;

namespace {

/// An algorithm that sends nothing, so that no byte arrives.
void send_nothing(sy::Node&, const sy::NodeTraffic&, std::span<const sy::PlanStep>, sy::Protocol) {}

/// An exchange algorithm whose second run is slower than its first, because it uses a counter that keeps its value from
/// run to run.
void run_slower_each_time(sy::Node& self, const sy::NodeTraffic& traffic, std::span<const sy::PlanStep> plan,
                          sy::Protocol protocol) {
  static std::atomic<int> calls{0};
  if (self.id() == sy::NodeId{1}) self.compute(1us * (++calls));
  sy::exchange_with_all_messages_posted(self, traffic, plan, protocol);
}

/// An exchange algorithm that never ends.
void never_end(sy::Node& self, const sy::NodeTraffic&, std::span<const sy::PlanStep>, sy::Protocol) {
  for (;;) {
    self.compute(1us);
    self.barrier();
  }
}

/// A scheduler that puts all messages of the matrix's first row into one phase, and forgets the other rows.
sy::Schedule schedule_first_row_in_one_phase(const sy::CommunicationMatrix& matrix, const sy::Routes&, sy::Rng&) {
  sy::Schedule schedule(matrix.node_count());
  for (const auto& entry : matrix.row(sy::NodeId{0})) schedule.add({sy::NodeId{0}, entry.destination, entry.bytes});
  schedule.close_phase();
  return schedule;
}

sy::Schedule schedule_a_phase_for_each_message(const sy::CommunicationMatrix& matrix, const sy::Routes&, sy::Rng&) {
  sy::Schedule schedule(matrix.node_count());
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
    for (const auto& entry : matrix.row(sy::NodeId{i})) {
      schedule.add({sy::NodeId{i}, entry.destination, entry.bytes});
      schedule.close_phase();
    }
  }
  return schedule;
}

/// A scheduler that schedules a message to a node which does not exist.
sy::Schedule schedule_message_to_missing_node(const sy::CommunicationMatrix& matrix, const sy::Routes&, sy::Rng&) {
  sy::Schedule schedule(matrix.node_count());
  schedule.add({sy::NodeId{0}, sy::NodeId{matrix.node_count()}, 1});
  schedule.close_phase();
  return schedule;
}

sy::Schedule throw_while_scheduling(const sy::CommunicationMatrix&, const sy::Routes&, sy::Rng&) {
  throw std::runtime_error("no schedule today");
}

double processor_seconds() {
  std::timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// A scheduler that makes the schedule of RS_N, and then wastes a share of the time that RS_N has taken. The
/// environment variable PLANTED_SLOWDOWN gives this share in percent.
sy::Schedule make_rs_n_schedule_with_added_delay(const sy::CommunicationMatrix& matrix, const sy::Routes& routes,
                                                 sy::Rng& rng) {
  static const sy::Algorithm rs_n = sy::shipped_algorithms().find("planted", "rs_n");
  static const char* const percent = std::getenv("PLANTED_SLOWDOWN");
  const double start = processor_seconds();
  sy::Schedule schedule = rs_n.scheduler(matrix, routes, rng);
  const double now = processor_seconds();
  const double end = now + (now - start) * (percent == nullptr ? 0 : std::strtod(percent, nullptr)) / 100;
  while (processor_seconds() < end) {
  }
  return schedule;
}

/// A scheduler that puts each message into a phase of its own. If its matrix has another size than that of the previous
/// call, it sends SIGINT to the process. So a test can interrupt a measurement exactly between two sizes.
sy::Schedule schedule_and_interrupt_process(const sy::CommunicationMatrix& matrix, const sy::Routes& routes,
                                            sy::Rng& rng) {
  static std::uint32_t last = matrix.node_count();
  if (last != matrix.node_count()) ::kill(::getpid(), SIGINT);
  last = matrix.node_count();
  return schedule_a_phase_for_each_message(matrix, routes, rng);
}

}  // namespace

extern "C" void switchyard_register(sy::Catalogue& catalogue) {
  catalogue.add({.name = "silent", .execution = send_nothing});
  catalogue.add(
      {.name = "unsteady", .scheduler = schedule_a_phase_for_each_message, .execution = run_slower_each_time});
  catalogue.add({.name = "endless", .execution = never_end});
  catalogue.add({.name = "crowded",
                 .scheduler = schedule_first_row_in_one_phase,
                 .execution = sy::exchange_with_all_messages_posted});
  catalogue.add({.name = "far_away",
                 .scheduler = schedule_message_to_missing_node,
                 .execution = sy::exchange_with_all_messages_posted});
  catalogue.add(
      {.name = "throwing", .scheduler = throw_while_scheduling, .execution = sy::exchange_with_all_messages_posted});
  catalogue.add({.name = "interrupting",
                 .scheduler = schedule_and_interrupt_process,
                 .execution = sy::exchange_with_all_messages_posted});
  catalogue.add({.name = "wasteful",
                 .scheduler = make_rs_n_schedule_with_added_delay,
                 .execution = sy::exchange_with_all_messages_posted});
}
