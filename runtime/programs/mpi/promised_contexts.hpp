#pragma once
/// \file promised_contexts.hpp
/// The contexts of communicators that members make without waiting for each other: a call such as MPI_Comm_dup may,
/// but need not, synchronise its members (MPI 3.1, sec. 5.1).
///
/// The first member that makes the call chooses the context on the host, and the context is promised to the other
/// members from then on. The choice depends on the call alone, unless contexts are in use: so runs with other orders of
/// events choose the same contexts.

#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "runtime/programs/mpi/communicator.hpp"

namespace switchyard::mpi {

/// The contexts of one run that members choose without messages. Any thread may use this object.
class ReservedCommunicatorContexts {
 public:
  explicit ReservedCommunicatorContexts(std::uint32_t nodes) : contexts_by_node_(nodes) {}

  /// Returns whether contexts in word number `word` of a ContextPool are chosen by this class alone.
  static constexpr bool has_word(std::uint32_t word) noexcept {
    return word >= kFirstReservedContextWord && word < kReservedContextWordsEnd;
  }

  /// Returns the context of the communicator that all members of `parent` make in their collective call with the number
  /// `number` on `parent`. Each member must call this function once. Fails with MPI_ERR_OTHER if no context is free.
  Context context_of_call(const Communicator& parent, std::uint32_t number);
  /// Returns the context of the communicator that `members` make by a call that only they make, such as
  /// MPI_Comm_create_group. `call` identifies the call among all those of the run, and is the same on all members.
  Context context_of_group_call(const MemberNodes& members, const CommunicatorId& call);
  /// Notes that `node` uses a context no more. Has no effect if the context is none that this class has chosen.
  void give_back_context(NodeId node, Context context);

 private:
  static constexpr std::uint32_t kFirstReservedContextWord = 32, kReservedContextWordsEnd = 127;
  struct ChosenCommunicatorContext {
    Context context{};
    std::uint32_t context_request_count = 0;
  };
  /// Identifies the call that makes a communicator: the communicator of all calling members, and the number of the call
  /// among the collectives on it.
  using CallId = std::pair<CommunicatorId, std::uint32_t>;
  Context take_context_reserved_for_call(const MemberNodes& members, const CallId& call, std::uint64_t seed);
  Context find_context_unused_by_members(const MemberNodes& members, std::uint64_t seed) const;

  std::mutex mutex_;  // guards both maps
  /// The contexts of calls that not all members have made yet.
  std::map<CallId, ChosenCommunicatorContext> chosen_contexts_;
  /// For each node, the contexts that it uses or that are promised to it.
  std::vector<std::set<Context>> contexts_by_node_;
};

}  // namespace switchyard::mpi
