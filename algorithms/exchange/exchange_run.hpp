#pragma once
/// \file exchange_run.hpp
/// Runs one algorithm of the catalogue on one matrix and takes its schedule cost and communication cost apart.

#include <cstdint>
#include <optional>

#include "algorithms/catalogue.hpp"
#include "algorithms/exchange/workload.hpp"
#include "runtime/machine.hpp"
#include "runtime/run.hpp"

namespace switchyard {

/// Where the schedule is made.
enum class Scheduling : std::uint8_t {
  ahead,       ///< before the run, from the whole matrix
  at_runtime,  ///< on the nodes: they concatenate their send vectors, then each computes the schedule
};

struct ExchangeOptions {
  RunOptions run = {};
  Scheduling scheduling = Scheduling::ahead;
  std::optional<Protocol> protocol = std::nullopt;  ///< instead of the algorithm's own
  /// How many times the matrix is carried out with one schedule, one after another without a barrier in between: a
  /// node starts its next use when its own part of this one is done. At least 1.
  std::uint64_t reuse = 1;
  /// Every byte that arrives, after each use; where receives_unposted, only after the last, as messages of two uses may
  /// then be taken for each other.
  bool verify = true;
};

struct ExchangeResult {
  RunReport report;
  std::uint32_t phases = 0;       ///< 0 without a schedule
  std::uint64_t operations = 0;   ///< basic operations of the scheduler
  Duration schedule_cost{};       ///< on one node of the machine; at run time with the concatenation
  Duration communication_cost{};  ///< of all uses together; maximum over the nodes
};

/// `run.seed` settles the schedule, the order of unscheduled sends, and the machine's random delays.
///
/// Throws UsageError if the algorithm cannot run on this machine or matrix, DataError if a byte does not arrive, and
/// what run() throws.
ExchangeResult run_exchange(const Machine& machine, const Algorithm& algorithm, Workload& workload,
                            const ExchangeOptions& options = {});

/// The schedule that a run with this seed follows. Needs: the algorithm has a scheduler, and the matrix as many nodes
/// as the machine.
Schedule make_schedule(const Machine& machine, const Algorithm& algorithm, const CommunicationMatrix& matrix,
                       std::uint64_t seed);

/// The same algorithm with the execution that it has found to be best for this machine and matrix, if it tries any out.
Algorithm tuned_algorithm(const Machine& machine, const Algorithm& algorithm, const CommunicationMatrix& matrix,
                          Protocol protocol);

/// Throws UsageError if `algorithm` cannot run on this machine with this protocol and clock; before anything runs.
void check_needs(const Machine& machine, const Algorithm& algorithm, std::optional<Protocol> protocol,
                 ClockKind clock = ClockKind::virtual_time);
/// Throws UsageError if it takes no matrix with so many messages.
void check_message_count(const Algorithm& algorithm, std::uint64_t messages);
/// Throws UsageError if it cannot carry out this matrix.
void check_matrix(const Machine& machine, const Algorithm& algorithm, const CommunicationMatrix& matrix);
/// What its messages are sent with, where the user may have asked for `protocol`: what the machine lacks counts as
/// nothing asked.
Protocol protocol_for(const Machine& machine, const Algorithm& algorithm, std::optional<Protocol> protocol);

}  // namespace switchyard
