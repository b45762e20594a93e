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
#include "runtime/group/persistent_exchange.hpp"
#include "runtime/programs/contexts.hpp"
#include "runtime/programs/mpi/attributes.hpp"
#include "runtime/programs/mpi/call.hpp"

namespace switchyard::mpi {

/// What a program hands in for errors, or one of the two that are there from the start.
struct ErrorHandler {
  enum class Kind : std::uint8_t { are_fatal, return_codes, function };
  Kind kind = Kind::are_fatal;
  MPI_Comm_errhandler_function* function = nullptr;
  MPI_Win_errhandler_function* window_function = nullptr;  ///< of one that is for windows
  MPI_File_errhandler_function* file_function = nullptr;   ///< of one that is for files
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
  std::shared_ptr<const std::vector<GroupMessage>> messages = nullptr;  ///< of all members; null if nobody asked
};
using Topology = std::variant<std::monostate, CartTopology, GraphTopology, DistGraphTopology>;

/// Which contexts a node has in use: each communicator has one, for its messages and its group's collectives.
class ContextPool {
 public:
  static constexpr std::uint16_t kFirst = kFirstMpiContext;
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

/// The two groups of an intercommunicator. Its `first` group is the same one on all members.
struct TwoGroups {
  Members first, second;

  Members joined() const;
};

/// Owned by the handle and by requests that are under way.
///
/// An intercommunicator has two groups. Its Group has the members of both, those of the first one in front; ranks that
/// programs give and get are those of a member in its own, local group, or in the other, remote one.
class Communicator {
 public:
  Communicator(Node& node, Members members, Context context, std::shared_ptr<ContextPool> pool, CallSite site)
      : group_(node, std::move(members), context, site),
        pool_(std::move(pool)),
        site_(site),
        local_{0, group_.size()},
        remote_(local_) {}
  /// An intercommunicator.
  Communicator(Node& node, const TwoGroups& groups, Context context, std::shared_ptr<ContextPool> pool, CallSite site)
      : Communicator(node, groups.joined(), context, std::move(pool), site) {
    const auto first = static_cast<std::uint32_t>(groups.first.size());
    local_ = {0, first};
    remote_ = {first, group_.size() - first};
    if (group_.rank() >= first) std::swap(local_, remote_);
    is_inter_ = true;
  }
  ~Communicator() { pool_->give_back(group_.context()); }
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  /// For collectives; ranks are the communicator's, or places in both groups of an intercommunicator.
  Group& group() noexcept { return group_; }
  const Group& group() const noexcept { return group_; }
  bool is_inter() const noexcept { return is_inter_; }
  /// Places in group() from `begin` on.
  struct Part {
    std::uint32_t begin = 0, count = 0;
    bool has(std::uint32_t place) const noexcept { return place >= begin && place - begin < count; }
  };
  const Part& local() const noexcept { return local_; }
  const Part& remote() const noexcept { return remote_; }
  /// In the local group.
  int rank() const noexcept { return static_cast<int>(group_.rank() - local_.begin); }
  int size() const noexcept { return static_cast<int>(local_.count); }
  Context context() const noexcept { return group_.context(); }
  // Whom messages go to and come from: members of the remote group of an intercommunicator, and otherwise all.
  int peers() const noexcept { return static_cast<int>(remote_.count); }
  NodeId node_at(int rank) const noexcept { return group_.node_at(remote_.begin + static_cast<std::uint32_t>(rank)); }
  /// Returns a number above those of all ranks if the node is none of them.
  int rank_of(NodeId node) const noexcept { return static_cast<int>(group_.rank_of(node) - remote_.begin); }
  /// Of the local group.
  Members members() const { return members_of(local_); }
  Members peer_members() const { return members_of(remote_); }
  /// Of both groups.
  Members all_members() const { return members_of({0, group_.size()}); }
  TwoGroups groups() const {
    return local_.begin == 0 ? TwoGroups{members(), peer_members()} : TwoGroups{peer_members(), members()};
  }
  /// Of the call that has made it.
  CallSite site() const noexcept { return site_; }
  /// Numbers this member's collectives, where somebody compares them.
  std::uint32_t next_collective() noexcept { return collectives_++; }
  std::uint32_t last_collective() const noexcept { return collectives_ - 1; }

  ErrorHandlerPtr error_handler;
  Attributes attributes;
  Topology topology;
  std::string name;
  Info info;
  std::unique_ptr<PersistentExchange> neighbor_exchange;  ///< see neighbor_exchange_of()

 private:
  Members members_of(const Part& part) const;

  Group group_;
  std::shared_ptr<ContextPool> pool_;
  CallSite site_;
  Part local_, remote_;
  bool is_inter_ = false;
  std::uint32_t collectives_ = 0;
};
using CommunicatorPtr = std::shared_ptr<Communicator>;

/// Fails with MPI_ERR_COMM for a handle that refers to none. From then on the call's errors are this communicator's.
const CommunicatorPtr& communicator_of(Call& call, MPI_Comm comm);
/// The same; fails with MPI_ERR_COMM for an intercommunicator, too.
const CommunicatorPtr& intracommunicator_of(Call& call, MPI_Comm comm);

/// "MPI_COMM_WORLD", the name that the program has given, or "the communicator made by MPI_Comm_dup (a.c:7)".
std::string text_of(const Communicator& comm);

/// Fails with MPI_ERR_ROOT unless 0 <= root < size.
std::uint32_t checked_root(const Communicator& comm, int root);

}  // namespace switchyard::mpi
