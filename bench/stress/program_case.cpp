#include "bench/stress/program_case.hpp"

#include "runtime/error.hpp"
#include "runtime/programs/launch.hpp"

namespace switchyard {

std::unique_ptr<StressTrial> NamedProgramStressTestCase::make_stress_trial() const {
  return std::make_unique<ProgramTrial>(program_run_setup_.machine,
                                        make_program(program_run_setup_.program, program_run_setup_.arguments));
}

std::shared_ptr<const StressCase> NamedProgramStressTestCase::case_on_machine(const Machine& machine) const {
  try {
    check_machine_meets_requirements(machine, program_run_setup_.program);
  } catch (const UsageError&) {
    return nullptr;
  }
  ProgramRunSetup other = program_run_setup_;
  other.machine = machine;
  return std::make_shared<NamedProgramStressTestCase>(std::move(other));
}

std::uint32_t NamedProgramStressTestCase::fewest_nodes() const {
  return program_run_setup_.launch ? program_run_setup_.launch->fewest_nodes()
                                   : program_run_setup_.program.fewest_nodes;
}

const ProgramRunSetup* program_setup_of_case(const StressCase& stressed) noexcept {
  const auto* const known = dynamic_cast<const NamedProgramStressTestCase*>(&stressed);
  return known == nullptr ? nullptr : &known->work();
}

}  // namespace switchyard
