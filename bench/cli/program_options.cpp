#include "bench/cli/program_options.hpp"

#include <fmt/format.h>

#include <utility>

#include "runtime/error.hpp"

namespace switchyard::cli {

Option program_option(std::optional<std::string>& target) {
  return {"--program", "NAME", "a node program of a library instead of algorithms, or NAME:ARGUMENTS",
          [&target](const std::string& text) { target = text; }};
}

ChosenProgram find_program(const Catalogue& catalogue, const std::string& place, const std::string& text) {
  const std::size_t colon = text.find(':');
  ChosenProgram found{catalogue.find_program(place, text.substr(0, colon)),
                      colon == std::string::npos ? "" : text.substr(colon + 1)};
  try {
    make_program(found.kind, found.arguments);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", place, error.what()));
  }
  return found;
}

void check_program(const ChosenProgram& program, const Machine& machine, const std::string& place) {
  try {
    check_needs(machine, program.kind);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", place, error.what()));
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

}  // namespace switchyard::cli
