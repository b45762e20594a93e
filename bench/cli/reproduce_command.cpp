#include "bench/cli/reproduce_command.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/info.h>

#include <iostream>
#include <memory>
#include <new>

#include "bench/cli/commands.hpp"
#include "bench/cli/interruptible.hpp"
#include "bench/cli/output_file.hpp"
#include "bench/cli/reproduction.hpp"
#include "bench/cli/reproduction_page.hpp"
#include "bench/cli/reproduction_report.hpp"
#include "bench/experiments/registry.hpp"
#include "runtime/values.hpp"

namespace switchyard::cli {
namespace {

constexpr std::uint64_t kMostPublishedSamples = 1'000'000;
constexpr std::uint64_t kMostReproduceJobs = 1024;

/// Files are opened before anything runs, so that one that cannot be written costs no time.
class ReproduceFiles {
 public:
  explicit ReproduceFiles(const ReproduceArguments& arguments) {
    open(csv_, "--csv", arguments.csv);
    open(claims_, "--claims", arguments.claims);
    open(json_, "--json", arguments.json);
    open(report_, "--report", arguments.report);
  }
  void fill(std::span<const Reproduced> results, const ReproduceArguments& arguments, FilesInUse& files) {
    const experiments::SessionOptions& options = arguments.options;
    std::optional<Report> page;
    if (report_) page = reproduction_page(results, options, arguments.report_options);
    if (page) declare_figures(*page, arguments.report_options, files);
    write(csv_, cells_csv(results));
    write(claims_, claims_csv(results));
    write(json_, reproduction_json(results, options));
    if (page) write_report(*page, arguments.report_options, *report_);
  }

 private:
  static void open(std::optional<OutputFile>& file, const char* option, const std::optional<std::string>& path) {
    if (path) file.emplace(option, *path);
  }
  static void write(std::optional<OutputFile>& file, const std::string& text) {
    if (!file) return;
    file->write(text);
    file->commit();
  }
  std::optional<OutputFile> csv_, claims_, json_, report_;
};

void note_files_unwritten(std::ostream& err, const ReproduceArguments& arguments) {
  for (const auto& path : {arguments.csv, arguments.claims, arguments.json, arguments.report}) {
    if (!path) continue;
    err << fmt::format("{} is not written, as not all experiments are done\n", switchyard::quoted(*path));
  }
}

ExitCode report_failure(std::ostream& err, const FailedExperiment& failure) {
  try {
    std::rethrow_exception(failure.error);
  } catch (const Error& error) {
    err << fmt::format("{}: {}\n", failure.id, error.what());
    return error.exit_code();
  } catch (const std::bad_alloc&) {
    throw Error(fmt::format("{}: not enough memory; use fewer jobs", failure.id));
  } catch (const std::exception& error) {
    throw Error(fmt::format("{}: {}", failure.id, error.what()));
  }
}

ExitCode report_interruption(std::ostream& err, const std::vector<Reproduced>& results, std::size_t experiments,
                             Ending ending) {
  std::size_t complete = 0;
  for (const Reproduced& result : results) complete += result.outcome.complete ? 1 : 0;
  err << fmt::format("interrupted: {} of {} experiments are done\n", complete, experiments);
  return ending.exit_code();
}

ExitCode report_claims(std::ostream& err, const std::vector<Reproduced>& results) {
  const std::vector<std::string> broken = broken_claims(results);
  if (broken.empty()) return ExitCode::done;
  err << fmt::format("{} of the claims that should hold {} not: {}\n", broken.size(),
                     broken.size() == 1 ? "does" : "do", fmt::join(broken, ", "));
  return ExitCode::failed;
}

void print_all(std::ostream& out, const std::vector<Reproduced>& results, const experiments::SessionOptions& options) {
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (i != 0) out << '\n';
    print_reproduced(out, results[i], options);
  }
  out.flush();
}

std::vector<experiments::PublishedExperiment> chosen_experiments(std::span<const experiments::PublishedExperiment> all,
                                                                 const ReproduceArguments& arguments) {
  if (arguments.patterns.empty()) {
    throw UsageError(
        "ID: no experiment is given; write one of 'switchyard list experiments', a pattern such as "
        "'wangranka.*', or all");
  }
  return experiments::select_experiments(all, "ID", arguments.patterns);
}

Option result_file(const char* name, const char* help, std::optional<std::string>& target) {
  return that_replaces({name, "FILE", help, [&target](const std::string& text) { target = text; }});
}

/// `arguments` must outlive the list.
std::vector<Option> reproduce_options(ReproduceArguments& arguments) {
  experiments::SessionOptions& options = arguments.options;
  std::vector<Option> list{
      {.name = "ID",
       .value = "",
       .help = "experiments of 'switchyard list experiments'; patterns such as 'wangranka.*', or all",
       .set = [&arguments](const std::string& text) { arguments.patterns.push_back(text); },
       .repeats = true},
      flag("--list", "what can be reproduced", arguments.list),
      {"--samples", "N", "of each cell, instead of as many as the paper has",
       [&options](const std::string& text) {
         options.samples = parse_count("--samples", text, 1, kMostPublishedSamples);
       }},
      {"--seed", "SEED", "of all random choices",
       [&options](const std::string& text) { options.seed = parse_seed("--seed", text); }},
      {"--jobs", "N", "runs that go on at once (default: one a core); the results are the same for all",
       [&options](const std::string& text) { options.jobs = parse_count("--jobs", text, 1, kMostReproduceJobs); }},
      result_file("--csv", "the cells; appears when all is done", arguments.csv),
      result_file("--claims", "the claims", arguments.claims),
      result_file("--json", "both with the parameters", arguments.json),
      result_file("--report", "one page with all figures, tables and claims", arguments.report),
      flag("--quiet", "show no progress", arguments.quiet)};
  for (Option& option : report_options(arguments.report_options)) list.push_back(std::move(option));
  return list;
}

}  // namespace

