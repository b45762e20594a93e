/// \file groups.cpp
/// MPI's functions on groups of processes.
///
/// Source: MPI 3.1, sec. 6.3.

#include "runtime/programs/mpi/groups.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <unordered_map>

#include "runtime/programs/mpi/mpi.hpp"
#include "runtime/programs/mpi/state.hpp"

namespace switchyard::mpi {

const MembersPtr& group_of(Call& call, MPI_Group group) {
  const MembersPtr* found = call.state.groups.find(group);
  if (found == nullptr) {
    if (group == MPI_GROUP_NULL) fail(MPI_ERR_GROUP, "the group is MPI_GROUP_NULL");
    fail(MPI_ERR_GROUP, "the group was freed, or is none");
  }
  return *found;
}

MPI_Group add_group(Call& call, MemberNodes members) {
  if (members.empty()) return MPI_GROUP_EMPTY;
  return call.state.groups.add(std::make_shared<const MemberNodes>(std::move(members)), call.site);
}

namespace {

/// Finds the rank that each node has in a group.
class RanksOfNodes {
 public:
  explicit RanksOfNodes(const MemberNodes& members) {
    for (std::size_t i = 0; i < members.size(); ++i) ranks_.emplace(index(members[i]), static_cast<int>(i));
  }
  int rank_of_node(NodeId node) const {
    const auto found = ranks_.find(index(node));
    return found == ranks_.end() ? MPI_UNDEFINED : found->second;
  }
  bool has_node(NodeId node) const { return rank_of_node(node) != MPI_UNDEFINED; }

 private:
  std::unordered_map<std::uint32_t, int> ranks_;
};

int rank_in_members(const MemberNodes& members, NodeId node) {
  const auto found = std::ranges::find(members, node);
  return found == members.end() ? MPI_UNDEFINED : static_cast<int>(found - members.begin());
}

void size(Call& call, MPI_Group group, int* result) {
  check_pointer(result, "size");
  *result = static_cast<int>(group_of(call, group)->size());
}

void rank(Call& call, MPI_Group group, int* result) {
  check_pointer(result, "rank");
  *result = rank_in_members(*group_of(call, group), call.node.id());
}

void check_rank(const MemberNodes& members, int rank) {
  if (rank < 0 || static_cast<std::size_t>(rank) >= members.size())
    fail(MPI_ERR_RANK, "there is no rank {} in the group, which has {} members", rank, members.size());
}

void translate_ranks(Call& call, MPI_Group group1, int n, const int* ranks1, MPI_Group group2, int* ranks2) {
  const MembersPtr from = group_of(call, group1), to = group_of(call, group2);
  const std::size_t count = checked_nonnegative_count(n, "n");
  check_array(call, ranks1, "ranks1", n);
  check_array(call, ranks2, "ranks2", n);
  const RanksOfNodes ranks(*to);
  for (std::size_t i = 0; i < count; ++i) {
    if (ranks1[i] == MPI_PROC_NULL) {
      ranks2[i] = MPI_PROC_NULL;
      continue;
    }
    check_rank(*from, ranks1[i]);
    ranks2[i] = ranks.rank_of_node((*from)[static_cast<std::size_t>(ranks1[i])]);
  }
}

void compare(Call& call, MPI_Group group1, MPI_Group group2, int* result) {
  check_pointer(result, "result");
  *result = compare_groups(*group_of(call, group1), *group_of(call, group2));
}

void unite_groups(Call& call, MPI_Group group1, MPI_Group group2, MPI_Group* result) {
  const MembersPtr one = group_of(call, group1), other = group_of(call, group2);
  check_pointer(result, "newgroup");
  const RanksOfNodes first(*one);
  MemberNodes members = *one;
  std::ranges::copy_if(*other, std::back_inserter(members), [&](NodeId node) { return !first.has_node(node); });
  *result = add_group(call, std::move(members));
}

/// Makes the group of those members of the first group that are also in the second one
/// (intersection), or are not in it (difference).
template <bool are_in_both>
void intersect_or_subtract_groups(Call& call, MPI_Group group1, MPI_Group group2, MPI_Group* result) {
  const MembersPtr one = group_of(call, group1), other = group_of(call, group2);
  check_pointer(result, "newgroup");
  const RanksOfNodes second(*other);
  MemberNodes members;
  std::ranges::copy_if(*one, std::back_inserter(members),
                       [&](NodeId node) { return second.has_node(node) == are_in_both; });
  *result = add_group(call, std::move(members));
}

/// Fails unless all `ranks` are ranks of the group `members`, and none is listed twice.
void check_ranks_are_distinct(const MemberNodes& members, const std::vector<int>& ranks) {
  std::vector<bool> seen(members.size());
  for (const int each : ranks) {
    check_rank(members, each);
    if (seen[static_cast<std::size_t>(each)]) fail(MPI_ERR_RANK, "rank {} is named twice", each);
    seen[static_cast<std::size_t>(each)] = true;
  }
}

MPI_Group add_group_of_ranks(Call& call, const MemberNodes& members, const std::vector<int>& ranks) {
  check_ranks_are_distinct(members, ranks);
  MemberNodes chosen;
  for (const int each : ranks) chosen.push_back(members[static_cast<std::size_t>(each)]);
  return add_group(call, std::move(chosen));
}

MPI_Group add_group_without_ranks(Call& call, const MemberNodes& members, const std::vector<int>& ranks) {
  check_ranks_are_distinct(members, ranks);
  std::vector<bool> is_out(members.size());
  for (const int each : ranks) is_out[static_cast<std::size_t>(each)] = true;
  MemberNodes left;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (!is_out[i]) left.push_back(members[i]);
  }
  return add_group(call, std::move(left));
}

std::vector<int> ranks_in_list(const Call& call, int n, const int* ranks) {
  const std::size_t count = checked_nonnegative_count(n, "n");
  check_array(call, ranks, "ranks", n);
  return {ranks, ranks + count};
}

std::vector<int> ranks_in_ranges(const Call& call, const MemberNodes& members, int n, const int (*ranges)[3]) {
  const std::size_t count = checked_nonnegative_count(n, "n");
  check_array(call, ranges, "ranges", n);
  std::vector<int> ranks;
  for (std::size_t i = 0; i < count; ++i) {
    const auto [first, last, stride] = std::to_array(ranges[i]);
    if (stride == 0) fail(MPI_ERR_ARG, "the stride of range {} is 0", i);
    check_rank(members, first);
    for (std::int64_t each = first; stride > 0 ? each <= last : each >= last; each += stride) {
      // Only the ranks from `first` on in steps of `stride` are checked: the end of a range need not be a rank, because
      // the stride may pass over it.
      check_rank(members, static_cast<int>(each));
      ranks.push_back(static_cast<int>(each));
    }
  }
  return ranks;
}

void include_ranks(Call& call, MPI_Group group, int n, const int* ranks, MPI_Group* result) {
  const MembersPtr members = group_of(call, group);
  check_pointer(result, "newgroup");
  *result = add_group_of_ranks(call, *members, ranks_in_list(call, n, ranks));
}
void exclude_ranks(Call& call, MPI_Group group, int n, const int* ranks, MPI_Group* result) {
  const MembersPtr members = group_of(call, group);
  check_pointer(result, "newgroup");
  *result = add_group_without_ranks(call, *members, ranks_in_list(call, n, ranks));
}
void make_group_including_rank_ranges(Call& call, MPI_Group group, int n, int (*ranges)[3], MPI_Group* result) {
  const MembersPtr members = group_of(call, group);
  check_pointer(result, "newgroup");
  *result = add_group_of_ranks(call, *members, ranks_in_ranges(call, *members, n, ranges));
}
void exclude_ranges(Call& call, MPI_Group group, int n, int (*ranges)[3], MPI_Group* result) {
  const MembersPtr members = group_of(call, group);
  check_pointer(result, "newgroup");
  *result = add_group_without_ranks(call, *members, ranks_in_ranges(call, *members, n, ranges));
}

void free_group(Call& call, MPI_Group* group) {
  check_pointer(group, "group");
  group_of(call, *group);
  if (!call.state.groups.is_predefined(*group)) call.state.groups.remove_and_return_object(*group);
  *group = MPI_GROUP_NULL;
}

}  // namespace

