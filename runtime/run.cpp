#include "runtime/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <new>
#include <string>

#include "runtime/call_text.hpp"
#include "runtime/clock/off/free_running.hpp"
#include "runtime/clock/virtual/virtual_clock.hpp"
#include "runtime/clock/wall/wall_clock.hpp"
#include "runtime/error.hpp"
#include "runtime/executor.hpp"
#include "runtime/group/ledger.hpp"
#include "runtime/host_watch.hpp"
#include "runtime/matching.hpp"
#include "runtime/misuse.hpp"

namespace switchyard {
namespace {

/// Returns the error `thrown` of the program of `node`, with the number of the node in front of its text.
std::exception_ptr error_prefixed_with_node(NodeId node, std::exception_ptr thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const NodeError&) {
    return thrown;
  } catch (const HostError&) {
    return thrown;
  } catch (const std::bad_alloc&) {
    return thrown;  // no node is named: a lack of memory on the host is no error of the program
  } catch (const UnfinishedError&) {
    return thrown;  // no node is named: a limit of the run is no error of the program
  } catch (const Error& error) {
    return std::make_exception_ptr(error_of_node(node, error));
  } catch (const std::exception& error) {
    return std::make_exception_ptr(NodeError(node, fmt::format("node {} threw: {}", index(node), error.what())));
  } catch (...) {
    return std::make_exception_ptr(
        NodeError(node, fmt::format("node {} threw something that is not a std::exception", index(node))));
  }
}

std::string text_of_exception(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "something that is not a std::exception";
  }
}

/// Ends the run because the program of `node` has thrown the exception `escaped` out of a function that must not throw.
/// Such a program can neither continue nor be unwound. Returns false, and does nothing, if the exception comes from the
/// emulator and not from the program.
bool end_run_with_escaped_exception(NodeId node, Session& session, const std::exception_ptr& escaped) {
  if (t_call_site_of_running_handler != nullptr || !session.is_program_running(node)) return false;
  try {
    std::rethrow_exception(escaped);
  } catch (const RunStopped&) {
    return true;
  } catch (...) {
  }
  try {
    session.fail(node, std::make_exception_ptr(NodeError(
                           node, fmt::format("node {} threw out of a destructor, or another function that must not: {}",
                                             index(node), text_of_exception(escaped)))));
  } catch (const RunStopped&) {  // another error has ended the run before
  }
  return true;
}

/// Runs the program of one node until it returns, throws an error, or is unwound because the run has ended.
void run_node(NodeId id, const Machine& machine, const NodeProgram& program, Session& session,
              GroupsAndExchangePlansOfRun& groups, const RunOptions& options) {
  Node node(id, machine.model(), session, groups, options.seed, options.standard_sends, options.defects);
  try {
    try {
      program(node);
      node.finish_program();
      session.finish(id);
    } catch (const RunStopped&) {
    } catch (...) {
      // The node's program has ended with an exception. The buffers of its open requests are gone, and so is the object
      // that it has exposed to active messages.
      if (node.open_request_count() > 0 || machine.model().has_active_messages()) session.note_abandoned_requests(id);
      session.fail(id, error_prefixed_with_node(id, std::current_exception()));
    }
  } catch (const RunStopped&) {
  }
}

/// Returns a text that says in which call each node was, such as "node 3 in receive from 5 (ring.cpp:12); node 4 in
/// ...".
std::string last_calls_text(const std::map<NodeId, std::string>& stops, std::size_t nodes) {
  constexpr std::size_t kMostNamed = 16;
  std::string text;
  std::size_t named = 0;
  for (const auto& [node, call] : stops) {
    if (named == kMostNamed) break;
    text += fmt::format("{}node {} in {}", named++ > 0 ? "; " : "", index(node), call);
  }
  if (named < stops.size()) text += fmt::format("; {} more in calls", stops.size() - named);
  if (stops.size() < nodes)
    text += fmt::format("; {} {} ended", nodes - stops.size(), nodes - stops.size() == 1 ? "has" : "have");
  return text;
}

/// Returns the error for a run that has ended at its limit of host time.
std::exception_ptr host_limit_error(const Session& session, std::uint32_t nodes, const RunOptions& options) {
  return std::make_exception_ptr(
      HostLimitError(fmt::format("not finished within {:g} s of the host's time: {} (seed {})",
                                 std::chrono::duration<double>(*options.host_limit).count(),
                                 last_calls_text(session.last_calls(), nodes), options.seed)));
}

