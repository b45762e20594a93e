#pragma once
/// \file run.hpp
/// Runs one node program on every node of a machine.

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
  virtual_time,  ///< the machine's fabric decides when a message is visible; the same on every host
  wall,          ///< the same fabric paced by real time: delays are waited for, and threads really race
  off,           ///< no fabric: mailboxes alone, full speed, real races
};

const char* name_of(ClockKind clock) noexcept;
const char* name_of(ExecutorKind executor) noexcept;

/// As much as most node programs need several times over.
inline constexpr std::size_t kUsualStackBytes = std::size_t{256} * 1024;

struct RunOptions {
  std::uint64_t seed = 1;
  ClockKind clock = ClockKind::virtual_time;
  ExecutorKind executor = ExecutorKind::threads;
  /// Placement of node threads under the virtual clock; the result does not depend on it.
  Placement placement = Placement::together;
  /// Virtual time after which a run ends with an UnfinishedError. Not with the clock off, which has none.
  std::optional<Duration> time_limit = std::nullopt;
  /// Time of the host after which a run ends with a HostLimitError that says what each node was doing, on any clock.
  /// It ends when a node makes its next call: code that never calls its node cannot be ended.
  std::optional<Duration> host_limit = std::nullopt;
  /// When sends in standard mode are complete, where the program asks for no protocol.
  StandardSends standard_sends = {};
  /// Address space of a fiber's stack; memory is used as it grows.
  std::size_t stack_bytes = kUsualStackBytes;
  /// Clock off: messages that one sender may have under way to one receiver.
  std::size_t mailbox_capacity = 32;
  /// Messages that nobody received end the run with a DataError.
  bool refuse_left_over = true;
  /// Clock wall: how much slower than the machine a run goes, and from when on a node counts as late.
  PaceOptions pace = {};
  /// Where to record every event of the virtual clock.
  EventLog* log = nullptr;
  /// Virtual clock: chooses what happens next, if not virtual time alone.
  Arbiter* arbiter = nullptr;
  /// Clock off: nodes yield and pause, as this seed says, where they touch what they share. Makes races show.
  std::optional<std::uint64_t> pauses = std::nullopt;
  /// Virtual clock: who watches the run, also one that fails.
  Observer* observer = nullptr;
  /// Clock off: sends, receives and polls of one node, past which a run ends with an UnfinishedError.
  std::optional<std::uint64_t> request_limit = std::nullopt;
  /// Virtual clock: where to put what the network has counted, also of a run that fails.
  FabricStatistics* network = nullptr;
};

/// Blocks until every node's program has returned. Throws DeadlockError, NodeError (a program threw or misused a
/// call; the first one in virtual time), DataError (messages left over), UnfinishedError (a limit) or UsageError
/// (options that do not go together: the clock wall needs threads, and takes no arbiter; a limit that the clock does
/// not know).
RunReport run(const Machine& machine, const NodeProgram& program, const RunOptions& options = {});

}  // namespace switchyard