namespace {

bool have_same_members(MemberNodes one, MemberNodes other) {
  std::ranges::sort(one);
  std::ranges::sort(other);
  return one == other;
}

}  // namespace

int compare_groups(const MemberNodes& one, const MemberNodes& other) {
  if (one == other) return MPI_IDENT;
  return have_same_members(one, other) ? MPI_SIMILAR : MPI_UNEQUAL;
}

SymbolBindings group_bindings() {
  static const std::vector<SymbolBinding> all = [] {
    std::vector<SymbolBinding> list;
    SWITCHYARD_MPI_BIND(list, Group_size, size);
    SWITCHYARD_MPI_BIND(list, Group_rank, rank);
    SWITCHYARD_MPI_BIND(list, Group_translate_ranks, translate_ranks);
    SWITCHYARD_MPI_BIND(list, Group_compare, compare);
    SWITCHYARD_MPI_BIND(list, Group_union, unite_groups);
    SWITCHYARD_MPI_BIND(list, Group_intersection, intersect_or_subtract_groups<true>);
    SWITCHYARD_MPI_BIND(list, Group_difference, intersect_or_subtract_groups<false>);
    SWITCHYARD_MPI_BIND(list, Group_incl, include_ranks);
    SWITCHYARD_MPI_BIND(list, Group_excl, exclude_ranks);
    SWITCHYARD_MPI_BIND(list, Group_range_incl, make_group_including_rank_ranges);
    SWITCHYARD_MPI_BIND(list, Group_range_excl, exclude_ranges);
    SWITCHYARD_MPI_BIND(list, Group_free, free_group);
    return list;
  }();
  return all;
}

}  // namespace switchyard::mpi
