#pragma once
/// \file paje_trace.hpp
/// A timeline as a Paje trace, which ViTE, Paje and pajeng read.
///
/// Source: L. M. Schnorr, "Paje trace file", version 1.2.5 (2014): self-defined events, container and entity types,
/// states and links. Times are seconds with nine decimals, which are exact.

#include <string>

#include "bench/trace/timeline.hpp"

namespace switchyard {

/// Converts a timeline to a Paje trace. The trace has a container for each node, with the states of the node's program.
/// The container of a node contains further containers for the node's transfers, as many as are under way at the same
/// time. With `links`, each message has an arrow.
std::string paje_trace(const Timeline& timeline, const std::string& machine, bool links);

}  // namespace switchyard
