#pragma once
/// \file channel_cycle.hpp
/// What the check of channel dependencies has found, in words.

#include <string>

#include "machines/networks/channel_dependencies.hpp"
#include "runtime/routes.hpp"

namespace switchyard::cli {

/// "links 1->3, 3->2, ..., of which each can wait for the next and the last for the first". Needs a cycle.
std::string cycle_text(const ChannelDependencies& dependencies, const Routes& routes);

/// Of all routes of a machine: "acyclic (numbering of 224 channels)", or the cycle. Empty for a machine without
/// channels that messages hold; of a large machine, that it is not checked.
std::string dependencies_text(const Routes& routes);

}  // namespace switchyard::cli
