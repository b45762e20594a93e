#include "bench/experiment/program_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/experiment/launched_program.hpp"
#include "runtime/error.hpp"
#include "runtime/nearest.hpp"
#include "runtime/values.hpp"

namespace switchyard {

namespace {

/// A program file, and the nodes that the user wrote behind it.
struct NamedFile {
  std::string path;
  NodeRanges nodes = {};
};

NamedFile named_file(const std::string& text) {
  const std::size_t at = text.rfind('@');
  if (at != std::string::npos) {
    if (auto nodes = parse_node_ranges(std::string_view(text).substr(at + 1)))
      return {text.substr(0, at), std::move(*nodes)};
  }
  return {text};
}

}  // namespace

Option program_option(std::vector<std::string>& target) {
  Option option{"--program", "NAME",
                "a node program of a library instead of algorithms, or NAME:ARGUMENTS; or a C or C++ program, by a "
                "path with a slash: ./heat; or several, each with its nodes: ./master@0",
                [&target](const std::string& text) { target.push_back(text); }};
  option.repeats = true;
  option.files = [](FilesInUse& files, const std::string& name, const std::string& text) {
    if (names_file(text)) files.reads(name, named_file(text).path);
  };
  return only_for(Scope::programs | Scope::replay_lines, option);
}

bool names_file(const std::string& text) noexcept {
  const std::string head = text.substr(0, text.find(':'));
  return head.find('/') != std::string::npos || !named_file(head).nodes.empty();
}

Option interface_option(bool& target) {
  Option option{"--interface", "any", "for a C or C++ program: its calls are there on every machine",
                [&target](const std::string& text) {
                  parse_choice("--interface", text, {"any"}, "interface");
                  target = true;
                }};
  option.choices = {"any"};
  return only_for(Scope::programs | Scope::replay_lines, option);
}

ComputeCost parse_compute_cost(const InputPlace& place, const std::string& text) {
  constexpr std::string_view kMeasured = "measured:";
  constexpr double kMost = 1e6;
  if (text == "free") return {};
  if (text == "declared") return {ComputeCost::Kind::declared};
  if (!text.starts_with(kMeasured) && text != "measured")
    throw UsageError(unknown_name(place, text, std::vector<std::string>{"free", "measured:K", "declared"}, "cost"));
  double factor = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data() + std::min(kMeasured.size(), text.size()), last, factor);
  if (error != std::errc{} || end != last || !(factor > 0 && factor <= kMost)) {
    throw UsageError({.place = place,
                      .value = text,
                      .reason = fmt::format("{} has no factor above 0, up to {}", switchyard::quoted(text), kMost),
                      .remedy = "write one such as measured:20, for nodes that are 20 times slower than this host"});
  }
  return {ComputeCost::Kind::measured, factor};
}

ComputeCost parse_repeatable_cost(const InputPlace& place, const std::string& text) {
  const ComputeCost cost = parse_compute_cost(place, text);
  if (cost.kind == ComputeCost::Kind::measured) {
    throw UsageError({.place = place,
                      .value = text,
                      .reason = "runs whose computing is measured cannot be repeated",
                      .remedy = "write declared or free"});
  }
  return cost;
}

Option compute_option(ComputeCost& target, ComputeCost (*parse)(const InputPlace&, const std::string&)) {
  const bool measures = parse == parse_compute_cost;
  Option option{"--compute", measures ? "free|measured:K|declared" : "free|declared",
                std::string("what computing costs a C or C++ program: nothing (default), ") +
                    (measures ? "K times the host's time (not reproducible), " : "") +
                    "or what it says by switchyard_compute",
                [&target, parse](const std::string& text) { target = parse("--compute", text); }};
  return only_for(Scope::programs | Scope::replay_lines, option);
}

Option standard_sends_option(SendSetting& target) {
  Option option{"--standard-sends", "NAME",
                "for an MPI program: zero-buffer (MPI_Send ends when its message is received), infinite (it never "
                "waits), or machine (default: as the machine has it)",
                [&target](const std::string& text) {
                  target =
                      static_cast<SendSetting>(parse_choice("--standard-sends", text, send_setting_names(), "setting"));
                }};
  option.choices = send_setting_names();
  return only_for(Scope::programs | Scope::replay_lines, option);
}

StandardSends standard_sends_of(const ChosenProgram& program) noexcept {
  return program.launch ? standard_sends_of(program.launch->sends()) : StandardSends{};
}

