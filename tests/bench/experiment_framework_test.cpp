#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <sstream>
#include <stop_token>

#include "bench/cli/reproduce_command.hpp"
#include "bench/experiment/experiment_context.hpp"
#include "bench/experiment/progress_display.hpp"
#include "bench/experiment/reproduction.hpp"
#include "bench/experiment/watched_work.hpp"
#include "bench/papers/registry.hpp"
#include "bench/report/reproduction_report.hpp"
#include "runtime/error.hpp"
#include "runtime/random.hpp"
#include "tests/bench/program.hpp"

namespace switchyard::papers {
namespace {

std::vector<PublishedExperiment> make_three_example_experiments() {
  return {{.id = "one.cost"}, {.id = "one.regions"}, {.id = "two.cost"}};
}

std::string experiment_ids_text(const std::vector<PublishedExperiment>& list) {
  std::string text;
  for (const PublishedExperiment& experiment : list) text += experiment.id + " ";
  return text;
}

std::string selected_experiments(const std::vector<std::string>& patterns) {
  return experiment_ids_text(select_experiments(make_three_example_experiments(), "ID", patterns));
}

std::string error_of_selection(const std::string& pattern) {
  try {
    return selected_experiments({pattern});
  } catch (const UsageError& error) {
    return error.what();
  }
}

TEST(SelectExperiments, TakesIdsShellPatternsAndAll) {
  EXPECT_EQ(selected_experiments({"one.regions"}), "one.regions ");
  EXPECT_EQ(selected_experiments({"one.*"}), "one.cost one.regions ");
  EXPECT_EQ(selected_experiments({"*.cost"}), "one.cost two.cost ");
  EXPECT_EQ(selected_experiments({"t?o.[a-d]*"}), "two.cost ");
  EXPECT_EQ(selected_experiments({"all"}), "one.cost one.regions two.cost ");
}

TEST(SelectExperiments, KeepsTheirOrderAndTakesEachOnce) {
  EXPECT_EQ(selected_experiments({"two.*", "one.cost", "*.cost"}), "one.cost two.cost ");
}

TEST(SelectExperiments, APaperStandsForAllOfItsExperiments) {
  EXPECT_EQ(selected_experiments({"one"}), selected_experiments({"one.*"}));
  EXPECT_NE(error_of_selection("on").find("unknown experiment 'on'"), std::string::npos);
}

TEST(SelectExperiments, RefusesWhatMatchesNothing) {
  EXPECT_EQ(error_of_selection("one.csot"),
            "ID: unknown experiment 'one.csot'; did you mean 'one.cost'? known: one.cost, "
            "one.regions, two.cost");
  EXPECT_EQ(error_of_selection("three.*"),
            "ID: no experiment matches 'three.*'; known: one.cost, one.regions, two.cost");
}

TEST(PublishedExperiments, HaveIdsOfTheirOwnAndSources) {
  std::vector<std::string> ids;
  for (const PublishedExperiment& experiment : published_experiments()) {
    EXPECT_NE(experiment.id.find('.'), std::string::npos) << experiment.id;
    EXPECT_FALSE(experiment.summary.empty()) << experiment.id;
    EXPECT_FALSE(experiment.reproduced_source.empty()) << experiment.id;
    ids.push_back(experiment.id);
  }
  std::ranges::sort(ids);
  EXPECT_TRUE(std::ranges::adjacent_find(ids) == ids.end());
}

TEST(ResultCell, IsNamedByItsParameters) {
  EXPECT_EQ((ResultCell{.parameters = {{"d", "16"}, {"bytes", "1024"}, {"algorithm", "rs_nl"}}}).name(),
            "d=16 bytes=1024 algorithm=rs_nl");
}

TEST(ResultCell, HasAnErrorOnlyWhereTheNumberIsPrinted) {
  EXPECT_EQ((ResultCell{.emulated_value = 3}).relative_error(), std::nullopt);
  EXPECT_EQ((ResultCell{.published_value = 0, .emulated_value = 3}).relative_error(), std::nullopt);
  EXPECT_EQ((ResultCell{.published_value = 4, .emulated_value = 3}).relative_error(), -0.25);
}

TEST(MeanCell, HasMeanAndDeviationOfOneSample) {
  // The mean is 4, and the sum of the squared deviations from it is 9 + 1 + 1 + 9 = 20.
  const std::vector<double> samples{1, 3, 5, 7};
  const ResultCell cell = make_result_cell_with_mean({{"d", "4"}}, "ms", samples);
  EXPECT_EQ(cell.emulated_value, 4);
  EXPECT_DOUBLE_EQ(cell.spread * cell.spread, 20.0 / 3);
  EXPECT_EQ(cell.sample_count, 4U);
  EXPECT_EQ(make_result_cell_with_mean({}, "ms", std::span(samples).first(1)).spread, 0);
}

TEST(ExperimentContext, SeedsDependOnTheSessionTheStreamAndTheSample) {
  ExperimentSession first({.seed = 1}), again({.seed = 1}), other({.seed = 2});
  const ExperimentContext context(first), same(again), different(other);
  EXPECT_EQ(context.seed_of_random_stream("matrix", 3), same.seed_of_random_stream("matrix", 3));
  EXPECT_NE(context.seed_of_random_stream("matrix", 3), context.seed_of_random_stream("matrix", 4));
  EXPECT_NE(context.seed_of_random_stream("matrix", 3), context.seed_of_random_stream("run", 3));
  EXPECT_NE(context.seed_of_random_stream("matrix", 3), different.seed_of_random_stream("matrix", 3));
}

TEST(ExperimentContext, TakesAsManySamplesAsThePaperUnlessTheUserGivesANumber) {
  ExperimentSession as_published({}), three({.sample_count = 3});
  EXPECT_EQ(ExperimentContext(as_published).requested_or_published_sample_count(50), 50U);
  EXPECT_EQ(ExperimentContext(three).requested_or_published_sample_count(50), 3U);
}

TEST(ExperimentContext, GivesTheSameNumbersForAnyNumberOfJobs) {
  const auto numbers = [](std::uint64_t jobs) {
    ExperimentSession session({.parallel_job_count = jobs});
    ExperimentContext context(session);
    return context.results_of_parallel_runs(
        200, [&](std::uint64_t run) { return Rng(context.seed_of_random_stream("x", run))(); });
  };
  EXPECT_EQ(numbers(1), numbers(4));
  EXPECT_EQ(numbers(1).size(), 200U);
}

TEST(ExperimentContext, TakesFewerRunsAtOnceWhereEachNeedsMuchMemory) {
  ExperimentSession session({.parallel_job_count = 4});
  ExperimentContext context(session);
  std::atomic<int> at_once{0};
  context.for_each_run_in_parallel(100,
                                   [&](std::uint64_t) {
                                     EXPECT_EQ(++at_once, 1);
                                     --at_once;
                                   },
                                   {.memory_bytes = std::uint64_t{1} << 60U});
}

TEST(ExperimentContext, MakesAValueOnceForAllExperimentsOfTheSession) {
  std::vector<double> ticks;
  ExperimentSession session({}, {}, [&](const ExperimentProgress& progress) { ticks.push_back(progress.done_work); });
  ExperimentContext first(session), second(session);
  int made = 0;
  const auto make = [&] { return ++made; };
  EXPECT_EQ(first.compute_once<int>("key", 7, make), 1);
  EXPECT_EQ(second.compute_once<int>("key", 7, make), 1);
  EXPECT_EQ(second.compute_once<int>("other key", 7, make), 2);
  // Only the second of the three calls finds its value computed already, and counts the work of 7 for the value as
  // done.
  EXPECT_EQ(ticks, std::vector<double>{7});
}

TEST(ExperimentContext, CountsTheWorkThatIsDone) {
  ExperimentProgress last;
  ExperimentSession session({.parallel_job_count = 2}, {},
                            [&](const ExperimentProgress& progress) { last = progress; });
  ExperimentContext context(session);
  context.set_expected_work(20);
  context.for_each_run_in_parallel(5, [](std::uint64_t) {}, {.host_work = 2});
  EXPECT_EQ(last.done_work, 10);
  EXPECT_EQ(last.expected_work, 20);
}

TEST(ExperimentContext, EndsAtARequestToStop) {
  std::stop_source stop;
  ExperimentSession session({}, stop.get_token());
  ExperimentContext context(session);
  std::uint64_t runs = 0;
  EXPECT_THROW(context.for_each_run_in_parallel(100,
                                                [&](std::uint64_t) {
                                                  if (++runs == 3) stop.request_stop();
                                                }),
               ExperimentInterrupted);
  EXPECT_EQ(runs, 3U);
}

}  // namespace
}  // namespace switchyard::papers

