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

/// Returns the command-line option --placement, which says on which cores the threads of the nodes run. `target` must
/// outlive the option.
CommandOption placement_option(std::optional<Placement>& target);
/// Throws UsageError if a placement of threads on cores is given and the nodes run on fibers.
void check_placement(std::optional<Placement> placement, ExecutorKind executor);

/// Returns the command-line option --stack-bytes, the size of a node's stack. `target` must outlive the option.
CommandOption stack_bytes_option(std::size_t& target);

/// Reads the value of --time-limit, a virtual time after which a run is given up. Throws UsageError for a limit of
/// zero.
Duration parse_time_limit(const std::string& text);

/// Returns the command-line option --host-limit TIME: the host time after which a run is given up. Its help text shows
/// `usual` as the default. `target` must outlive the option.
CommandOption host_limit_option(std::optional<Duration>& target, const char* usual);

/// Throws UsageError if the execution options (clock, executor, protocol and others) contradict each other, or do not
/// fit the machine or one of the algorithms.
void check_execution_options(const ExchangeOptions& options, const Machine& machine,
                             std::span<const Algorithm> algorithms);
/// Throws UsageError if one of the algorithms cannot carry out one of the communication patterns in `traffic`: an
/// algorithm for the complete exchange needs a complete pattern, and some algorithms limit the number of messages.
void check_algorithms_suit_patterns(const PatternsAndSizes& traffic, const Machine& machine,
                                    std::span<const Algorithm> algorithms);

/// Returns the name and value of each execution option (clock, executor, protocol and others) that is printed above a
/// result table.
Parameters parameters_of(const ExchangeOptions& options);
/// Returns a text with the options that determine the results of a run, one on each line, such as "clock: virtual".
/// Runs of the same exchange whose texts are equal have equal results.
std::string stress_settings_text(const ExchangeOptions& options);

/// Returns the name of the message protocol: "forced", "unforced", or "the algorithm's own" if `protocol` is empty.
std::string protocol_text(const std::optional<Protocol>& protocol);
/// Returns the command-line option --protocol, whose value is the name of a message protocol of any machine. `target`
/// must outlive the option.
CommandOption protocol_option(std::optional<Protocol>& target);

}  // namespace switchyard
