#pragma once
/// \file call_text.hpp
/// How errors and deadlock reports name a call of a node program.

#include <string>
#include <string_view>

#include "runtime/call_site.hpp"
#include "runtime/collective.hpp"
#include "runtime/described_call.hpp"
#include "runtime/error.hpp"
#include "runtime/request.hpp"

namespace switchyard {

/// Returns the place of a call as a text such as "ring.cpp:12": the file without its folders, and the line.
std::string call_site_text(CallSite site);
std::string call_site_text(const CallPlace& place);

/// Returns a text with the name and the place of a call, such as "barrier (ring.cpp:12)". If an
/// interface has its own name for the call, the text has that name: "MPI_Barrier (ring.c:12)". If
/// the place is not known, the text is the name alone.
std::string call_text(std::string_view call, CallSite site);

DescribedCall describe(const Request& request);
/// Returns the description of `request`, a send or receive that the program has made by calling the function `verb`.
DescribedCall describe(const Request& request, std::string_view verb);
/// Returns the description of a node's call of a collective that the machine carries out by itself, without messages.
DescribedCall describe(Collective kind, Context context, CallSite site);

/// Returns a text that describes a call with all its arguments, such as "receive from 5, tag 2,
/// 4096 B (ring.cpp:12)". Collectives appear by their names.
std::string call_text(const DescribedCall& call);
std::string call_text(const Request& request);

/// Returns the name of a send in this mode, such as "synchronous send".
const char* name_of(SendMode mode) noexcept;

/// Returns the error that `source` has sent more bytes to `receive` than its buffer can hold.
NodeError buffer_too_small_error(const Request& receive, NodeId source, std::uint64_t bytes);

/// Throws NodeError, because a message in ready mode has found no posted receive at `destination`.
[[noreturn]] void refuse_early_message(const MessageLabel& message, NodeId destination, std::uint64_t bytes,
                                       CallSite site);

/// Returns the name that reports give to the group of a context, such as "group 17".
std::string group_text(Context context);

/// Returns the name that reports give to a collective: "broadcast" if its context is Context::collectives (all nodes,
/// without a group), and "broadcast of group 17" if it is the context of a group.
std::string collective_text(Collective kind, Context context);

/// The call by which a node has come to a collective that the machine carries out by itself.
struct EnteredCollective {
  NodeId node;
  Collective kind;
  Context context;
  CallSite site;
};
/// Returns the error for two nodes that have called collectives of different groups at the same time, although all
/// nodes of the machine must call the same one. The error is a NodeError of the node in `one`.
NodeError collective_group_mismatch_error(const EnteredCollective& one, const EnteredCollective& other);

/// Returns the name of the collective that a message belongs to, such as "broadcast of group 17", or an empty text if
/// it belongs to none.
std::string collective_text(Context context, Tag tag);

}  // namespace switchyard
