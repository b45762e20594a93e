#include "runtime/programs/mpi/promised_contexts.hpp"

#include <algorithm>

#include "runtime/programs/mpi/state.hpp"
#include "runtime/random.hpp"

namespace switchyard::mpi {

Context ReservedCommunicatorContexts::find_context_unused_by_members(const MemberNodes& members,
                                                                     std::uint64_t seed) const {
  constexpr std::uint32_t kFirst = ContextPool::kFirstContext + 64 * kFirstReservedContextWord,
                          kCount = 64 * (kReservedContextWordsEnd - kFirstReservedContextWord);
  for (std::uint32_t i = 0; i < kCount; ++i) {
    const Context context{static_cast<std::uint16_t>(kFirst + (seed + i) % kCount)};
    if (std::ranges::none_of(members, [&](NodeId node) { return contexts_by_node_[index(node)].contains(context); }))
      return context;
  }
  fail(MPI_ERR_OTHER, "there are too many communicators");
}

Context ReservedCommunicatorContexts::take_context_reserved_for_call(const MemberNodes& members, const CallId& call,
                                                                     std::uint64_t seed) {
  const std::lock_guard lock(mutex_);
  const auto [chosen, is_first] = chosen_contexts_.try_emplace(call);
  if (is_first) {
    chosen->second.context = find_context_unused_by_members(members, seed);
    for (const NodeId node : members) contexts_by_node_[index(node)].insert(chosen->second.context);
  }
  const Context context = chosen->second.context;
  if (++chosen->second.context_request_count == members.size()) chosen_contexts_.erase(chosen);
  return context;
}

Context ReservedCommunicatorContexts::context_of_call(const Communicator& parent, std::uint32_t number) {
  return take_context_reserved_for_call(parent.all_members(), {parent.id(), number},
                                        split_seed(static_cast<std::uint16_t>(parent.context()), number));
}

Context ReservedCommunicatorContexts::context_of_group_call(const MemberNodes& members, const CommunicatorId& call) {
  return take_context_reserved_for_call(members, {call, 0}, call.instance);
}

void ReservedCommunicatorContexts::give_back_context(NodeId node, Context context) {
  const std::lock_guard lock(mutex_);
  contexts_by_node_[index(node)].erase(context);
}

}  // namespace switchyard::mpi
