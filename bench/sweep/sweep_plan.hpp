#pragma once
/// \file sweep_plan.hpp
/// The plan of a sweep: the numbered list of all runs that the sweep's TOML file asks for. There is one run for each
/// combination of machine, pattern, message size, algorithm, seed and sample.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "algorithms/catalogue.hpp"
#include "algorithms/exchange/exchange_run.hpp"
#include "bench/experiment/pattern.hpp"
#include "bench/experiment/planned_run.hpp"
#include "bench/experiment/program_options.hpp"
#include "bench/experiment/result_rows.hpp"
#include "runtime/machine.hpp"

namespace switchyard::sweep {

/// A machine, and the name that it has in result rows.
struct NamedMachine {
  std::string name;
  Machine machine;
};

/// A node program of a sweep. It is stored as a pattern, which stands for its messages, and an algorithm, which runs
/// the program; the two are used only with each other.
struct ProgramDeclaredInSweepFile {
  std::size_t pattern_index,
      /// Indices into the lists of patterns and algorithms of the SweepDeclaration.
      algorithm_index;
  ChosenProgram chosen_program;
};

/// The content of a TOML file that declares a sweep. The order of each list determines the numbers of the runs.
struct SweepDeclaration {
  std::string name;
  /// The paths of the machine files and matrix files that the TOML file names.
  std::vector<std::string> read_file_paths = {};
  std::vector<NamedMachine> machines;
  std::vector<Algorithm> algorithms;
  /// The communication patterns of the sweep; each density has a dense pattern of its own.
  std::vector<Pattern> patterns;
  std::vector<ProgramDeclaredInSweepFile> programs = {};
  std::vector<std::uint64_t> message_sizes;
  std::uint64_t samples_per_seed = 10;
  std::vector<std::uint64_t> seeds{1};
  /// The options of all runs, except the seed, which is different for each run.
  ExchangeOptions exchange_options = {};
  /// Whether to leave out runs that a machine cannot carry out (such as a pattern with more partners than nodes),
  /// instead of refusing the whole sweep file.
  bool skips_impossible_runs = false;
};

/// One run of a sweep. Its pointers point into the SweepPlan.
struct PlannedSweepRun : PlannedRun {
  const NamedMachine* named_machine;  ///< the machine of the run, and its name in result rows
  /// The program that is run; null if the run is of an algorithm.
  const ChosenProgram* program;
};

/// The runs of a sweep as a numbered list. Immutable, so that any thread may use it. A plan must not be moved while
/// PlannedSweepRun objects point into it.
class SweepPlan {
 public:
  /// Makes the plan and numbers its runs. Throws UsageError, whose text names no place in a file, if a machine cannot
  /// carry out a combination of algorithm and pattern, or if the rows of two combinations could not be told apart.
  explicit SweepPlan(SweepDeclaration declaration);

  const SweepDeclaration& declaration() const noexcept { return sweep_declaration_; }
  std::uint64_t run_count() const noexcept { return run_count_; }
  /// Returns the number of runs that were left out because a machine cannot carry them out. Runs are left out only if
  /// `skips_impossible_runs` is set; otherwise the sweep is refused.
  std::uint64_t skipped_run_count() const noexcept { return skipped_run_count_; }
  /// Returns the run with this number. With ascending numbers, the samples vary fastest, then the seeds, algorithms,
  /// message sizes, patterns and machines. So every n-th run is a fair share of the work.
  PlannedSweepRun planned_run_with_number(std::uint64_t number) const;
  /// Returns a text that identifies the run, such as "ipsc860, 64 nodes, rs_nl, dense 4, 1024 bytes, sample 3 of seed
  /// 1".
  std::string text_of_sweep_run(std::uint64_t number) const;
  /// Returns the number of the run to which a result row (a line of CSV) belongs. Returns nothing if the line is not a
  /// row of this sweep.
  std::optional<std::uint64_t> run_number_of_row(std::string_view row) const;
  /// Returns the host memory, in bytes, that the messages of the largest run need, as estimated by
  /// memory_for_messages().
  double largest_run_bytes() const;
  /// Returns a text with everything that affects the rows of the sweep, one setting on each line, such as "samples:
  /// 10"; the lines for machine constants are indented. The rows of two sweeps with the same text differ in host times
  /// only.
  std::string text_identifying_sweep() const;

 private:
  /// The runs of a sweep that have the same machine and the same pattern. Their numbers are consecutive.
  struct RunsOfMachineAndPattern {
    std::size_t machine_index, pattern_index;
    std::vector<std::size_t> algorithm_indices;
    std::vector<std::optional<std::uint64_t>> message_sizes;
    /// The lowest run number in the block.
    std::uint64_t first_run_number;
  };
  // The texts in a result row that identify the machine and the pattern of the run: machine, number of nodes, pattern,
  // and density or matrix file.
  using MachineAndPatternTextKey = std::tuple<std::string, std::string, std::string, std::string>;

  void add_runs_of_machine_and_pattern(std::size_t machine, std::size_t pattern);
  bool can_combine_pattern_with_algorithm(std::size_t pattern, std::size_t algorithm) const;
  std::string reason_against_run(const Machine& machine, std::size_t pattern, std::size_t algorithm) const;
  std::uint64_t runs_per_combination() const {
    return sweep_declaration_.seeds.size() * sweep_declaration_.samples_per_seed;
  }
  const RunsOfMachineAndPattern& find_block_containing_run(std::uint64_t number) const;

  SweepDeclaration sweep_declaration_;
  std::vector<RunsOfMachineAndPattern> blocks_;
  std::map<MachineAndPatternTextKey, std::size_t> block_index_by_key_;
  std::uint64_t run_count_ = 0;
  std::uint64_t skipped_run_count_ = 0;
};

/// Carries out one run of a sweep: makes its matrix, runs the exchange, and discards the matrix. The result row gets
/// the machine's name in the sweep. Throws what run_exchange() throws.
ResultRow carry_out_planned_run(const PlannedSweepRun& cell, const ExchangeOptions& options);

}  // namespace switchyard::sweep
