#include "bench/verify/program_verdict.hpp"

#include <fmt/format.h>

#include "bench/verify/program_subject.hpp"
#include "runtime/verify/match_picture.hpp"

namespace switchyard {

Verdict verify_program(const std::string& path, std::uint32_t nodes, const std::vector<std::string>& words,
                       const VerifyLimits& limits) {
  const ProgramLaunch launch({{Program::load_program(path)}}, words);
  launch.check_placement(nodes);
  launch.prepare_program_images(nodes);
  if (all_programs_use_interface(launch, "mpi"))
    return verify(verify_subject_of_mpi_launch(launch, nodes, {}, {}), limits);
  return verify(verify_subject_of_launch(launch, usual_machine_for_interface(launch, nodes)), limits);
}

Verdict verify_program(const Machine& machine, const NodeProgram& program, const VerifyLimits& limits) {
  return verify({{.name = "machine sends", .machine = machine, .program = program}}, limits);
}

std::string failure_text(const Verdict& verdict) {
  std::string text = fmt::format("{}: {}{}{}\n", name_of(verdict.kind), verdict.defect ? name_of(*verdict.defect) : "",
                                 verdict.defect ? ": " : "", verdict.text);
  for (const CallInvolvedInDefect& call : verdict.calls) {
    text += fmt::format("  rank {}: {}", index(call.node), call.name);
    text += call.place.line == 0 ? "\n" : fmt::format(" ({}:{})\n", call.place.file, call.place.line);
  }
  return text + text_of_message_sequence_chart(verdict);
}

}  // namespace switchyard
