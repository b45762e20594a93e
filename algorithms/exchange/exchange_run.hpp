#pragma once
/// \file exchange_run.hpp
/// Runs one algorithm of the catalogue on one communication matrix, and measures the time for making the schedule and
/// the time for the messages separately.

#include <cstdint>
#include <optional>

#include "algorithms/catalogue.hpp"
#include "algorithms/exchange/workload.hpp"
#include "runtime/machine.hpp"
#include "runtime/run.hpp"

namespace switchyard {

/// Where and when the schedule of an exchange is made.
enum class Scheduling : std::uint8_t {
  schedule_made_before_run,           ///< the schedule is made before the run, outside the nodes, from the whole matrix
  schedule_made_by_nodes_during_run,  ///< the nodes gather their send vectors at the start of the run; each node then
                                      ///< computes the schedule
};

struct ExchangeOptions {
  RunOptions run = {};
  Scheduling scheduling = Scheduling::schedule_made_before_run;
  /// protocol of the messages; if empty, the algorithm's own protocol
  std::optional<Protocol> protocol = std::nullopt;
  /// How many times the messages of the matrix are exchanged with one schedule; at least 1. There is no barrier between
  /// the exchanges: a node starts its next exchange when its own part of the current exchange is done.
  std::uint64_t reuse = 1;
  /// Whether every byte that arrives is checked, after each exchange. Of an algorithm with `may_send_before_receives`
  /// only the last exchange is checked, because such an algorithm may take a message of the next exchange for one of
  /// the current exchange.
  bool verify = true;
  /// Whether the received bytes stay in the Workload (the message buffers of all nodes) after the run. If this is
  /// false, a complete exchange whose steps follow a formula (Algorithm::formula) is carried out a few steps at a time,
  /// and needs memory for the messages of these steps only.
  bool keep_received_data = true;
};

/// Returns whether the algorithm, under these options, carries out a complete exchange a few steps at a time (piece by
/// piece), so that a node needs memory for the messages of these steps only.
bool can_run_in_pieces(const Algorithm& algorithm, const ExchangeOptions& options);

struct ExchangeResult {
  RunReport report;
  std::uint32_t phases = 0;  ///< number of phases of the schedule; 0 if the algorithm makes no schedule
  /// number of basic operations that the scheduler took, from which `schedule_cost` follows
  std::uint64_t operations = 0;
  /// time for making the schedule on one node; includes the gathering of all nodes' send vectors if the schedule is
  /// made at run time
  Duration schedule_cost{};
  /// time for all exchanges together; maximum over the nodes; the time for making the schedule is not included
  Duration communication_cost{};
};

/// Runs the algorithm on the workload (a communication matrix with memory for its messages). `run.seed` determines the
/// schedule, the order of unscheduled sends, and the machine's random delays.
///
/// Throws UsageError if the algorithm cannot run on this machine or matrix, and DataError if a byte does not arrive
/// correctly. Also throws what run() throws.
ExchangeResult run_exchange(const Machine& machine, const Algorithm& algorithm, Workload& workload,
                            const ExchangeOptions& options = {});

/// Makes the schedule that run_exchange() follows with this seed. Needs: the algorithm has a scheduler, and the matrix
/// has as many nodes as the machine.
Schedule make_schedule(const Machine& machine, const Algorithm& algorithm, const CommunicationMatrix& matrix,
                       std::uint64_t seed);

/// Tries the executions (node programs) of an algorithm that has several (Algorithm::tuning) on this machine and
/// matrix, and returns the algorithm with the fastest one. Returns other algorithms unchanged.
Algorithm tuned_algorithm(const Machine& machine, const Algorithm& algorithm, const CommunicationMatrix& matrix,
                          Protocol protocol);

/// Throws UsageError if `algorithm` cannot run on this machine with this protocol and clock. Runs nothing.
void check_machine_meets_requirements(const Machine& machine, const Algorithm& algorithm,
                                      std::optional<Protocol> protocol, ClockKind clock = ClockKind::virtual_time);
/// Throws UsageError if the algorithm does not accept a matrix with this many messages.
void check_message_count(const Algorithm& algorithm, std::uint64_t messages);
/// Throws UsageError if the algorithm cannot carry out this matrix on this machine.
void check_matrix(const Machine& machine, const Algorithm& algorithm, const CommunicationMatrix& matrix);
/// Returns the protocol with which the algorithm sends its messages: the user's choice (`protocol`)
/// if there is one, otherwise the algorithm's own. Returns Protocol::automatic if the machine does
/// not support that protocol.
Protocol protocol_for(const Machine& machine, const Algorithm& algorithm, std::optional<Protocol> protocol);

}  // namespace switchyard
