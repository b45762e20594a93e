#pragma once
/// \file execution_options.hpp
/// The options that say how algorithms are carried out: clock, executor, protocol and checks.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "algorithms/catalogue.hpp"
#include "algorithms/exchange/exchange_run.hpp"
#include "bench/experiment/option.hpp"
#include "bench/experiment/parameters.hpp"
#include "bench/experiment/pattern_options.hpp"
#include "runtime/machine.hpp"

namespace switchyard {

/// Returns the command-line options --clock, --executor, --protocol, --schedule, --reuse, --no-verify, --time-limit,
/// --stack-bytes and --placement. `target` must outlive the list.
std::vector<CommandOption> execution_options(ExchangeOptions& target);

/// Returns the command-line option --placement, which chooses the cores of the host on which the threads of the nodes
/// run. `target` must outlive the option.
CommandOption placement_option(std::optional<Placement>& target);
/// Throws UsageError if the user has chosen a placement of threads on cores although the nodes run on fibers.
void check_placement(std::optional<Placement> placement, ExecutorKind executor);

/// Returns the command-line option --stack-bytes, the size in bytes of the stack of each node. `target` must outlive
/// the option.
CommandOption stack_bytes_option(std::size_t& target);

/// Reads the value of --time-limit: the virtual time at which a run is aborted. Throws UsageError for a limit of zero.
Duration parse_time_limit(const std::string& text);

/// Returns the command-line option --host-limit TIME: the elapsed host time after which a run is aborted. The help text
/// shows `usual` as the default value. `target` must outlive the option.
CommandOption host_limit_option(std::optional<Duration>& target, const char* usual);

/// Throws UsageError if the execution options (clock, executor, protocol and others) contradict each other, or do not
/// fit the machine or one of the algorithms.
void check_execution_options(const ExchangeOptions& options, const Machine& machine,
                             std::span<const Algorithm> algorithms);
/// Throws UsageError if one of the algorithms cannot carry out one of the communication patterns in `traffic`. An
/// algorithm for the complete exchange needs the complete pattern, and some algorithms limit the number of messages.
void check_algorithms_suit_patterns(const PatternsAndSizes& traffic, const Machine& machine,
                                    std::span<const Algorithm> algorithms);

/// Returns the names and values of the execution options (clock, executor, protocol and others) that are printed above
/// a result table.
Parameters parameters_of(const ExchangeOptions& options);
/// Returns a text with the options that determine the results of a run, one on each line, such as "clock: virtual". If
/// this text is the same for two runs of the same exchange, the runs have equal results.
std::string execution_settings_text(const ExchangeOptions& options);

/// Returns the name of the message protocol: "forced", "unforced", or "the algorithm's own" if `protocol` is empty.
std::string protocol_text(const std::optional<Protocol>& protocol);
/// Returns the command-line option --protocol. It accepts the name of any message protocol, even if the chosen machine
/// does not have that protocol. `target` must outlive the option.
CommandOption protocol_option(std::optional<Protocol>& target);

}  // namespace switchyard
