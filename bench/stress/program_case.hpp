#pragma once
/// \file program_case.hpp
/// One node program of the catalogue, or programs of files, to be put under stress.

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
  std::shared_ptr<const Launch> launch = nullptr;  ///< of programs of files
};

class NamedProgramCase final : public StressCase {
 public:
  explicit NamedProgramCase(ProgramWork work) : work_(std::move(work)) {}
  const ProgramWork& work() const noexcept { return work_; }

  const Machine& machine() const override { return work_.machine; }
  /// Each trial has a program of its own.
  std::unique_ptr<Trial> trial() const override;
  std::shared_ptr<const StressCase> on(const Machine& machine) const override;
  /// Each program of a file keeps a node.
  std::uint32_t fewest_nodes() const override;

 private:
  ProgramWork work_;
};

/// The work of a case of a program; null for another case.
const ProgramWork* program_work(const StressCase& stressed) noexcept;

}  // namespace switchyard
