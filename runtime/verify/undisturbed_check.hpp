#pragma once
/// \file undisturbed_check.hpp
/// Checks what the undisturbed order of events shows about a program, before any other order is run: whether the
/// program ends, does the same when it is run again, and does not depend on the date.

#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>

#include "runtime/verify/decided_run.hpp"

namespace switchyard {

struct DefaultEventOrderCheckResult {
  enum class DefaultEventOrderConclusion {
    undecided,                   ///< no verdict on the program is possible, for the reason in `undecided_reason`
    run_unfinished_with_defect,  ///< the run did not end and was stopped at a limit, but it has shown a defect
    examined_by_earlier_search,  ///< the run is right, and an earlier search has already examined a run with the same
                                 ///< calls
    ready_for_search,  ///< the run has ended, so that it can be examined and other orders of events can be run
  };
  LoggedProgramRun first_run;
  DefaultEventOrderConclusion finding = DefaultEventOrderConclusion::ready_for_search;
  std::string undecided_reason = {};
  std::uint64_t first_run_calls_hash = 0;  ///< hash of all calls of the first run (calls_hash())

  /// Number of orders of events that count as run: 1, or 0 if it is not certain that the program does the same each
  /// time.
  std::uint64_t order_count = 0;
  bool does_printed_text_depend_on_date = false;  ///< whether the text that the program prints depends on the date
};

/// Runs the program twice in the undisturbed order of events, and also once at each other date if it reads the date.
/// `known` has the hashes of the calls (calls_hash()) of runs whose other orders of events need not be searched again.
DefaultEventOrderCheckResult check_default_event_order(const VerifySetting& setting,
                                                       TrialOfProgramUnderVerification& trial,
                                                       const VerifyLimits& limits, const RunBeginCallback& note_run,
                                                       const std::set<std::uint64_t>& known);

}  // namespace switchyard
