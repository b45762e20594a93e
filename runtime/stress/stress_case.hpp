#pragma once
/// \file stress_case.hpp
/// What is put under stress, as a value that proposes smaller ones of its kind.

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "runtime/stress/trial.hpp"

namespace switchyard {

/// Immutable; any thread. A case without parts gets smaller by its nodes alone.
class StressCase {
 public:
  virtual ~StressCase() = default;
  virtual const Machine& machine() const = 0;
  virtual std::unique_ptr<Trial> trial() const = 0;
  /// The same on another machine, which has fewest_nodes() or more; null if it cannot be.
  virtual std::shared_ptr<const StressCase> on(const Machine& machine) const = 0;
  virtual std::uint32_t fewest_nodes() const = 0;

  /// What is done one by one and can be left out, such as messages.
  virtual std::size_t part_count() const { return 0; }
  /// Parts by number that go well together, such as all messages of one node.
  virtual std::vector<std::vector<std::size_t>> groups() const { return {}; }
  /// With these parts only, ascending numbers; null if that cannot be.
  virtual std::shared_ptr<const StressCase> with_parts(std::span<const std::size_t> /*kept*/) const { return nullptr; }
  /// With each part half as large; null if all are as small as can be.
  virtual std::shared_ptr<const StressCase> with_smaller_parts() const { return nullptr; }
};

/// A node program; see ProgramTrial for what it must not do.
class ProgramCase final : public StressCase {
 public:
  ProgramCase(Machine machine, NodeProgram program, std::uint32_t fewest_nodes = 2)
      : machine_(std::move(machine)), program_(std::move(program)), fewest_nodes_(fewest_nodes) {}

  const Machine& machine() const override { return machine_; }
  std::unique_ptr<Trial> trial() const override { return std::make_unique<ProgramTrial>(machine_, program_); }
  std::shared_ptr<const StressCase> on(const Machine& machine) const override {
    return std::make_shared<ProgramCase>(machine, program_, fewest_nodes_);
  }
  std::uint32_t fewest_nodes() const override { return fewest_nodes_; }

 private:
  Machine machine_;
  NodeProgram program_;
  std::uint32_t fewest_nodes_;
};

}  // namespace switchyard
