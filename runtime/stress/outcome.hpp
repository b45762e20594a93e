#pragma once
/// \file outcome.hpp
/// How a run can end, told apart.

#include <array>
#include <cstdint>
#include <exception>
#include <string>
#include <vector>

#include "runtime/error.hpp"

namespace switchyard {

enum class Outcome : std::uint8_t {
  completed,
  deadlock,
  livelock,        ///< virtual time stands still while programs go on
  data_lost,       ///< a message that did not arrive, or that nobody received
  data_corrupted,  ///< a message with wrong bytes, or an expectation of the program that broke
  discarded,       ///< FORCED messages that found no posted receive, whatever came of it
  program_error,   ///< a node program threw, or misused a call
  unfinished,      ///< ended at a limit: it may be wrong, or only long
};
inline constexpr std::array kOutcomes{Outcome::completed,     Outcome::deadlock,       Outcome::livelock,
                                      Outcome::data_lost,     Outcome::data_corrupted, Outcome::discarded,
                                      Outcome::program_error, Outcome::unfinished};

/// "data_lost"
const char* name_of(Outcome outcome) noexcept;
std::vector<std::string> outcome_names();

/// What the program says to the shell about a run that ended like this.
ExitCode exit_code_of(Outcome outcome) noexcept;

/// How a run ended that threw `error`. Passes on what says nothing about the program: UsageError, HostError,
/// and what is no Error.
Outcome outcome_of(const std::exception_ptr& error);

}  // namespace switchyard
