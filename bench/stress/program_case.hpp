#pragma once
/// \file program_case.hpp
/// One node program of the catalogue, to be put under stress.

#include <memory>
#include <string>
#include <utility>

#include "algorithms/program_kind.hpp"
#include "runtime/stress/stress_case.hpp"

namespace switchyard {

struct ProgramWork {
  Machine machine;
  ProgramKind program;
  std::string arguments = {};
};

class NamedProgramCase final : public StressCase {
 public:
  explicit NamedProgramCase(ProgramWork work) : work_(std::move(work)) {}
  const ProgramWork& work() const noexcept { return work_; }

  const Machine& machine() const override { return work_.machine; }
  /// Each trial has a program of its own.
  std::unique_ptr<Trial> trial() const override;
  std::shared_ptr<const StressCase> on(const Machine& machine) const override;
  std::uint32_t fewest_nodes() const override { return work_.program.fewest_nodes; }

 private:
  ProgramWork work_;
};

/// The work of a case of a program; null for another case.
const ProgramWork* program_work(const StressCase& stressed) noexcept;

}  // namespace switchyard