namespace {

void check_sends(const Launch& launch) {
  if (launch.sends() == SendSetting::machine) return;
  for (const PlacedProgram& each : launch.programs()) {
    if (each.program->uses("mpi")) continue;
    throw UsageError({.place = "--standard-sends",
                      .reason = fmt::format("is for MPI programs, and {} is none", each.program->name()),
                      .remedy = "leave it out"});
  }
}

struct InterfaceOfMachines {
  const char* interface;
  std::string_view name;  ///< name of the interface as people know it
  std::vector<std::string_view> machines;
  std::string_view choice;
};

void check_interfaces(const Program& program, const Machine& machine) {
  static const std::array kInterfaces{
      InterfaceOfMachines{"nx", "NX", {"ipsc860", "delta", "paragon"}, "ipsc860, delta or paragon"},
      InterfaceOfMachines{"cmmd", "CMMD", {"cm5", "cm5_cmmd3"}, "cm5 or cm5_cmmd3"}};
  for (const InterfaceOfMachines& each : kInterfaces) {
    if (!program.uses(each.interface) || std::ranges::find(each.machines, machine.name()) != each.machines.end())
      continue;
    throw UsageError(fmt::format("it calls {}, which machine {} did not have", each.name, machine.name()),
                     fmt::format("choose {}, or add --interface any", each.choice));
  }
}

}  // namespace

void refuse_setting(const ProgramSetting& setting) {
  constexpr const char* kRemedy = "write its path behind --program, with a slash";
  if (!setting.words.empty())
    throw UsageError({.place = "--", .reason = "what stands behind it is for a C or C++ program", .remedy = kRemedy});
  if (setting.any_machine)
    throw UsageError({.place = "--interface", .reason = "is for a C or C++ program", .remedy = kRemedy});
  if (setting.sends != SendSetting::machine)
    throw UsageError({.place = "--standard-sends", .reason = "is for an MPI program", .remedy = kRemedy});
  if (setting.output_folder)
    throw UsageError({.place = "--output-folder", .reason = "is for a C or C++ program", .remedy = kRemedy});
  if (setting.compute_cost.kind != ComputeCost::Kind::free)
    throw UsageError({.place = "--compute", .reason = "is for a C or C++ program", .remedy = kRemedy});
  if (setting.is_bare) throw UsageError({.place = "--bare", .reason = "is for a C or C++ program", .remedy = kRemedy});
}

namespace {

ChosenProgram find_program(const Catalogue& catalogue, const InputPlace& place, const std::string& text) {
  const std::size_t colon = text.find(':');
  ChosenProgram found{catalogue.find_program(place, text.substr(0, colon)),
                      colon == std::string::npos ? "" : text.substr(colon + 1)};
  about(place, [&] { make_program(found.kind, found.arguments); });
  return found;
}

/// Returns a place that names the file behind an option; a place inside a file is returned as it is.
InputPlace place_of(const InputPlace& place, const std::string& path) {
  return place.file.empty() ? InputPlace::named_file(place.option, path) : place;
}

PlacedProgram load(const InputPlace& place, const std::string& text) {
  if (!names_file(text)) {
    throw UsageError({.place = place,
                      .value = text,
                      .reason = switchyard::quoted(text) + " is no file, and stands beside another program",
                      .remedy = "write paths with their nodes, such as ./master@0, or one program alone"});
  }
  NamedFile file = named_file(text);
  return about(place_of(place, file.path), [&]() -> PlacedProgram {
    return {Program::load(file.path), std::move(file.nodes)};
  });
}

}  // namespace

ChosenProgram choose_program(const Catalogue& catalogue, const InputPlace& place, const std::vector<std::string>& texts,
                             ProgramSetting setting) {
  if (texts.size() == 1 && !names_file(texts.front())) {
    refuse_setting(setting);
    return find_program(catalogue, place, texts.front());
  }
  std::vector<PlacedProgram> programs;
  for (const std::string& text : texts) programs.push_back(load(place, text));
  const auto launch = std::make_shared<const Launch>(std::move(programs), std::move(setting.words), setting.any_machine,
                                                     setting.compute_cost, setting.sends);
  return {kind_of(*launch, std::move(setting.sink)), arguments_of(*launch), launch};
}

void check_program(const ChosenProgram& program, const Machine& machine, const InputPlace& place) {
  about(place, [&] { check_needs(machine, program.kind); });
  if (!program.launch) return;
  check_sends(*program.launch);
  about(place, [&] { program.launch->check(machine.node_count()); });
  for (const PlacedProgram& each : program.launch->programs()) {
    if (!program.launch->any_machine())
      about(place_of(place, each.program->path()), [&] { check_interfaces(*each.program, machine); });
  }
}

Algorithm as_algorithm(const ChosenProgram& program) {
  return {.name = program.kind.name,
          .summary = program.kind.summary,
          .source = program.kind.source,
          .needs = needs_of(program.kind),
          .power_of_two = program.kind.power_of_two,
          .active_messages = program.kind.active_messages,
          .execution = [run = make_program(program.kind, program.arguments)](
                           Node& self, const NodeTraffic&, std::span<const PlanStep>, Protocol) { run(self); }};
}

Pattern program_pattern(const std::string& arguments) {
  return {.kind = Pattern::Kind::program, .parameter = arguments};
}

Traffic program_traffic(const std::string& arguments) { return {{program_pattern(arguments)}, {std::nullopt}}; }

}  // namespace switchyard
