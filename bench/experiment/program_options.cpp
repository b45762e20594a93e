#include "bench/experiment/program_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/experiment/collective_options.hpp"
#include "bench/experiment/launched_program.hpp"
#include "runtime/error.hpp"
#include "runtime/quick_executor.hpp"
#include "runtime/values.hpp"

namespace switchyard {

namespace {

/// The path of a program file, and the numbers of the nodes that the user has written after it; "./master@0" means the
/// path "./master" and node 0. Without an @ the list of nodes is empty.
struct ProgramFileName {
  std::string path;
  NodeRanges nodes = {};
};

ProgramFileName parse_program_file(const std::string& text) {
  const std::size_t at = text.rfind('@');
  if (at != std::string::npos) {
    if (auto nodes = parse_node_ranges(std::string_view(text).substr(at + 1)))
      return {text.substr(0, at), std::move(*nodes)};
  }
  return {text};
}

}  // namespace

CommandOption program_option(std::vector<std::string>& target) {
  CommandOption option{
      "--program", "NAME",
      "a node program of a library instead of algorithms, or NAME:ARGUMENTS; or a C or C++ program, by a "
      "path with a slash: ./heat; or several, each with its nodes: ./master@0",
      [&target](const std::string& text) { target.push_back(text); }};
  option.may_be_repeated = true;
  option.file_use_recorder = [](FilesUsedByCommand& files, const std::string& name, const std::string& text) {
    if (is_program_file_name(text)) files.declare_input_file(name, parse_program_file(text).path);
  };
  return limit_options_to_work_kinds(WorkKinds::programs | WorkKinds::replay_lines, option);
}

bool is_program_file_name(const std::string& text) noexcept {
  const std::string head = text.substr(0, text.find(':'));
  return head.find('/') != std::string::npos || !parse_program_file(head).nodes.empty();
}

std::vector<CommandOption> launch_options(LaunchSetting& target, RunRepetition repeats) {
  std::vector<CommandOption> options;
  for (const LaunchOption& each : launch_entries(repeats)) {
    options.push_back(limit_options_to_work_kinds(
        WorkKinds::programs | WorkKinds::replay_lines,
        {.name = each.option,
         .value_name = each.value_name,
         .help_text = each.help_text,
         .set_value = [&target, each](const std::string& text) { each.set(target, each.option, text); },
         .choices = each.choices,
         .default_value = each.default_value}));
  }
  return options;
}

StandardSendRule standard_sends_of(const ChosenProgram& program) noexcept {
  return program.launch ? standard_sends_of(program.launch->setting().send_setting) : StandardSendRule{};
}

void set_run_options_for_program(const ChosenProgram& program, const std::vector<GivenOption>& given,
                                 RunOptions& options) {
  if (!program.launch) return;
  options.standard_sends = standard_sends_of(program);
  const bool executor_given = std::ranges::find(given, "--executor", &GivenOption::name) != given.end();
  if (!executor_given && options.clock == ClockKind::virtual_time) options.executor = kQuickExecutor;
  // If the nodes are threads, their stacks have the size that the operating system chooses.
  if (options.executor == ExecutorKind::threads) return;
  options.stack_bytes = stack_bytes_of(program.launch.get(), options.stack_bytes);
}

namespace {

void check_standard_sends(const ProgramLaunch& launch) {
  if (launch.setting().send_setting == StandardSendSetting::machine) return;
  for (const PlacedProgram& each : launch.programs()) {
    if (each.program->uses_communication_interface("mpi")) continue;
    throw UsageError({.place = "--standard-sends",
                      .reason = fmt::format("is for MPI programs, and {} is none", each.program->name()),
                      .remedy = "leave it out"});
  }
}

void check_collectives(const ProgramLaunch& launch, const Machine& machine) {
  if (launch.collectives().algorithm_choice_texts.empty()) return;
  for (const PlacedProgram& each : launch.programs()) {
    if (each.program->uses_communication_interface("mpi")) continue;
    throw UsageError({.place = "--collective",
                      .reason = fmt::format("is for MPI programs, and {} is none", each.program->name()),
                      .remedy = "leave it out"});
  }
  switchyard::check_collectives("--collective", launch.collectives(), machine);
}

struct InterfaceAndMachines {
  const char* interface;
  std::string_view name;  ///< the usual name of the interface, such as "NX"
  std::vector<std::string_view> machines;
  std::string_view machine_choice_text;
};

void check_interfaces(const Program& program, const Machine& machine) {
  static const std::array kInterfaces{
      InterfaceAndMachines{"nx", "NX", {"ipsc860", "delta", "paragon"}, "ipsc860, delta or paragon"},
      InterfaceAndMachines{"cmmd", "CMMD", {"cm5", "cm5_cmmd3"}, "cm5 or cm5_cmmd3"}};
  for (const InterfaceAndMachines& each : kInterfaces) {
    if (!program.uses_communication_interface(each.interface) ||
        std::ranges::find(each.machines, machine.name()) != each.machines.end())
      continue;
    throw UsageError(fmt::format("it calls {}, which machine {} did not have", each.name, machine.name()),
                     fmt::format("choose {}, or add --interface any", each.machine_choice_text));
  }
}

}  // namespace

void refuse_program_file_options(const ProgramSetting& setting) {
  constexpr const char* kRemedy = "write its path behind --program, with a slash";
  if (!setting.program_arguments.empty())
    throw UsageError({.place = "--", .reason = "what stands behind it is for a C or C++ program", .remedy = kRemedy});
  for (const LaunchOption& each : launch_entries(RunRepetition::single_run)) {
    if (each.text_of_value(setting.launch_setting) != each.default_value)
      throw UsageError({.place = each.option, .reason = each.applicable_programs, .remedy = kRemedy});
  }
  if (!setting.collective_options.empty())
    throw UsageError({.place = "--collective", .reason = "is for an MPI program", .remedy = kRemedy});
  if (setting.are_schedules_made_by_nodes)
    throw UsageError({.place = "--schedule",
                      .value = "runtime",
                      .reason = "is for an MPI program, or for algorithms",
                      .remedy = kRemedy});
  if (setting.output_folder)
    throw UsageError({.place = "--output-folder", .reason = "is for a C or C++ program", .remedy = kRemedy});
  if (setting.shows_only_program_output)
    throw UsageError({.place = "--bare", .reason = "is for a C or C++ program", .remedy = kRemedy});
}

namespace {

ChosenProgram find_library_program(const Catalogue& catalogue, const UserInputPlace& place, const std::string& text) {
  const std::size_t colon = text.find(':');
  ChosenProgram found{catalogue.find_program(place, text.substr(0, colon)),
                      colon == std::string::npos ? "" : text.substr(colon + 1)};
  call_with_input_place_in_errors(place, [&] { make_program(found.kind, found.arguments); });
  return found;
}

/// Returns the place that error messages about the program file at `path` name: the option of `place` together with the
/// path, or `place` unchanged if it is a place in a file.
UserInputPlace input_place_with_file_path(const UserInputPlace& place, const std::string& path) {
  return place.file.empty() ? UserInputPlace::file_given_by_option(place.option, path) : place;
}

PlacedProgram load_program_file(const UserInputPlace& place, const std::string& text) {
  if (!is_program_file_name(text)) {
    throw UsageError({.place = place,
                      .value = text,
                      .reason = switchyard::quoted(text) + " is no file, and stands beside another program",
                      .remedy = "write paths with their nodes, such as ./master@0, or one program alone"});
  }
  ProgramFileName file = parse_program_file(text);
  return call_with_input_place_in_errors(input_place_with_file_path(place, file.path), [&]() -> PlacedProgram {
    return {Program::load_program(file.path), std::move(file.nodes)};
  });
}

}  // namespace

ChosenProgram choose_program(const Catalogue& catalogue, const UserInputPlace& place,
                             const std::vector<std::string>& texts, ProgramSetting setting) {
  if (texts.size() == 1 && !is_program_file_name(texts.front())) {
    refuse_program_file_options(setting);
    return find_library_program(catalogue, place, texts.front());
  }
  std::vector<PlacedProgram> programs;
  for (const std::string& text : texts) programs.push_back(load_program_file(place, text));
  const auto launch = std::make_shared<const ProgramLaunch>(
      std::move(programs), std::move(setting.program_arguments), setting.launch_setting,
      read_collective_settings("--collective", setting.collective_options, catalogue,
                               setting.are_schedules_made_by_nodes));
  return {program_kind_of_launch(*launch, std::move(setting.output_sink), std::move(setting.standard_input)),
          arguments_text_of_launch(*launch), launch};
}

void check_program_can_run(const ChosenProgram& program, const Machine& machine, const UserInputPlace& place) {
  call_with_input_place_in_errors(place, [&] { check_machine_meets_requirements(machine, program.kind); });
  if (!program.launch) return;
  check_standard_sends(*program.launch);
  check_collectives(*program.launch, machine);
  call_with_input_place_in_errors(place, [&] { program.launch->check_placement(machine.node_count()); });
  for (const PlacedProgram& each : program.launch->programs()) {
    if (!program.launch->setting().runs_on_any_machine)
      call_with_input_place_in_errors(input_place_with_file_path(place, each.program->path()),
                                      [&] { check_interfaces(*each.program, machine); });
  }
}

Algorithm algorithm_running_program(const ChosenProgram& program) {
  return {.name = program.kind.name,
          .summary = program.kind.summary,
          .source = program.kind.source,
          .needs = requirements_of_program(program.kind),
          .needs_power_of_two_nodes = program.kind.needs_power_of_two_nodes,
          .needs_active_messages = program.kind.needs_active_messages,
          .execution = [run = make_program(program.kind, program.arguments)](
                           Node& self, const NodeTraffic&, std::span<const PlanStep>, Protocol) { run(self); }};
}

Pattern pattern_of_program_run(const std::string& arguments) {
  return {.kind = Pattern::Kind::program, .parameter_text = arguments};
}

PatternsAndSizes patterns_and_sizes_of_program_run(const std::string& arguments) {
  return {{pattern_of_program_run(arguments)}, {std::nullopt}};
}

}  // namespace switchyard
