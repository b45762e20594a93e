#include "bench/cli/reproduce_command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <oneapi/tbb/info.h>

#include <iostream>
#include <memory>

#include "bench/cli/commands.hpp"
#include "bench/experiment/interruptible.hpp"
#include "bench/experiment/output_file.hpp"
#include "bench/experiment/reproduction.hpp"
#include "bench/experiment/shared_job.hpp"
#include "bench/papers/registry.hpp"
#include "bench/report/reproduction_page.hpp"
#include "bench/report/reproduction_report.hpp"
#include "bench/trace/timeline_section.hpp"
#include "runtime/values.hpp"

namespace switchyard::cli {
namespace {

constexpr std::uint64_t kMostPublishedSamples = 1'000'000;
constexpr std::uint64_t kMostReproduceJobs = 1024;

class ReproduceCommandOutputFiles {
 public:
  explicit ReproduceCommandOutputFiles(const ReproduceArguments& arguments)
      : csv_file_("--csv", arguments.csv_path),
        claims_file_("--claims", arguments.claims_path),
        json_file_("--json", arguments.json_path),
        report_file_("--report", arguments.report_path) {}
  void write_results(std::span<const ReproducedExperiment> results, const ReproduceArguments& arguments,
                     FilesUsedByCommand& files) {
    const SessionOptions& options = arguments.session_options;
    std::optional<Report> page;
    if (report_file_) {
      page = reproduction_page(results, options, arguments.report_options);
      page->sections.push_back(schedule_timeline_section(options.seed));
    }
    if (page) declare_figure_files(*page, arguments.report_options, files);
    csv_file_.write_file_if_wanted([&] { return cells_csv(results); });
    claims_file_.write_file_if_wanted([&] { return claims_csv(results); });
    json_file_.write_file_if_wanted([&] { return reproduction_json(results, options); });
    if (page) write_report(*page, arguments.report_options, *report_file_);
  }

 private:
  OptionalOutputFile csv_file_, claims_file_, json_file_, report_file_;
};

void print_note_of_unwritten_outputs(std::ostream& err, const ReproduceArguments& arguments) {
  for (const auto& path : {arguments.csv_path, arguments.claims_path, arguments.json_path, arguments.report_path}) {
    if (!path) continue;
    err << fmt::format("{} is not written, as not all experiments are done\n", switchyard::quoted(*path));
  }
}

ExitCode print_failure(std::ostream& err, const WorkPieceFailure& failure) {
  try {
    std::rethrow_exception(failure.error);
  } catch (const Error& error) {
    err << fmt::format("{}: {}\n", failure.failed_work_name, error.what());
    return error.exit_code();
  } catch (...) {
    rethrow_failure_with_remedy(failure, "use fewer jobs");
  }
}

ExitCode print_interruption(std::ostream& err, const Reproduction& under_way,
                            const std::vector<ReproducedExperiment>& results, ComputationEnd ending) {
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < under_way.experiments().size(); ++i) {
    if (i >= results.size() || !results[i].outcome.is_complete) missing.push_back(under_way.experiments()[i].id);
  }
  const std::size_t all = under_way.experiments().size();
  err << fmt::format("interrupted: {} of {} experiments are done; missing: {}\n", all - missing.size(), all,
                     fmt::join(missing, ", "));
  return ending.exit_code();
}

ExitCode print_failed_claims(std::ostream& err, const std::vector<ReproducedExperiment>& results) {
  if (const std::vector<std::string> undecided = ids_of_undecided_claims(results); !undecided.empty()) {
    err << fmt::format("{} of the claims {} undecided, with fewer samples than they need: {}\n", undecided.size(),
                       undecided.size() == 1 ? "is" : "are", fmt::join(undecided, ", "));
  }
  const std::vector<std::string> broken = ids_of_unexpected_failures(results);
  if (broken.empty()) return ExitCode::done;
  err << fmt::format("{} of the claims that should hold {} not: {}\n", broken.size(),
                     broken.size() == 1 ? "does" : "do", fmt::join(broken, ", "));
  return ExitCode::failed;
}

void print_reproduced_experiments(std::ostream& out, const std::vector<ReproducedExperiment>& results,
                                  const SessionOptions& options) {
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (i != 0) out << '\n';
    print_reproduced_experiment(out, results[i], options);
  }
  out.flush();
}

std::vector<PublishedExperiment> chosen_experiments(std::span<const PublishedExperiment> all,
                                                    const ReproduceArguments& arguments) {
  if (arguments.id_patterns.empty()) {
    throw UsageError({.place = "ID",
                      .reason = "no experiment is given",
                      .remedy = "write one of 'switchyard list experiments', a pattern such as 'wangranka.*', or all"});
  }
  return select_experiments(all, "ID", arguments.id_patterns);
}

