#include "bench/experiment/program_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/error.hpp"
#include "runtime/values.hpp"

namespace switchyard {

Option program_option(std::optional<std::string>& target) {
  return only_for(Scope::programs | Scope::replay_lines,
                  {"--program", "NAME",
                   "a node program of a library instead of algorithms, or NAME:ARGUMENTS; or a C or C++ program, by a "
                   "path with a slash: ./heat",
                   [&target](const std::string& text) { target = text; }});
}

bool names_file(const std::string& text) noexcept {
  return text.substr(0, text.find(':')).find('/') != std::string::npos;
}

OutputSink printing_sink() {
  return [](const std::vector<OutputLine>& lines) {
    for (const OutputLine& line : lines) (line.is_error ? std::cerr : std::cout) << text_of(line);
  };
}

Option interface_option(bool& target) {
  Option option{"--interface", "any", "for a C or C++ program: its calls are there on every machine",
                [&target](const std::string& text) {
                  parse_choice("--interface", text, {"any"}, "interface");
                  target = true;
                }};
  option.choices = {"any"};
  return only_for(Scope::programs, option);
}

namespace {

struct InterfaceOfMachines {
  const char* interface;
  std::string_view name;  ///< for people
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
}

ChosenProgram choose_program(const Catalogue& catalogue, const InputPlace& place, const std::string& text,
                             const Machine& machine, ProgramSetting setting) {
  if (!names_file(text)) {
    refuse_setting(setting);
    return find_program(catalogue, place, text);
  }
  return about(InputPlace::named_file(place.option, text), [&]() -> ChosenProgram {
    const std::shared_ptr<Program> program = Program::load(text);
    if (!setting.any_machine) check_interfaces(*program, machine);
    return {{.name = program->name(),
             .summary = "a program of " + text,
             .program = program->on_nodes(std::move(setting.words), std::move(setting.sink))},
            {}};
  });
}

ChosenProgram find_program(const Catalogue& catalogue, const InputPlace& place, const std::string& text) {
  if (names_file(text)) {
    throw UsageError(
        {.place = place,
         .value = text,
         .reason = switchyard::quoted(text) + " is a C or C++ program, and this takes programs of libraries",
         .remedy = "run or trace it"});
  }
  const std::size_t colon = text.find(':');
  ChosenProgram found{catalogue.find_program(place, text.substr(0, colon)),
                      colon == std::string::npos ? "" : text.substr(colon + 1)};
  about(place, [&] { make_program(found.kind, found.arguments); });
  return found;
}

void check_program(const ChosenProgram& program, const Machine& machine, const InputPlace& place) {
  about(place, [&] { check_needs(machine, program.kind); });
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
