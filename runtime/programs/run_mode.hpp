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

namespace switchyard {

class CollectiveException;
class ProgramStates;

/// The emulator's standard input, as programs read it. It is read only when a program first needs
/// it, and then kept, so that each run begins with its first byte. Any thread may use this object.
class ProgramInput {
 public:
  /// Reads from the open file with the descriptor `file`, and does not close it.
  explicit ProgramInput(int file) noexcept : input_descriptor_(file) {}
  /// Copies input from offset `place` on into `into`, as far as it has been read and fits. Waits
  /// if no input has arrived there yet. Returns the number of bytes copied, which is 0 at the end
  /// of the input.
  std::size_t read(std::size_t place, std::span<char> into);

 private:
  const int input_descriptor_;
  std::mutex mutex_;  // guards the members that are declared below it
  std::string text_read_so_far_;
  bool is_at_end_ = false;
};

struct RunMode {
  RunMode() = default;
  // The constructor of RunMode from a ComputeCost is deliberately not explicit, because most callers set only the cost
  // of computing.
  RunMode(ComputeCost cost) : compute_cost(cost) {}

  ComputeCost compute_cost = {};
  /// Whether the clock that a program reads counts only the node's sleeping and its reads of the
  /// clock, instead of virtual time. The clock then shows the same in all orders of events, and
  /// sleeping takes no virtual time.
  bool uses_own_clock = false;
  /// How much later than usual the run begins, according to the program's clocks that show a date.
  std::chrono::seconds date_shift = {};
  /// A flag that is set when the program looks at a clock that shows a date; null if nobody asks for it.
  std::shared_ptr<std::atomic<bool>> date_read_flag = {};
  /// A flag that is set when the ranks of a topology are reordered, as the program allows; null if nobody asks for it.
  std::shared_ptr<std::atomic<bool>> ranks_reordered_flag = {};
  /// Whether calls of MPI wait for other nodes wherever the standard allows it, and not only where it demands it: no
  /// member of a communicator leaves a blocking collective before all members have entered it.
  bool do_collectives_synchronise = false;
  /// The one collective for which this is the other way round; null if there can be none.
  std::shared_ptr<CollectiveException> collective_exception = {};
  /// Whether a program that ends normally must have freed all memory that it has allocated.
  bool refuses_leaks = false;
  /// Where the programs record their states at the meetings of all nodes; null if nobody compares them.
  std::shared_ptr<ProgramStates> program_states = {};
  /// The standard input of the program on node 0. If it is null, that input is empty, as it always
  /// is on other nodes.
  std::shared_ptr<ProgramInput> input = {};
};

}  // namespace switchyard
