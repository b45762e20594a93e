#include "bench/verify/verify_session.hpp"

#include <fmt/format.h>

#include <utility>

#include "bench/verify/program_subject.hpp"
#include "runtime/programs/launch.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

/// Returns the machine on which a program is verified: the machine that the user has named, if any. Otherwise, for a C
/// or C++ program, it is the usual machine of the message-passing interface that the program uses; for a node program,
/// it is the default machine.
Machine machine_for_verification(const VerifyPlan& plan, std::uint32_t nodes) {
  if (plan.program.launch && !plan.machine_name)
    return call_with_input_place_in_errors("--nodes",
                                           [&] { return usual_machine_for_interface(*plan.program.launch, nodes); });
  MachineOptions options;
  options.nodes = nodes;
  if (plan.machine_name) options.machine_name = *plan.machine_name;
  return make_machine(options);
}

VerifySubject verify_subject_of_mpi_program(const VerifyPlan& plan, std::uint32_t nodes) {
  std::optional<Machine> machine;
  if (plan.machine_name) machine = machine_for_verification(plan, nodes);
  if (machine) check_program_can_run(plan.program, *machine, "--machine");
  return verify_subject_of_mpi_launch(*plan.program.launch, nodes, machine, plan.single_send_buffering_setting);
}

}  // namespace

VerifySubject verify_subject_for(const VerifyPlan& plan, std::uint32_t nodes) {
  const ProgramLaunch* const launch = plan.program.launch.get();
  if (launch != nullptr) call_with_input_place_in_errors("--nodes", [&] { launch->check_placement(nodes); });
  if (launch != nullptr && all_programs_use_interface(*launch, "mpi"))
    return verify_subject_of_mpi_program(plan, nodes);
  if (plan.single_send_buffering_setting) {
    throw UsageError({.place = "--standard-sends",
                      .reason = fmt::format("is for MPI programs, and {} is none", plan.program.kind.name),
                      .remedy = "leave it out"});
  }
  const Machine machine = machine_for_verification(plan, nodes);
  check_program_can_run(plan.program, machine, "PROGRAM");
  if (launch != nullptr) return verify_subject_of_launch(*launch, machine);
  return {{.name = "machine sends",
           .machine = machine,
           .program = make_program(plan.program.kind, plan.program.arguments)}};
}

VerifySession::VerifySession(VerifyPlan plan, std::ostream& progress, ProgressStyle style)
    : plan_(std::make_shared<const VerifyPlan>(std::move(plan))),
      progress_display_(progress, style, kProgressPatience) {
  for (const std::uint32_t nodes : plan_->node_counts)
    settings_by_node_count_.push_back(verify_subject_for(*plan_, nodes));
}

void VerifySession::verify_program_on_all_node_counts(const std::stop_token& stop) {
  for (std::size_t i = 0; i < plan_->node_counts.size() && !stop.stop_requested(); ++i) {
    if (plan_->program.launch) plan_->program.launch->prepare_program_images(plan_->node_counts[i]);
    const auto limit = std::chrono::ceil<std::chrono::seconds>(plan_->limits.host_time);
    progress_display_.begin_job(
        fmt::format("{} on {} nodes", switchyard::quoted(plan_->program_path), plan_->node_counts[i]));
    progress_display_.update_display({.time_limit = limit});
    Verdict verdict = verify(settings_by_node_count_[i], plan_->limits, [&](std::uint64_t runs) {
      progress_display_.update_display({.done_items = runs, .item_name = "runs", .time_limit = limit});
    });
    progress_display_.end_current_job();
    const std::lock_guard lock(mutex_);
    results_so_far_.push_back({plan_, plan_->node_counts[i], std::move(verdict)});
  }
}

std::vector<VerifiedCase> VerifySession::results_so_far() const {
  const std::lock_guard lock(mutex_);
  return results_so_far_;
}

}  // namespace switchyard
