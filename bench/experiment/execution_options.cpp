#include "bench/experiment/execution_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "machines/machine_catalogue.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

constexpr std::uint64_t kMostScheduleUses = 1'000'000;
constexpr std::uint64_t kLeastStackBytes = std::uint64_t{64} << 10U;
constexpr std::uint64_t kMostStackBytes = std::uint64_t{1} << 30U;

void check_protocol(const Machine& machine, Protocol protocol) {
  if (machine.model().supports(protocol)) return;
  throw UsageError({.place = "--protocol",
                    .reason = fmt::format("machine {} has no {} messages", machine.name(), protocol_text(protocol)),
                    .remedy = "leave it out"});
}

}  // namespace

Duration parse_time_limit(const std::string& text) {
  const Duration limit = parse_duration("--time-limit", text);
  if (limit == Duration::zero())
    throw UsageError({.place = "--time-limit",
                      .value = text,
                      .reason = switchyard::quoted(text) + " leaves no time",
                      .remedy = "write one such as 10s"});
  return limit;
}

CommandOption host_limit_option(std::optional<Duration>& target, const char* usual) {
  return limit_options_to_work_kinds(
      WorkKinds::all_work_kinds,
      {"--host-limit", "TIME",
       fmt::format("the host's time after which a run is given up as unfinished, such as 10s ({})", usual),
       [&target](const std::string& text) {
         target = parse_duration("--host-limit", text);
         if (*target > Duration::zero()) return;
         throw UsageError({.place = "--host-limit",
                           .value = text,
                           .reason = fmt::format("'{}' leaves no time", text),
                           .remedy = "write one such as 10s"});
       }});
}

CommandOption placement_option(std::optional<Placement>& target) {
  static const std::vector<std::string> names{"together", "spread", "bound"};
  return limit_options_to_work_kinds(
      WorkKinds::all_work_kinds,
      {.name = "--placement",
       .value_name = "WHERE",
       .help_text =
           "of node threads: together on one core (default under the clock virtual), spread over the cores as the "
           "host does (default of others), or bound: each to one core, by turns",
       .set_value =
           [&target](const std::string& text) {
             constexpr std::array kPlacements{Placement::together, Placement::spread, Placement::bound};
             target = kPlacements[parse_choice("--placement", text, names)];
           },
       .choices = names});
}

void check_placement(std::optional<Placement> placement, ExecutorKind executor) {
  if (!placement || executor == ExecutorKind::threads) return;
  throw UsageError({.place = "--placement",
                    .reason = "is of threads, and the nodes run on fibers",
                    .remedy = "write --executor threads, or leave it out"});
}

CommandOption stack_bytes_option(std::size_t& target) {
  return limit_options_to_work_kinds(
      WorkKinds::all_work_kinds,
      {"--stack-bytes", "SIZE",
       "of a node's stack (default: of fibers 256KiB, of C and C++ programs 8MiB); memory is used as it grows",
       [&target](const std::string& text) {
         const std::uint64_t bytes = parse_bytes("--stack-bytes", text, UnitlessSizePolicy::unitless_size_allowed);
         if (bytes < kLeastStackBytes || bytes > kMostStackBytes) {
           throw UsageError({.place = "--stack-bytes",
                             .reason = fmt::format("'{}' is not from {} to {}", text, format_bytes(kLeastStackBytes),
                                                   format_bytes(kMostStackBytes))});
         }
         target = static_cast<std::size_t>(bytes);
       }});
}

std::vector<CommandOption> execution_options(ExchangeOptions& target) {
  return {
      {"--clock",
       "CLOCK",
       "virtual (default); wall: paced by real time; or off: real races at full speed",
       [&target](const std::string& text) {
         constexpr std::array kClocks{ClockKind::virtual_time, ClockKind::wall, ClockKind::off};
         target.run.clock = kClocks[parse_choice("--clock", text, {"virtual", "wall", "off"})];
       },
       false,
       false,
       {"virtual", "wall", "off"}},
      {"--executor",
       "EXECUTOR",
       "threads: one a node, or fibers: many nodes on a thread (default: threads; of C and C++ programs under the "
       "clock "
       "virtual, fibers)",
       [&target](const std::string& text) {
         const bool fibers = parse_choice("--executor", text, {"threads", "fibers"}) == 1;
         target.run.executor = fibers ? ExecutorKind::fibers : ExecutorKind::threads;
       },
       false,
       false,
       {"threads", "fibers"}},
      protocol_option(target.protocol),
      {.name = "--schedule",
       .value_name = "WHEN",
       .help_text =
           "static (default): made before the run; or runtime: made by the nodes, after all have told all; of an "
           "MPI program, those of --collective",
       .set_value =
           [&target](const std::string& text) {
             const bool at_runtime = parse_choice("--schedule", text, {"static", "runtime"}) == 1;
             target.scheduling =
                 at_runtime ? Scheduling::schedule_made_by_nodes_during_run : Scheduling::schedule_made_before_run;
           },
       .choices = {"static", "runtime"},
       .work_kinds = WorkKinds::matrices | WorkKinds::programs,
       .default_value = "static"},
      {.name = "--reuse",
       .value_name = "K",
       .help_text =
           "carry each matrix out K times, one after another, with one schedule; says from which K on a schedule pays",
       .set_value =
           [&target](const std::string& text) { target.reuse = parse_count("--reuse", text, 1, kMostScheduleUses); },
       .work_kinds = WorkKinds::matrices,
       .default_value = "1"},
      limit_options_to_work_kinds(WorkKinds::matrices,
                                  {"--no-verify", "", "do not check the bytes that arrive, to time the host",
                                   [&target](const std::string&) { target.verify = false; }}),
      {"--time-limit", "TIME", "virtual time after which a run is given up as unfinished, such as 10s",
       [&target](const std::string& text) { target.run.time_limit = parse_time_limit(text); }},
      host_limit_option(target.run.host_limit, "default: none"),
      stack_bytes_option(target.run.stack_bytes),
      placement_option(target.run.placement),
  };
}

