#include "bench/stress/program_case.hpp"

#include "runtime/error.hpp"
#include "runtime/programs/launch.hpp"

namespace switchyard {

std::unique_ptr<StressTrial> NamedProgramCase::trial() const {
  return std::make_unique<ProgramTrial>(work_.machine, make_program(work_.program, work_.arguments));
}

std::shared_ptr<const StressCase> NamedProgramCase::case_on_machine(const Machine& machine) const {
  try {
    check_requirements_met(machine, work_.program);
  } catch (const UsageError&) {
    return nullptr;
  }
  ProgramRunSetup other = work_;
  other.machine = machine;
  return std::make_shared<NamedProgramCase>(std::move(other));
}

std::uint32_t NamedProgramCase::fewest_nodes() const {
  return work_.launch ? work_.launch->fewest_nodes() : work_.program.fewest_nodes;
}

const ProgramRunSetup* program_setup_of_case(const StressCase& stressed) noexcept {
  const auto* const known = dynamic_cast<const NamedProgramCase*>(&stressed);
  return known == nullptr ? nullptr : &known->work();
}

}  // namespace switchyard
