#pragma once
/// \file verdict.hpp
/// Compares how a run of a program of the corpus ended with the verdict that the corpus states for the program.

#include <exception>
#include <string>

#include "tests/corpus/corpus.hpp"

namespace switchyard::corpus {

enum class AgreementWithExpectedVerdict : std::uint8_t { exact, inexact, miss, false_alarm, check_hung, check_crashed };

struct RunJudgement {
  AgreementWithExpectedVerdict grade = AgreementWithExpectedVerdict::exact;
  std::string reason = {};
};

/// Returns the source line of the call with this label, or 0 if the call has not been made yet.
std::uint32_t line_of_label(std::uint32_t label) noexcept;

/// Compares the end of a run with the expected verdict. `error` is null if the run has completed.
RunJudgement judge_run_end(const ExpectedVerdict& verdict, RunOutcome outcome, const std::exception_ptr& error);

}  // namespace switchyard::corpus
