#pragma once
/// \file collective_work.hpp
/// What all of MPI's collectives have in common: their arguments, how they are carried out, blocking or not, and the
/// two functions that programs call for each.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/programs/mpi/collective_area.hpp"
#include "runtime/programs/mpi/message.hpp"
#include "runtime/programs/mpi/witness.hpp"

namespace switchyard::mpi {

/// What is given to a collective and what it gives: kept until it is over.
struct Parts {
  Area in, out;
};
using PartsPtr = std::shared_ptr<Parts>;

/// A collective of its communicator, from the arguments to its end.
struct Work {
  CommunicatorPtr comm;
  bool diverts = false;  ///< the result waits beside the program's memory until the collective is over
  PartsPtr parts = std::make_shared<Parts>();

  std::size_t size() const { return static_cast<std::size_t>(comm->size()); }
  std::size_t rank() const { return static_cast<std::size_t>(comm->rank()); }
  bool is(std::uint32_t rank_of_root) const { return static_cast<std::uint32_t>(comm->rank()) == rank_of_root; }
};

Work work_on(Call& call, MPI_Comm comm);

/// What packing or unpacking so many bytes costs the node.
void charge_copy(Node& node, std::size_t bytes, CallSite site);

/// Carries out `group_call`, which blocks, and then a barrier if collectives are to synchronise. The barrier comes
/// last, so that the calls of all members are compared first.
void run_and_synchronise(Call& call, Group& group, GroupCall group_call);

/// Carries out `group_call`, and then `finish()`: now, or when the request is complete.
template <class Finish>
void carry_out(Call& call, MPI_Request* request, const Work& work, GroupCall group_call, Finish finish) {
  const auto& [in, out] = *work.parts;
  if (request == nullptr) {
    check_touch(call, in.rows(), Touch::reads);
    check_touch(call, out.rows(), Touch::writes);
    run_and_synchronise(call, work.comm->group(), std::move(group_call));
    leave_collective(call, *work.comm, work.comm->last_collective());
    finish();
  } else {
    const MemoryWatch::Id reads = begin_touch(call, in.rows(), Touch::reads);
    const MemoryWatch::Id writes = begin_touch(call, out.rows(), Touch::writes);
    const Handle handle = work.comm->group().post(std::move(group_call), call.site);
    *request =
        add_collective(call, handle, work.comm, std::move(finish), {reads, writes, work.comm->last_collective()});
  }
}

/// The same; the result is stored at the end.
void carry_out_and_store(Call& call, MPI_Request* request, const Work& work, GroupCall group_call);
/// The same for a member that gets no result. What it gives is kept until the end.
void carry_out_giving(Call& call, MPI_Request* request, const Work& work, GroupCall group_call);

// Arguments.

Values values_at(Call& call, const void* buffer, int count, MPI_Datatype type);

/// `members` blocks of a type, each anywhere in a buffer.
std::vector<Values> varying_blocks(Call& call, const void* buffer, const int* counts, const int* displacements,
                                   MPI_Datatype type, std::size_t members);

/// As MPI_Alltoallw has them: each with a type of its own, and displacements in bytes.
template <class Displacement>
std::vector<Values> blocks_of_types(Call& call, const void* buffer, const int* counts,
                                    const Displacement* displacements, const MPI_Datatype* types, std::size_t members) {
  check_pointer(counts, "the array of counts", static_cast<std::int64_t>(members));
  check_pointer(displacements, "the array of displacements", static_cast<std::int64_t>(members));
  check_pointer(types, "the array of datatypes", static_cast<std::int64_t>(members));
  std::vector<Values> blocks;
  for (std::size_t i = 0; i < members; ++i) {
    blocks.push_back(values_at(call, buffer, counts[i], types[i]));
    blocks.back().buffer = static_cast<std::byte*>(blocks.back().buffer) + displacements[i];
  }
  return blocks;
}

// What members compare, where defects are looked for.

TypeSignature signature_of(const Values& values);
std::vector<TypeSignature> signatures_of(const std::vector<Values>& values);

// Fail where what is sent and what is received share memory.

void check_apart(const Values& in, const Values& out);
void check_apart(const Values& in, const std::vector<Values>& out);
/// Each with its own number alone: each with each would take too long where there are many members.
void check_apart(const std::vector<Values>& in, const std::vector<Values>& out);

/// The two functions that programs call.
template <auto function>
struct Forms;
template <class... A, void (*function)(Call&, MPI_Request*, A...)>
struct Forms<function> {
  static void blocking(Call& call, A... arguments) { function(call, nullptr, arguments...); }
  static void posted(Call& call, A... arguments, MPI_Request* request) {
    check_pointer(request, "request");
    call.posts = true;
    function(call, request, arguments...);
  }
};

#define SWITCHYARD_MPI_BIND_BOTH(list, name, posted_name, function) \
  SWITCHYARD_MPI_BIND(list, name, Forms<function>::blocking);       \
  SWITCHYARD_MPI_BIND(list, posted_name, Forms<function>::posted)

}  // namespace switchyard::mpi
