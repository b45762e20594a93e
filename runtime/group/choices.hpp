#pragma once
/// \file choices.hpp
/// Which algorithm a collective is carried out by: each one that could be is rehearsed on the machine, and the fastest
/// is taken. A function of machine, members and call, so that all members get the same without asking each other.
/// Random delays of the machine are those of one seed.

#include <compare>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <vector>

#include "runtime/group/call.hpp"
#include "runtime/machine.hpp"

namespace switchyard {

/// Of all nodes: that of the machine's network, or near to a square where the network is no grid.
GroupShape machine_shape(const MachineModel& machine);

/// Who makes a collective, and where.
struct CollectiveSetting {
  const MachineModel& machine;
  std::span<const NodeId> members = {};  ///< empty: all nodes, in their order
  bool machine_can = false;              ///< it has the collective itself
};

GroupShape shape_of(const CollectiveSetting& setting);

/// The algorithm for this call: GroupCall::algorithm if that is given.
CollectiveAlgorithm chosen_algorithm(const CollectiveSetting& setting, const GroupCall& call);

/// What has been rehearsed on one machine. Any thread.
class CollectiveChoices {
 public:
  /// Of those that are worth trying: the fastest. Needs: two of them, or more.
  CollectiveAlgorithm fastest(const CollectiveSetting& setting, const GroupCall& call,
                              std::span<const CollectiveAlgorithm> all);

  struct Answer {
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::usual;
    Duration time = Duration::max();  ///< if all members begin at once
  };
  /// Of a machine that has a barrier: that one, or one by messages.
  Answer barrier(const MachineModel& machine);

 private:
  struct Question {
    Collective kind;
    std::uint64_t bytes;
    std::uint64_t element_bytes;
    OperandOrder order;
    bool machine_can;             ///< may be chosen, too
    std::vector<NodeId> members;  ///< empty: all nodes
    auto operator<=>(const Question&) const = default;
  };
  static Question question(const CollectiveSetting& setting, const GroupCall& call);
  static Question resized(Question question, std::uint64_t bytes);
  Answer answer(const MachineModel& machine, const Question& question);

  std::mutex mutex_;  // guards all below
  std::map<Question, Answer> known_;
};

}  // namespace switchyard
