#pragma once
/// \file published_experiment.hpp
/// Published experiments. Each reproduces a table or figure of a paper: its function measures the cells of the table
/// and judges whether the paper's claims hold.
///
/// Each experiment is an entry in the list of its paper, such as wang_ranka_experiments(). The function of an
/// experiment looks like this example:
///
/// ```cpp
/// void phases(ExperimentContext& context) {
///   for (const std::uint32_t d : {4, 8, 16}) {
///     const std::vector<double> phases = context.results_of_parallel_runs(context.sample_count_or_published(50),
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

/// The parameters of a result cell: names and values such as {"d", "16"}, in the order in which the cell's name lists
/// them.
using CellParameters = std::vector<std::pair<std::string, std::string>>;

/// One number in a table or figure of a paper, and the number that the emulation gives for it.
struct ResultCell {
  CellParameters parameters = {};
  std::string unit = {};  ///< the unit of the numbers, such as "ms" or "phases"
  /// The number in the paper; empty if it is illegible in print or if the paper shows it only as a curve.
  std::optional<double> published_value = std::nullopt;
  double emulated_value = 0;
  double spread = 0;  ///< standard deviation of a single sample, in the unit of the cell; 0 if there is only one sample
  std::uint64_t sample_count = 1;

  std::string name() const;  ///< Returns a name such as "d=16 bytes=1024 algorithm=rs_nl".
  /// Returns the error of the emulated number relative to the published number; nothing if there is no published number
  /// or it is 0.
  std::optional<double> relative_error() const;
};

/// Makes a cell whose emulated number is the mean of the samples, with their standard deviation. Needs: at least one
/// sample.
ResultCell mean_cell(CellParameters parameters, std::string unit, std::span<const double> samples,
                     std::optional<double> published = std::nullopt);

/// The results that a published experiment has given so far.
struct ExperimentOutcome {
  std::vector<ResultCell> cells;
  std::vector<Claim> claims;
  /// notes of one line each, such as a note on what is illegible in the paper or is not modelled
  std::vector<std::string> notes;
  std::vector<std::string> chart_texts;  ///< charts as text of several lines, which is printed unchanged
  bool is_complete = false;              ///< whether the experiment's function has returned without interruption
};

struct PublishedExperiment {
  /// the experiment's id, such as "wangranka.cost": the paper, a dot and a name, in small letters, digits, _ and -
  std::string id;
  std::string summary = {};            ///< a summary of the experiment in one line
  std::string reproduced_source = {};  ///< the paper, figures and tables that the experiment reproduces
  /// The parameter of the cells whose values are the columns when the cells are printed as a table. If it is empty,
  /// each cell is printed on a line of its own.
  std::string column_parameter = {};
  /// The function that carries out the experiment. It gives its results to the ExperimentContext cell by cell, so that
  /// after an interruption the finished cells are kept.
  std::function<void(ExperimentContext&)> carry_out = {};
  /// whether the cells are functions of a parameter; if not, a report shows them only in tables, without curves
  bool has_curves = true;
};

/// Returns those of the experiments `all` whose id matches one of `patterns`, each experiment once, in the order of
/// `all`. A pattern is an id, the part of an id before the dot (the name of the paper), a shell pattern such as
/// `*.cost`, or the word `all`.
///
/// Throws: UsageError for a pattern that matches no experiment; the error's text starts with `option` and suggests the
/// most similar id.
std::vector<PublishedExperiment> select_experiments(std::span<const PublishedExperiment> all, const std::string& option,
                                                    std::span<const std::string> patterns);

}  // namespace switchyard
