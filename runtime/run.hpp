#pragma once
/// \file run.hpp
/// Runs one node program on every node of a machine.

#include <atomic>
#include <cstdint>
#include <optional>

#include "runtime/arbiter.hpp"
#include "runtime/event.hpp"
#include "runtime/executor_kind.hpp"
#include "runtime/machine.hpp"
#include "runtime/node.hpp"
#include "runtime/pace.hpp"
#include "runtime/report.hpp"
#include "runtime/wait_graph.hpp"

namespace switchyard {

enum class ClockKind : std::uint8_t {
  virtual_time,  ///< the machine's fabric decides when a message is visible; the result is the same on every host
  /// The machine's fabric decides when a message is visible, and the run keeps to real time: delays are waited for, and
  /// threads really race.
  wall,
  /// No machine is emulated and no virtual time is kept: messages go through mailboxes at full speed, with real races.
  off,
};

const char* name_of(ClockKind clock) noexcept;
const char* name_of(ExecutorKind executor) noexcept;

/// The usual size of a fiber's stack: several times as much as most node programs need.
inline constexpr std::size_t kUsualStackBytes = std::size_t{256} * 1024;

struct RunOptions {
  std::uint64_t seed = 1;
  ClockKind clock = ClockKind::virtual_time;
  ExecutorKind executor = ExecutorKind::threads;
  /// How node threads are placed on cores. If not set, threads are placed together under the virtual clock, and spread
  /// under the other clocks. The placement never changes the result under the virtual clock. Fibers ignore it.
  std::optional<Placement> placement = std::nullopt;
  /// Virtual time after which a run ends with an UnfinishedError. It must not be set with ClockKind::off, which has no
  /// virtual time.
  std::optional<Duration> time_limit = std::nullopt;
  /// Host time after which a run ends with a HostLimitError, which says what each node was doing. It works under any
  /// clock. The run ends when a node makes its next call, so that code which never calls its node cannot be ended.
  std::optional<Duration> host_limit = std::nullopt;
  /// The rule that says when sends in standard mode are complete, if the program asks for no protocol of the machine.
  StandardSendRule standard_sends = {};
  /// Address space for the stack of each fiber or thread; memory is used as the stack grows. A thread has at least the
  /// operating system's usual stack if this option is kUsualStackBytes.
  std::size_t stack_bytes = kUsualStackBytes;
  /// Only for ClockKind::off: the number of messages that one sender may have under way to one receiver.
  std::size_t mailbox_capacity = 32;
  /// Whether the run ends with a DataError if messages were sent and never received.
  bool refuse_left_over_messages = true;
  /// Only for ClockKind::wall: how much slower than the emulated machine the run goes, and by how much a node must be
  /// late to count as late.
  PaceOptions pace = {};
  /// Not for ClockKind::off: a log to which the run appends every event; null if no log is wanted.
  EventLog* log = nullptr;
  /// Only for ClockKind::virtual_time: the arbiter that chooses which event happens next; null if virtual time alone
  /// decides this.
  Arbiter* arbiter = nullptr;
  /// Only for ClockKind::off: the seed of random pauses, which nodes make where they access shared state, so that data
  /// races show.
  std::optional<std::uint64_t> pauses = std::nullopt;
  /// Not for ClockKind::off: the observer that is called for everything that happens in the run, even if the run fails;
  /// null for no observer.
  Observer* observer = nullptr;
  /// Only for ClockKind::off: the number of sends, receives and polls of one node after which a run ends with an
  /// UnfinishedError.
  std::optional<std::uint64_t> request_limit = std::nullopt;
  /// Not for ClockKind::off: where the run stores the network's counters when it ends, even if it fails; null if nobody
  /// needs the counters.
  FabricStatistics* network = nullptr;
  /// Not for ClockKind::off: a counter that the run sets to the number of messages it has delivered so far, so that a
  /// display can show how far the run has come; null if nobody reads it.
  std::atomic<std::uint64_t>* delivered_message_counter = nullptr;
  /// Log that receives defects which do not end the run; null if nobody reads them.
  DefectLog* defects = nullptr;
};

/// Runs the program on every node, and blocks until all nodes have returned. Throws DeadlockError; NodeError if a
/// program threw or misused a call (the first such error in virtual time); DataError for messages that are left over;
/// UnfinishedError at a limit; or UsageError for options that contradict each other, such as ClockKind::wall with
/// fibers or an arbiter, or a limit that the clock does not have.
RunReport run(const Machine& machine, const NodeProgram& program, const RunOptions& options = {});

}  // namespace switchyard
