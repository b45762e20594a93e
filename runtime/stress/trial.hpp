#pragma once
/// \file trial.hpp
/// A trial is what a stress test runs again and again: a program on a machine, with a check of its results.

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "runtime/run.hpp"

namespace switchyard {

/// The interface of trials. A trial (a program on a machine, with a check of its results) carries out one run at a
/// time.
class StressTrial {
 public:
  virtual ~StressTrial() = default;
  virtual const Machine& machine() const = 0;
  /// Carries out one run on `machine`, and verifies the result. `machine` is the machine of this trial, perhaps with
  /// smaller buffers. Throws what switchyard::run() throws, and DataError if the result is wrong.
  virtual RunReport run(const Machine& machine, const RunOptions& options) = 0;
};

/// A function that makes the trial for the runs of one block, that is, of a group of consecutive runs. Several threads
/// may call this function at once.
using TrialFactory = std::function<std::unique_ptr<StressTrial>(std::uint64_t block)>;

/// The trial of a node program, which checks received data by itself. The program must not keep
/// any state from one run to the next, and must allow several of its runs at the same time.
class ProgramTrial final : public StressTrial {
 public:
  ProgramTrial(Machine machine, NodeProgram program) : machine_(std::move(machine)), program_(std::move(program)) {}
  const Machine& machine() const override { return machine_; }
  RunReport run(const Machine& machine, const RunOptions& options) override {
    return switchyard::run(machine, program_, options);
  }

 private:
  Machine machine_;
  NodeProgram program_;
};

}  // namespace switchyard
