#pragma once
/// \file replay_file.hpp
/// A finding as a small JSON file, from which anyone gets the same run again. Of an algorithm:
///
/// ```json
/// {"schema_version": 3, "machine": "ipsc860", "nodes": 2, "constants": {"system_buffer": "1KiB"}, "halvings": 1,
///  "libraries": [], "matrix": [[0, 1, 1024], [1, 0, 1024]], "algorithm": "ac_unposted", "protocol": "own",
///  "strategy": "random", "seed": 17, "time_limit": "100s", "decisions": [[12, 3]], "outcome": "deadlock",
///  "trace_hash": "a01f..."}
/// ```
///
/// Of a node program `"program": "mine", "arguments": "rounds=3"` stand in place of matrix, algorithm and protocol; of
/// C and C++ programs
///
/// ```json
/// "files": [{"path": "./heat", "nodes": "0-1", "hash": "77c0..."}], "words": ["-n", "3"], "interface": "own"
/// ```
///
/// with paths as they were given, which must still lead to the same programs. Further keys are those of
/// launch_entries() that were not the defaults, such as `"compute": "declared"`.
///
/// `"collectives": ["alltoallv=rs_nl"]` names algorithms of the user's choice.
///
/// `constants` are those of the machine before its buffers are halved. `libraries` are those that were loaded; the file
/// only names them, as it is not for a file to say what code is run. Files of schema version 2, which are not of C and
/// C++ programs, are read as well, and those of version 1, which have neither halvings nor libraries.

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

/// Receives what C and C++ programs printed in each run; see OutputSink.
using ReplayOutput = std::function<void(const std::vector<OutputLine>& lines)>;

/// One run, and how it ended when the replay file was written.
struct Replay {
  std::shared_ptr<const StressCase> stressed;  ///< an AlgorithmCase or a NamedProgramCase
  StressedRun run;                             ///< has no text and no steps; has as many nodes as `stressed`
  RunLimits limits;
  std::vector<std::string> libraries = {};
};

/// Throws UsageError if the machine is not of the catalogue.
std::string replay_text(const Replay& replay);

/// Throws a one-line UsageError that opens with `place`: the text is not a replay file, has another schema version,
/// names an unknown machine, constant, algorithm, program, strategy or outcome, or has an impossible matrix, or a
/// program file is missing or has changed. The error names the libraries that may be missing. Output of real threads is
/// lost while a run is repeated.
Replay parse_replay(const InputPlace& place, const std::string& text, const Catalogue& catalogue,
                    const ReplayOutput& output = {});

/// Makes the recorded run again. A run with the strategy `threads` is repeated until it ends as recorded, up to the
/// given number of times.
StressedRun run_again(const Replay& replay, std::uint64_t most_repeats = 1000);

}  // namespace switchyard