namespace switchyard::cli {
namespace {

PublishedExperiment experiment_with_claim(const std::string& id, const PaperClaim& claim) {
  return {.id = id,
          .summary = "planted",
          .reproduced_source = "nothing",
          .experiment_function = [claim](ExperimentContext& context) {
            context.add(ResultCell{.parameters = {{"d", "4"}}, .measurement_unit = "ms", .emulated_value = 1.5});
            context.add(claim);
          }};
}

struct ReproduceResult {
  ExitCode exit_code;
  std::string standard_output, standard_error;
};

ReproduceResult run_reproduce_command(const std::vector<PublishedExperiment>& all, ReproduceArguments arguments = {}) {
  arguments.id_patterns = {"all"};
  std::ostringstream out, err;
  FilesUsedByCommand files;
  const ExitCode code = reproduce_experiments(all, arguments, out, err, files);
  return {code, out.str(), err.str()};
}

TEST(Reproduce, FailsWhenAnExpectedClaimDoesNotHold) {
  const ReproduceResult run = run_reproduce_command(
      {experiment_with_claim("x.good", {.id = "X1", .holds = true}), experiment_with_claim("x.bad", {.id = "X2"})});
  EXPECT_EQ(run.exit_code, ExitCode::failed);
  EXPECT_NE(run.standard_error.find("1 of the claims that should hold does not: X2\n"), std::string::npos)
      << run.standard_error;
  EXPECT_NE(run.standard_output.find("X2    DOES NOT HOLD"), std::string::npos) << run.standard_output;
}

TEST(Reproduce, AcceptsAClaimThatIsKnownNotToHold) {
  const ReproduceResult run = run_reproduce_command(
      {experiment_with_claim("x.known", {.id = "X3", .known_failure_reason = "the scan is lost"})});
  EXPECT_EQ(run.exit_code, ExitCode::done) << run.standard_error;
  EXPECT_NE(run.standard_output.find("X3    does not hold, as is known"), std::string::npos) << run.standard_output;
  EXPECT_NE(run.standard_output.find("reason: the scan is lost"), std::string::npos) << run.standard_output;
}

PublishedExperiment experiment_with_claim_on_50_samples(const std::string& id, const PaperClaim& claim) {
  return {.id = id,
          .summary = "planted",
          .reproduced_source = "nothing",
          .experiment_function = [claim](ExperimentContext& context) {
            context.add(ResultCell{.parameters = {{"d", "4"}},
                                   .measurement_unit = "ms",
                                   .sample_count = context.requested_or_published_sample_count(50)});
            context.add(claim);
          }};
}

TEST(Reproduce, LeavesClaimsUndecidedThatNeedMoreSamples) {
  const TemporaryFolder folder;
  ReproduceArguments arguments;
  arguments.session_options.sample_count = 2;
  arguments.json_path = folder.path_of_file("all.json");
  arguments.report_path = folder.path_of_file("page.html");
  const ReproduceResult run = run_reproduce_command(
      {experiment_with_claim_on_50_samples("x.good", {.id = "X1", .holds = true}),
       experiment_with_claim_on_50_samples("x.bad", {.id = "X2"}),
       experiment_with_claim_on_50_samples("x.known", {.id = "X3", .known_failure_reason = "the scan is lost"})},
      arguments);
  EXPECT_EQ(run.exit_code, ExitCode::done) << run.standard_error;
  EXPECT_NE(run.standard_error.find("2 of the claims are undecided, with fewer samples than they need: X2, X3\n"),
            std::string::npos)
      << run.standard_error;
  EXPECT_EQ(run.standard_error.find("should hold"), std::string::npos) << run.standard_error;
  for (const char* line : {"X1    holds (2 samples of 50)\n", "X2    undecided (2 samples of 50)\n",
                           "X3    undecided (2 samples of 50)\n", "reason: the scan is lost"}) {
    EXPECT_NE(run.standard_output.find(line), std::string::npos) << run.standard_output;
  }
  const std::string json = text_of_file(folder.path_of_file("all.json"));
  EXPECT_NE(json.find("\"holds\": null"), std::string::npos) << json;
  EXPECT_NE(json.find("\"needed_samples\": 50"), std::string::npos) << json;
  const std::string page = text_of_file(folder.path_of_file("page.html"));
  for (const char* part : {"2 are undecided, as they need more samples", "X2 (undecided)", "X3 (undecided)",
                           "undecided (2 samples of 50)"}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
}

TEST(Reproduce, FailsWithEnoughSamplesOrWhereNothingIsRandom) {
  ReproduceArguments enough;
  enough.session_options.sample_count = 50;
  EXPECT_EQ(run_reproduce_command({experiment_with_claim_on_50_samples("x.bad", {.id = "X2"})}, enough).exit_code,
            ExitCode::failed);
  ReproduceArguments few;
  few.session_options.sample_count = 2;
  const ReproduceResult run = run_reproduce_command({experiment_with_claim("x.exact", {.id = "X4"})}, few);
  EXPECT_EQ(run.exit_code, ExitCode::failed);
  EXPECT_NE(run.standard_output.find("X4    DOES NOT HOLD\n"), std::string::npos) << run.standard_output;
}

TEST(Reproduce, ShowsProgressAsPlainLinesOffATerminal) {
  const ReproduceResult run = run_reproduce_command({experiment_with_claim("x.good", {.id = "X1", .holds = true})});
  EXPECT_TRUE(run.standard_error.starts_with("x.good (1 of 1): done in ")) << run.standard_error;
  EXPECT_EQ(run.standard_error.find('\r'), std::string::npos);
  ReproduceArguments quiet;
  quiet.hides_progress = true;
  EXPECT_EQ(run_reproduce_command({experiment_with_claim("x.good", {.id = "X1", .holds = true})}, quiet).standard_error,
            "");
}

TEST(Reproduce, PrintsFinishedExperimentsWhenAnotherOneFails) {
  const TemporaryFolder folder;
  ReproduceArguments arguments;
  arguments.csv_path = folder.path_of_file("cells.csv");
  const ReproduceResult run = run_reproduce_command(
      {experiment_with_claim("x.good", {.id = "X1", .holds = true}),
       {.id = "x.lost", .experiment_function = [](ExperimentContext&) { throw DataError("a byte is lost"); }},
       experiment_with_claim("x.never", {.id = "X4"})},
      arguments);
  EXPECT_EQ(run.exit_code, ExitCode::data_lost);
  EXPECT_NE(run.standard_output.find("x.good"), std::string::npos);
  EXPECT_EQ(run.standard_output.find("x.never"), std::string::npos);
  EXPECT_NE(run.standard_error.find("x.lost: a byte is lost\n"), std::string::npos) << run.standard_error;
  EXPECT_NE(run.standard_error.find("cells.csv' is not written"), std::string::npos) << run.standard_error;
  EXPECT_EQ(folder.entry_count(), 0U);
}

/// Tests a reproduction of three experiments. The second experiment requests a stop after its first result cell, as
/// Ctrl-C would.
TEST(Reproduction, KeepsFinishedCellsAtARequestToStop) {
  std::stop_source stop;
  const auto stops = [&](ExperimentContext& context) {
    context.add(ResultCell{.parameters = {{"d", "8"}}, .measurement_unit = "ms", .emulated_value = 2});
    context.for_each_run_in_parallel(1, [&](std::uint64_t) { stop.request_stop(); });
    context.add(PaperClaim{.id = "X5"});
  };
  std::ostringstream progress;
  Reproduction reproduction({experiment_with_claim("x.done", {.id = "X1", .holds = true}),
                             {.id = "x.stopped", .experiment_function = stops},
                             experiment_with_claim("x.never", {.id = "X4"})},
                            {}, progress, ProgressStyle::no_progress);
  reproduction.carry_out_all_experiments(stop.get_token());
  const std::vector<ReproducedExperiment> results = reproduction.results();
  ASSERT_EQ(results.size(), 2U);
  EXPECT_TRUE(results[0].outcome.is_complete);
  EXPECT_FALSE(results[1].outcome.is_complete);
  EXPECT_EQ(results[1].outcome.cells.size(), 1U);
  EXPECT_TRUE(results[1].outcome.claims.empty());
  EXPECT_FALSE(reproduction.failure());
  std::ostringstream printed;
  print_reproduced_experiment(printed, results[1], {});
  EXPECT_NE(printed.str().find("incomplete: "), std::string::npos) << printed.str();
}

ReproducedExperiment reproduced_three_cells() {
  ReproducedExperiment reproduced{
      .experiment = {.id = "x.matrix", .summary = "s", .reproduced_source = "r", .column_parameter = "algorithm"},
      .outcome = {}};
  const auto cell = [&](const char* d, const char* algorithm, std::optional<double> published, double emulated) {
    reproduced.outcome.cells.push_back({{{"d", d}, {"algorithm", algorithm}}, "ms", published, emulated, 0.25, 50});
  };
  cell("4", "ac", 1200, 1140);
  cell("4", "lp", std::nullopt, 17.256);
  cell("8", "ac", 3, 3);
  return reproduced;
}

TEST(ReproductionReport, SetsTheValuesOfOneParameterSideBySide) {
  std::ostringstream out;
  print_reproduced_experiment(out, reproduced_three_cells(), {});
  const std::string text = out.str();
  EXPECT_NE(text.find("d                 ac         lp\n"
                      "-  -----------------  ---------\n"
                      "4  1200 / 1140 -5.0%  - / 17.26\n"
                      "8                3 =\n"),
            std::string::npos)
      << text;
}

TEST(ReproductionReport, HasALineForEachCellIfNoParameterGivesColumns) {
  ReproducedExperiment reproduced = reproduced_three_cells();
  reproduced.experiment.column_parameter = "";
  std::ostringstream out;
  print_reproduced_experiment(out, reproduced, {});
  EXPECT_NE(out.str().find("d  algorithm  published  emulated  error  spread  samples\n"), std::string::npos)
      << out.str();
  EXPECT_NE(out.str().find("4         ac       1200      1140  -5.0%  0.2500       50\n"), std::string::npos)
      << out.str();
}

TEST(ReproductionReport, WritesARowForEachCellWithOrWithoutAPublishedValue) {
  EXPECT_EQ(cells_csv(std::vector{reproduced_three_cells()}),
            "experiment,cell,published,emulated,relative_error,spread,samples\n"
            "x.matrix,d=4 algorithm=ac,1200,1140,-0.05,0.25,50\n"
            "x.matrix,d=4 algorithm=lp,,17.256,,0.25,50\n"
            "x.matrix,d=8 algorithm=ac,3,3,0,0.25,50\n");
}

TEST(ReproductionReport, WritesARowForEachClaim) {
  ReproducedExperiment reproduced;
  reproduced.outcome.claims = {
      {.id = "X1", .holds = true, .evidence_text = "1.02, at most", .sample_count = 50, .needed_sample_count = 50},
      {.id = "X2", .evidence_text = "52 ms", .known_failure_reason = "lost"},
      {.id = "X3", .evidence_text = "4 ms", .sample_count = 2, .needed_sample_count = 50}};
  EXPECT_EQ(claims_csv(std::vector{reproduced}),
            "claim,holds,expected,evidence\n"
            "X1,true,true,\"1.02, at most\"\n"
            "X2,false,false,52 ms\n"
            "X3,undecided,true,2 samples of 50: 4 ms\n");
}

TEST(ProgressDisplay, ShowsABarWithTheTimeLeftAndTheRate) {
  EXPECT_EQ(progress_bar_text("x.cost (1 of 2)", {.done_fraction = 0.25}, std::chrono::seconds{20}),
            "x.cost (1 of 2)  [#####...............] 25 %, 1:00 left");
  EXPECT_EQ(
      progress_line_text("x", {.done_fraction = 0.25, .done_items = 30, .item_name = "runs"}, std::chrono::seconds{10}),
      "x: 25 %, 0:30 left, 3.0 runs/s");
  EXPECT_EQ(estimated_time_left(std::chrono::seconds{10}, 0.25), std::chrono::seconds{30});
  EXPECT_EQ(estimated_time_left(std::chrono::seconds{10}, 1.5), std::chrono::seconds{0});
}

TEST(ProgressDisplay, ShowsTheTimeSoFarWhereTheEndIsNotKnown) {
  EXPECT_EQ(progress_line_text("x", {}, std::chrono::seconds{70}), "x: 1:10");
  EXPECT_EQ(progress_bar_text("x", {.done_items = 500, .item_name = "orders"}, std::chrono::seconds{5}),
            "x  0:05, 500 orders, 100 orders/s");
  EXPECT_EQ(progress_line_text("x", {.done_items = 8, .item_name = "runs", .time_limit = std::chrono::seconds{60}},
                               std::chrono::seconds{4}),
            "x: 0:04, 8 runs, 2.0 runs/s, at most 0:56 left");
}

TEST(ProgressDisplay, ShowsNoRateBeforeTheFirstItemIsDone) {
  EXPECT_EQ(progress_line_text("run", {.done_fraction = 0.5, .item_name = "runs"}, std::chrono::seconds{20}),
            "run: 50 %, 0:20 left");
}

TEST(ProgressDisplay, ItsLinesAreToldFromOthers) {
  const WorkProgress known{.done_fraction = 0.25, .done_items = 30, .item_name = "runs"}, unknown{.done_items = 8};
  const WorkProgress limited{.done_items = 8, .item_name = "runs", .time_limit = std::chrono::seconds{600}};
  for (const WorkProgress& progress : {known, unknown, limited, WorkProgress{}}) {
    const std::string line = progress_line_text("matrix from-matrix", progress, std::chrono::seconds{70});
    EXPECT_TRUE(cli::is_progress_line(line)) << line;
  }
  EXPECT_TRUE(cli::is_progress_line(total_time_estimate_text("x", {.done_fraction = 0.01}, std::chrono::seconds{2})));
  EXPECT_TRUE(cli::is_progress_line(total_time_estimate_text("x", limited, std::chrono::seconds{2})));
  for (const char* line : {"", "x", "x: ", "x: 12", "x: 1:2", "x: 1:234", "x: 1:23 is no time",
                           "zero.mtx:1:16: the line", "--nodes: 4 is too few", "x: 25 %", "x: all in all"})
    EXPECT_FALSE(cli::is_progress_line(line)) << line;
  EXPECT_EQ(cli::remove_progress_lines("a\nx: 1:10\n\nx: 25 %, 0:30 left\nb"), "a\n\nb");
  EXPECT_EQ(cli::remove_progress_lines(""), "");
}

TEST(ProgressDisplay, EstimatesWhatTakesOverAMinute) {
  EXPECT_EQ(total_time_estimate_text("x", {.done_fraction = 0.01}, std::chrono::seconds{2}),
            "x: about 3 minutes in all");
  EXPECT_EQ(total_time_estimate_text("x", {.time_limit = std::chrono::seconds{600}}, std::chrono::seconds{2}),
            "x: at most 10 minutes in all");
  EXPECT_EQ(total_time_estimate_text("x", {.done_fraction = 0.1}, std::chrono::seconds{2}), "");
  EXPECT_EQ(total_time_estimate_text("x", {}, std::chrono::seconds{600}), "");
}

TEST(ProgressDisplay, IsSilentWithinItsPatience) {
  std::ostringstream text;
  ProgressDisplay display(text, ProgressStyle::progress_lines, std::chrono::hours{1});
  display.begin_job("x");
  display.update_display({.done_fraction = 0.5});
  display.refresh_display();
  display.end_current_job();
  EXPECT_EQ(text.str(), "");
}

TEST(WorkProgressDisplay, NamesAStepWhoseProgressIsNotKnown) {
  const auto shown = [](ProgressStyle style) {
    std::ostringstream text;
    WorkProgressDisplay watched("recommend", text, style, std::chrono::seconds{0});
    ScopedProgressListener::innermost_listener_of_this_thread()->report_progress("entries", 100, 100);
    detail::report_step_begin("partitioning by METIS");
    watched.close();
    return text.str();
  };
  EXPECT_NE(shown(ProgressStyle::progress_bar).find("recommend, partitioning by METIS"), std::string::npos);
  EXPECT_EQ(shown(ProgressStyle::no_progress), "");
}

}  // namespace
}  // namespace switchyard::cli
