#pragma once
/// \file exchange_run.hpp
/// Runs one algorithm of the catalogue on one matrix, and measures its schedule cost and its communication cost
/// separately.

#include <cstdint>
#include <optional>

#include "algorithms/catalogue.hpp"
#include "algorithms/exchange/workload.hpp"
#include "runtime/machine.hpp"
#include "runtime/run.hpp"

namespace switchyard {

/// Where and when the schedule of an exchange is made.
enum class Scheduling : std::uint8_t {
  ahead,       ///< the schedule is made before the run, outside the nodes, from the whole matrix
  at_runtime,  ///< the nodes concatenate their send vectors at the start of the run, then each computes the schedule
};

struct ExchangeOptions {
  RunOptions run = {};
  Scheduling scheduling = Scheduling::ahead;
  std::optional<Protocol> protocol = std::nullopt;  ///< protocol to use in place of the algorithm's own, if set
  /// How many times the matrix is carried out with the same schedule; at least 1. There is no
  /// barrier between the exchanges: a node starts its next exchange when its own part of the current
  /// exchange is done.
  std::uint64_t reuse = 1;
  /// Whether to check every byte that arrives, after each exchange. For algorithms with
  /// `may_send_before_receives` only the last exchange is checked, because these algorithms may confuse
  /// messages of two exchanges.
  bool verify = true;
  /// Whether the received bytes stay in the workload after the run. If this is false, a complete exchange
  /// whose steps follow a formula (Algorithm::formula) is carried out a few steps at a time, and needs
  /// memory for the messages of these steps only.
  bool keep_received = true;
};

/// Returns whether, under these options, the algorithm carries out complete exchanges piece by
/// piece (a few steps at a time).
bool can_run_in_pieces(const Algorithm& algorithm, const ExchangeOptions& options);

struct ExchangeResult {
  RunReport report;
  std::uint32_t phases = 0;      ///< number of phases of the schedule; 0 if the algorithm makes no schedule
  std::uint64_t operations = 0;  ///< number of basic operations that the scheduler took
  /// time for making the schedule on one node; includes the concatenation of send vectors if made at run time
  Duration schedule_cost{};
  Duration communication_cost{};  ///< time for all exchanges together; maximum over the nodes
};

/// Runs the algorithm on the workload (a communication matrix with memory for its messages). `run.seed` determines the
/// schedule, the order of unscheduled sends, and the machine's random delays.
///
/// Throws UsageError if the algorithm cannot run on this machine or matrix, DataError if a byte does not arrive, and
/// what run() throws.
ExchangeResult run_exchange(const Machine& machine, const Algorithm& algorithm, Workload& workload,
                            const ExchangeOptions& options = {});

/// Makes the schedule that a run with this seed follows. Needs: the algorithm has a scheduler, and
/// the matrix has as many nodes as the machine.
Schedule make_schedule(const Machine& machine, const Algorithm& algorithm, const CommunicationMatrix& matrix,
                       std::uint64_t seed);

/// Returns the algorithm with the execution that is best on this machine and matrix, if the algorithm has several
/// executions to try (Algorithm::tuning). Otherwise returns the algorithm unchanged.
Algorithm tuned_algorithm(const Machine& machine, const Algorithm& algorithm, const CommunicationMatrix& matrix,
                          Protocol protocol);

/// Throws UsageError if `algorithm` cannot run on this machine with this protocol and clock. Runs nothing.
void check_requirements_met(const Machine& machine, const Algorithm& algorithm, std::optional<Protocol> protocol,
                            ClockKind clock = ClockKind::virtual_time);
/// Throws UsageError if the algorithm does not take a matrix with this many messages.
void check_message_count(const Algorithm& algorithm, std::uint64_t messages);
/// Throws UsageError if the algorithm cannot carry out this matrix on this machine.
void check_matrix(const Machine& machine, const Algorithm& algorithm, const CommunicationMatrix& matrix);
/// Returns the protocol with which the algorithm sends its messages: the user's choice (`protocol`)
/// if there is one, otherwise the algorithm's own. Returns Protocol::automatic if the machine does
/// not support that protocol.
Protocol protocol_for(const Machine& machine, const Algorithm& algorithm, std::optional<Protocol> protocol);

}  // namespace switchyard
