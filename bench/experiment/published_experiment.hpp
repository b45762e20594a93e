#pragma once
/// \file published_experiment.hpp
/// An experiment that reproduces a table or figure of a paper: what it reproduces, and a function that measures the
/// cells of the table and judges the paper's claims on them.
///
/// An experiment is an entry in the list of its paper, such as wang_ranka_experiments(). Its function may be:
///
/// ```cpp
/// void phases(ExperimentContext& context) {
///   for (const std::uint32_t d : {4, 8, 16}) {
///     const std::vector<double> phases = context.results_of_parallel_runs(context.sample_count_or(50),
///     [&](std::uint64_t sample) {
///       Rng rng(context.seed_of_random_stream(fmt::format("matrix d={}", d), sample));
///       return phases_of(dense_random(64, d, 1024, rng));
///     });
///     context.add(mean_cell({{"d", fmt::format("{}", d)}}, "phases", phases));
///   }
///   context.add(Claim{.id = "W8", ...});
/// }
/// ```

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bench/experiment/claim.hpp"

namespace switchyard {

class ExperimentContext;

/// Names and values such as {"d", "16"}, in the order in which they make the name of a cell.
using CellParameters = std::vector<std::pair<std::string, std::string>>;

/// One number of a table or figure in a paper, and the emulated number.
struct ResultCell {
  CellParameters parameters = {};
  std::string unit = {};  ///< unit such as "ms" or "phases"
  /// The number in the paper; empty if it is illegible in print or is only shown as a curve.
  std::optional<double> published = std::nullopt;
  double emulated = 0;
  double spread = 0;  ///< standard deviation of one sample, in the unit of the cell; 0 if there is only one
  std::uint64_t samples = 1;

  std::string name() const;  ///< Returns a name such as "d=16 bytes=1024 algorithm=rs_nl".
  std::optional<double> relative_error()
      const;  ///< Returns (emulated - published) / published; nothing if there is no published number or it is 0.
};

/// Makes a cell of the mean and standard deviation of the samples. Needs: a sample.
ResultCell mean_cell(CellParameters parameters, std::string unit, std::span<const double> samples,
                     std::optional<double> published = std::nullopt);

/// The results that a published experiment has given so far.
struct ExperimentOutcome {
  std::vector<ResultCell> cells;
  std::vector<Claim> claims;
  std::vector<std::string> notes;   ///< notes of one line, such as what is lost in the print or not modelled
  std::vector<std::string> charts;  ///< text of several lines, printed as it stands
  bool complete = false;            ///< whether the experiment's function has returned without interruption
};

struct PublishedExperiment {
  std::string id;            ///< id such as "wangranka.cost": the paper, a dot, a name; small letters, digits, _ and -
  std::string summary = {};  ///< a summary of one line
  std::string reproduces = {};  ///< the paper, figures and tables that the experiment reproduces
  /// The parameter whose values are the columns when the cells are printed as a table; if empty,
  /// each cell has a line.
  std::string columns = {};
  /// The function that carries out the experiment. It gives its results to the ExperimentContext cell by cell, so that
  /// after an interruption the finished cells are kept.
  std::function<void(ExperimentContext&)> carry_out = {};
  bool has_curves =
      true;  ///< false: the cells are not functions of a parameter, and a report shows them as tables only
};

/// Returns the experiments whose id matches one of `patterns`, each once and in the order of `all`. A pattern is an id,
/// the paper's name before the dot of an id, a shell pattern such as `*.cost`, or `all`.
///
/// Throws: UsageError for a pattern that matches no experiment; it starts with `option` and shows the nearest id.
std::vector<PublishedExperiment> select_experiments(std::span<const PublishedExperiment> all, const std::string& option,
                                                    std::span<const std::string> patterns);

}  // namespace switchyard
