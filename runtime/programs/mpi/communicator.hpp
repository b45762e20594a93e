#pragma once
/// \file communicator.hpp
/// A communicator as one of its members has it.
///
/// Source: MPI 3.1, chapters 6 and 7.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "runtime/group.hpp"
#include "runtime/programs/mpi/attributes.hpp"
#include "runtime/programs/mpi/call.hpp"

namespace switchyard::mpi {

/// What a program hands in for errors, or one of the two that are there from the start.
struct ErrorHandler {
  enum class Kind : std::uint8_t { are_fatal, return_codes, function };
  Kind kind = Kind::are_fatal;
  MPI_Comm_errhandler_function* function = nullptr;
  MPI_Win_errhandler_function* window_function = nullptr;  ///< of one that is for windows
};
using ErrorHandlerPtr = std::shared_ptr<const ErrorHandler>;

/// Nodes in an order.
using Members = std::vector<NodeId>;
using MembersPtr = std::shared_ptr<const Members>;

struct Info {
  std::vector<std::pair<std::string, std::string>> entries;
};

struct CartTopology {
  std::vector<int> sizes;
  std::vector<bool> periodic;

  std::uint32_t size() const noexcept;
  std::vector<int> coordinates_of(int rank) const;
  /// Needs: coordinates in range.
  int rank_of(const std::vector<int>& coordinates) const;
};
struct GraphTopology {
  std::vector<int> ends;  ///< of each rank's edges; MPI_Graph_create's `index`
  std::vector<int> edges;
};
struct DistGraphTopology {
  std::vector<int> sources, source_weights, destinations, destination_weights;
  bool weighted = false;
};
using Topology = std::variant<std::monostate, CartTopology, GraphTopology, DistGraphTopology>;

/// Which contexts a node has in use: each communicator has one, for its messages and its group's collectives.
class ContextPool {
 public:
  /// NX has the first.
  static constexpr std::uint16_t kFirst = kFirstFreeContext + 1;
  static constexpr Context kWorld{kFirst};
  static constexpr Context kSelf{kFirst + 1};
  /// Messages between members that agree on a communicator without their parent's help.
  static constexpr Context kAgreement{kFirst + 2};
  static constexpr std::uint32_t kWords = (kLastFreeContext - kFirst + 1) / 64;

  ContextPool();
  /// Contexts 64 * word + i of the pool that this node has free have a 1 in bit i.
  std::uint64_t free_in(std::uint32_t word) const noexcept { return ~used_[word]; }
  /// Takes the lowest one of `mask`, which is not 0.
  Context take(std::uint32_t word, std::uint64_t mask) noexcept;
  void give_back(Context context) noexcept;

 private:
  std::vector<std::uint64_t> used_;
};

/// Owned by the handle and by requests that are under way.
class Communicator {
 public:
  Communicator(Node& node, Members members, Context context, std::shared_ptr<ContextPool> pool, CallSite site)
      : group_(node, std::move(members), context, site), pool_(std::move(pool)) {}
  ~Communicator() { pool_->give_back(group_.context()); }
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  /// For collectives; ranks are the communicator's.
  Group& group() noexcept { return group_; }
  int rank() const noexcept { return static_cast<int>(group_.rank()); }
  int size() const noexcept { return static_cast<int>(group_.size()); }
  Context context() const noexcept { return group_.context(); }
  NodeId node_at(int rank) const noexcept { return group_.node_at(static_cast<std::uint32_t>(rank)); }
  int rank_of(NodeId node) const noexcept { return static_cast<int>(group_.rank_of(node)); }
  Members members() const;

  ErrorHandlerPtr error_handler;
  Attributes attributes;
  Topology topology;
  std::string name;
  Info info;

 private:
  Group group_;
  std::shared_ptr<ContextPool> pool_;
};
using CommunicatorPtr = std::shared_ptr<Communicator>;

/// Fails with MPI_ERR_COMM for a handle that refers to none. From then on the call's errors are this communicator's.
const CommunicatorPtr& communicator_of(Call& call, MPI_Comm comm);

/// Fails with MPI_ERR_ROOT unless 0 <= root < size.
std::uint32_t checked_root(const Communicator& comm, int root);

}  // namespace switchyard::mpi
