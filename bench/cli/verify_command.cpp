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
constexpr std::uint64_t kLargestSettableOrderLimit = 1'000'000'000'000;

struct VerifyArguments {
  std::optional<std::string> program_text;
  std::vector<std::uint32_t> node_counts{2, 3};
  std::optional<std::string> machine_name, interface_name;
  std::optional<StandardSendSetting> send_setting;
  ProgramSetting program_setting;
  LoadedLibraries libraries;
  VerifyLimits verify_limits;
  std::optional<Duration> host_limit;
  std::string replay_folder = ".";
  std::optional<std::string> json_path, sarif_path, svg_path, replay_path;
  bool prints_github_annotations = false;
  bool hides_progress = false;
  bool starts_debugger = false;
  /// ^The lists of arguments with which the program is verified, one list for each option --arguments on the command
  /// line; if there is none, the words after `--` are the only list.
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
  if (!arguments.program_text) {
    throw UsageError({.place = "switchyard verify",
                      .reason = "no program is given",
                      .remedy = "write its path, such as ./a.out, or --replay FILE"});
  }
  const std::string& text = *arguments.program_text;
  std::error_code ignored;
  if (is_program_file_name(text) || !std::filesystem::is_regular_file(text, ignored)) return text;
  return "./" + text;
}

void check_program_uses_interface(const VerifyArguments& arguments, const ChosenProgram& program) {
  if (!arguments.interface_name || *arguments.interface_name == "any") return;
  if (program.launch && all_programs_use_interface(*program.launch, *arguments.interface_name)) return;
  throw UsageError({.place = "--interface",
                    .value = *arguments.interface_name,
                    .reason = fmt::format("{} makes no calls of {}", program.kind.name, *arguments.interface_name),
                    .remedy = "leave it out"});
}

VerifyPlan verification_plan_of(const VerifyArguments& arguments) {
  ProgramSetting setting = arguments.program_setting;
  setting.launch_setting.runs_on_any_machine = arguments.interface_name == "any";
  const std::string path = program_path_or_name(arguments);
  VerifyPlan plan{.program = choose_program(arguments.libraries.catalogue, "PROGRAM", {path}, std::move(setting)),
                  .program_path = path,
                  .node_counts = arguments.node_counts,
                  .machine_name = arguments.machine_name,
                  .single_send_buffering_setting = arguments.send_setting,
                  .limits = arguments.verify_limits};
  check_program_uses_interface(arguments, plan.program);
  plan.limits.runs.stack_bytes = stack_bytes_of(plan.program.launch.get(), plan.limits.runs.stack_bytes);
  if (arguments.host_limit) plan.limits.host_time = *arguments.host_limit;
  plan.limits.run_time = std::min(plan.limits.run_time, plan.limits.host_time);
  return plan;
}

/// Throws UsageError if the command `verify` is given options that have no effect in combination with each other.
void check_option_combination(const VerifyArguments& arguments) {
  if (arguments.starts_debugger && !arguments.replay_path) {
    throw UsageError({.place = "--gdb",
                      .reason = "stops one run, and none is given",
                      .remedy = "name the file of a wrong verdict behind --replay"});
  }
  if (!arguments.argument_lists.empty() && !arguments.program_setting.program_arguments.empty()) {
    throw UsageError({.place = "--arguments",
                      .reason = "is there beside words behind --",
                      .remedy = "write each list of arguments behind an --arguments of its own"});
  }
}

/// Returns one verification plan for each list of arguments that the user gives for the program to be verified.
std::vector<VerifyPlan> verification_plans_of(const VerifyArguments& arguments) {
  std::vector<VerifyPlan> plans;
  VerifyArguments one = arguments;
  if (one.argument_lists.empty()) one.argument_lists.push_back(one.program_setting.program_arguments);
  for (const auto& words : one.argument_lists) {
    one.program_setting.program_arguments = words;
    plans.push_back(verification_plan_of(one));
  }
  return plans;
}

ExitCode verify_program(const VerifyArguments& arguments) {
  check_output_folder("--replay-dir", arguments.replay_folder);
  return carry_out_verification(verification_plans_of(arguments),
                                {.replay_folder = arguments.replay_folder,
                                 .library_paths = arguments.libraries.paths,
                                 .json_file_name = arguments.json_path,
                                 .sarif_file_name = arguments.sarif_path,
                                 .svg_file_name = arguments.svg_path,
                                 .prints_github_annotations = arguments.prints_github_annotations,
                                 .progress_style = progress_style_of_standard_error(arguments.hides_progress)});
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
  const std::string& path = *arguments.replay_path;
  const UserInputPlace place = UserInputPlace::file_given_by_option("--replay", path);
  constexpr std::size_t kMostBytes = std::size_t{64} << 20U;
  const VerifyRecord record = read_verify_record(
      place, read_input_file("--replay", path, {.most_file_bytes = kMostBytes, .most_line_bytes = kMostBytes}));
  arguments.program_text = record.program_path;
  arguments.node_counts = {record.node_count};
  arguments.machine_name = record.machine_name;
  arguments.send_setting = record.send_setting;
  arguments.program_setting.program_arguments = record.program_arguments;
  // In a repeated verification run the nodes are threads, not fibers, so that a debugger finds the stack frames of all
  // nodes.
  arguments.verify_limits.runs.executor = ExecutorKind::threads;
  if (record.allows_any_machine) arguments.interface_name = "any";
  VerifyPlan plan = verification_plan_of(arguments);
  check_same_program(place, record, plan.program);
  if (arguments.starts_debugger) debug_replay(path, arguments.libraries.paths);
  return repeat_recorded_verification(record, std::move(plan), arguments.svg_path);
}

