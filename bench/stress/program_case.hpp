#pragma once
/// \file program_case.hpp
/// A stress test case: a node program of the catalogue, or C and C++ program files.

#include <memory>
#include <string>
#include <utility>

#include "algorithms/program_kind.hpp"
#include "runtime/stress/stress_case.hpp"

namespace switchyard {

class Launch;

struct ProgramWork {
  Machine machine;
  ProgramKind program;
  std::string arguments = {};
  std::shared_ptr<const Launch> launch = nullptr;  ///< launch of program files; null for a program of the catalogue
};

class NamedProgramCase final : public StressCase {
 public:
  explicit NamedProgramCase(ProgramWork work) : work_(std::move(work)) {}
  const ProgramWork& work() const noexcept { return work_; }

  const Machine& machine() const override { return work_.machine; }
  /// Returns a trial (a program to be run, with a check of its results) that has a program object of its own.
  std::unique_ptr<StressTrial> trial() const override;
  std::shared_ptr<const StressCase> case_on_machine(const Machine& machine) const override;
  /// Returns the fewest nodes on which the program can run. For program files this is one node for
  /// each program, and at least two nodes.
  std::uint32_t fewest_nodes() const override;

 private:
  ProgramWork work_;
};

/// Returns the program of a case, or null for a case that is not a NamedProgramCase.
const ProgramWork* program_work_of_case(const StressCase& stressed) noexcept;

}  // namespace switchyard
