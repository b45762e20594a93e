#pragma once
/// \file making.hpp
/// How the members of a communicator make another communicator: they agree on its context, the
/// number that tells its messages from those of others.
///
/// After: W. Gropp, E. Lusk, "An abstract device definition to support the implementation of a
/// high-level point-to-point message-passing interface", 1994: the members combine the sets of
/// contexts that each of them has free, and all take the lowest common one.

#include <cstdint>

#include "runtime/programs/mpi/collective_history.hpp"
#include "runtime/programs/mpi/communicator.hpp"

namespace switchyard::mpi {

/// Takes a message context that is free on all members of `parent`, and returns it, within a collective call over
/// `parent`. The members wait for each other, unless calls of the run wait only where the standard requires it.
Context context_for_all_members(Call& call, Communicator& parent);
/// Takes a context as context_for_all_members() does, as a collective call of its own.
/// `compared` has the arguments of the call that must be equal on all members.
Context agree_on_context(Call& call, Communicator& parent, ComparedCollectiveCall compared = {});
/// Takes a message context that is free on all nodes in `members`, and returns it. Collective over `members`: all of
/// these nodes, of which this node is one, must call it, and no others.
Context agree_on_context_among(Call& call, const MemberNodes& members, Tag tag);

/// Makes this node's object for the communicator of `members`, one of which is this node. The communicator gets the
/// error handler of `parent`.
CommunicatorPtr make_communicator(Call& call, const Communicator& parent, MemberNodes members, Context context);
/// Makes this node's object for the intercommunicator of the two groups in `groups`. The intercommunicator gets the
/// error handler of `parent`.
CommunicatorPtr make_communicator(Call& call, const Communicator& parent, const IntercommunicatorGroups& groups,
                                  Context context);
/// Makes this node's object for a communicator with the members of `parent`. If `parent` is an intercommunicator, so is
/// the new communicator, with the same two groups.
CommunicatorPtr make_communicator_like(Call& call, const Communicator& parent, Context context);
MPI_Comm add_communicator(Call& call, CommunicatorPtr comm);

/// Makes a communicator of `members`, which are some of the members of `parent`. Collective over `parent`. Returns the
/// new communicator's handle, or MPI_COMM_NULL on nodes that are not among `members`.
MPI_Comm make_subcommunicator(Call& call, Communicator& parent, MemberNodes members, Topology topology = {},
                              ComparedCollectiveCall compared = {});

}  // namespace switchyard::mpi