ExitCode reproduce(std::span<const experiments::PublishedExperiment> all, const ReproduceArguments& arguments,
                   std::ostream& out, std::ostream& err, FilesInUse& files) {
  const auto under_way =
      std::make_shared<Reproduction>(chosen_experiments(all, arguments), arguments.options, err,
                                     arguments.quiet ? ProgressStyle::silent : progress_style_of_standard_error());
  check(arguments.report_options);
  if (arguments.report_options.figures && !arguments.report) {
    throw UsageError("--figures: are those of a report; write --report FILE too");
  }
  ReproduceFiles outputs(arguments);
  const Ending ending = run_interruptibly([under_way](const std::stop_token& stop) { under_way->carry_out(stop); });
  under_way->stop_showing();
  const std::vector<Reproduced> results = under_way->results();
  print_all(out, results, arguments.options);
  const auto failure = under_way->failure();
  if (failure || ending.is_interrupted()) {
    note_files_unwritten(err, arguments);
    return failure ? report_failure(err, *failure)
                   : report_interruption(err, results, under_way->experiment_count(), ending);
  }
  outputs.fill(results, arguments, files);
  return report_claims(err, results);
}

void print_experiments(std::ostream& out, std::span<const experiments::PublishedExperiment> all) {
  out << "experiments\n";
  for (const experiments::PublishedExperiment& experiment : all) {
    out << fmt::format("\n  {}  {}\n    {:<11} {}\n", experiment.id, experiment.summary, "reproduces",
                       experiment.reproduces);
  }
}

Command reproduce_command() {
  const auto arguments = std::make_shared<ReproduceArguments>();
  arguments->options.jobs = static_cast<std::uint64_t>(tbb::info::default_concurrency());
  return {
      .name = "reproduce",
      .summary = "Runs published experiments: published numbers beside emulated ones, and claims that hold or do not",
      .examples = {"switchyard reproduce wangranka.phases --samples 10 --csv phases.csv",
                   "switchyard reproduce --list"},
      .options = reproduce_options(*arguments),
      .run = [arguments](FilesInUse& files) {
        const std::vector<experiments::PublishedExperiment> all = experiments::published_experiments();
        if (!arguments->list) return reproduce(all, *arguments, std::cout, std::cerr, files);
        if (!arguments->patterns.empty()) throw UsageError("--list: shows all experiments; leave the ID out");
        print_experiments(std::cout, all);
        return ExitCode::done;
      }};
}

}  // namespace switchyard::cli
