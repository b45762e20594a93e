#pragma once
/// \file published_experiment.hpp
/// A table or figure of a paper as something to run: what it reproduces, and a function that measures its cells and
/// judges the paper's claims on them.
///
/// An experiment is a row in the list of its paper, such as wang_ranka_experiments():
///
/// ```cpp
/// void phases(ExperimentContext& context) {
///   for (const std::uint32_t d : {4, 8, 16}) {
///     std::vector<double> phases(context.samples(50));
///     context.for_each_run(phases.size(), [&](std::uint64_t sample) {
///       Rng rng(context.seed_of(fmt::format("matrix d={}", d), sample));
///       phases[sample] = phases_of(dense_random(64, d, 1024, rng));
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

/// Name and value, {"d", "16"}, in the order in which they make the cell's name.
using CellParameters = std::vector<std::pair<std::string, std::string>>;

/// One number of a table or figure.
struct ResultCell {
  CellParameters parameters = {};
  std::string unit = {};                           ///< "ms", "phases"
  std::optional<double> published = std::nullopt;  ///< nothing where the print is lost or is only a curve
  double emulated = 0;
  double spread = 0;  ///< standard deviation of one sample, in the unit of the cell; 0 if there is one only
  std::uint64_t samples = 1;

  std::string name() const;  ///< "d=16 bytes=1024 algorithm=rs_nl"
  std::optional<double> relative_error()
      const;  ///< (emulated - published) / published; nothing without it, or if it is 0
};

/// Mean and standard deviation of the samples. Needs: a sample.
ResultCell mean_cell(CellParameters parameters, std::string unit, std::span<const double> samples,
                     std::optional<double> published = std::nullopt);

/// What an experiment has come to so far.
struct ExperimentOutcome {
  std::vector<ResultCell> cells;
  std::vector<Claim> claims;
  std::vector<std::string> notes;   ///< one line each, such as what is lost in the print or not modelled
  std::vector<std::string> charts;  ///< text of several lines, printed as it stands
  bool complete = false;            ///< the experiment has returned
};

struct PublishedExperiment {
  std::string id;               ///< "wangranka.cost": the paper, a dot, what it is; small letters, digits, _ and -
  std::string summary = {};     ///< one line
  std::string reproduces = {};  ///< paper, figures, tables
  /// The parameter whose values stand side by side when the cells are printed; empty: one line a cell.
  std::string columns = {};
  /// Hands what it finds to the context, cell by cell, so that an interrupted experiment keeps those that are done.
  std::function<void(ExperimentContext&)> carry_out = {};
  bool has_curves = true;  ///< false: its cells are no functions of a parameter, and a report has them as tables alone
};

/// Those whose id matches one of the patterns, each once and in the order of `all`. A pattern is an id, what stands
/// before its dot, a shell pattern such as `*.cost`, or `all`.
///
/// Throws: UsageError for a pattern that matches none; it starts with `option` and shows the nearest id.
std::vector<PublishedExperiment> select_experiments(std::span<const PublishedExperiment> all, const std::string& option,
                                                    std::span<const std::string> patterns);

}  // namespace switchyard
