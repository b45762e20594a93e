#pragma once
/// \file run_mode.hpp
/// The settings with which a program is run, which may differ from run to run.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <string>

#include "runtime/programs/compute/compute_cost.hpp"
#include "runtime/programs/openmp_team.hpp"

namespace switchyard {

class SynchronisationRuleExemption;
class ProgramStates;

/// The emulator's standard input, as programs read it. The input is read only when a program first asks for it, and
/// then kept, so that each run can read it from its first byte on. Any thread may use this object.
class ProgramInput {
 public:
  /// Reads from the open file with the descriptor `file`, which it never closes.
  explicit ProgramInput(int file) noexcept : input_descriptor_(file) {}
  /// Copies the part of the input from offset `place` on into `into`, as far as it was read already and fits. If
  /// nothing was read there yet, waits for input. Returns the number of bytes copied, which is 0 at the end of the
  /// input.
  std::size_t read(std::size_t place, std::span<char> into);

 private:
  const int input_descriptor_;
  std::mutex mutex_;  // guards the input read so far
  std::string text_read_so_far_;
  bool is_at_end_ = false;
};

struct RunMode {
  RunMode() = default;
  // The constructor of RunMode from a ComputeCost is deliberately not explicit, because most callers set only the cost
  // of computing.
  RunMode(ComputeCost cost) : compute_cost(cost) {}

  ComputeCost compute_cost = {};
  /// Whether the clock that a program reads advances only when the program sleeps or reads it, instead of showing
  /// virtual time. The clock then shows the same times in all orders of events, and sleeping takes no virtual time.
  bool uses_own_clock = false;
  /// How much later than usual the run begins, as shown by the program's clocks that show a date.
  std::chrono::seconds date_shift = {};
  /// A flag that is set when the program reads a clock that shows a date; null if nobody asks for it.
  std::shared_ptr<std::atomic<bool>> program_has_read_date_flag = {};
  /// A flag that is set when MPI reorders the ranks of a topology, as the program allows; null if nobody asks for it.
  std::shared_ptr<std::atomic<bool>> ranks_reordered_flag = {};
  /// Where calls of MPI are noted that several threads of a program may make at once, so that running it with one
  /// thread does not show all that can happen; null if nobody asks for them.
  std::shared_ptr<FirstRecordedText> first_possibly_concurrent_mpi_call = {};
  /// Whether calls of MPI wait for other nodes wherever the standard allows that, and not only where it demands that.
  /// In particular, no member of a communicator then leaves a blocking collective before all members have entered it.
  bool do_collectives_synchronise = false;
  /// At most one collective for which the opposite of `do_collectives_synchronise` is true; null if there can be none.
  std::shared_ptr<SynchronisationRuleExemption> synchronisation_rule_exemption = {};
  /// Whether it is an error if a program that ends normally has not freed all memory that it has allocated.
  bool refuses_leaks = false;
  /// Where programs record hashes of their states at calls of MPI; null if states are not compared.
  std::shared_ptr<ProgramStates> program_states = {};
  /// The standard input of the program on node 0. If it is null, this input is empty, as the input of the other nodes
  /// always is.
  std::shared_ptr<ProgramInput> input = {};
};

}  // namespace switchyard
