#pragma once
/// \file call_text.hpp
/// How errors and deadlock reports name a call of a node program.

#include <source_location>
#include <string>

#include "runtime/request.hpp"

namespace switchyard {

/// "ring.cpp:12": the file without its folders.
std::string call_site_text(const std::source_location& site);

/// "receive from 5, tag 2, 4096 B (ring.cpp:12)"; collectives are named as such.
std::string call_text(const Request& request);

/// What is wrong with `receive`, as `source` sent it more bytes than it has room for.
std::string buffer_too_small_text(const Request& receive, NodeId source, std::uint64_t bytes);

/// The collective that a message belongs to ("broadcast"), or nothing.
const char* collective_name(Context context, Tag tag) noexcept;

}  // namespace switchyard
