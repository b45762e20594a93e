#include "bench/stress/shrink.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

#include "bench/stress/machine_text.hpp"
#include "runtime/random.hpp"

namespace switchyard {
namespace {

using Messages = std::vector<Triplet>;

constexpr std::uint64_t kShrinkStream = 201;
constexpr unsigned kSmallestBuffers = 24;

Messages messages_of(const CommunicationMatrix& matrix) {
  Messages messages;
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
    for (const auto& entry : matrix.row(NodeId{i})) messages.push_back({NodeId{i}, entry.destination, entry.bytes});
  }
  return messages;
}

std::set<NodeId> nodes_of(const Messages& messages) {
  std::set<NodeId> nodes;
  for (const Triplet& message : messages) nodes.insert({message.source, message.destination});
  return nodes;
}

/// Takes parts out of `items`, ever smaller ones, for as long as what is left passes `still_fails`, which keeps it.
template <class T>
void remove_parts(std::vector<T> items, const std::function<bool(const std::vector<T>&)>& still_fails) {
  for (std::size_t part = (items.size() + 1) / 2; part > 0 && !items.empty();) {
    bool removed = false;
    for (std::size_t first = 0; first < items.size();) {
      std::vector<T> rest = items;
      const std::size_t end = std::min(first + part, items.size());
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(first), rest.begin() + static_cast<std::ptrdiff_t>(end));
      if (still_fails(rest)) {
        items = std::move(rest);
        removed = true;
      } else {
        first += part;
      }
    }
    if (!removed) part /= 2;
    part = std::min(part, items.size());
  }
}

class Shrinker {
 public:
  Shrinker(FailingCase failing, const ShrinkLimits& limits, const std::stop_token& stop)
      : smallest_(std::move(failing)),
        outcome_(smallest_.run.outcome),
        limits_(limits),
        stop_(stop),
        runs_left_(limits.runs) {
    smallest_.stressed.machine = smallest_.run.machine;
  }

  FailingCase shrink() {
    drop_messages();
    halve_buffers();
    halve_sizes();
    drop_idle_nodes();
    drop_decisions();
    return std::move(smallest_);
  }

 private:
  Messages messages() const { return messages_of(smallest_.stressed.matrix); }
  std::uint32_t node_count() const { return smallest_.stressed.machine.node_count(); }
  bool is_over() const { return runs_left_ == 0 || stop_.stop_requested(); }

  /// Keeps the run if it fails in the same way.
  bool keep(const StressCase& stressed, StressedRun run) {
    if (run.outcome != outcome_) return false;
    smallest_ = {stressed, std::move(run)};
    return true;
  }

  /// Undisturbed, with the decisions of the larger case, and then with others.
  bool still_fails(const StressCase& stressed) {
    try {
      AlgorithmTrial trial(stressed);
      const auto decided = [&](std::span<const Decision> decisions) {
        return run_decided(trial, stressed.machine, smallest_.run.strategy, smallest_.run.seed, decisions, limits_.run);
      };
      if (take_run() && keep(stressed, decided({}))) return true;
      if (take_run() && keep(stressed, decided(smallest_.run.decisions))) return true;
      const std::uint64_t steps = std::max<std::uint64_t>(smallest_.run.steps, 1);
      for (std::uint64_t i = 2; i < limits_.runs_of_a_case && take_run(); ++i) {
        const Strategy strategy = kStrategies[i % 3];  // those that leave the machine as it is
        const std::uint64_t seed = split_seed(split_seed(smallest_.run.seed, kShrinkStream), i);
        if (keep(stressed, run_disturbed(trial, strategy, seed, steps, limits_.run))) return true;
      }
    } catch (const UsageError&) {  // the algorithm cannot run on such a case
    }
    return false;
  }
  bool take_run() {
    if (is_over()) return false;
    --runs_left_;
    return true;
  }

  bool fails_with(const Messages& messages) { return fails_with(messages, smallest_.stressed.machine); }
  bool fails_with(const Messages& messages, const Machine& machine) {
    StressCase smaller = smallest_.stressed;
    smaller.machine = machine;
    smaller.matrix = CommunicationMatrix::from_triplets(machine.node_count(), messages);
    return still_fails(smaller);
  }

  void drop_messages() {
    for (const NodeId node : nodes_of(messages())) {
      Messages rest = messages();
      std::erase_if(rest,
                    [&](const Triplet& message) { return message.source == node || message.destination == node; });
      fails_with(rest);
    }
    remove_parts<Triplet>(messages(), [this](const Messages& rest) { return fails_with(rest); });
  }

  /// Smaller buffers count only if fewer messages then do.
  void halve_buffers() {
    const FailingCase with_usual = smallest_;
    for (unsigned times = 1; times <= kSmallestBuffers && !is_over(); ++times) {
      const auto model = with_usual.stressed.machine.model().with_halved_buffers(times);
      if (!model) return;
      const FailingCase before = smallest_;
      smallest_ = with_usual;
      if (fails_with(messages(), Machine(model))) drop_messages();
      if (messages().size() >= before.stressed.matrix.message_count()) smallest_ = before;
    }
  }

  void halve_sizes() {
    for (bool smaller = true; smaller && !is_over();) {
      Messages halved = messages();
      for (Triplet& message : halved) message.bytes /= 2;
      smaller = halved != messages() && fails_with(halved);
    }
  }

  /// The nodes that have messages get the lowest numbers, on a machine with as few nodes as may be.
  void drop_idle_nodes() {
    Messages renumbered = messages();
    const std::set<NodeId> busy = nodes_of(renumbered);
    const auto number = [&](NodeId node) {
      return NodeId{static_cast<std::uint32_t>(std::distance(busy.begin(), busy.find(node)))};
    };
    for (Triplet& message : renumbered) message = {number(message.source), number(message.destination), message.bytes};
    const auto fewest = std::max<std::uint32_t>(static_cast<std::uint32_t>(busy.size()), 2);
    for (std::uint32_t nodes = std::bit_ceil(fewest); nodes < node_count() && !is_over(); nodes *= 2) {
      try {
        if (fails_with(renumbered, resized(smallest_.stressed.machine, nodes))) return;
      } catch (const UsageError&) {  // the machine cannot be that small, or is not of the catalogue
      }
    }
  }

  void drop_decisions() {
    AlgorithmTrial trial(smallest_.stressed);
    remove_parts<Decision>(smallest_.run.decisions, [&](const std::vector<Decision>& rest) {
      if (!take_run()) return false;
      return keep(smallest_.stressed, run_decided(trial, smallest_.stressed.machine, smallest_.run.strategy,
                                                  smallest_.run.seed, rest, limits_.run));
    });
  }

  FailingCase smallest_;
  const Outcome outcome_;
  const ShrinkLimits limits_;
  const std::stop_token stop_;
  std::uint64_t runs_left_;
};

}  // namespace

FailingCase shrink(FailingCase failing, const ShrinkLimits& limits, const std::stop_token& stop) {
  if (failing.run.strategy == Strategy::threads) return failing;
  return Shrinker(std::move(failing), limits, stop).shrink();
}

}  // namespace switchyard
