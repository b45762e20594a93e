#pragma once
/// \file stress_case.hpp
/// A test case for stress tests: an object that can make trials (runs of a program on a machine) and propose smaller
/// cases of the same kind.

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "runtime/stress/trial.hpp"

namespace switchyard {

/// The interface of test cases for stress tests. A case is immutable, and any thread may use it. A case without parts
/// (such as messages) can become smaller only by its number of nodes.
class StressCase {
 public:
  virtual ~StressCase() = default;
  virtual const Machine& machine() const = 0;
  virtual std::unique_ptr<StressTrial> make_stress_trial() const = 0;
  /// Returns this test case on another machine, which has at least fewest_nodes() nodes; null if that is impossible.
  virtual std::shared_ptr<const StressCase> case_on_machine(const Machine& machine) const = 0;
  virtual std::uint32_t fewest_nodes() const = 0;

  /// Returns the number of parts of the test case, such as messages, that shrinking may leave out one by one.
  virtual std::size_t part_count() const { return 0; }
  /// Returns groups of parts of the test case, each part by its number. Shrinking tries to leave out the parts of a
  /// group together, such as all messages of one node.
  virtual std::vector<std::vector<std::size_t>> groups_of_test_case_parts() const { return {}; }
  /// Returns a smaller test case that has only the parts (such as messages) with the numbers in `kept`, which ascend;
  /// null if that is impossible.
  virtual std::shared_ptr<const StressCase> make_test_case_with_given_parts(
      std::span<const std::size_t> /*kept*/) const {
    return nullptr;
  }
  /// Returns the test case with each of its parts (such as messages) half as large, or null if all parts are as small
  /// as possible.
  virtual std::shared_ptr<const StressCase> case_with_smaller_parts() const { return nullptr; }
};

/// A test case that runs a node program on a machine. The program must not keep any state from one run to the next, and
/// must allow several of its runs at the same time.
class ProgramCase final : public StressCase {
 public:
  ProgramCase(Machine machine, NodeProgram program, std::uint32_t fewest_nodes = 2)
      : machine_(std::move(machine)), program_(std::move(program)), fewest_nodes_(fewest_nodes) {}

  const Machine& machine() const override { return machine_; }
  std::unique_ptr<StressTrial> make_stress_trial() const override {
    return std::make_unique<ProgramTrial>(machine_, program_);
  }
  std::shared_ptr<const StressCase> case_on_machine(const Machine& machine) const override {
    return std::make_shared<ProgramCase>(machine, program_, fewest_nodes_);
  }
  std::uint32_t fewest_nodes() const override { return fewest_nodes_; }

 private:
  Machine machine_;
  NodeProgram program_;
  std::uint32_t fewest_nodes_;
};

}  // namespace switchyard
