#pragma once
/// \file replay_file.hpp
/// A replay file: a failing run that a stress test found, as a small JSON file from which the same run can be made
/// again. For an algorithm:
///
/// ```json
/// {"schema_version": 3, "machine": "ipsc860", "nodes": 2, "constants": {"system_buffer": "1KiB"}, "halvings": 1,
///  "libraries": [], "matrix": [[0, 1, 1024], [1, 0, 1024]], "algorithm": "ac_unposted", "protocol": "own",
///  "strategy": "random", "seed": 17, "time_limit": "100s", "decisions": [[12, 3]], "outcome": "deadlock",
///  "trace_hash": "a01f..."}
/// ```
///
/// A replay file for a node program has `"program": "mine", "arguments": "rounds=3"` in place of the keys matrix,
/// algorithm and protocol. A replay file for C and C++ programs has other keys in their place.
///
/// Example of the keys for C and C++ programs:
/// ```json
/// "files": [{"path": "./heat", "nodes": "0-1", "hash": "77c0..."}],
/// "words": ["-n", "3"], "interface": "own"
/// ```
///
/// In a replay file, the paths of programs are as the user gave them, and must still lead to the same programs. Further
/// keys, such as `"compute": "declared"`, give the settings of launch_entries() that differ from their defaults.
///
/// `"collectives": ["alltoallv=rs_nl"]` names the algorithms that the user has chosen for MPI
/// collectives.
///
/// In a replay file, `constants` are those of the machine before its buffers are halved. `libraries` names the
/// libraries that were loaded; a replay does not load them by itself, because a file must not decide what code is run.
/// Files of older schema versions are read, too: version 2 has no C and C++ programs, and version 1 has neither
/// halvings nor libraries.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "algorithms/catalogue.hpp"
#include "runtime/error.hpp"
#include "runtime/stress/replay.hpp"
#include "runtime/stress/stress_case.hpp"

namespace switchyard {

struct OutputLine;

/// A function that is called with the lines that C and C++ programs have printed in a run.
using ReplayOutput = std::function<void(const std::vector<OutputLine>& lines)>;

/// The content of a replay file: a recorded run, and how it ended.
struct Replay {
  std::shared_ptr<const StressCase>
      stress_test_case;  ///< what was run: an AlgorithmStressTestCase or a NamedProgramStressTestCase
  /// The recorded run, without its text and its steps. Its machine has as many nodes as that of `stress_test_case`.
  StressedRun run;
  RunLimits limits;
  std::vector<std::string> libraries = {};
};

/// Returns the text of a replay file. Throws UsageError if the catalogue does not have the machine of the recorded run.
std::string replay_text(const Replay& replay);

/// Reads a replay file. Throws a one-line UsageError that starts with `place` if the text is not a
/// replay file, has an unknown schema version, names something unknown, or has an impossible matrix.
/// Also throws UsageError if a program file is missing or has changed. The error names the libraries that may
/// be missing. `output` is not called for runs of the strategy `threads`, as these are repeated many times.
Replay parse_replay(const UserInputPlace& place, const std::string& text, const Catalogue& catalogue,
                    const ReplayOutput& output = {});

/// Repeats the recorded run. If the run used the strategy `threads` (real threads, whose order of events varies), it is
/// repeated until it ends as recorded, but at most `most_repeats` times.
StressedRun repeat_run(const Replay& replay, std::uint64_t most_repeats = 1000);

}  // namespace switchyard
