#pragma once
/// \file communicator.hpp
/// A communicator, as one of its member nodes keeps it.
///
/// Source: MPI 3.1, chapters 6 and 7.

#include <array>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>
#include <cstdint>
#include <map>
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

/// An error handler: a function of the program, or one of the predefined MPI_ERRORS_ARE_FATAL, MPI_ERRORS_ABORT and
/// MPI_ERRORS_RETURN. The first two do the same here: they end the run.
struct ErrorHandler {
  enum class Kind : std::uint8_t { errors_are_fatal, abort, return_codes, function };
  Kind kind = Kind::errors_are_fatal;
  MPI_Comm_errhandler_function* communicator_error_function = nullptr;
  /// The program's function, if the handler is for windows; null otherwise.
  MPI_Win_errhandler_function* window_error_function = nullptr;
  /// The program's function, if the handler is for files; null otherwise.
  MPI_File_errhandler_function* file_error_function = nullptr;
  /// The program's function, if the handler is for sessions; null otherwise.
  MPI_Session_errhandler_function* session_error_function = nullptr;

  bool is_fatal() const noexcept { return kind == Kind::errors_are_fatal || kind == Kind::abort; }
};
using ErrorHandlerPtr = std::shared_ptr<const ErrorHandler>;

/// The nodes of a group, in the order of their ranks.
using MemberNodes = std::vector<NodeId>;
using MembersPtr = std::shared_ptr<const MemberNodes>;

struct InfoObject {
  std::vector<std::pair<std::string, std::string>> entries;
};

struct CartTopology {
  std::vector<int> sizes;
  std::vector<bool> periodic;

  std::uint32_t size() const noexcept;
  std::vector<int> coordinates_of(int rank) const;
  /// Returns the rank of the process with these coordinates in the grid. Needs: each coordinate is in range.
  int rank_of(const std::vector<int>& coordinates) const;
};
struct GraphTopology {
  /// For each rank: the position in `edges` after the rank's last edge (the argument `index` of MPI_Graph_create).
  std::vector<int> edge_ends_by_rank;
  std::vector<int> edges;
};
struct DistGraphTopology {
  std::vector<int> sources, source_weights, destinations, destination_weights;
  bool is_weighted = false;
  std::shared_ptr<const std::vector<GroupMessage>> edges_of_all_members =
      nullptr;  ///< edges between all members of the communicator; null if this member does not know them
};
using Topology = std::variant<std::monostate, CartTopology, GraphTopology, DistGraphTopology>;

class ReservedCommunicatorContexts;

/// Identifies a communicator of a run, on all its members alike. The context alone does not: two communicators without
/// common members may have the same context, and so may one that is made after the other was freed.
struct CommunicatorId {
  Context context{};
  /// A hash of the members and of the number of communicators with the same members that had the context before.
  std::uint64_t instance = 0;
  friend auto operator<=>(const CommunicatorId&, const CommunicatorId&) = default;
};

/// The contexts that a node has in use. A context is the number of a communicator; messages and collectives carry it,
/// so that those of different communicators are not confused.
class ContextPool {
 public:
  static constexpr std::uint16_t kFirstContext = kFirstMpiContext;
  static constexpr Context kWorldContext{kFirstContext};
  static constexpr Context kSelfContext{kFirstContext + 1};
  /// The context of messages by which nodes agree on a new communicator when they cannot use a
  /// collective of its parent.
  static constexpr Context kAgreementContext{kFirstContext + 2};
  static constexpr std::uint32_t kBitMapWords = (kLastFreeContext - kFirstContext + 1) / 64;

  ContextPool();
  /// Leaves some contexts to `promised`, from which communicators of `node` get contexts without messages.
  void set_reserved_contexts(NodeId node, std::shared_ptr<ReservedCommunicatorContexts> promised);
  /// Returns the free contexts of one word of the pool: bit i is 1 if this node neither uses nor
  /// offers the context number 64 * word + i, counted from the first context of the pool. Contexts that are left to
  /// ReservedCommunicatorContexts do not count as free.
  std::uint64_t free_contexts_in_word(std::uint32_t word) const noexcept {
    if (are_contexts_in_bitmap_word_reserved(word)) return 0;
    return ~((word < used_contexts_.size() ? used_contexts_[word] : 0) |
             (word < offered_contexts_.size() ? offered_contexts_[word] : 0));
  }
  /// Takes the context for the lowest bit that is 1 in `mask`, and returns it. `mask` has bits of
  /// free_contexts_in_word(word), at least one of them 1.
  Context take_context(std::uint32_t word, std::uint64_t mask);
  void give_back_context(Context context);
  /// Returns the identity of a new communicator. All its members call this function once, and those that make several
  /// communicators of the same members do so in the same order.
  CommunicatorId new_communicator_id(Context context, const MemberNodes& members);

