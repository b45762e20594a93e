#pragma once
/// \file sweep_plan.hpp
/// The plan of a sweep: the numbered list of the runs that its declaration asks for. There is a run for each
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

/// A machine, and its name in rows of results.
struct NamedMachine {
  std::string name;
  Machine machine;
};

/// A node program of the sweep. It is stored as a pattern that stands for its messages, and an algorithm that runs the
/// program; the two are used only with each other.
struct DeclaredProgram {
  std::size_t pattern_index,
      algorithm_index;  ///< indices into the lists of patterns and algorithms of the sweep's declaration
  ChosenProgram chosen_program;
};

/// The content of a TOML file that declares a sweep. The order of each list determines the numbers of the runs.
struct SweepDeclaration {
  std::string name;
  std::vector<std::string> read_file_paths = {};  ///< paths of the machine files and matrix files that were read
  std::vector<NamedMachine> machines;
  std::vector<Algorithm> algorithms;
  std::vector<Pattern> patterns;  ///< patterns of the sweep; a dense pattern for each density
  std::vector<DeclaredProgram> programs = {};
  std::vector<std::uint64_t> message_sizes;
  std::uint64_t samples_per_seed = 10;
  std::vector<std::uint64_t> seeds{1};
  ExchangeOptions exchange_options = {};  ///< options of all runs; each run sets its own seed
  /// Whether to leave out runs that a machine cannot carry out (such as a pattern with more partners than nodes),
  /// instead of refusing the file.
  bool skip_impossible = false;
};

/// One run of a sweep. Its pointers point into the plan.
struct PlannedSweepRun : PlannedRun {
  const NamedMachine* named_machine;  ///< the run's machine
  const ChosenProgram* program;       ///< the program that is run, or null for an algorithm
};

/// The runs of a sweep as a numbered list. Immutable, so that any thread may use it. A plan must
/// not be moved while cells of it are in use.
class SweepPlan {
 public:
  /// Makes the plan and numbers its runs. Throws UsageError, without naming a place in a file, if a machine cannot
  /// carry out a combination of algorithm and pattern, or if two combinations would have rows that cannot be told
  /// apart.
  explicit SweepPlan(SweepDeclaration declaration);

  const SweepDeclaration& declaration() const noexcept { return sweep_declaration_; }
  std::uint64_t run_count() const noexcept { return run_count_; }
  /// Returns the number of runs that were left out because a machine cannot carry them out and skip_impossible is set.
  std::uint64_t skipped_run_count() const noexcept { return skipped_run_count_; }
  /// Returns the run with this number. The numbering varies samples fastest, then seeds,
  /// algorithms, sizes, patterns and machines, so every n-th run is a fair share.
  PlannedSweepRun run_with_number(std::uint64_t number) const;
  /// Returns a text that identifies the run, such as "ipsc860, 64 nodes, rs_nl, dense 4, 1024 bytes, sample 3 of seed
  /// 1".
  std::string text_of_sweep_run(std::uint64_t number) const;
  /// Returns the number of the run that a row of results (a line of CSV) belongs to. Returns nothing if
  /// the line is no row of this experiment.
  std::optional<std::uint64_t> run_number_of_row(std::string_view row) const;
  /// Returns the host memory, in bytes, that memory_for_messages() estimates for the messages of the run
  /// that needs most.
  double largest_run_bytes() const;
  /// Returns a text with everything that affects the rows of the sweep, one setting on each line, such as "samples:
  /// 10"; constants of machines are indented. If two sweeps have the same text, their rows differ in host times only.
  std::string text_identifying_sweep() const;

 private:
  /// The runs of a sweep that have the same machine and pattern; their numbers are consecutive.
  struct RunBlock {
    std::size_t machine_index, pattern_index;
    std::vector<std::size_t> algorithm_indices;
    std::vector<std::optional<std::uint64_t>> message_sizes;
    std::uint64_t first_run_number;  ///< number of the block's first run
  };
  // The texts in a row of results that identify a block of runs: machine, number of nodes, pattern, and density or
  // file.
  using RunBlockKey = std::tuple<std::string, std::string, std::string, std::string>;

  void add_runs_of_machine_and_pattern(std::size_t machine, std::size_t pattern);
  bool can_run_combination(std::size_t pattern, std::size_t algorithm) const;
  std::string reason_against_run(const Machine& machine, std::size_t pattern, std::size_t algorithm) const;
  std::uint64_t runs_per_combination() const {
    return sweep_declaration_.seeds.size() * sweep_declaration_.samples_per_seed;
  }
  const RunBlock& block_with_run(std::uint64_t number) const;

  SweepDeclaration sweep_declaration_;
  std::vector<RunBlock> blocks_;
  std::map<RunBlockKey, std::size_t> block_index_by_key_;
  std::uint64_t run_count_ = 0;
  std::uint64_t skipped_run_count_ = 0;
};

/// Carries out one run of a sweep: makes its matrix, runs the exchange, and discards the matrix.
/// The row gets the machine's name in the experiment. Throws what run_exchange() throws.
ResultRow carry_out_planned_run(const PlannedSweepRun& cell, const ExchangeOptions& options);

}  // namespace switchyard::sweep
