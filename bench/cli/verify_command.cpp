#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "bench/cli/commands.hpp"
#include "bench/experiment/execution_options.hpp"
#include "bench/experiment/input_file.hpp"
#include "bench/experiment/libraries.hpp"
#include "bench/experiment/machine_options.hpp"
#include "bench/experiment/output_file.hpp"
#include "bench/experiment/program_options.hpp"
#include "bench/experiment/progress_display.hpp"
#include "bench/verify/program_subject.hpp"
#include "bench/verify/stopping_debugger.hpp"
#include "bench/verify/verify_files.hpp"
#include "bench/verify/verify_run.hpp"
#include "runtime/values.hpp"

namespace switchyard::cli {
namespace {

constexpr std::uint64_t kMostVerifiedNodes = 4096;
constexpr std::uint64_t kMostOrdersLimit = 1'000'000'000'000;

struct VerifyArguments {
  std::optional<std::string> program;
  std::vector<std::uint32_t> nodes{2, 3};
  std::optional<std::string> machine, interface;
  std::optional<SendSetting> sends;
  ProgramSetting of_program;
  Libraries libraries;
  VerifyLimits limits;
  std::optional<Duration> host_limit;
  std::string folder = ".";
  std::optional<std::string> json, sarif, svg, replay;
  bool github = false;
  bool quiet = false;
  bool starts_debugger = false;
  /// argument lists for the program, one for each option --arguments; if empty, the words after `--` are the only list
  std::vector<std::vector<std::string>> argument_lists;
  std::vector<std::string> given_options;
};

/// Reads the value of the option --nodes, such as "3", "2-4" or "2,4". Returns the numbers of nodes in ascending order.
std::vector<std::uint32_t> parse_node_counts(const std::string& text) {
  const auto ranges = parse_node_ranges(text);
  std::set<std::uint32_t> counts;
  bool fits = ranges.has_value();
  for (const auto& [first, last] : ranges.value_or(NodeRanges{})) {
    fits = fits && first > 0 && last <= kMostVerifiedNodes;
    for (std::uint32_t count = first; fits && count <= last; ++count) counts.insert(count);
  }
  if (!fits) {
    throw UsageError(
        {.place = "--nodes",
         .value = text,
         .reason = fmt::format("{} is no list of numbers from 1 to {}", switchyard::quoted(text), kMostVerifiedNodes),
         .remedy = "write one such as 3, 2-4 or 2,4"});
  }
  return {counts.begin(), counts.end()};
}

/// Returns the program's name or path in the form that choose_program() expects. A name without a
/// slash becomes a path if the working folder has a file of that name. Throws UsageError if no
/// program is given.
std::string program_path_or_name(const VerifyArguments& arguments) {
  if (!arguments.program) {
    throw UsageError({.place = "switchyard verify",
                      .reason = "no program is given",
                      .remedy = "write its path, such as ./a.out, or --replay FILE"});
  }
  const std::string& text = *arguments.program;
  std::error_code ignored;
  if (is_program_file_name(text) || !std::filesystem::is_regular_file(text, ignored)) return text;
  return "./" + text;
}

void check_program_uses_interface(const VerifyArguments& arguments, const ChosenProgram& program) {
  if (!arguments.interface || *arguments.interface == "any") return;
  if (program.launch && uses(*program.launch, *arguments.interface)) return;
  throw UsageError({.place = "--interface",
                    .value = *arguments.interface,
                    .reason = fmt::format("{} makes no calls of {}", program.kind.name, *arguments.interface),
                    .remedy = "leave it out"});
}

VerifyPlan plan_of(const VerifyArguments& arguments) {
  ProgramSetting setting = arguments.of_program;
  setting.launch.any_machine = arguments.interface == "any";
  const std::string path = program_path_or_name(arguments);
  VerifyPlan plan{.program = choose_program(arguments.libraries.catalogue, "PROGRAM", {path}, std::move(setting)),
                  .path = path,
                  .nodes = arguments.nodes,
                  .machine = arguments.machine,
                  .sends = arguments.sends,
                  .limits = arguments.limits};
  check_program_uses_interface(arguments, plan.program);
  plan.limits.runs.stack_bytes = stack_bytes_of(plan.program.launch.get(), plan.limits.runs.stack_bytes);
  if (arguments.host_limit) plan.limits.host_time = *arguments.host_limit;
  plan.limits.run_time = std::min(plan.limits.run_time, plan.limits.host_time);
  return plan;
}

/// Throws UsageError if options of the command `verify` are given that have no effect together.
void check_option_combination(const VerifyArguments& arguments) {
  if (arguments.starts_debugger && !arguments.replay) {
    throw UsageError({.place = "--gdb",
                      .reason = "stops one run, and none is given",
                      .remedy = "name the file of a wrong verdict behind --replay"});
  }
  if (!arguments.argument_lists.empty() && !arguments.of_program.words.empty()) {
    throw UsageError({.place = "--arguments",
                      .reason = "is there beside words behind --",
                      .remedy = "write each list of arguments behind an --arguments of its own"});
  }
}

/// Returns one verification plan for each list of arguments that the user gives for the program to be verified.
std::vector<VerifyPlan> plans_of(const VerifyArguments& arguments) {
  std::vector<VerifyPlan> plans;
  VerifyArguments one = arguments;
  if (one.argument_lists.empty()) one.argument_lists.push_back(one.of_program.words);
  for (const auto& words : one.argument_lists) {
    one.of_program.words = words;
    plans.push_back(plan_of(one));
  }
  return plans;
}

ExitCode verify_program(const VerifyArguments& arguments) {
  check_folder("--replay-dir", arguments.folder);
  return carry_out_verification(plans_of(arguments), {.folder = arguments.folder,
                                                      .libraries = arguments.libraries.paths,
                                                      .json = arguments.json,
                                                      .sarif = arguments.sarif,
                                                      .svg = arguments.svg,
                                                      .github = arguments.github,
                                                      .progress = progress_style_of_standard_error(arguments.quiet)});
}

void refuse_options_beside_replay(const VerifyArguments& arguments) {
  for (const std::string& option : arguments.given_options) {
    constexpr std::array kBeside{"--replay", "--load", "--svg", "--host-limit", "--gdb"};
    if (std::ranges::find(kBeside, option) != kBeside.end()) continue;
    throw UsageError({.place = option, .reason = "does nothing beside --replay", .remedy = "leave one of them out"});
  }
}

ExitCode verify_again_from_replay_file(VerifyArguments arguments) {
  refuse_options_beside_replay(arguments);
  const std::string& path = *arguments.replay;
  const InputPlace place = InputPlace::named_file("--replay", path);
  constexpr std::size_t kMostBytes = std::size_t{64} << 20U;
  const VerifyRecord record =
      read_record(place, read_input("--replay", path, {.bytes = kMostBytes, .line = kMostBytes}));
  arguments.program = record.program;
  arguments.nodes = {record.nodes};
  arguments.machine = record.machine;
  arguments.sends = record.sends;
  arguments.of_program.words = record.words;
  // Nodes are threads here, so that a debugger finds the stack frames of all nodes.
  arguments.limits.runs.executor = ExecutorKind::threads;
  if (record.any_machine) arguments.interface = "any";
  VerifyPlan plan = plan_of(arguments);
  check_same_program(place, record, plan.program);
  if (arguments.starts_debugger) debug_replay(path, arguments.libraries.paths);
  return repeat_recorded_verification(record, std::move(plan), arguments.svg);
}

std::vector<CommandOption> options_of(VerifyArguments& arguments) {
  std::vector<CommandOption> options{
      {"PROGRAM", "", "a C or C++ program by its path, or a node program of a library by its name",
       [&arguments](const std::string& text) { arguments.program = text; }},
      {"--nodes", "N,...", "numbers of nodes, such as 3, 2-4 or 2,4 (default 2,3)",
       [&arguments](const std::string& text) { arguments.nodes = parse_node_counts(text); }},
      marked_as_machine_file({"--machine", "NAME",
                              "also as this machine has it; without one, what the interface's standard promises",
                              [&arguments](const std::string& text) { arguments.machine = text; }}),
      {"--interface", "NAME", "mpi, nx or cmmd: what the program has to call; any: on every machine",
       [&arguments](const std::string& text) {
         const std::vector<std::string> names{"mpi", "nx", "cmmd", "any"};
         arguments.interface = names[parse_choice("--interface", text, names, "interface")];
       }},
      {"--standard-sends", "NAME", "zero-buffer, infinite or machine, instead of each of them",
       [&arguments](const std::string& text) {
         arguments.sends =
             static_cast<SendSetting>(parse_choice("--standard-sends", text, send_setting_names(), "setting"));
       }},
      library_path_option(arguments.libraries),
      count_option("--limit", "orders that are run in each setting (default 1000000)", arguments.limits.orders, 1,
                   kMostOrdersLimit),
      host_limit_option(arguments.host_limit, "default 60s, for each number of nodes"),
      stack_option(arguments.limits.runs.stack_bytes),
      {"--seed", "SEED", "of all random choices",
       [&arguments](const std::string& text) { arguments.limits.seed = parse_seed("--seed", text); }},
      file_option("--json", "the verdicts; appears when all is done", arguments.json),
      file_option("--sarif", "the wrong ones, for systems that review code", arguments.sarif),
      file_option("--svg", "a picture of the messages that lead to what is wrong", arguments.svg),
      flag_option("--github", "also prints annotations for GitHub's actions", arguments.github),
      flag_option("--quiet", "no progress on standard error", arguments.quiet),
      {"--replay-dir", "FOLDER", "where a file for each wrong verdict goes (default: this one)",
       [&arguments](const std::string& text) { arguments.folder = text; }},
      marked_as_input_file({"--replay", "FILE", "runs what such a file has found again, and nothing else",
                            [&arguments](const std::string& text) { arguments.replay = text; }}),
      flag_option("--gdb", "with --replay: in a debugger, which stops where the defect is", arguments.starts_debugger),
      {"--arguments", "WORDS", "of the program, in place of those behind --; given again: another case",
       [&arguments](const std::string& text) {
         arguments.argument_lists.push_back(split_into_words("--arguments", text));
       }}};
  options.back().repeats = true;
  options[4].choices = send_setting_names();
  for (CommandOption& option : options) {
    option.set = [set = option.set, name = option.name, &arguments](const std::string& text) {
      arguments.given_options.push_back(name);
      set(text);
    };
  }
  return options;
}

}  // namespace

Command verify_command_definition() {
  const auto arguments = std::make_shared<VerifyArguments>();
  return {
      .name = "verify",
      .summary = "Runs a program in all orders that matter: right (proved for this size), wrong, or not decided",
      .examples = {"switchyard verify ./a.out --nodes 3", "switchyard verify ./a.out --nodes 2-4 -- -n 10"},
      .options = options_of(*arguments),
      .run =
          [arguments](FilesInUse& /*files*/) {
            check_option_combination(*arguments);
            return arguments->replay ? verify_again_from_replay_file(*arguments) : verify_program(*arguments);
          },
      .take_words = [arguments](std::vector<std::string> words) { arguments->of_program.words = std::move(words); }};
}

}  // namespace switchyard::cli
