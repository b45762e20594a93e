#include "bench/stress/program_case.hpp"

#include "runtime/error.hpp"

namespace switchyard {

std::unique_ptr<Trial> NamedProgramCase::trial() const {
  return std::make_unique<ProgramTrial>(work_.machine, make_program(work_.program, work_.arguments));
}

std::shared_ptr<const StressCase> NamedProgramCase::on(const Machine& machine) const {
  try {
    check_needs(machine, work_.program);
  } catch (const UsageError&) {
    return nullptr;
  }
  return std::make_shared<NamedProgramCase>(ProgramWork{machine, work_.program, work_.arguments});
}

const ProgramWork* program_work(const StressCase& stressed) noexcept {
  const auto* const known = dynamic_cast<const NamedProgramCase*>(&stressed);
  return known == nullptr ? nullptr : &known->work();
}

}  // namespace switchyard
