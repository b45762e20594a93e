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
#include "bench/cli/pattern.hpp"
#include "bench/cli/result_rows.hpp"
#include "runtime/machine.hpp"

namespace switchyard::sweep {

/// A machine under the name that its rows bear.
struct NamedMachine {
  std::string name;
  Machine machine;
};

/// A node program: a pattern that stands for its messages, and an algorithm that runs it and nothing else.
struct DeclaredProgram {
  std::size_t pattern, algorithm;  ///< by place in the declaration
  ProgramKind kind;
};

/// What a file declares. The order of each list settles the numbers of the runs.
struct Declaration {
  std::string name;
  std::vector<std::string> files = {};  ///< machine files and matrices that have been read
  std::vector<NamedMachine> machines;
  std::vector<Algorithm> algorithms;
  std::vector<cli::Pattern> patterns;  ///< a dense one for each density
  std::vector<DeclaredProgram> programs = {};
  std::vector<std::uint64_t> bytes;
  std::uint64_t samples = 10;
  std::vector<std::uint64_t> seeds{1};
  ExchangeOptions options = {};  ///< but for the seed
  /// Leaves out what a machine cannot carry out (more partners than nodes, say), instead of refusing it.
  bool skip_impossible = false;
};

/// One run. The pointers are into the plan.
struct SweepCell {
  const NamedMachine* machine;
  const cli::Pattern* pattern;
  const Algorithm* algorithm;
  std::optional<std::uint64_t> bytes;  ///< nothing for the pattern's own sizes
  std::uint64_t seed;
  std::uint64_t sample;
};

/// Immutable; any thread. Not to be moved while cells of it are in use.
class SweepPlan {
 public:
  /// Throws UsageError, without a place, if a machine cannot carry out a combination, or two combinations would have
  /// rows that cannot be told apart.
  explicit SweepPlan(Declaration declaration);

  const Declaration& declaration() const noexcept { return declaration_; }
  std::uint64_t cell_count() const noexcept { return cell_count_; }
  /// Runs that were left out, as skip_impossible allows.
  std::uint64_t skipped() const noexcept { return skipped_; }
  /// Samples are numbered first, then seeds, algorithms, sizes, patterns and machines: every n-th run is a fair share.
  SweepCell cell(std::uint64_t number) const;
  /// "ipsc860, 64 nodes, rs_nl, dense 4, 1024 bytes, sample 3 of seed 1"
  std::string text_of(std::uint64_t number) const;
  /// The run that a row of results, a line of CSV, is of; nothing for a line that is no row of this experiment.
  std::optional<std::uint64_t> number_of(std::string_view row) const;
  /// Host memory of the largest run's messages, as sent and as received.
  double largest_run_bytes() const;
  /// All that settles the rows, one thing a line, such as "samples: 10", constants of machines indented.
  /// Equal texts, equal rows but for host times.
  std::string identity() const;

 private:
  /// What one machine and pattern have.
  struct Block {
    std::size_t machine, pattern;
    std::vector<std::size_t> algorithms;
    std::vector<std::optional<std::uint64_t>> bytes;
    std::uint64_t first;  ///< number of its first run
  };
  using BlockKey = std::tuple<std::string, std::string, std::string, std::string>;  // machine, nodes, pattern, density

  void add_block(std::size_t machine, std::size_t pattern);
  bool go_together(std::size_t pattern, std::size_t algorithm) const;
  std::string problem_with(const Machine& machine, std::size_t pattern, std::size_t algorithm) const;
  std::uint64_t repeats() const { return declaration_.seeds.size() * declaration_.samples; }
  const Block& block_of(std::uint64_t number) const;

  Declaration declaration_;
  std::vector<Block> blocks_;
  std::map<BlockKey, std::size_t> by_key_;
  std::uint64_t cell_count_ = 0;
  std::uint64_t skipped_ = 0;
};

/// Makes the matrix, runs, and drops it. Throws what run_exchange throws.
cli::ResultRow carry_out(const SweepCell& cell, const ExchangeOptions& options);

}  // namespace switchyard::sweep
