#pragma once
/// \file collision_example.hpp
/// The worked example of the papers by Surma and Sha, and the 10 x 10 mesh for tests of collision graphs (graphs whose
/// edges join messages that need the same link).

#include <sstream>
#include <string>
#include <vector>

#include "algorithms/schedule/leveled_list.hpp"
#include "machines/topology/mesh.hpp"

namespace switchyard::collision_example {

/// The message list of table 2 of the paper by Surma and Sha, as CSV text.
inline constexpr const char* kMessageListOfTable2 =
    "id,ready,packets,source_row,source_column,destination_row,destination_column\n"
    "1,1.0,1,2,2,8,8\n"
    "2,1.0,1,3,1,7,7\n"
    "3,1.0,1,2,5,5,7\n"
    "4,1.0,1,2,1,5,4\n"
    "5,1.0,1,2,1,6,3\n"
    "6,1.0,1,3,4,5,6\n"
    "7,1.0,1,3,1,6,4\n";

/// Returns a function that finds the second route of a message on a mesh: the restricted YX route, if the mesh allows
/// one from the message's source to its destination.
inline DetourFinder restricted_yx_detour(const Mesh& mesh) {
  return [mesh](NodeId from, NodeId to, std::vector<LinkId>& path) {
    if (!mesh.can_take_yx_route(from, to)) return false;
    mesh.yx_route(from, to, path);
    return true;
  };
}

inline std::vector<ListedMessage> example_messages() {
  std::istringstream in(kMessageListOfTable2);
  return read_message_list(in, "table 2", {10, 10});
}

inline CollisionModel collision_model_of(std::span<const ListedMessage> list, const Mesh& mesh = Mesh({10, 10})) {
  return CollisionModel(MessagePaths(list, mesh, restricted_yx_detour(mesh)));
}

}  // namespace switchyard::collision_example