  /// A few free contexts that one node offers for a communicator that a nonblocking call makes
  /// (MPI_Comm_idup). Several such calls may be under way, and the nodes may complete them in any
  /// order. So each call has contexts of its own, which nothing else takes meanwhile. All nodes of
  /// the call compute the same eight places in the pool, each of which stands for eight successive
  /// contexts. Bit 8 * k + i of `mask` is 1 if this node offers context i of place k.
  struct ContextOffer {
    static constexpr unsigned kContextBlocksPerOffer = 8;
    std::array<std::uint32_t, kContextBlocksPerOffer> context_block_indices{};
    std::uint64_t mask = 0;
  };
  /// Chooses the free contexts that this node offers for a nonblocking duplication (MPI_Comm_idup) of the communicator
  /// with the context `parent`. `number` counts the duplications of that communicator.
  ContextOffer offer_contexts(Context parent, std::uint32_t number);
  /// Ends an offer. `common` has the bits that are 1 in the offers of all nodes. Takes the context
  /// of the lowest of these bits and returns it, or returns nothing if no bit is 1.
  std::optional<Context> take_context_agreed_on(const ContextOffer& offer, std::uint64_t common);

 private:
  bool are_contexts_in_bitmap_word_reserved(std::uint32_t word) const noexcept;
  /// Returns the reference to word number `word` of a bit mask. The mask gets longer if it has too few words.
  static std::uint64_t& word_of_mask(std::vector<std::uint64_t>& words, std::uint32_t word);

  /// One bit for each context, 1 if the context is in use; bits beyond the end of the vector count as 0.
  std::vector<std::uint64_t> used_contexts_;
  /// One bit for each context, 1 if the context is in an offer for a new communicator that has not ended.
  std::vector<std::uint64_t> offered_contexts_;
  /// How many communicators this node has made with a context and a hash of the members.
  std::map<CommunicatorId, std::uint32_t> communicator_counts_;
  NodeId node_{};
  /// What chooses contexts of the node's communicators without messages; null if nothing does.
  std::shared_ptr<ReservedCommunicatorContexts> reserved_contexts_;
};

/// The two groups of an intercommunicator. All members agree on which of the two is `first_group`.
struct IntercommunicatorGroups {
  MemberNodes first_group, second_group;

  MemberNodes members_of_both_groups() const;
};