/// Returns the options of the command `reproduce`. `arguments` must outlive the list.
std::vector<CommandOption> reproduce_options(ReproduceArguments& arguments) {
  SessionOptions& options = arguments.session_options;
  std::vector<CommandOption> list{
      {.name = "ID",
       .value_name = "",
       .help_text = "experiments of 'switchyard list experiments'; patterns such as 'wangranka.*', or all",
       .set_value = [&arguments](const std::string& text) { arguments.id_patterns.push_back(text); },
       .may_be_repeated = true},
      flag_option("--list", "what can be reproduced", arguments.list),
      {"--samples", "N", "of each cell, instead of as many as the paper has",
       [&options](const std::string& text) {
         options.sample_count = parse_count("--samples", text, 1, kMostPublishedSamples);
       }},
      {"--seed", "SEED", "of all random choices",
       [&options](const std::string& text) { options.seed = parse_seed("--seed", text); }},
      {"--jobs", "N", "runs that go on at once (default: one a core); the results are the same for all",
       [&options](const std::string& text) {
         options.parallel_job_count = parse_count("--jobs", text, 1, kMostReproduceJobs);
       }},
      file_option("--csv", "the cells; appears when all is done", arguments.csv_path),
      file_option("--claims", "the claims", arguments.claims_path),
      file_option("--json", "both with the parameters", arguments.json_path),
      file_option("--report", "one page with all figures, tables and claims", arguments.report_path),
      flag_option("--quiet", "show no progress", arguments.hides_progress)};
  for (CommandOption& option : report_options(arguments.report_options)) list.push_back(std::move(option));
  return list;
}

/// Carries out the published experiments until all are done or a signal ends the work. If the ranks of an mpirun share
/// the runs, this process makes only its part of them.
ComputationEnd carry_out_experiments(const std::shared_ptr<Reproduction>& under_way) {
  RankJob* const job = MpiJobMembership::joined_mpi_job();
  if (job != nullptr) under_way->share_runs_with_ranks(*job);
  MpiJobMembership::wait_until_ranks_are_ready();
  const ComputationEnd ending = MpiJobMembership::run_until_done_or_signal(
      [under_way](const std::stop_token& stop) { under_way->carry_out_all_experiments(stop); },
      [under_way] { under_way->refresh_progress_display(); });
  under_way->close_progress_display();
  return ending;
}

bool is_silent_rank() {
  return MpiJobMembership::joined_mpi_job() != nullptr && !MpiJobMembership::joined_mpi_job()->is_first_rank();
}

}  // namespace

ExitCode reproduce_experiments(std::span<const PublishedExperiment> all, const ReproduceArguments& arguments,
                               std::ostream& out, std::ostream& err, FilesUsedByCommand& files) {
  std::vector<PublishedExperiment> chosen = chosen_experiments(all, arguments);
  MpiJobMembership::require_equal_text_on_all_ranks(reproduction_settings_text(chosen, arguments.session_options));
  const bool is_silent = arguments.hides_progress || is_silent_rank();
  const auto under_way = std::make_shared<Reproduction>(std::move(chosen), arguments.session_options, err,
                                                        progress_style_of_standard_error(is_silent));
  if (is_silent_rank()) return carry_out_experiments(under_way).exit_code();
  check_report_options(arguments.report_options);
  if (arguments.report_options.figure_folder && !arguments.report_path) {
    throw UsageError({.place = "--figures", .reason = "are those of a report", .remedy = "write --report FILE too"});
  }
  ReproduceCommandOutputFiles outputs(arguments);
  const ComputationEnd ending = carry_out_experiments(under_way);
  const std::vector<ReproducedExperiment> results = under_way->results();
  print_reproduced_experiments(out, results, arguments.session_options);
  const auto failure = under_way->failure();
  if (failure || ending.is_interrupted()) {
    print_note_of_unwritten_outputs(err, arguments);
    return failure ? print_failure(err, *failure) : print_interruption(err, *under_way, results, ending);
  }
  outputs.write_results(results, arguments, files);
  return print_failed_claims(err, results);
}

void print_experiments(std::ostream& out, std::span<const PublishedExperiment> all) {
  out << "experiments\n";
  for (const PublishedExperiment& experiment : all) {
    out << fmt::format("\n  {}  {}\n    {:<11} {}\n", experiment.id, experiment.summary, "reproduces",
                       experiment.reproduced_source);
  }
}

Command reproduce_command_definition() {
  const auto arguments = std::make_shared<ReproduceArguments>();
  arguments->session_options.parallel_job_count = static_cast<std::uint64_t>(tbb::info::default_concurrency());
  return {
      .name = "reproduce",
      .summary = "Runs published experiments: published numbers beside emulated ones, and claims that hold or do not",
      .examples = {"switchyard reproduce wangranka.phases --samples 10 --csv phases.csv",
                   "switchyard reproduce --list"},
      .options = reproduce_options(*arguments),
      .run = [arguments](FilesUsedByCommand& files) {
        const std::vector<PublishedExperiment> all = papers::published_experiments();
        if (arguments->list && MpiJobMembership::leaves_work_to_first_rank()) return ExitCode::done;
        if (!arguments->list) return reproduce_experiments(all, *arguments, std::cout, std::cerr, files);
        if (!arguments->id_patterns.empty())
          throw UsageError({.place = "--list", .reason = "shows all experiments", .remedy = "leave the ID out"});
        print_experiments(std::cout, all);
        return ExitCode::done;
      }};
}

}  // namespace switchyard::cli
