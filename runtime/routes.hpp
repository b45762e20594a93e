#pragma once
/// \file routes.hpp
/// Which links a message takes: all that a scheduler needs to know of a machine's network.

#include <string>
#include <vector>

#include "runtime/units.hpp"

namespace switchyard {

/// The deterministic routes of a network. Immutable; any thread.
class Routes {
 public:
  virtual ~Routes() = default;
  virtual std::uint32_t node_count() const noexcept = 0;
  virtual std::uint32_t link_count() const noexcept = 0;
  /// Replaces `path` by the links from `from` to `to` in the order in which they are taken; empty where from == to
  /// or where the network has no links that a schedule could keep apart.
  virtual void route(NodeId from, NodeId to, std::vector<LinkId>& path) const = 0;
  /// For people: "3->7".
  virtual std::string link_name(LinkId link) const { return "link " + std::to_string(index(link)); }
  /// Replaces `path` by the links of Route::second and returns true; false where a message has one route only.
  virtual bool second_route(NodeId /*from*/, NodeId /*to*/, std::vector<LinkId>& /*path*/) const { return false; }
};

}  // namespace switchyard
