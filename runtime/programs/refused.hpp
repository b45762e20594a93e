#pragma once
/// \file refused.hpp
/// Ends a run because a program calls a function that must not be called on a node.

#include <string_view>

namespace switchyard {

inline constexpr std::string_view kNoSignalReason = "no signal comes to a node";

/// Ends the run with an error that names the function that the program has called, and says why it must not.
[[noreturn]] void refuse_call(std::string_view name, std::string_view why);

}  // namespace switchyard
