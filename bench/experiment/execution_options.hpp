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

/// Returns the options --clock, --executor, --protocol, --schedule, --reuse, --no-verify, --time-limit,
/// --stack-bytes and --placement. `target` must outlive the list.
std::vector<CommandOption> execution_options(ExchangeOptions& target);

/// Returns the option --placement, which says on which cores node threads run. `target` must outlive the option.
CommandOption placement_option(std::optional<Placement>& target);
/// Throws UsageError if a placement of threads is asked for and nodes run on fibers.
void check_placement(std::optional<Placement> placement, ExecutorKind executor);

/// Returns the option --stack-bytes, the size of a node's stack. `target` must outlive the option.
CommandOption stack_option(std::size_t& target);

/// Reads the value of --time-limit, a virtual time after which a run is given up. Throws UsageError for a limit of
/// zero.
Duration parse_time_limit(const std::string& text);

/// Returns the option --host-limit TIME, the host's time after which a run is given up; the help shows `usual` as the
/// default.
CommandOption host_limit_option(std::optional<Duration>& target, const char* usual);

/// Throws UsageError if the execution options (clock, executor, protocol and others) contradict each other, or do not
/// fit the machine or one of the algorithms.
void check_execution_options(const ExchangeOptions& options, const Machine& machine,
                             std::span<const Algorithm> algorithms);
/// Throws UsageError if an algorithm cannot carry out one of the traffic's patterns: an algorithm for the complete
/// exchange needs a complete pattern, and some algorithms limit the number of messages.
void check_patterns(const Traffic& traffic, const Machine& machine, std::span<const Algorithm> algorithms);

/// Returns name and value of each execution option that the heading of a result table shows to people.
Parameters parameters_of(const ExchangeOptions& options);
/// Returns a text of the options that settle the results of a run, one in each line, such as "clock: virtual". Runs
/// with equal texts have equal results.
std::string settings_text(const ExchangeOptions& options);

/// Returns the name of the message protocol: "forced", "unforced", or "the algorithm's own" if there is none.
std::string protocol_text(const std::optional<Protocol>& protocol);
/// Returns the option --protocol, which takes the name of any machine's message protocol. `target` must outlive the
/// option.
CommandOption protocol_option(std::optional<Protocol>& target);

}  // namespace switchyard
