#pragma once
/// \file ponnusamy_claims.hpp
/// Judges the claims of Ponnusamy, Thakur, Choudhary and Fox about their results, on the basis of emulated results.
///
/// Source: R. Ponnusamy, R. Thakur, A. Choudhary, G. Fox, "Scheduling Regular and Irregular Communication Patterns on
/// the CM-5" (1992), sec. 3.5, 3.6, 4.5.

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "bench/experiment/claim.hpp"
#include "bench/experiment/published_experiment.hpp"

namespace switchyard::papers {

inline constexpr std::array<std::uint32_t, 6> kExchangeNodeCounts{8, 16, 32, 64, 128, 256};
inline constexpr std::array<std::uint32_t, 4> kBroadcastNodeCounts{32, 64, 128, 256};

/// A table of result cells (emulated numbers, with the numbers that the paper prints). It keeps the cells in the order
/// in which they were added, and finds a cell by its name.
class CellTable {
 public:
  void add_cell(ResultCell cell);
  std::span<const ResultCell> cells() const noexcept { return cells_; }
  /// Returns the result cell with this name. Needs: the table has such a cell.
  const ResultCell& find_result_cell_by_name(const std::string& name) const { return cells_[cell_indices_.at(name)]; }
  double emulated_value_of_result_cell(const std::string& name) const {
    return find_result_cell_by_name(name).emulated_value;
  }

 private:
  std::vector<ResultCell> cells_;
  std::map<std::string, std::size_t> cell_indices_;
};

/// Adds all result cells (emulated numbers) of a paper, and the judged claims about them, to the results of the
/// experiment.
void add_result_cells_and_paper_claims(ExperimentContext& context, const CellTable& cells,
                                       std::vector<PaperClaim> claims);

/// Judges the paper's claims P5 to P7 about the complete exchange. Needs: result cells with names such as `nodes=32
/// bytes=2048 algorithm=lex`.
std::vector<PaperClaim> claims_on_complete_exchange(const CellTable& cells);

/// Judges the paper's claim P8 about the two-dimensional FFT, and also the part of P8 that is expected to hold. Needs:
/// result cells with names such as `size=1024 nodes=32 algorithm=pex`.
std::vector<PaperClaim> judge_paper_claims_about_fft(const CellTable& cells);

/// Judges the paper's claim P10 about broadcasts, and claim P10-crossing about the message sizes from which on the
/// algorithm REB is faster than the broadcast of the CM-5's system software. Needs: result cells with names such as
/// `nodes=32 bytes=1024 algorithm=reb`.
std::vector<PaperClaim> judge_paper_claims_about_broadcasts(const CellTable& cells);

/// The steps of one algorithm's schedule as text, and whether the schedule was verified without finding an error.
struct ScheduleStepTexts {
  std::vector<std::string> steps;
  bool is_valid = false;
};
using PatternSchedules = std::map<std::string, ScheduleStepTexts>;
/// Judges the paper's claim P4 about the schedules of an example that the paper calls pattern P. Needs: the schedules
/// of the algorithms ls, ps, bs and gs.
PaperClaim judge_schedules_of_example_pattern_p(const PatternSchedules& schedules);

/// For the name of each result cell, a fraction of the random patterns: those whose emulated time lies on the same side
/// of the median time as the printed time, and at least as far from the median.
using FractionOfExtremePatternsByCell = std::map<std::string, double>;
double share_of_samples_beyond(std::span<const double> samples, double published);

/// Returns a table as text with a line for each result cell that has a printed time. A line shows the relative error,
/// the standard deviation between random patterns, and the error in units of this deviation, computed in two ways.
std::string pattern_time_deviations_as_text_table(const CellTable& cells, const FractionOfExtremePatternsByCell& tails);

/// Judges claims P1 to P3 about the times of random patterns in table 11 of Ponnusamy et al., and two variants of P1.
/// Needs: result cells with names such as `percent=50 bytes=256 algorithm=gs`.
std::vector<PaperClaim> synthetic_pattern_claims(const CellTable& cells, const FractionOfExtremePatternsByCell& tails);

/// The mean density and the mean message size of several communication patterns.
struct MeanDensityAndMessageSize {
  double percent = 0;
  double message_bytes = 0;
};

/// Judges claim P9 about the communication patterns of real problems, and the claim that all emulated times are within
/// a factor of 1.5 of the printed times. Needs: result cells with names such as `problem=cg_16k algorithm=gs`.
std::vector<PaperClaim> real_problem_claims(const CellTable& cells);

}  // namespace switchyard::papers
