#include "bench/papers/ponnusamy_claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "bench/experiment/experiment_context.hpp"
#include "bench/papers/ponnusamy_tables.hpp"

namespace switchyard::papers {
namespace {

constexpr double kLargestRatioOfEqualTimes = 1.05;  ///< Two times count as equal if their ratio is at most this number.

std::string joined_by_semicolon(const std::string& text, const std::string& more) {
  return text.empty() ? more : text + "; " + more;
}

// ---------------------------------------------------------- functions that judge claims about the complete exchange

double exchange_ms(const CellTable& cells, std::uint32_t nodes, std::uint64_t bytes, std::string_view algorithm) {
  return cells.emulated_value_of_result_cell(fmt::format("nodes={} bytes={} algorithm={}", nodes, bytes, algorithm));
}

std::string exchange_times_text(const CellTable& cells, std::uint32_t nodes, std::uint64_t bytes) {
  return fmt::format("{} nodes, {} B: PEX {:.2f}, BEX {:.2f}, REX {:.2f} ms", nodes, bytes,
                     exchange_ms(cells, nodes, bytes, "pex"), exchange_ms(cells, nodes, bytes, "bex"),
                     exchange_ms(cells, nodes, bytes, "rex"));
}

bool is_recursive_exchange_fastest(const CellTable& cells, std::uint32_t nodes, std::uint64_t bytes) {
  const double rex = exchange_ms(cells, nodes, bytes, "rex");
  return rex < exchange_ms(cells, nodes, bytes, "pex") && rex < exchange_ms(cells, nodes, bytes, "bex");
}

PaperClaim exchange_claim_on_32_nodes(const CellTable& cells) {
  const auto time = [&](std::uint64_t bytes, std::string_view name) { return exchange_ms(cells, 32, bytes, name); };
  bool lex_far_worst = true;
  for (const std::uint64_t bytes : {256, 512, 1024, 1536, 1920, 2048}) {
    for (const char* other : {"pex", "rex", "bex"}) lex_far_worst &= time(bytes, "lex") >= 2 * time(bytes, other);
  }
  const bool ordered = time(2048, "bex") < time(2048, "pex") && time(2048, "pex") < time(2048, "rex");
  return {.id = "P5",
          .statement =
              "complete exchange on 32 nodes: LEX takes at least twice as long as any other; at 2 KiB BEX < PEX < "
              "REX; at 0 B REX is best",
          .holds = lex_far_worst && ordered && is_recursive_exchange_fastest(cells, 32, 0),
          .evidence_text =
              fmt::format("{}; {}; LEX {:.2f} ms at 256 B, {:.2f} at 2048 B", exchange_times_text(cells, 32, 2048),
                          exchange_times_text(cells, 32, 0), time(256, "lex"), time(2048, "lex"))};
}

PaperClaim exchange_claim_on_few_nodes(const CellTable& cells) {
  PaperClaim claim{.id = "P6", .statement = "256 B: PEX takes less than REX on 8, 16 and 32 nodes", .holds = true};
  for (const std::uint32_t nodes : {8U, 16U, 32U}) {
    claim.holds &= exchange_ms(cells, nodes, 256, "pex") < exchange_ms(cells, nodes, 256, "rex");
    claim.evidence_text = joined_by_semicolon(claim.evidence_text, exchange_times_text(cells, nodes, 256));
  }
  return claim;
}

PaperClaim exchange_claim_on_many_nodes(const CellTable& cells) {
  PaperClaim claim{
      .id = "P7",
      .statement = "256 to 1920 B: REX is best on 256 nodes",
      .holds = true,
      .known_failure_reason =
          "where a message costs a constant and a rate, the messages that REX saves grow with n and the bytes "
          "that it adds, and copies, with n log n: what is slower on few nodes is slower still on many. For "
          "the print PEX would have to collapse under congestion, which max-min sharing does not model"};
  for (const std::uint64_t bytes : {256, 512, 1920}) {
    claim.holds &= is_recursive_exchange_fastest(cells, 256, bytes);
    claim.evidence_text = joined_by_semicolon(claim.evidence_text, exchange_times_text(cells, 256, bytes));
  }
  return claim;
}

// -------------------------------------------------------------------------- functions that judge claims about the FFT

double transform_seconds(const CellTable& cells, std::uint32_t size, std::string_view algorithm) {
  return cells.emulated_value_of_result_cell(fmt::format("size={} nodes=32 algorithm={}", size, algorithm));
}

std::string transform_times_text(const CellTable& cells, std::uint32_t size) {
  return fmt::format("{0}^2: LEX {1:.3f}, PEX {2:.3f}, REX {3:.3f}, BEX {4:.3f} s", size,
                     transform_seconds(cells, size, "lex"), transform_seconds(cells, size, "pex"),
                     transform_seconds(cells, size, "rex"), transform_seconds(cells, size, "bex"));
}

bool is_lex_slowest_in_all_transforms(const CellTable& cells) {
  return std::ranges::all_of(kTransformSizes, [&](std::uint32_t size) {
    return std::ranges::all_of(kCompleteExchanges, [&](std::string_view name) {
      return name == "lex" || transform_seconds(cells, size, name) < transform_seconds(cells, size, "lex");
    });
  });
}

bool is_ranking_for_large_ffts_as_published(const CellTable& cells) {
  const auto time = [&](std::uint32_t size, std::string_view name) { return transform_seconds(cells, size, name); };
  const bool tie = std::max(time(1024, "pex"), time(1024, "bex")) <=
                   kLargestRatioOfEqualTimes * std::min(time(1024, "pex"), time(1024, "bex"));
  const bool rex_behind = std::max(time(1024, "pex"), time(1024, "bex")) < time(1024, "rex");
  return tie && rex_behind && time(2048, "bex") < time(2048, "pex") && time(2048, "pex") < time(2048, "rex");
}

/// Returns whether the algorithm REX is best for the two-dimensional FFT of arrays of 256^2 and 512^2 elements. REX
/// counts as best if its time is within a millisecond of the least time, because the paper's table has times in whole
/// milliseconds.
bool is_recursive_exchange_best_for_small_ffts(const CellTable& cells) {
  constexpr double kPrinted = 0.001;
  return std::ranges::all_of(std::array{256U, 512U}, [&](std::uint32_t size) {
    return std::ranges::all_of(kCompleteExchanges, [&](std::string_view name) {
      return transform_seconds(cells, size, "rex") <= transform_seconds(cells, size, name) + kPrinted;
    });
  });
}

std::string all_transform_times_text(const CellTable& cells) {
  std::string text;
  for (const std::uint32_t size : kTransformSizes) text = joined_by_semicolon(text, transform_times_text(cells, size));
  return text;
}

// ----------------------------------------------------------------------- functions that judge claims about broadcasts

double broadcast_time_ms(const CellTable& cells, std::uint32_t nodes, std::uint64_t bytes, std::string_view algorithm) {
  return cells.emulated_value_of_result_cell(fmt::format("nodes={} bytes={} algorithm={}", nodes, bytes, algorithm));
}

/// Returns by how many milliseconds the broadcast of the CM-5's system software takes longer than the broadcast
/// algorithm REB; a negative number if it is faster.
double system_broadcast_excess_over_recursive_ms(const CellTable& cells, std::uint32_t nodes, std::uint64_t bytes) {
  return broadcast_time_ms(cells, nodes, bytes, "system") - broadcast_time_ms(cells, nodes, bytes, "reb");
}

/// Returns the message size in bytes from which on the broadcast algorithm REB is faster than the broadcast of the
/// CM-5's system software. It is interpolated linearly between the measured sizes `low` and `high`.
double crossing_size_bytes(const CellTable& cells, std::uint32_t nodes, std::uint64_t low, std::uint64_t high) {
  const double at_low = system_broadcast_excess_over_recursive_ms(cells, nodes, low),
               at_high = system_broadcast_excess_over_recursive_ms(cells, nodes, high);
  const double share = at_low / (at_low - at_high);
  return static_cast<double>(low) + share * static_cast<double>(high - low);
}

// ------------------------------------------------------------------ functions that judge claims about random patterns

/// Returns the steps that the schedule of the greedy algorithm GS has for the example that the paper calls pattern P,
/// exactly as table 10 of the paper prints them.
const std::vector<std::string>& published_greedy_schedule_steps() {
  static const std::vector<std::string> steps{"0<->1 2<->3 4<->5 6<->7", "0<->3 1<->2 4<->7 5<->6", "0->5 1<->4 3<->6",
                                              "0<->6 1<->5 3<->4",       "1->6 3->5 4->2 7->0",     "1<->7 6->2"};
  return steps;
}

double pattern_time_ms(const CellTable& cells, std::uint32_t percent, std::uint64_t bytes, std::string_view algorithm) {
  return cells.emulated_value_of_result_cell(
      fmt::format("percent={} bytes={} algorithm={}", percent, bytes, algorithm));
}

std::string pattern_times_text(const CellTable& cells, std::uint32_t percent) {
  std::string text = fmt::format("{} %:", percent);
  for (const std::string_view name : kIrregularSchedules) {
    text += fmt::format(" {} {:.2f}", name, pattern_time_ms(cells, percent, 256, name));
  }
  return text + " ms";
}

/// Returns the emulated number of a result cell minus the number that the paper prints, divided by the standard
/// deviation between random patterns.
double absolute_error_in_deviations(const ResultCell& cell) {
  return (cell.emulated_value - *cell.published_value) / cell.spread;
}

/// Returns the relative error of the emulated number of a result cell (relative to the number that the paper prints),
/// divided by the relative standard deviation between random patterns.
double relative_error_in_deviations(const ResultCell& cell) {
  return *cell.relative_error() / (cell.spread / cell.emulated_value);
}

using CellErrorMeasure = std::function<double(const ResultCell&)>;

/// Makes a function that returns the absolute value of `units(cell)`, where `units` expresses the error of a result
/// cell in standard deviations between random patterns. With only one pattern there is no deviation, and the function
/// returns infinity.
CellErrorMeasure make_error_measure(double (*units)(const ResultCell&)) {
  return [units](const ResultCell& cell) {
    return cell.spread > 0 ? std::abs(units(cell)) : std::numeric_limits<double>::infinity();
  };
}

std::string error_in_standard_deviations_as_text(double spreads) {
  return std::isfinite(spreads) ? fmt::format("at most {:.2f}", spreads) : "one pattern has no spread";
}

/// Returns the result cell for which `measure` gives the largest error, among the cells whose number the paper prints.
const ResultCell& cell_with_largest_error(const CellTable& cells, const CellErrorMeasure& measure) {
  const ResultCell* worst = nullptr;
  for (const ResultCell& cell : cells.cells()) {
    if (cell.published_value && (!worst || measure(cell) > measure(*worst))) worst = &cell;
  }
  return *worst;
}

PaperClaim relative_error_claim(const CellTable& cells) {
  const CellErrorMeasure far = make_error_measure(relative_error_in_deviations);
  const ResultCell& worst = cell_with_largest_error(cells, far);
  return {
      .id = "P1",
      .statement = "Table 11, 256 bytes: no cell's relative error is above twice the relative spread between patterns",
      .holds = far(worst) <= 2,
      .evidence_text = fmt::format("{} ({}: {:+.1f} %)", error_in_standard_deviations_as_text(far(worst)), worst.name(),
                                   100 * *worst.relative_error())};
}

PaperClaim absolute_error_claim(const CellTable& cells, const FractionOfExtremePatternsByCell& tails) {
  const CellErrorMeasure far = make_error_measure(absolute_error_in_deviations);
  const ResultCell& worst = cell_with_largest_error(cells, far);
  return {.id = "P1-absolute",
          .statement = "the same with the difference in ms over the spread in ms, which is stricter where we are low",
          .holds = far(worst) <= 2,
          .evidence_text =
              fmt::format("{} ({}); {:.1f} % of the random patterns are as far off as the printed one",
                          error_in_standard_deviations_as_text(far(worst)), worst.name(), 100 * tails.at(worst.name())),
          .known_failure_reason =
              "LS at 10 % is about 2.3 spreads low: some two patterns in a hundred are as slow as the paper's one. "
              "Among 16 cells one that far out on either side is nearly as likely as not, and all share one set of "
              "constants"};
}

PaperClaim dense_patterns_claim(const CellTable& cells) {
  const CellErrorMeasure far = [](const ResultCell& cell) {
    return cell.parameters.front().second == "10" ? 0 : std::abs(*cell.relative_error());
  };
  const ResultCell& worst = cell_with_largest_error(cells, far);
  return {.id = "P1-dense",
          .statement = "Table 11, 256 bytes, 25 % and denser: all cells within 8 %",
          .holds = far(worst) <= 0.08,
          .evidence_text = fmt::format("at most {:.1f} % ({})", 100 * far(worst), worst.name())};
}

PaperClaim judge_algorithm_ranking_on_random_patterns(const CellTable& cells) {
  bool holds = true;
  std::string evidence;
  for (const std::uint32_t percent : kRandomPatternDensityPercents) {
    const auto time = [&](std::string_view name) { return pattern_time_ms(cells, percent, 256, name); };
    const double others = std::min(time("ps"), time("bs"));
    holds &= time("ls") > std::max({time("ps"), time("bs"), time("gs")});
    if (percent < 50) holds &= time("gs") < others;
    if (percent == 50) holds &= time("gs") <= kLargestRatioOfEqualTimes * others;
    if (percent > 50) holds &= time("gs") > std::max(time("ps"), time("bs"));
    evidence = joined_by_semicolon(evidence, pattern_times_text(cells, percent));
  }
  return {.id = "P2",
          .statement =
              "LS is worst for all densities; GS is best at 10 and 25 %, within 5 % of the best at 50 %, and behind "
              "PS and BS at 75 %",
          .holds = holds,
          .evidence_text = evidence};
}

PaperClaim judge_claim_balanced_as_fast_as_pairwise(const CellTable& cells) {
  double most = 1;
  for (const std::uint32_t percent : kRandomPatternDensityPercents) {
    const double ratio = pattern_time_ms(cells, percent, 256, "bs") / pattern_time_ms(cells, percent, 256, "ps");
    most = std::max({most, ratio, 1 / ratio});
  }
  return {.id = "P3",
          .statement = "PS and BS are about equal: within a tenth, as in the print",
          .holds = most <= 1.1,
          .evidence_text = fmt::format("at most {:.1f} % apart", 100 * (most - 1))};
}

// --------------------------------------------------- functions that judge claims about the patterns of real problems

double real_problem_time_ms(const CellTable& cells, std::string_view problem, std::string_view algorithm) {
  return cells.emulated_value_of_result_cell(fmt::format("problem={} algorithm={}", problem, algorithm));
}

PaperClaim judge_algorithm_ranking_on_real_problems(const CellTable& cells) {
  PaperClaim claim{.id = "P9", .statement = "Table 12: LS is worst and GS best in all five problems", .holds = true};
  for (const RealProblem& problem : real_problems()) {
    std::string line = fmt::format("{}:", problem.name);
    for (const std::string_view name : kIrregularSchedules) {
      const double time = real_problem_time_ms(cells, problem.name, name);
      claim.holds &= name == "gs" || real_problem_time_ms(cells, problem.name, "gs") < time;
      claim.holds &= name == "ls" || real_problem_time_ms(cells, problem.name, "ls") > time;
      line += fmt::format(" {} {:.2f}", name, time);
    }
    claim.evidence_text = joined_by_semicolon(claim.evidence_text, line);
  }
  return claim;
}

PaperClaim real_problem_times_claim(const CellTable& cells) {
  constexpr double kFactor = 1.5;
  std::size_t within = 0;
  for (const ResultCell& cell : cells.cells()) {
    const double ratio = *cell.published_value / cell.emulated_value;
    within += ratio <= kFactor && ratio >= 1 / kFactor ? 1 : 0;
  }
  const CellErrorMeasure far = [](const ResultCell& cell) {
    return std::abs(std::log(*cell.published_value / cell.emulated_value));
  };
  const ResultCell& worst = cell_with_largest_error(cells, far);
  return {
      .id = "P9-level",
      .statement = "Table 12: all cells within a factor of 1.5",
      .holds = within == cells.cells().size(),
      .evidence_text = fmt::format("{} of {} are; printed over emulated is {:.2f} at worst ({})", within,
                                   cells.cells().size(), *worst.published_value / worst.emulated_value, worst.name()),
      .known_failure_reason =
          "less traffic takes twice as long in Table 12 as in Table 11 (GS: 44 %, 226 B 12.30 ms; 50 %, 256 B "
          "6.009 ms, and likewise for PS and BS), so mean density and size do not settle the level, in the print "
          "either: the meshes' parts must have been far more uneven than ours, or each time covers more than one "
          "exchange; neither is published. Our parts send the printed volume within a third for 2K, "
          "3K and 9K vertices: see the table of patterns"};
}

}  // namespace

void CellTable::add_cell(ResultCell cell) {
  cell_indices_[cell.name()] = cells_.size();
  cells_.push_back(std::move(cell));
}

void add_result_cells_and_paper_claims(ExperimentContext& context, const CellTable& cells,
                                       std::vector<PaperClaim> claims) {
  for (const ResultCell& cell : cells.cells()) context.add(cell);
  for (PaperClaim& claim : claims) context.add(std::move(claim));
}

std::vector<PaperClaim> claims_on_complete_exchange(const CellTable& cells) {
  return {exchange_claim_on_32_nodes(cells), exchange_claim_on_few_nodes(cells), exchange_claim_on_many_nodes(cells)};
}

std::vector<PaperClaim> judge_paper_claims_about_fft(const CellTable& cells) {
  const bool large = is_lex_slowest_in_all_transforms(cells) && is_ranking_for_large_ffts_as_published(cells);
  return {{.id = "P8",
           .statement =
               "Table 5, 32 nodes: LEX is worst; REX best on 256^2 and 512^2; PEX and BEX equal and ahead of REX on "
               "1024^2; BEX < PEX < REX on 2048^2",
           .holds = large && is_recursive_exchange_best_for_small_ffts(cells),
           .evidence_text = all_transform_times_text(cells),
           .known_failure_reason =
               "REX is not ahead on small arrays: with costs that are linear in a message's bytes, its extra copies "
               "and bytes weigh as much there as on large ones"},
          {.id = "P8-large",
           .statement = "the part of P8 on LEX and on arrays from 1024^2 on",
           .holds = large,
           .evidence_text = all_transform_times_text(cells)}};
}

std::vector<PaperClaim> judge_paper_claims_about_broadcasts(const CellTable& cells) {
  const double lib = broadcast_time_ms(cells, 32, 1024, "lib"), reb = broadcast_time_ms(cells, 32, 1024, "reb");
  const double on_32 = crossing_size_bytes(cells, 32, 512, 1024), on_256 = crossing_size_bytes(cells, 256, 1536, 3072);
  const bool small = system_broadcast_excess_over_recursive_ms(cells, 32, 256) < 0 &&
                     system_broadcast_excess_over_recursive_ms(cells, 256, 1024) < 0;
  const bool large = system_broadcast_excess_over_recursive_ms(cells, 32, 1536) > 0 &&
                     system_broadcast_excess_over_recursive_ms(cells, 32, 8192) > 0 &&
                     system_broadcast_excess_over_recursive_ms(cells, 256, 3072) > 0 &&
                     system_broadcast_excess_over_recursive_ms(cells, 256, 8192) > 0;
  const std::string crossings =
      fmt::format("REB is ahead from {:.0f} B on 32 nodes, from {:.0f} B on 256", on_32, on_256);
  return {{.id = "P10",
           .statement =
               "LIB takes at least twice as long as REB on 32 nodes; the system's broadcast is ahead of REB for small "
               "messages, behind it above 1 KiB on 32 nodes and above 2 KiB on 256",
           .holds = lib >= 2 * reb && small && large,
           .evidence_text = fmt::format("1 KiB on 32 nodes: LIB {:.2f}, REB {:.2f}, system {:.2f} ms; {}", lib, reb,
                                        broadcast_time_ms(cells, 32, 1024, "system"), crossings)},
          {.id = "P10-crossing",
           .statement = "the two change places at 1 KiB on 32 nodes and at 2 KiB on 256, within a tenth",
           .holds = std::abs(on_32 - 1024) <= 102.4 && std::abs(on_256 - 2048) <= 204.8,
           .evidence_text = crossings,
           .known_failure_reason =
               "the rate of the control network is fitted to the crossing on 256 nodes; as REB takes 5 steps on 32 "
               "nodes and 8 on 256, and the system's time is the same, one rate cannot give both"}};
}

PaperClaim judge_schedules_of_example_pattern_p(const PatternSchedules& schedules) {
  constexpr std::array<std::size_t, kIrregularSchedules.size()> kSteps{8, 6, 7, 6};
  PaperClaim claim{
      .id = "P4",
      .statement =
          "pattern P takes 8, 6, 7 and 6 steps with LS, PS, BS and GS, and the schedule of GS is that of Table "
          "10",
      .holds = schedules.at("gs").steps == published_greedy_schedule_steps()};
  for (std::size_t a = 0; a < kSteps.size(); ++a) {
    const ScheduleStepTexts& list = schedules.at(std::string(kIrregularSchedules[a]));
    claim.holds &= list.is_valid && list.steps.size() == kSteps[a];
    claim.evidence_text += fmt::format("{}{} {}", claim.evidence_text.empty() ? "steps: " : ", ",
                                       kIrregularSchedules[a], list.steps.size());
  }
  claim.evidence_text +=
      schedules.at("gs").steps == published_greedy_schedule_steps() ? "; Table 10 step by step" : "; not Table 10";
  return claim;
}

double share_of_samples_beyond(std::span<const double> samples, double published) {
  const auto above = static_cast<double>(std::ranges::count_if(samples, [&](double s) { return s >= published; }));
  const double share = above / static_cast<double>(samples.size());
  return std::min(share, 1 - share);
}

std::string pattern_time_deviations_as_text_table(const CellTable& cells,
                                                  const FractionOfExtremePatternsByCell& tails) {
  std::string text =
      "printed cells beside the spread between random patterns; relative: error % over spread %;\n"
      "absolute: in ms over ms; tail: part of the patterns as far out as the print, on its side\n\n"
      "  cell                                  error %  spread %  relative  absolute  tail %\n";
  for (const ResultCell& cell : cells.cells()) {
    if (!cell.published_value) continue;
    const bool spread = cell.spread > 0;
    text += fmt::format("  {:<36} {:>+8.1f} {:>9.1f} {:>+9.2f} {:>+9.2f} {:>7.1f}\n", cell.name(),
                        100 * *cell.relative_error(), 100 * cell.spread / cell.emulated_value,
                        spread ? relative_error_in_deviations(cell) : 0,
                        spread ? absolute_error_in_deviations(cell) : 0, 100 * tails.at(cell.name()));
  }
  return text;
}

std::vector<PaperClaim> synthetic_pattern_claims(const CellTable& cells, const FractionOfExtremePatternsByCell& tails) {
  return {relative_error_claim(cells), absolute_error_claim(cells, tails), dense_patterns_claim(cells),
          judge_algorithm_ranking_on_random_patterns(cells), judge_claim_balanced_as_fast_as_pairwise(cells)};
}

std::vector<PaperClaim> real_problem_claims(const CellTable& cells) {
  return {judge_algorithm_ranking_on_real_problems(cells), real_problem_times_claim(cells)};
}

}  // namespace switchyard::papers