/// Returns a copy of a deadlock error to which the exit codes of the programs that have ended are added.
std::exception_ptr deadlock_with_exit_codes(const DeadlockError& deadlock, const std::map<NodeId, int>& codes) {
  WaitGraph graph = deadlock.graph();
  graph.set_exit_codes(codes);
  DeadlockError error(std::move(graph));
  error.set_calls_involved_in_error(deadlock.calls());
  return std::make_exception_ptr(std::move(error));
}

/// Returns the error that has ended the run. If the run has reached its limit of host time before it failed in another
/// way, the result is the error for that limit.
std::exception_ptr error_that_ended_run(const Session& session, const std::exception_ptr& error, std::uint32_t nodes,
                                        const RunOptions& options) {
  if (!error || (!session.has_reached_host_limit() && session.exit_codes().empty())) return error;
  try {
    std::rethrow_exception(error);
  } catch (const UnfinishedError&) {
    return session.has_reached_host_limit() ? host_limit_error(session, nodes, options) : error;
  } catch (const DeadlockError& deadlock) {
    return session.exit_codes().empty() ? error : deadlock_with_exit_codes(deadlock, session.exit_codes());
  } catch (...) {
    return error;
  }
}

/// Runs the program on all nodes under the clock `session`, and returns the host time of the run in seconds.
double run_nodes_and_measure_seconds(const Machine& machine, const NodeProgram& program, Session& session,
                                     Executor& executor, const RunOptions& options) {
  GroupsAndExchangePlansOfRun groups(options.seed);
  executor.set_escaped_exception_handler([&](NodeId id, const std::exception_ptr& escaped) {
    return end_run_with_escaped_exception(id, session, escaped);
  });
  std::optional<HostTimeLimitAlarm> watch;
  if (options.host_limit) {
    watch.emplace(*options.host_limit, [&] {
      session.end_at_host_limit();
      executor.interrupt_threads_of_node_programs();
    });
  }
  const auto start = std::chrono::steady_clock::now();
  executor.run([&](NodeId id) { run_node(id, machine, program, session, groups, options); });
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

DataError error_of_left_over_messages(const std::vector<LeftOverMessage>& messages) {
  const LeftOverMessage& first = messages.front();
  const std::string collective = collective_text(first.label.context, first.label.tag);
  const std::string what = !collective.empty()
                               ? fmt::format("of a {} that not all nodes made alike", collective)
                               : fmt::format("with tag {}", static_cast<std::uint32_t>(first.label.tag));
  DataError error(fmt::format("{} message{} sent but never received; the first: node {} to node {}, {} B {} ({})",
                              messages.size(), messages.size() == 1 ? " was" : "s were", index(first.label.source),
                              index(first.destination), first.bytes, what, call_site_text(first.site)));
  // The class is call_ordering, because a receive, or a node's call of a collective, is missing.
  return error_with_involved_calls(error_with_defect_class(error, DefectClass::call_ordering),
                                   {make_defect_call(first.label.source, first.site, "send")});
}

void check_leftover_messages_and_fill_report(RunReport& report, const std::vector<LeftOverMessage>& left_over,
                                             const RunOptions& options) {
  for (const LeftOverMessage& message : left_over) {
    check_message_may_be_early(message.label, message.destination, message.bytes, message.site);
  }
  if (options.refuse_left_over_messages && !left_over.empty()) throw error_of_left_over_messages(left_over);
  report.makespan = Duration::zero();
  for (const VirtualTime t : report.finished) report.makespan = std::max(report.makespan, t.time_since_epoch());
}

/// Copies the results of a run under the clock virtual or wall from its engine into the report of the run, and throws
/// the error that has ended the run, if there is one.
void report_engine_results(const Engine& engine, const std::exception_ptr& error, const RunOptions& options,
                           RunReport& report) {
  if (options.observer != nullptr) {
    engine.fabric().show_open_transfers(*options.observer);
    options.observer->run_ended(engine.now());
  }
  if (options.network != nullptr) *options.network = engine.fabric().statistics();
  if (error) std::rethrow_exception(error);
  for (std::uint32_t i = 0; i < report.nodes; ++i) report.finished.push_back(engine.processor(NodeId{i}).local_time);
  report.network = engine.fabric().statistics();
  report.marks = engine.marks();
  report.events = engine.event_count();
}

/// Completes the report of a run under the clock virtual or wall. Throws an error if messages were sent and never
/// received.
void check_leftover_messages_and_fill_report(const Engine& engine, const RunOptions& options, RunReport& report) {
  check_leftover_messages_and_fill_report(report, engine.fabric().left_over_messages(), options);
  if (options.refuse_left_over_messages) engine.active_messages().check_nothing_left_open();
}

void run_with_virtual_clock(const Machine& machine, const NodeProgram& program, const RunOptions& options,
                            Executor& executor, RunReport& report) {
  VirtualClockSession session(machine.model(),
                              {options.seed, options.time_limit, options.log, options.arbiter, options.observer,
                               options.delivered_message_counter},
                              executor);
  report.host_seconds = run_nodes_and_measure_seconds(machine, program, session, executor, options);
  report_engine_results(session.engine(), error_that_ended_run(session, session.error(), report.nodes, options),
                        options, report);
  report.trace_hash = session.engine().trace_hash();
  check_leftover_messages_and_fill_report(session.engine(), options, report);
}

void run_with_wall_clock(const Machine& machine, const NodeProgram& program, const RunOptions& options,
                         Executor& executor, RunReport& report) {
  WallClockSession session(machine.model(),
                           {.seed = options.seed,
                            .time_limit = options.time_limit,
                            .event_log = options.log,
                            .observer = options.observer,
                            .delivered_message_counter = options.delivered_message_counter},
                           options.pace, executor);
  report.host_seconds = run_nodes_and_measure_seconds(machine, program, session, executor, options);
  session.wait_until_network_is_empty();
  report_engine_results(session.engine(), error_that_ended_run(session, session.error(), report.nodes, options),
                        options, report);
  report.pace = session.wall_clock_pace_report();
  check_leftover_messages_and_fill_report(session.engine(), options, report);
}

void run_with_clock_off(const Machine& machine, const NodeProgram& program, const RunOptions& options,
                        Executor& executor, RunReport& report) {
  FreeRunningSession session(machine.node_count(),
                             {options.seed, options.mailbox_capacity, options.executor == ExecutorKind::threads,
                              machine.model().has_active_messages(), options.pauses, options.request_limit},
                             executor);
  report.host_seconds = run_nodes_and_measure_seconds(machine, program, session, executor, options);
  if (session.error()) std::rethrow_exception(error_that_ended_run(session, session.error(), report.nodes, options));
  for (std::uint32_t i = 0; i < report.nodes; ++i) report.finished.push_back(session.finish_time(NodeId{i}));
  report.network = session.statistics();
  report.marks = session.marks();
  check_leftover_messages_and_fill_report(report, session.left_over_messages(), options);
  if (options.refuse_left_over_messages) session.check_active_messages_ended_cleanly();
}

void check_options_are_consistent(const RunOptions& options) {
  if (options.time_limit && options.clock == ClockKind::off) {
    throw UsageError(
        "a limit of virtual time needs the clock virtual or wall: with the clock off there is none; give a limit of "
        "host time");
  }
  if (options.request_limit && options.clock != ClockKind::off) {
    throw UsageError("a limit of requests needs the clock off; give a limit of time");
  }
  if (options.host_limit && *options.host_limit <= Duration::zero()) {
    throw UsageError("a limit of host time must leave some time");
  }
  if (options.clock != ClockKind::wall) return;
  if (options.executor == ExecutorKind::fibers) {
    throw UsageError("the clock wall needs the executor threads: fibers of one thread cannot race");
  }
  if (options.arbiter != nullptr) throw UsageError("the clock wall takes no arbiter: there the order is the host's");
}

}  // namespace