std::vector<CommandOption> options_of(VerifyArguments& arguments) {
  std::vector<CommandOption> options{
      {"PROGRAM", "", "a C or C++ program by its path, or a node program of a library by its name",
       [&arguments](const std::string& text) { arguments.program_text = text; }},
      {"--nodes", "N,...", "numbers of nodes, such as 3, 2-4 or 2,4 (default 2,3)",
       [&arguments](const std::string& text) { arguments.node_counts = parse_node_counts(text); }},
      mark_option_as_machine_file({"--machine", "NAME",
                                   "also as this machine has it; without one, what the interface's standard promises",
                                   [&arguments](const std::string& text) { arguments.machine_name = text; }}),
      {"--interface", "NAME", "mpi, nx or cmmd: what the program has to call; any: on every machine",
       [&arguments](const std::string& text) {
         const std::vector<std::string> names{"mpi", "nx", "cmmd", "any"};
         arguments.interface_name = names[parse_choice("--interface", text, names, "interface")];
       }},
      {"--standard-sends", "NAME", "zero-buffer, infinite or machine, instead of each of them",
       [&arguments](const std::string& text) {
         arguments.send_setting = static_cast<StandardSendSetting>(
             parse_choice("--standard-sends", text, names_of_standard_send_settings(), "setting"));
       }},
      library_path_option(arguments.libraries),
      option_with_count_value("--limit", "orders that are run in each setting (default 1000000)",
                              arguments.verify_limits.orders, 1, kLargestSettableOrderLimit),
      host_limit_option(arguments.host_limit, "default 60s, for each number of nodes"),
      stack_bytes_option(arguments.verify_limits.runs.stack_bytes),
      {"--seed", "SEED", "of all random choices",
       [&arguments](const std::string& text) { arguments.verify_limits.seed = parse_seed("--seed", text); }},
      file_option("--json", "the verdicts; appears when all is done", arguments.json_path),
      file_option("--sarif", "the wrong ones, for systems that review code", arguments.sarif_path),
      file_option("--svg", "a picture of the messages that lead to what is wrong", arguments.svg_path),
      flag_option("--github", "also prints annotations for GitHub's actions", arguments.prints_github_annotations),
      flag_option("--quiet", "no progress on standard error", arguments.hides_progress),
      {"--replay-dir", "FOLDER", "where a file for each wrong verdict goes (default: this one)",
       [&arguments](const std::string& text) { arguments.replay_folder = text; }},
      mark_option_as_input_file({"--replay", "FILE", "runs what such a file has found again, and nothing else",
                                 [&arguments](const std::string& text) { arguments.replay_path = text; }}),
      flag_option("--gdb", "with --replay: in a debugger, which stops where the defect is", arguments.starts_debugger),
      {"--arguments", "WORDS", "of the program, in place of those behind --; given again: another case",
       [&arguments](const std::string& text) {
         arguments.argument_lists.push_back(split_into_words("--arguments", text));
       }}};
  options.back().may_be_repeated = true;
  options[4].choices = names_of_standard_send_settings();
  for (CommandOption& option : options) {
    option.set_value = [set = option.set_value, name = option.name, &arguments](const std::string& text) {
      arguments.given_options.push_back(name);
      set(text);
    };
  }
  return options;
}

}  // namespace

Command verify_command_definition() {
  const auto arguments = std::make_shared<VerifyArguments>();
  return {.name = "verify",
          .summary = "Runs a program in all orders that matter: right (proved for this size), wrong, or not decided",
          .examples = {"switchyard verify ./a.out --nodes 3", "switchyard verify ./a.out --nodes 2-4 -- -n 10"},
          .options = options_of(*arguments),
          .run =
              [arguments](FilesUsedByCommand& /*files*/) {
                check_option_combination(*arguments);
                return arguments->replay_path ? verify_again_from_replay_file(*arguments) : verify_program(*arguments);
              },
          .take_program_arguments =
              [arguments](std::vector<std::string> words) {
                arguments->program_setting.program_arguments = std::move(words);
              }};
}

}  // namespace switchyard::cli
