#pragma once
/// \file verify.hpp
/// Runs a node program in all ways that matter, and gives one verdict.
///
/// Nearly all defects show in a setting without buffers and with collectives that synchronise, or in one with infinite
/// buffers and collectives that do not. Settings are run in the order of the subject. If a program is right in some
/// settings and wrong in others, that tells the kind of the defect: a deadlock that infinite buffers cure is a
/// buffering hazard.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "runtime/verify/subject.hpp"
#include "runtime/verify/verdict.hpp"
#include "runtime/verify/verify_limits.hpp"

namespace switchyard {

/// Verifies a program in this process, which crashes or does not end if the program does so.
Verdict verify_here(const VerifySubject& subject, const VerifyLimits& limits, const NoteRun& note_run = {});

/// Verifies a program in a child process: a program that crashes is wrong, and one that does not end is undecided.
/// `progress` is called now and then with the number of runs so far.
Verdict verify(const VerifySubject& subject, const VerifyLimits& limits,
               const std::function<void(std::uint64_t runs)>& progress = {});

/// Repeats the run that has shown a defect, in this process, so that a debugger can follow it. Throws UsageError if the
/// subject does not have the setting of `replay`.
Verdict verify_again(const VerifySubject& subject, const VerifyReplay& replay, const VerifyLimits& limits);

}  // namespace switchyard
