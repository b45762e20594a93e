#pragma once
/// \file undisturbed_check.hpp
/// What the undisturbed order of events says of a program, before any other order is run: whether the program ends,
/// does the same again, and does not depend on the date.

#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>

#include "runtime/verify/decided_run.hpp"

namespace switchyard {

struct UndisturbedCheck {
  enum class Finding {
    undecided,        ///< nothing can be said of the program, for `undecided_reason`
    wrong_and_stops,  ///< the run is given up, and has shown a defect by then
    known,            ///< the run is right, and its calls are those of an earlier search
    checked,          ///< the run may be examined, and other orders be run
  };
  DecidedRun run;
  Finding finding = Finding::checked;
  std::string undecided_reason = {};
  std::uint64_t first_run_calls_hash = 0;  ///< calls_hash() of the run
  /// Number of orders that count as run: 0 if the program cannot be said to do the same again.
  std::uint64_t order_count = 0;
  bool prints_date = false;  ///< whether what is printed depends on the date
};

/// Runs the program twice in the undisturbed order of events, and once at each other date if it looks at the date.
/// `known` has the signatures of programs' runs whose orders need not be searched again.
UndisturbedCheck check_undisturbed_order(const VerifySetting& setting, VerifiedTrial& trial, const VerifyLimits& limits,
                                         const NoteRun& note_run, const std::set<std::uint64_t>& known);

}  // namespace switchyard
