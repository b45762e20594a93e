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
/// with paths as they were given, which have to lead to the same programs still, and the interface "any" if they were
/// run where theirs was not to be had. "standard_sends" is there if these were not as the machine has them.
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

/// Told what C and C++ programs have printed in each run; see OutputSink.
using ReplayOutput = std::function<void(const std::vector<OutputLine>& lines)>;

/// One run, and how it ended when the file was written.
struct Replay {
  std::shared_ptr<const StressCase> stressed;  ///< an AlgorithmCase or a NamedProgramCase
  StressedRun run;                             ///< without text and steps; on as many nodes as `stressed` has
  RunLimits limits;
  std::vector<std::string> libraries = {};
};

/// Throws UsageError if the machine is not of the catalogue.
std::string replay_text(const Replay& replay);

/// Throws UsageError of one line that opens with `place`: not such a file, another schema version, an unknown machine,
/// constant, algorithm, program, strategy or outcome, a matrix that cannot be, a program file that is missing or
/// another one. Names the libraries that may be missing. What real threads print while a run is repeated is lost.
Replay parse_replay(const InputPlace& place, const std::string& text, const Catalogue& catalogue,
                    const ReplayOutput& output = {});

/// The same run once more. One of the strategy `threads` is repeated, up to so many times, until it ends as it did.
StressedRun run_again(const Replay& replay, std::uint64_t most_repeats = 1000);

}  // namespace switchyard
