#pragma once
/// \file outcome.hpp
/// The ways in which a run can end.

#include <array>
#include <cstdint>
#include <exception>
#include <string>
#include <vector>

#include "runtime/error.hpp"

namespace switchyard {

enum class RunOutcome : std::uint8_t {
  completed,
  deadlock,
  livelock,        ///< virtual time stands still while programs go on making calls
  data_lost,       ///< a message did not arrive, or no receive took it
  data_corrupted,  ///< a message had wrong bytes, or an expectation of the program was not met
  discarded,  ///< a message of protocol FORCED was thrown away because it found no posted receive, whatever this led to
  program_error,  ///< a node program threw an exception, or misused a call
  unfinished,     ///< the run was ended at a limit of time or of calls: the program may be wrong, or just take long
};
inline constexpr std::array kOutcomes{RunOutcome::completed,     RunOutcome::deadlock,       RunOutcome::livelock,
                                      RunOutcome::data_lost,     RunOutcome::data_corrupted, RunOutcome::discarded,
                                      RunOutcome::program_error, RunOutcome::unfinished};

/// Returns the name of an outcome, such as "data_lost".
const char* name_of(RunOutcome outcome) noexcept;
std::vector<std::string> outcome_names();

/// Returns the exit code with which a command of Switchyard reports a run with this outcome.
ExitCode exit_code_of(RunOutcome outcome) noexcept;

/// Returns the outcome of a run that threw `error`. UsageError, HostError and exceptions that are
/// not an Error are rethrown, because they are not caused by the tested program.
RunOutcome outcome_of(const std::exception_ptr& error);

}  // namespace switchyard
