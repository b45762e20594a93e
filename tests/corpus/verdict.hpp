#pragma once
/// \file verdict.hpp
/// Compares how a run ended with what a program of the corpus says of itself.

#include <exception>
#include <string>

#include "tests/corpus/corpus.hpp"

namespace switchyard::corpus {

enum class JudgementGrade : std::uint8_t { exact, inexact, miss, false_alarm, hang, crash };

struct Judgement {
  JudgementGrade grade = JudgementGrade::exact;
  std::string why = {};
};

/// Returns the line on which the call with this label is, once it was made, and otherwise 0.
std::uint32_t line_of_label(std::uint32_t label) noexcept;

/// Compares the end of a run with a verdict. `error` is null if the run has completed.
Judgement judge_run_end(const ExpectedVerdict& verdict, Outcome outcome, const std::exception_ptr& error);

}  // namespace switchyard::corpus
