#pragma once
/// \file call_text.hpp
/// How errors and deadlock reports name a call of a node program.

#include <string>

#include "runtime/call_site.hpp"
#include "runtime/request.hpp"

namespace switchyard {

/// "ring.cpp:12": the file without its folders.
std::string call_site_text(CallSite site);

/// "barrier (ring.cpp:12)", with the interface's own name for the call where it gives one: "MPI_Barrier (ring.c:12)".
std::string call_text(const char* call, CallSite site);

/// "receive from 5, tag 2, 4096 B (ring.cpp:12)"; collectives are named as such.
std::string call_text(const Request& request);

/// "synchronous send".
const char* name_of(SendMode mode) noexcept;

/// What is wrong with `receive`, as `source` sent it more bytes than it has room for.
std::string buffer_too_small_text(const Request& receive, NodeId source, std::uint64_t bytes);

/// Throws NodeError: a message in ready mode has found no posted receive at `destination`.
[[noreturn]] void refuse_early(const MessageLabel& message, NodeId destination, std::uint64_t bytes, CallSite site);

/// The collective that a message belongs to ("broadcast"), or nothing.
const char* collective_name(Context context, Tag tag) noexcept;

}  // namespace switchyard
