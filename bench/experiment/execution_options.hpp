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

/// --clock, --executor, --protocol, --schedule, --reuse, --no-verify, --time-limit and --stack-bytes. `target` must
/// outlive the list.
std::vector<Option> execution_options(ExchangeOptions& target);

/// --stack-bytes. `target` must outlive it.
Option stack_option(std::size_t& target);

/// The value of --time-limit; throws UsageError if it leaves no time.
Duration parse_time_limit(const std::string& text);

/// --host-limit TIME; `usual` is what the help says of its default.
Option host_limit_option(std::optional<Duration>& target, const char* usual);

/// Throws UsageError if one of the algorithms cannot be carried out like this.
void check(const ExchangeOptions& options, const Machine& machine, std::span<const Algorithm> algorithms);
/// Throws UsageError if one of them cannot carry out one of these patterns: a complete exchange needs a complete one,
/// and some take only so many messages.
void check_patterns(const Traffic& traffic, const Machine& machine, std::span<const Algorithm> algorithms);

/// What the options have settled, for people: name and value of each that a table shows.
Parameters parameters_of(const ExchangeOptions& options);
/// What of them settles the results of a run, "clock: virtual" and so on, one thing a line. Equal texts, equal results.
std::string identity_of(const ExchangeOptions& options);

/// "forced", "unforced", or "the algorithm's own".
std::string protocol_text(const std::optional<Protocol>& protocol);
/// --protocol: one that some machine has.
Option protocol_option(std::optional<Protocol>& target);

}  // namespace switchyard