const char* name_of(ClockKind clock) noexcept {
  switch (clock) {
    case ClockKind::virtual_time:
      return "virtual";
    case ClockKind::wall:
      return "wall";
    case ClockKind::off:
      return "off";
  }
  return "";
}
const char* name_of(ExecutorKind executor) noexcept { return executor == ExecutorKind::threads ? "threads" : "fibers"; }

RunReport run(const Machine& machine, const NodeProgram& program, const RunOptions& options) {
  RunReport report;
  report.machine = machine.name();
  report.nodes = machine.node_count();
  report.clock = name_of(options.clock);
  report.executor = name_of(options.executor);
  report.seed = options.seed;
  check_options_are_consistent(options);
  const Placement usual = options.clock == ClockKind::virtual_time ? Placement::together : Placement::spread;
  const std::size_t stack_bytes = options.stack_bytes == kUsualStackBytes ? 0 : options.stack_bytes;
  const std::unique_ptr<Executor> executor = options.executor == ExecutorKind::threads
                                                 ? make_thread_executor(options.placement.value_or(usual), stack_bytes)
                                                 : make_fiber_executor(options.stack_bytes);
  executor->make_threads_or_fibers(report.nodes);
  switch (options.clock) {
    case ClockKind::virtual_time:
      run_with_virtual_clock(machine, program, options, *executor, report);
      break;
    case ClockKind::wall:
      run_with_wall_clock(machine, program, options, *executor, report);
      break;
    case ClockKind::off:
      run_with_clock_off(machine, program, options, *executor, report);
      break;
  }
  return report;
}

}  // namespace switchyard
