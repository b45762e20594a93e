#pragma once
/// \file replay_file.hpp
/// A finding as a small JSON file, from which anyone gets the same run again.
///
/// ```json
/// {"schema_version": 1, "machine": "ipsc860", "nodes": 2, "constants": {"system_buffer": "512B"},
///  "matrix": [[0, 1, 1024], [1, 0, 1024]], "algorithm": "ac_unposted", "protocol": "own", "strategy": "random",
///  "seed": 17, "time_limit": "100s", "decisions": [[12, 3]], "outcome": "deadlock", "trace_hash": "a01f..."}
/// ```

#include <string>

#include "bench/stress/algorithm_trial.hpp"
#include "runtime/stress/disturbed_run.hpp"

namespace switchyard {

/// One run, and how it ended when the file was written.
struct Replay {
  StressCase stressed;
  StressedRun run;  ///< without text and steps; on the machine of `stressed`
  RunLimits limits;
};

/// Throws UsageError if the machine is not of the catalogue.
std::string replay_text(const Replay& replay);

/// Throws UsageError of one line that opens with `place`: not such a file, another schema version, an unknown machine,
/// constant, algorithm, strategy or outcome, a matrix that cannot be.
Replay parse_replay(const std::string& place, const std::string& text, const Catalogue& catalogue);
/// The same for a file; `option` opens the error if it cannot be read.
Replay read_replay(const std::string& option, const std::string& path, const Catalogue& catalogue);

/// The same run once more. One of the strategy `threads` is repeated, up to so many times, until it ends as it did.
StressedRun run_again(const Replay& replay, std::uint64_t most_repeats = 1000);

}  // namespace switchyard
