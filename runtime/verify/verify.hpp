#pragma once
/// \file verify.hpp
/// Runs a node program in all ways that matter, and gives one verdict.
///
/// Nearly all that is wrong with a program shows where nothing is buffered and collectives synchronise, or where the
/// opposite holds; so these are run first. What is right in some settings and wrong in others tells which kind of
/// defect it is: a deadlock that infinite buffers cure is a buffering hazard.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "runtime/verify/subject.hpp"
#include "runtime/verify/verdict.hpp"
#include "runtime/verify/verify_limits.hpp"

namespace switchyard {

/// In this process: a program that crashes or does not end takes it along.
Verdict verify_here(const VerifySubject& subject, const VerifyLimits& limits, const NoteRun& note_run = {});

/// In a child process: a program that crashes is wrong, and one that does not end is not decided.
/// `progress` is told now and then how many runs there have been.
Verdict verify(const VerifySubject& subject, const VerifyLimits& limits,
               const std::function<void(std::uint64_t runs)>& progress = {});

/// The run that has shown what is wrong, in this process, so that a debugger sees it. Throws UsageError if the subject
/// has no such setting.
Verdict verify_again(const VerifySubject& subject, const VerifyReplay& replay, const VerifyLimits& limits);

}  // namespace switchyard
