#pragma once
/// \file program_case.hpp
/// A test case of stress testing: a node program of a library, or C and C++ program files.

#include <memory>
#include <string>
#include <utility>

#include "algorithms/program_kind.hpp"
#include "runtime/stress/stress_case.hpp"

namespace switchyard {

class ProgramLaunch;

struct ProgramRunSetup {
  Machine machine;
  ProgramKind program;
  std::string arguments = {};
  /// The C or C++ program files with their settings and arguments; null for a node program of a library.
  std::shared_ptr<const ProgramLaunch> launch = nullptr;
};

class NamedProgramStressTestCase final : public StressCase {
 public:
  explicit NamedProgramStressTestCase(ProgramRunSetup work) : program_run_setup_(std::move(work)) {}
  const ProgramRunSetup& work() const noexcept { return program_run_setup_; }

  const Machine& machine() const override { return program_run_setup_.machine; }
  /// Returns a trial, which runs the program and checks its results, with a program object of its own.
  std::unique_ptr<StressTrial> make_stress_trial() const override;
  std::shared_ptr<const StressCase> case_on_machine(const Machine& machine) const override;
  /// Returns the smallest number of nodes on which the program can run. For program files this is one node for each
  /// program, and at least two nodes.
  std::uint32_t fewest_nodes() const override;

 private:
  ProgramRunSetup program_run_setup_;
};

/// Returns the program of a stress test case, or null if the case is not a NamedProgramStressTestCase.
const ProgramRunSetup* program_setup_of_case(const StressCase& stressed) noexcept;

}  // namespace switchyard
