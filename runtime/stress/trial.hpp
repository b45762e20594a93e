#pragma once
/// \file trial.hpp
/// What is run over and over.

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "runtime/run.hpp"

namespace switchyard {

/// One run at a time.
class Trial {
 public:
  virtual ~Trial() = default;
  virtual const Machine& machine() const = 0;
  /// One run on `machine`, which is this trial's or the same with smaller buffers, and everything verified after it.
  /// Throws what run() throws, and DataError.
  virtual RunReport run(const Machine& machine, const RunOptions& options) = 0;
};

/// Makes the trial for the runs of one block. Any thread; several at once.
using TrialFactory = std::function<std::unique_ptr<Trial>(std::uint64_t block)>;

/// A node program, which checks by itself what it receives. It must not keep anything from one run to the next, and
/// several runs of it must be able to go on at once.
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
