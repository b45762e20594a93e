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

/// Returns the options --clock, --executor, --protocol, --schedule, --reuse, --no-verify, --time-limit and
/// --stack-bytes. `target` must outlive the list.
std::vector<Option> execution_options(ExchangeOptions& target);

/// Returns the option --stack-bytes. `target` must outlive it.
Option stack_option(std::size_t& target);

/// Reads the value of --time-limit. Throws UsageError if it leaves no time.
Duration parse_time_limit(const std::string& text);

/// Returns the option --host-limit TIME; the help shows `usual` as the default.
Option host_limit_option(std::optional<Duration>& target, const char* usual);

/// Throws UsageError if these options do not fit one of the algorithms.
void check(const ExchangeOptions& options, const Machine& machine, std::span<const Algorithm> algorithms);
/// Throws UsageError if an algorithm cannot carry out one of these patterns: a complete exchange needs a complete
/// pattern, and some algorithms limit the number of messages.
void check_patterns(const Traffic& traffic, const Machine& machine, std::span<const Algorithm> algorithms);

/// Returns, for people, name and value of each option that a table shows.
Parameters parameters_of(const ExchangeOptions& options);
/// Returns a text of the options that settle the results of a run, one in each line, such as "clock: virtual". Runs
/// with equal texts have equal results.
std::string identity_of(const ExchangeOptions& options);

/// Returns "forced", "unforced", or "the algorithm's own".
std::string protocol_text(const std::optional<Protocol>& protocol);
/// Returns the option --protocol; its value is a protocol of some machine.
Option protocol_option(std::optional<Protocol>& target);

}  // namespace switchyard
