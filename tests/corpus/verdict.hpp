#pragma once
/// \file verdict.hpp
/// Compares how a run ended with what a program of the corpus says of itself.

#include <exception>
#include <string>

#include "tests/corpus/corpus.hpp"

namespace switchyard::corpus {

enum class Grade : std::uint8_t { exact, inexact, miss, false_alarm, hang, crash };

struct Judgement {
  Grade grade = Grade::exact;
  std::string why = {};
};

/// On which line the call with this label stands, once it was made; else 0.
std::uint32_t line_of(std::uint32_t label) noexcept;

/// `error`: null if the run has completed.
Judgement judge(const Verdict& verdict, Outcome outcome, const std::exception_ptr& error);

}  // namespace switchyard::corpus
