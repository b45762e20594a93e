#include "bench/verify/program_subject.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include "machines/cm5.hpp"
#include "machines/machine_catalogue.hpp"
#include "machines/unlimited.hpp"
#include "runtime/programs/collective_exception.hpp"
#include "runtime/programs/program_states.hpp"

namespace switchyard {
namespace {

using SendBuffering = VerifySetting::SendBuffering;

/// Returns the lines that nodes have printed as one text. The lines are sorted by node, because there is no defined
/// order between lines that different nodes print at the same time.
std::string printed_text_by_node(std::vector<OutputLine> lines) {
  std::ranges::stable_sort(lines, {}, [](const OutputLine& line) { return index(line.node); });
  std::string text;
  for (const OutputLine& line : lines) text += output_line_as_text(line);
  return text;
}

/// Returns as text which kinds of defects cannot be found in these programs; empty if all kinds can be found.
std::string undetectable_defects_text(const ProgramLaunch& launch) {
  const auto& programs = launch.programs();
  const auto has_regions = [](const PlacedProgram& each) { return each.program->has_parallel_regions(); };
  const auto reports_accesses = [](const PlacedProgram& each) {
    return each.program->is_compiled_with_load_store_reports();
  };
  std::string parts;
  if (!std::ranges::all_of(programs, reports_accesses))
    parts = "loads and stores of the program itself (compile it with --check)";
  if (std::ranges::any_of(programs, has_regions))
    parts += std::string(parts.empty() ? "" : "; ") + "what OpenMP threads do at once (each region has one thread)";
  return parts;
}

SendBuffering send_buffering_of_setting(StandardSendSetting sends) {
  switch (sends) {
    case StandardSendSetting::zero_buffer:
      return SendBuffering::none;
    case StandardSendSetting::infinite:
      return SendBuffering::infinite;
    case StandardSendSetting::machine:
      break;
  }
  return SendBuffering::machine;
}

VerifySetting make_verification_setting(const ProgramLaunch& launch, const Machine& machine, StandardSendSetting sends,
                                        bool synchronises) {
  RunMode mode(launch.setting().compute_cost);
  mode.uses_own_clock = true;
  mode.do_collectives_synchronise = synchronises;
  mode.program_has_read_date_flag = std::make_shared<std::atomic<bool>>(false);
  mode.ranks_reordered_flag = std::make_shared<std::atomic<bool>>(false);
  mode.first_possibly_concurrent_mpi_call = std::make_shared<FirstRecordedText>();
  mode.program_states = std::make_shared<ProgramStates>();
  mode.synchronisation_rule_exemption = std::make_shared<SynchronisationRuleExemption>();
  const auto printed = std::make_shared<std::string>();
  const auto keep = [printed](const std::vector<OutputLine>& lines) { *printed = printed_text_by_node(lines); };
  std::vector<NodeProgram> at_other_dates;
  // The program is also run with the clock set to these later dates. If it seeds its random numbers by the date, they
  // differ then.
  for (const int seconds : {1, 61, 3'602, 86'403, 31'536'004}) {
    RunMode later = mode;
    later.date_shift = std::chrono::seconds{seconds};
    at_other_dates.push_back(launch.make_node_program(keep, later));
  }
  return {
      .name = fmt::format("{} sends{}", name_of(sends), synchronises ? ", synchronising collectives" : ""),
      .machine = machine,
      .program = launch.make_node_program(keep, mode),
      .sends = standard_sends_of(sends),
      .programs_for_alternative_dates = std::move(at_other_dates),
      .has_program_read_date = [has_read = mode.program_has_read_date_flag] { return has_read->load(); },
      .has_reordered_ranks = [has_reordered = mode.ranks_reordered_flag] { return has_reordered->load(); },
      .text_of_unseen_behaviour = [note = mode.first_possibly_concurrent_mpi_call] { return note->text(); },
      .buffering = send_buffering_of_setting(sends),
      .do_collectives_synchronise = synchronises,
      .set_excepted_collective = [exception = mode.synchronisation_rule_exemption](
                                     std::optional<CollectiveIdentity> one) { exception->choose_collective(one); },
      .take_possibly_exempt_collectives =
          [exception = mode.synchronisation_rule_exemption] { return exception->take_possibly_exempt_collectives(); },
      .take_printed_text = [printed] { return std::exchange(*printed, {}); },
      .take_program_states = [states = mode.program_states] { return states->take_recorded_state_hashes(); },
      .set_recorded_states = [states =
                                  mode.program_states](RecordedStates which) { states->set_recorded_states(which); },
      .unverified_parts = undetectable_defects_text(launch)};
}

/// Returns the verification setting in which short messages are buffered, and long messages are sent only once their
/// receives are posted. Most implementations of MPI behave in this way.
VerifySetting setting_with_short_messages_buffered(const ProgramLaunch& launch, const Machine& machine) {
  constexpr std::uint64_t kLongestShort = 4096;
  VerifySetting setting = make_verification_setting(launch, machine, StandardSendSetting::machine, false);
  setting.name = "sends buffered up to 4 KiB";
  setting.sends = StandardSendRule::synchronous_from_size(kLongestShort + 1);
  setting.buffering = SendBuffering::short_messages;
  setting.longest_short_message_bytes = kLongestShort;
  return setting;
}

}  // namespace

bool all_programs_use_interface(const ProgramLaunch& launch, const std::string& interface) {
  return std::ranges::all_of(launch.programs(), [&](const PlacedProgram& each) {
    return each.program->uses_communication_interface(interface);
  });
}

Machine usual_machine_for_interface(const ProgramLaunch& launch, std::uint32_t nodes) {
  if (all_programs_use_interface(launch, "cmmd")) return machines::cm5({.nodes = nodes, .any_size = true});
  return machines::make_machine({.name = std::has_single_bit(nodes) ? "ipsc860" : "paragon", .nodes = nodes});
}

VerifySubject verify_subject_of_mpi_launch(const ProgramLaunch& launch, std::uint32_t nodes,
                                           const std::optional<Machine>& machine,
                                           const std::optional<StandardSendSetting>& sends) {
  std::vector<StandardSendSetting> all{StandardSendSetting::zero_buffer, StandardSendSetting::infinite};
  if (machine) all.push_back(StandardSendSetting::machine);
  if (sends) all = {*sends};
  VerifySubject subject;
  for (const StandardSendSetting each : all) {
    for (const bool synchronises : {true, false})
      subject.push_back(
          make_verification_setting(launch, machine.value_or(machines::unlimited(nodes)), each, synchronises));
  }
  if (!sends) subject.push_back(setting_with_short_messages_buffered(launch, machines::unlimited(nodes)));
  return subject;
}

VerifySubject verify_subject_of_nx_program(const ProgramLaunch& launch, const Machine& machine) {
  // The size, in bytes, from which on a message counts as long on the iPSC/860. Source: S. H. Bokhari, ICASE 91-4
  // (1991), sec. 2.2.
  constexpr std::uint64_t kFirstLong = 101;
  VerifySetting roomy = make_verification_setting(launch, machine, StandardSendSetting::machine, false);
  roomy.buffering = SendBuffering::infinite;
  VerifySetting tight = make_verification_setting(launch, machine, StandardSendSetting::zero_buffer, false);
  tight.name = "no room for long messages";
  tight.sends = StandardSendRule::synchronous_from_size(kFirstLong);
  return {tight, roomy};
}

VerifySubject verify_subject_on_machine(const ProgramLaunch& launch, const Machine& machine) {
  return {make_verification_setting(launch, machine, StandardSendSetting::machine, false)};
}

VerifySubject verify_subject_of_launch(const ProgramLaunch& launch, const Machine& machine) {
  return all_programs_use_interface(launch, "nx") ? verify_subject_of_nx_program(launch, machine)
                                                  : verify_subject_on_machine(launch, machine);
}

}  // namespace switchyard
