#pragma once
/// \file sweep_plan.hpp
/// A declared experiment as a numbered list of runs: machines x patterns x sizes x algorithms x seeds x samples.

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

/// A machine, with the name that it has in result rows.
struct NamedMachine {
  std::string name;
  Machine machine;
};

/// A node program of the experiment. It is stored as a pattern that stands for its messages, and an algorithm that runs
/// it with that pattern only.
struct DeclaredProgram {
  std::size_t pattern, algorithm;  ///< indices into the declaration's patterns and algorithms
  ChosenProgram chosen;
};

/// The content of a sweep file. The order of each list settles the numbers of the runs.
struct Declaration {
  std::string name;
  std::vector<std::string> files = {};  ///< machine files and matrices that were read
  std::vector<NamedMachine> machines;
  std::vector<Algorithm> algorithms;
  std::vector<Pattern> patterns;  ///< one dense pattern for each density
  std::vector<DeclaredProgram> programs = {};
  std::vector<std::uint64_t> bytes;
  std::uint64_t samples = 10;
  std::vector<std::uint64_t> seeds{1};
  ExchangeOptions options = {};  ///< options of all runs; each run sets its own seed
  /// Leave out runs that a machine cannot carry out (with more partners than nodes, say), instead of refusing the file.
  bool skip_impossible = false;
};

/// One run of the experiment. Its pointers refer to the plan.
struct SweepCell : PlannedRun {
  const NamedMachine* named;     ///< the run's machine
  const ChosenProgram* program;  ///< the program that is run, or null for an algorithm
};

/// An experiment as a numbered list of runs. Immutable; any thread. Do not move it while cells of it are in use.
class SweepPlan {
 public:
  /// Numbers the runs. Throws UsageError, without naming a place in a file, if a machine cannot carry out a
  /// combination, or if two combinations would have rows that cannot be told apart.
  explicit SweepPlan(Declaration declaration);

  const Declaration& declaration() const noexcept { return declaration_; }
  std::uint64_t cell_count() const noexcept { return cell_count_; }
  /// Number of runs that were left out, as skip_impossible allows.
  std::uint64_t skipped() const noexcept { return skipped_; }
  /// The run with this number. The numbering varies samples fastest, then seeds, algorithms, sizes, patterns and
  /// machines, so every n-th run is a fair share.
  SweepCell cell(std::uint64_t number) const;
  /// The run in words: "ipsc860, 64 nodes, rs_nl, dense 4, 1024 bytes, sample 3 of seed 1".
  std::string text_of(std::uint64_t number) const;
  /// The number of the run that a row of results (a line of CSV) belongs to; nothing if the line is no row of this
  /// experiment.
  std::optional<std::uint64_t> number_of(std::string_view row) const;
  /// Host memory for the messages of the largest run, as sent and as received.
  double largest_run_bytes() const;
  /// A text with everything that affects the rows, one setting a line, such as "samples: 10"; constants of machines are
  /// indented. If two experiments have the same text, their rows differ in host times only.
  std::string identity() const;

 private:
  /// The runs of one machine and pattern.
  struct Block {
    std::size_t machine, pattern;
    std::vector<std::size_t> algorithms;
    std::vector<std::optional<std::uint64_t>> bytes;
    std::uint64_t first;  ///< number of the block's first run
  };
  using BlockKey = std::tuple<std::string, std::string, std::string, std::string>;  // machine, nodes, pattern, density

  void add_block(std::size_t machine, std::size_t pattern);
  bool form_a_run(std::size_t pattern, std::size_t algorithm) const;
  std::string problem_with(const Machine& machine, std::size_t pattern, std::size_t algorithm) const;
  std::uint64_t repeats() const { return declaration_.seeds.size() * declaration_.samples; }
  const Block& block_of(std::uint64_t number) const;

  Declaration declaration_;
  std::vector<Block> blocks_;
  std::map<BlockKey, std::size_t> by_key_;
  std::uint64_t cell_count_ = 0;
  std::uint64_t skipped_ = 0;
};

/// Makes the matrix of a run, runs it, and discards the matrix. The row gets the machine's name in the experiment.
/// Throws what run_exchange() throws.
ResultRow carry_out(const SweepCell& cell, const ExchangeOptions& options);

}  // namespace switchyard::sweep
