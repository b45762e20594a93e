#pragma once
/// \file run_mode.hpp
/// The settings of a program that may differ from run to run.

#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <string>

#include "runtime/programs/compute/compute_cost.hpp"

namespace switchyard {

/// The standard input of the emulator, for programs. It is read when a program first wants it, and kept, so that each
/// run begins with its first byte. Any thread may use it.
class ProgramInput {
 public:
  /// Reads from `file`, a number of an open file, which stays open.
  explicit ProgramInput(int file) noexcept : file_(file) {}
  /// Copies what begins at `place`, as far as it was read and there is room for it. Waits for it if it has not
  /// come yet. Returns how many bytes were copied: 0 at the end.
  std::size_t read(std::size_t place, std::span<char> into);

 private:
  const int file_;
  std::mutex mutex_;  // guards the members below it
  std::string kept_;
  bool is_at_end_ = false;
};

struct RunMode {
  RunMode() = default;
  // This constructor of RunMode is not explicit, because most runs set nothing but the cost of computing.
  RunMode(ComputeCost cost) : compute_cost(cost) {}

  ComputeCost compute_cost = {};
  /// Whether the clock that a program reads shows only how long its node has slept and how often it has read the clock,
  /// instead of virtual time: then it shows the same in all orders of events. Sleeping takes no virtual time then.
  bool own_clock = false;
  /// Whether every blocking collective of MPI synchronises: no member of the communicator leaves it before all members
  /// have entered it, as the standard allows.
  bool synchronising_collectives = false;
  /// The standard input of the program on node 0, or null if that is empty, too.
  std::shared_ptr<ProgramInput> input = {};
};

}  // namespace switchyard