/// A communicator, as one of its members keeps it. It exists until its handle is freed and no
/// request on it is under way any more.
///
/// An intercommunicator has two groups. Its Group object has the members of both, with those of
/// the first group in front. The ranks that a program uses count within one group: the member's
/// own (local) one, or the other (remote) one.
///
/// References to a communicator are counted without atomic operations, because it belongs to one node. Atomic
/// operations would take time at each message, which holds references to its communicator.
class Communicator : public boost::intrusive_ref_counter<Communicator, boost::thread_unsafe_counter> {
 public:
  Communicator(Node& node, MemberNodes members, Context context, std::shared_ptr<ContextPool> pool, CallSite site)
      : group_(node, std::move(members), context, site),
        context_pool_(std::move(pool)),
        site_(site),
        local_part_{0, group_.size()},
        remote_part_(local_part_),
        id_(context_pool_->new_communicator_id(context, all_members())) {}
  /// Makes an intercommunicator of the two groups in `groups`.
  Communicator(Node& node, const IntercommunicatorGroups& groups, Context context, std::shared_ptr<ContextPool> pool,
               CallSite site)
      : Communicator(node, groups.members_of_both_groups(), context, std::move(pool), site) {
    const auto first = static_cast<std::uint32_t>(groups.first_group.size());
    local_part_ = {0, first};
    remote_part_ = {first, group_.size() - first};
    if (group_.rank() >= first) std::swap(local_part_, remote_part_);
    is_intercommunicator_ = true;
  }
  ~Communicator() { context_pool_->give_back_context(group_.context()); }
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  /// Returns the Group that carries out collectives. Its ranks are those of the communicator. The
  /// ranks in the Group of an intercommunicator count through the first group and then the second.
  Group& group() noexcept { return group_; }
  const Group& group() const noexcept { return group_; }
  bool is_intercommunicator() const noexcept { return is_intercommunicator_; }
  /// A range of ranks of group(): the `count` ranks of the local or of the remote group, from `begin` on.
  struct RankRange {
    std::uint32_t begin = 0, count = 0;
    bool contains(std::uint32_t place) const noexcept { return place >= begin && place - begin < count; }
  };
  const RankRange& local_group_part() const noexcept { return local_part_; }
  const RankRange& remote_group_part() const noexcept { return remote_part_; }
  /// Returns the rank of this member in the local group.
  int rank() const noexcept { return static_cast<int>(group_.rank() - local_part_.begin); }
  int size() const noexcept { return static_cast<int>(local_part_.count); }
  Context context() const noexcept { return group_.context(); }
  const CommunicatorId& id() const noexcept { return id_; }
  /// Returns the context of the communicator's partitioned messages. It differs from the context of other messages, so
  /// that a partitioned message is never received in place of another message.
  Context context_of_partitioned_messages() const noexcept {
    return Context{static_cast<std::uint16_t>(static_cast<std::uint16_t>(context()) + kBackgroundContextOffset)};
  }
  // Functions about the peers, to and from which messages go: the members of the remote group of
  // an intercommunicator, or else all members.
  int peer_count() const noexcept { return static_cast<int>(remote_part_.count); }
  NodeId node_at(int rank) const noexcept {
    return group_.node_at(remote_part_.begin + static_cast<std::uint32_t>(rank));
  }
  /// Returns the rank of a node among the peers (the members of the remote group of an intercommunicator, or else all
  /// members). The result is above all ranks if the node is not in the communicator.
  int rank_of(NodeId node) const noexcept { return static_cast<int>(group_.rank_of(node) - remote_part_.begin); }
  /// Returns the nodes of the local group, in the order of their ranks.
  MemberNodes members() const { return members_of(local_part_); }
  MemberNodes peer_members() const { return members_of(remote_part_); }
  /// Returns the nodes of both groups of an intercommunicator, in the order of their ranks in group().
  MemberNodes all_members() const { return members_of({0, group_.size()}); }
  IntercommunicatorGroups intercommunicator_groups() const {
    return local_part_.begin == 0 ? IntercommunicatorGroups{members(), peer_members()}
                                  : IntercommunicatorGroups{peer_members(), members()};
  }
  /// Returns the place in the program of the call that has made the communicator.
  CallSite site() const noexcept { return site_; }
  /// Counts a collective of this member on the communicator, and returns its number, from 0 on.
  /// Called only if the run looks for defects.
  std::uint32_t assign_collective_number() noexcept { return collective_count_++; }
  std::uint32_t last_collective_number() const noexcept { return collective_count_ - 1; }
  /// Counts a nonblocking duplication of this communicator, and returns its number, from 0 on.
  std::uint32_t assign_duplication_number() noexcept { return duplicate_count_++; }

  ErrorHandlerPtr error_handler;
  ObjectAttributes attributes;
  Topology topology;
  std::string name;
  InfoObject info;
  /// The repeated exchange that carries out the neighbourhood collectives; null before the first of them.
  std::unique_ptr<PersistentExchange> neighbor_exchange;

 private:
  MemberNodes members_of(const RankRange& part) const;

  Group group_;
  std::shared_ptr<ContextPool> context_pool_;
  CallSite site_;
  RankRange local_part_, remote_part_;
  CommunicatorId id_;
  bool is_intercommunicator_ = false;
  std::uint32_t collective_count_ = 0;
  std::uint32_t duplicate_count_ = 0;
};
/// Returns the communicator of a handle. Fails with MPI_ERR_COMM if the handle refers to none. Later errors of the call
/// go to this communicator's error handler.
const CommunicatorPtr& communicator_of(Call& call, MPI_Comm comm);
/// Returns the communicator of a handle, as communicator_of() does. Fails with MPI_ERR_COMM also if the handle refers
/// to an intercommunicator.
const CommunicatorPtr& intracommunicator_of(Call& call, MPI_Comm comm);

/// Returns the name of a communicator for messages to the user: "MPI_COMM_WORLD", the name that
/// the program has given, or a text such as "the communicator made by MPI_Comm_dup (a.c:7)".
std::string communicator_as_text(const Communicator& comm);

/// Returns `root` as an unsigned number. Fails with MPI_ERR_ROOT unless it is a rank of the
/// communicator.
std::uint32_t checked_root_rank(const Communicator& comm, int root);

}  // namespace switchyard::mpi
