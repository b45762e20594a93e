#pragma once
/// \file choices.hpp
/// Chooses the algorithm of a collective: each possible algorithm is simulated on the machine, and the fastest one is
/// taken. The choice depends only on the machine, the members and the call, so that all members make the same choice
/// without asking each other.A simulation draws the machine's random delays from one fixed seed.

#include <compare>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "runtime/group/call.hpp"
#include "runtime/machine.hpp"

namespace switchyard {

/// Returns the shape of the group of all nodes: the shape of the machine's network, or a nearly
/// square grid if the network is not a grid.
GroupShape machine_shape(const MachineModel& machine);

/// Returns which of the machine's own collectives carries out a collective of this kind. A
/// reduce_scatter is carried out by the machine's all_reduce, after which each member keeps only
/// its block.
constexpr Collective machine_collective_for(Collective kind) noexcept {
  return kind == Collective::reduce_scatter ? Collective::all_reduce : machine_operation_of(kind);
}

/// The machine and the group for which the algorithm of a collective is chosen.
struct GroupOnMachine {
  const MachineModel& machine;
  /// The members of the group, by rank; empty if the members are all nodes of the machine, in the order of their
  /// numbers.
  std::span<const NodeId> members = {};
  bool is_machine_collective_possible = false;  ///< whether the machine can carry out the collective by itself
  /// The algorithm to take instead of the fastest one, if it can carry out the call.
  std::optional<CollectiveAlgorithm> preferred_algorithm = std::nullopt;
};

/// Returns a size rounded down to its four leading bits. Collectives whose sizes are rounded to one value share one
/// simulation of their time; these sizes differ by less than an eighth.
std::uint64_t size_rounded_down_to_four_bits(std::uint64_t bytes);

GroupShape group_shape_of(const GroupOnMachine& setting);

/// Returns the algorithm for a call of a collective: GroupCall::algorithm if it is given, or else
/// GroupOnMachine::preferred_algorithm, or else the fastest algorithm. A barrier uses the machine's own barrier if
/// there is one, because it is never slower than a barrier by messages.
CollectiveAlgorithm chosen_algorithm(const GroupOnMachine& setting, const GroupCall& call);

/// The results of the simulations of collectives on one machine, kept for reuse. Any thread may use this object.
class CollectiveChoices {
 public:
  /// Returns the algorithm of the list `all` that is fastest for the call of a collective. Needs: the list has at least
  /// two algorithms.
  CollectiveAlgorithm fastest_algorithm_for(const GroupOnMachine& setting, const GroupCall& call,
                                            std::span<const CollectiveAlgorithm> all);

  struct TimedAlgorithm {
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::usual;
    Duration time = Duration::max();  ///< time that the collective takes by this algorithm if all members begin at once
  };
  /// Returns the fastest barrier of all nodes, with its time: either the machine's own barrier, or a barrier by
  /// messages. Needs: the machine has a barrier of its own.
  TimedAlgorithm faster_barrier(const MachineModel& machine);

 private:
  struct CollectiveAlgorithmChoiceInputs {
    Collective kind;
    std::uint64_t bytes;
    std::uint64_t element_bytes;
    OperandOrder operand_order;
    bool is_machine_collective_possible;  ///< whether the machine's own collective may be chosen, too
    std::vector<NodeId> members;          ///< members of the group, by rank; empty if all nodes are members
    auto operator<=>(const CollectiveAlgorithmChoiceInputs&) const = default;
  };
  static CollectiveAlgorithmChoiceInputs algorithm_choice_inputs_of_call(const GroupOnMachine& setting,
                                                                         const GroupCall& call);
  static CollectiveAlgorithmChoiceInputs algorithm_choice_inputs_with_vector_size(
      CollectiveAlgorithmChoiceInputs question, std::uint64_t bytes);
  TimedAlgorithm fastest_simulated_algorithm(const MachineModel& machine,
                                             const CollectiveAlgorithmChoiceInputs& question);

  std::mutex mutex_;  // guards timed_algorithms_, the results of the simulations
  std::map<CollectiveAlgorithmChoiceInputs, TimedAlgorithm> timed_algorithms_;
};

}  // namespace switchyard
