#pragma once
/// \file misuse.hpp
/// What a call of a node program throws when it is used wrongly.

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "runtime/call_text.hpp"
#include "runtime/error.hpp"

namespace switchyard {

/// "wait (ring.cpp:12): WHAT"; the run puts the node in front.
inline UsageError misuse(std::string_view call, CallSite site, const std::string& what) {
  return UsageError(fmt::format("{}: {}", call_text(call, site), what));
}

}  // namespace switchyard
