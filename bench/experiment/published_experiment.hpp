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
///     const std::vector<double> phases =
///     context.results_of_parallel_runs(context.requested_or_published_sample_count(50),
///     [&](std::uint64_t sample) {
///       Rng rng(context.seed_of_random_stream(fmt::format("matrix d={}", d), sample));
///       return phases_of(random_matrix_with_degree(64, d, 1024, rng));
///     });
///     context.add(make_result_cell_with_mean({{"d", fmt::format("{}", d)}}, "phases", phases));
///   }
///   context.add(PaperClaim{.id = "W8", ...});
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

/// The parameters that identify a result cell, which is one number in a paper's table or figure: names and values such
/// as {"d", "16"}, in the order in which the cell's name lists them.
using CellParameters = std::vector<std::pair<std::string, std::string>>;

/// A result cell: one number in a table or figure of a paper, and the number that the emulation gives for it.
struct ResultCell {
  CellParameters parameters = {};
  std::string measurement_unit = {};  ///< the unit of the numbers, such as "ms" or "phases"
  /// The number that the paper gives; empty if it is illegible in print or if the paper shows it only as a curve.
  std::optional<double> published_value = std::nullopt;
  double emulated_value = 0;
  /// The standard deviation of one sample of the emulated number, in the unit of that number; 0 if there is only one
  /// sample.
  double spread = 0;
  std::uint64_t sample_count = 1;

  /// Returns the name of the result cell, which consists of its parameters, such as "d=16 bytes=1024 algorithm=rs_nl".
  std::string name() const;
  /// Returns the difference between the emulated and the published number, divided by the published number; nothing if
  /// there is no published number or it is 0.
  std::optional<double> relative_error() const;
};

/// Makes a result cell from random samples of a number: its emulated number is their mean, and its spread their
/// standard deviation. Needs: at least one sample.
ResultCell make_result_cell_with_mean(CellParameters parameters, std::string measurement_unit,
                                      std::span<const double> samples, std::optional<double> published = std::nullopt);

/// The results that the function of a published experiment has produced so far.
struct ExperimentOutcome {
  std::vector<ResultCell> cells;
  std::vector<PaperClaim> claims;
  /// notes of one line each, for example about what is illegible in the paper or is not modelled
  std::vector<std::string> notes;
  /// Charts in the form of text with several lines, which is printed unchanged.
  std::vector<std::string> chart_texts;
  bool is_complete = false;  ///< whether the experiment's function has returned without interruption
};

struct PublishedExperiment {
  /// the experiment's id, such as "wangranka.cost": the paper, a dot and a name, in small letters, digits, _ and -
  std::string id;
  std::string summary = {};            ///< a summary of the experiment in one line
  std::string reproduced_source = {};  ///< the paper, figures and tables that the experiment reproduces
  /// The name of the parameter whose values are the columns when the result cells are printed as a table. If it is
  /// empty, each cell is printed on a line of its own.
  std::string column_parameter = {};
  /// The function that carries out the experiment. It passes its results to the ExperimentContext one by one, so that
  /// the results so far are kept after an interruption.
  std::function<void(ExperimentContext&)> experiment_function = {};
  /// whether a report shows the results as curves over a parameter; if not, it shows them only in tables
  bool has_curves = true;
};

/// Returns the experiments in `all` whose id matches at least one of `patterns`, in the order of `all`. A pattern is an
/// id, the part of an id before the dot (the name of the paper), a shell pattern such as `*.cost`, or the word `all`.
///
/// Throws: UsageError for a pattern that matches no experiment; the error's text starts with `option` and suggests the
///         most similar id.
std::vector<PublishedExperiment> select_experiments(std::span<const PublishedExperiment> all, const std::string& option,
                                                    std::span<const std::string> patterns);

}  // namespace switchyard
