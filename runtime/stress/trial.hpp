#pragma once
/// \file trial.hpp
/// A trial is what a stress runs again and again: a program on a machine, with a check of its results.

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "runtime/run.hpp"

namespace switchyard {

/// The interface of trials. A trial does one run at a time.
class Trial {
 public:
  virtual ~Trial() = default;
  virtual const Machine& machine() const = 0;
  /// Does one run on `machine`, which is that of this trial or the same with smaller buffers, and verifies the result.
  /// Throws what run() throws, and DataError.
  virtual RunReport run(const Machine& machine, const RunOptions& options) = 0;
};

/// Makes the trial for the runs of one block. Several threads may call it at once.
using TrialFactory = std::function<std::unique_ptr<Trial>(std::uint64_t block)>;

/// The trial of a node program, which checks by itself what it receives. The program must not keep anything from one
/// run to the next, and several runs of it must be able to happen at once.
class ProgramTrial final : public Trial {
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