void check_execution_options(const ExchangeOptions& options, const Machine& machine,
                             std::span<const Algorithm> algorithms) {
  if (options.run.time_limit && options.run.clock == ClockKind::off) {
    throw UsageError({.place = "--time-limit",
                      .reason = "is virtual time, which --clock off does not have",
                      .remedy = "leave one of the two out"});
  }
  if (options.run.clock == ClockKind::wall && options.run.executor == ExecutorKind::fibers) {
    throw UsageError({.place = "--executor",
                      .reason = "--clock wall needs threads, as fibers of one thread cannot race",
                      .remedy = "leave --executor out"});
  }
  check_placement(options.run.placement, options.run.executor);
  if (options.protocol) check_protocol(machine, *options.protocol);
  for (const Algorithm& algorithm : algorithms) {
    call_with_input_place_in_errors("--algorithm", [&] {
      check_machine_meets_requirements(machine, algorithm, options.protocol, options.run.clock);
    });
  }
}

void check_algorithms_suit_patterns(const PatternsAndSizes& traffic, const Machine& machine,
                                    std::span<const Algorithm> algorithms) {
  for (const Algorithm& algorithm : algorithms) {
    for (const Pattern& pattern : traffic.patterns) {
      call_with_input_place_in_errors("--algorithm", [&] {
        check_message_count(algorithm, message_count_of_pattern(pattern, machine.node_count()));
        if (!algorithm.complete_exchange || pattern.kind == Pattern::Kind::complete) return;
        check_matrix(machine, algorithm,
                     make_matrix_of_sample(pattern, machine.node_count(), traffic.message_sizes.front(), 0, 0));
      });
    }
  }
}

Parameters parameters_of(const ExchangeOptions& options) {
  return {{"protocol", protocol_text(options.protocol)},
          {"schedule", options.scheduling == Scheduling::schedule_made_before_run ? "static" : "runtime"},
          {"uses", options.reuse == 1 ? "1" : fmt::format("{}, one after another without a barrier", options.reuse)},
          {"clock", name_of(options.run.clock)},
          {"executor", name_of(options.run.executor)},
          {"verified", options.verify ? "every byte" : "no"}};
}

std::string execution_settings_text(const ExchangeOptions& options) {
  std::string text = fmt::format(
      "clock: {}\nexecutor: {}\nprotocol: {}\nschedule: {}\nreuse: {}\nverify: {}\n", name_of(options.run.clock),
      name_of(options.run.executor), protocol_text(options.protocol),
      options.scheduling == Scheduling::schedule_made_before_run ? "static" : "runtime", options.reuse, options.verify);
  if (options.run.time_limit) text += fmt::format("time_limit: {}\n", format_duration(*options.run.time_limit));
  return text;
}

CommandOption protocol_option(std::optional<Protocol>& target) {
  const std::vector<std::string> names = machines::protocol_names();
  return {.name = "--protocol",
          .value_name = "PROTOCOL",
          .help_text = fmt::format("{}, instead of each algorithm's own", fmt::join(names, " or ")),
          .set_value =
              [&target, names](const std::string& text) {
                target = protocol_named(names[parse_choice("--protocol", text, names)]);
              },
          .choices = names,
          .work_kinds = WorkKinds::matrices | WorkKinds::applications};
}

std::string protocol_text(const std::optional<Protocol>& protocol) {
  if (!protocol) return "the algorithm's own";
  const std::vector<std::string> names = machines::protocol_names();
  return *std::ranges::find(names, *protocol, [](const std::string& name) { return protocol_named(name); });
}

}  // namespace switchyard
