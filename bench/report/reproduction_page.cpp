#include "bench/report/reproduction_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/experiment/pattern.hpp"
#include "bench/report/cell_report.hpp"
#include "machines/ipsc860.hpp"

namespace switchyard {
namespace {

std::string session_options_text(const SessionOptions& options) {
  std::string text;
  if (options.sample_count) text += fmt::format(" --samples {}", *options.sample_count);
  return text + fmt::format(" --seed {}", options.seed);
}

std::string css_class_of_claim(const PaperClaim& claim) {
  switch (claim.verdict()) {
    case ClaimVerdict::holds:
      return "holds";
    case ClaimVerdict::does_not_hold:
      return claim.known_failure_reason.empty() ? "broken" : "known";
    case ClaimVerdict::undecided:
      break;
  }
  return "undecided";
}

ReportClaim make_report_claim(const PaperClaim& claim) {
  return {.id = claim.id,
          .statement = claim.statement,
          .verdict = verdict_text(claim),
          .evidence = claim.evidence_text,
          .known_failure_reason = claim.known_failure_reason,
          .css_class = css_class_of_claim(claim)};
}

struct ClaimCounts {
  std::size_t confirmed_claim_count = 0, known_failure_count = 0, failing_claim_count = 0, undecided_claim_count = 0;
};

/// Returns the remark that follows the id of a claim in the list of claims that do not hold: " (undecided)", "
/// (known)", or an empty text.
std::string verdict_remark(const PaperClaim& claim) {
  if (claim.verdict() == ClaimVerdict::undecided) return " (undecided)";
  return claim.known_failure_reason.empty() ? "" : " (known)";
}

ClaimCounts count_claims(std::span<const ReproducedExperiment> results) {
  ClaimCounts counts;
  for (const ReproducedExperiment& result : results) {
    for (const PaperClaim& claim : result.outcome.claims) {
      switch (claim.verdict()) {
        case ClaimVerdict::holds:
          ++counts.confirmed_claim_count;
          break;
        case ClaimVerdict::does_not_hold:
          ++(claim.fails_unexpectedly() ? counts.failing_claim_count : counts.known_failure_count);
          break;
        case ClaimVerdict::undecided:
          ++counts.undecided_claim_count;
      }
    }
  }
  return counts;
}

/// Returns the overview section of a report, which has one line for each published experiment: how far its emulated
/// results are from the published ones, and which of its claims do not hold.
ReportSection overview_section(std::span<const ReproducedExperiment> results) {
  const ClaimCounts counts = count_claims(results);
  ReportSection section{.id = "overview", .title = "Overview"};
  section.blocks.emplace_back(ReportText{fmt::format(
      "Of {} claims {} hold, {} do not as is known, with the reason, and {} do not although they should{}. {}",
      counts.confirmed_claim_count + counts.known_failure_count + counts.failing_claim_count +
          counts.undecided_claim_count,
      counts.confirmed_claim_count, counts.known_failure_count, counts.failing_claim_count,
      counts.undecided_claim_count == 0
          ? ""
          : fmt::format("; {} are undecided, as they need more samples", counts.undecided_claim_count),
      kRelativeErrorColoursExplanation)});
  ReportTable table{.caption = {},
                    .column_titles = {"experiment", "cells", "with published value", "within 5 %", "largest error",
                                      "claims that hold", "claims that do not hold"},
                    .rows = {}};
  for (const ReproducedExperiment& result : results) {
    std::size_t published = 0, close = 0, hold = 0;
    double largest = 0;
    for (const ResultCell& cell : result.outcome.cells) {
      if (!cell.published_value) continue;
      ++published;
      const double error = std::abs(cell.relative_error().value_or(0));
      close += error <= 0.05 ? 1 : 0;
      largest = std::max(largest, error);
    }
    std::string failed;
    for (const PaperClaim& claim : result.outcome.claims) {
      hold += claim.holds ? 1 : 0;
      if (!claim.holds) failed += (failed.empty() ? "" : ", ") + claim.id + verdict_remark(claim);
    }
    const auto number = [](std::size_t value) { return ReportCell{fmt::format("{}", value), "number"}; };
    table.rows.push_back({{result.experiment.id},
                          number(result.outcome.cells.size()),
                          number(published),
                          published == 0 ? ReportCell{"-", "number"} : number(close),
                          {published == 0 ? "-" : fmt::format("{:.1f} %", largest * 100), "number"},
                          number(hold),
                          {failed}});
  }
  section.blocks.emplace_back(std::move(table));
  return section;
}

ReportSection section_of_experiment(const ReproducedExperiment& result, const SessionOptions& options,
                                    CurveDrawer& drawer) {
  const PublishedExperiment& experiment = result.experiment;
  ReportSection section{.id = experiment.id,
                        .title = fmt::format("{}: {}", experiment.id, experiment.summary),
                        .source = "Reproduces " + experiment.reproduced_source + ".",
                        .command = fmt::format("switchyard reproduce {}{} --report report.html", experiment.id,
                                               session_options_text(options)),
                        .blocks = {}};
  section.blocks = make_report_blocks_of_result_cells(result.outcome.cells,
                                                      {.picture_name_prefix = experiment.id,
                                                       .column_parameter = experiment.column_parameter,
                                                       .has_curves = experiment.has_curves},
                                                      drawer);
  for (const std::string& chart : result.outcome.chart_texts) section.blocks.emplace_back(ReportText{chart, true});
  for (const std::string& note : result.outcome.notes) section.blocks.emplace_back(ReportText{"Note: " + note + "."});
  ReportClaims claims;
  for (const PaperClaim& claim : result.outcome.claims) claims.claims.push_back(make_report_claim(claim));
  if (!claims.claims.empty()) section.blocks.emplace_back(std::move(claims));
  return section;
}

}  // namespace

Report reproduction_page(std::span<const ReproducedExperiment> results, const SessionOptions& options,
                         const ReportOptions& report) {
  Report page{.title = "Published and emulated: complete and unstructured exchanges on machines of the early 1990s",
              .report_header_facts = build_and_host_facts(report),
              .sections = {}};
  page.report_header_facts.emplace_back(
      "samples", options.sample_count ? fmt::format("{}, instead of as many as the papers have", *options.sample_count)
                                      : "as many as the papers have");
  page.report_header_facts.emplace_back("seed", fmt::format("{}", options.seed));
  CurveDrawer drawer(report.drawing_program);
  page.sections.push_back(overview_section(results));
  for (const ReproducedExperiment& result : results)
    page.sections.push_back(section_of_experiment(result, options, drawer));
  return page;
}

}  // namespace switchyard
