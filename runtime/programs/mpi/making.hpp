#pragma once
/// \file making.hpp
/// How the members of a communicator agree on another one.
///
/// After: W. Gropp, E. Lusk, "An abstract device definition to support the implementation of a high-level
/// point-to-point message-passing interface", 1994: the members combine which contexts each of them has free, and all
/// take the lowest.

#include <cstdint>

#include "runtime/programs/mpi/collective_witness.hpp"
#include "runtime/programs/mpi/communicator.hpp"

namespace switchyard::mpi {

/// A context that all members of `parent` have free; taken on this node. All members call it. `part`: what all say
/// alike.
Context agree_on_context(Call& call, Communicator& parent, CollectivePart part = {});
/// The same among `members` alone, which this node is one of.
Context agree_among(Call& call, const Members& members, int tag);

/// The communicator of these members, this node among them, with the parent's error handler.
CommunicatorPtr make_communicator(Call& call, const Communicator& parent, Members members, Context context);
/// An intercommunicator.
CommunicatorPtr make_communicator(Call& call, const Communicator& parent, const TwoGroups& groups, Context context);
/// The communicator of the parent's members, or of its two groups.
CommunicatorPtr make_alike(Call& call, const Communicator& parent, Context context);
MPI_Comm add_communicator(Call& call, CommunicatorPtr comm);

/// What a call of all members of `parent` makes that leaves out some: MPI_COMM_NULL on these.
MPI_Comm make_from(Call& call, Communicator& parent, Members members, Topology topology = {}, CollectivePart part = {});

}  // namespace switchyard::mpi
