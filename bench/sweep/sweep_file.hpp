#pragma once
/// \file sweep_file.hpp
/// Sweeps, which are experiments declared as TOML files:
///
/// ```toml
/// schema_version = 1
/// name = "regions"
/// algorithms = ["ac", "lp", "rs_n", "rs_nl"]
/// densities = [4, 8, 16, 32, 48]             # or patterns = ["dense", "complete", "percent:50", "matrix:FILE.mtx"]
/// bytes = [64, "1KiB", "128KiB"]
/// samples = 50                               # random matrices of each seed
/// seeds = [1]
///
/// [[machines]]
/// machine = "ipsc860"                        # or a machine file
/// nodes = [64]
/// ```
///
/// `programs = ["mine", "other:rounds=3"]` runs node programs of a library, in addition to algorithms and their
/// patterns, or without any algorithms. C and C++ programs are named by their files, "./heat", if necessary with
/// arguments and on nodes of their own: `{program = ["./master@0", "./worker@1-63"], words = ["-n", "100"]}`. Their
/// options are keys too, with the values that they have for `switchyard stress`: `interface`, `compute`,
/// `leaks`, `standard_sends`.
///
/// If machines need no settings, `machines = ["ipsc860", "cm5"]` and `nodes = [32, 64]` are enough. `name` in a machine
/// is its name in result rows; `[machines.constants]` changes constants. `clock`, `executor`, `protocol`, `schedule`,
/// `reuse`, `time_limit`, `host_limit` and `stack_bytes` take the values of the options of `switchyard run`; `verify`
/// and `skip_impossible` are true or false. Names of files are relative to the folder of the TOML file.
///
/// If the sweep file names no `executor`, runs under the virtual clock use fibers, which give the same results in less
/// time, and all other runs use threads. Under the wall clock, the dilation (the factor by which a run is slowed down)
/// is measured for each machine, pattern and size.

#include <string>

#include "algorithms/catalogue.hpp"
#include "bench/sweep/sweep_plan.hpp"

namespace switchyard::sweep {

/// Reads a TOML file that declares a sweep, and makes the plan of the sweep. Throws UsageError `FILE:LINE:COLUMN: what
/// is wrong; what would be right`.
SweepPlan read_sweep_file(const std::string& path, const Catalogue& catalogue);

}  // namespace switchyard::sweep
