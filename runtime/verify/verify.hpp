#pragma once
/// \file verify.hpp
/// Runs a node program in all settings (ways to run it that the standard allows) and orders of events that matter, and
/// gives one verdict.
///
/// Two settings show nearly all defects: no buffers and synchronising collectives, or infinite buffers and collectives
/// that do not synchronise. Settings are run in the order of the subject. A program that is right in some settings and
/// wrong in others shows the kind of its defect: a deadlock that infinite buffers prevent is a buffering hazard.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "runtime/verify/subject.hpp"
#include "runtime/verify/verdict.hpp"
#include "runtime/verify/verify_limits.hpp"

namespace switchyard {

/// Verifies a program in this process. If the program crashes or never ends, this process crashes or never ends as
/// well.
Verdict verify_in_this_process(const VerifySubject& subject, const VerifyLimits& limits,
                               const RunBeginCallback& note_run = {});

/// Verifies a program in a child process: a program that crashes is wrong, and one that does not end is undecided.
/// `progress` is called from time to time with the number of runs so far.
Verdict verify(const VerifySubject& subject, const VerifyLimits& limits,
               const std::function<void(std::uint64_t runs)>& progress = {});

/// Repeats, in this process, the run that has shown a defect, so that a debugger can follow it. Throws UsageError if
/// the subject does not have the setting that `replay` names.
Verdict repeat_run_that_showed_defect(const VerifySubject& subject, const VerifyReplay& replay,
                                      const VerifyLimits& limits);

}  // namespace switchyard
