#pragma once
/// \file making.hpp
/// How the members of a communicator make another one: they agree on its context.
///
/// After: W. Gropp, E. Lusk, "An abstract device definition to support the implementation of a high-level
/// point-to-point message-passing interface", 1994: the members combine which contexts each of them has free, and all
/// take the lowest.

#include <cstdint>

#include "runtime/programs/mpi/collective_witness.hpp"
#include "runtime/programs/mpi/communicator.hpp"

namespace switchyard::mpi {

/// Returns a context that all members of `parent` have free, after it has been taken on this node. All members call it.
/// `part`: the arguments that all members must give alike.
Context agree_on_context(Call& call, Communicator& parent, CollectivePart part = {});
/// Returns a context that all `members` have free, after it has been taken on this node, which is one of them. Only
/// `members` call it.
Context agree_among(Call& call, const Members& members, int tag);

/// Makes the communicator of these members, this node among them, with the parent's error handler.
CommunicatorPtr make_communicator(Call& call, const Communicator& parent, Members members, Context context);
/// Makes the intercommunicator of these groups, with the parent's error handler.
CommunicatorPtr make_communicator(Call& call, const Communicator& parent, const TwoGroups& groups, Context context);
/// Makes a communicator with the parent's members, or with its two groups.
CommunicatorPtr make_alike(Call& call, const Communicator& parent, Context context);
MPI_Comm add_communicator(Call& call, CommunicatorPtr comm);

/// Makes a communicator of some of the members of `parent`, all of which call it. Returns its handle, or MPI_COMM_NULL
/// on the members that are left out.
MPI_Comm make_from(Call& call, Communicator& parent, Members members, Topology topology = {}, CollectivePart part = {});

}  // namespace switchyard::mpi
