#pragma once
/// \file call_text.hpp
/// How errors and deadlock reports name a call of a node program.

#include <string>
#include <string_view>

#include "runtime/call_site.hpp"
#include "runtime/collective.hpp"
#include "runtime/described_call.hpp"
#include "runtime/request.hpp"

namespace switchyard {

/// "ring.cpp:12": the file without its folders.
std::string call_site_text(CallSite site);
std::string call_site_text(const CallPlace& place);

/// "barrier (ring.cpp:12)", with the interface's own name for the call where it gives one: "MPI_Barrier (ring.c:12)";
/// for no place, the name alone.
std::string call_text(std::string_view call, CallSite site);

DescribedCall describe(const Request& request);
/// The same, where the program has done it by calling `verb`.
DescribedCall describe(const Request& request, std::string_view verb);
/// One of the machine's own.
DescribedCall describe(Collective kind, Context context, CallSite site);

/// "receive from 5, tag 2, 4096 B (ring.cpp:12)"; collectives are named as such.
std::string call_text(const DescribedCall& call);
std::string call_text(const Request& request);

/// "synchronous send".
const char* name_of(SendMode mode) noexcept;

/// What is wrong with `receive`, as `source` sent it more bytes than it has room for.
std::string buffer_too_small_text(const Request& receive, NodeId source, std::uint64_t bytes);

/// Throws NodeError: a message in ready mode has found no posted receive at `destination`.
[[noreturn]] void refuse_early(const MessageLabel& message, NodeId destination, std::uint64_t bytes, CallSite site);

/// "group 17".
std::string group_text(Context context);

/// "broadcast" in Context::collectives, and "broadcast of group 17" in that of a group.
std::string collective_text(Collective kind, Context context);

/// What is wrong where the nodes of a machine meet in collectives of different groups.
struct MetCollective {
  NodeId node;
  Collective kind;
  Context context;
  CallSite site;
};
std::string different_groups_text(const MetCollective& one, const MetCollective& other);

/// The collective that a message belongs to, "broadcast" or "broadcast of group 17"; empty if it is of none.
std::string collective_text(Context context, Tag tag);

}  // namespace switchyard
