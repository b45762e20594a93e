#pragma once
/// \file channel_cycle.hpp
/// Describes as text the result of the deadlock check of a machine's routes, which finds cycles of channels that can
/// wait for each other.

#include <string>

#include "machines/networks/channel_dependencies.hpp"
#include "runtime/routes.hpp"

namespace switchyard {

/// Returns a text that describes a cycle of channels that can wait for each other, such as "links 1->3, 3->2, ..., of
/// which each can wait for the next and the last for the first". Needs: there is a cycle.
std::string channel_cycle_text(const ChannelDependencies& dependencies, const Routes& routes);

/// Returns as text whether the channels of a machine can wait for each other in a cycle on any of its routes: "acyclic
/// (numbering of 224 channels)", or a description of a cycle. For a large machine the text says that the routes are not
/// checked. It is empty for a machine without channels.
std::string channel_dependencies_text(const Routes& routes);

}  // namespace switchyard
