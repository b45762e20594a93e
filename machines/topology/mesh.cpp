#include "machines/topology/mesh.hpp"

#include <fmt/format.h>

#include "runtime/error.hpp"

namespace switchyard {

Mesh::Mesh(GridShape shape, LinkSharing wires, AllowedMeshRouteTurns turns)
    : shape_(shape), link_sharing_(wires), allowed_route_turns_(turns) {
  constexpr std::uint64_t kMaxNodes = std::uint64_t{1} << 30U;
  const std::uint64_t nodes = std::uint64_t{shape.rows} * shape.columns;
  if (nodes == 0 || nodes >= kMaxNodes) {
    throw UsageError(fmt::format("a mesh of {} x {} nodes", shape.rows, shape.columns),
                     fmt::format("it has 1 to {}", kMaxNodes - 1));
  }
}

void Mesh::route(NodeId from, NodeId to, std::vector<LinkId>& path) const {
  path.clear();
  GridPlace at = shape_.place_of(from);
  append_links_along_row(at, shape_.place_of(to).column, path);
  append_links_along_column(at, shape_.place_of(to).row, path);
}

std::string Mesh::link_name(LinkId link) const {
  const GridPlace from = shape_.place_of(NodeId{index(link) / 4});
  GridPlace to = from;
  switch (static_cast<Direction>(index(link) % 4)) {
    case Direction::rightwards:
      ++to.column;
      break;
    case Direction::downwards:
      ++to.row;
      break;
    case Direction::leftwards:
      --to.column;
      break;
    case Direction::upwards:
      --to.row;
      break;
  }
  return fmt::format("{}{}{}", index(shape_.node_at(from)),
                     link_sharing_ == LinkSharing::link_for_both_directions ? "-" : "->", index(shape_.node_at(to)));
}

void Mesh::yx_route(NodeId from, NodeId to, std::vector<LinkId>& path) const {
  path.clear();
  GridPlace at = shape_.place_of(from);
  append_links_along_column(at, shape_.place_of(to).row, path);
  append_links_along_row(at, shape_.place_of(to).column, path);
}

bool Mesh::find_second_route(NodeId from, NodeId to, std::vector<LinkId>& path) const {
  const GridPlace source = shape_.place_of(from), destination = shape_.place_of(to);
  const bool differs = source.row != destination.row && source.column != destination.column;
  if (!differs ||
      (allowed_route_turns_ == AllowedMeshRouteTurns::no_turns_to_lower_columns && !can_take_yx_route(from, to)))
    return false;
  yx_route(from, to, path);
  return true;
}

bool Mesh::can_take_yx_route(NodeId from, NodeId to) const noexcept {
  const GridPlace source = shape_.place_of(from);
  const GridPlace destination = shape_.place_of(to);
  return source.row != destination.row && source.column < destination.column;
}

void Mesh::append_links_along_row(GridPlace& at, std::uint32_t column, std::vector<LinkId>& path) const {
  for (; at.column < column; ++at.column) path.push_back(link_from(at, Direction::rightwards));
  for (; at.column > column; --at.column) path.push_back(link_from(at, Direction::leftwards));
}

void Mesh::append_links_along_column(GridPlace& at, std::uint32_t row, std::vector<LinkId>& path) const {
  for (; at.row < row; ++at.row) path.push_back(link_from(at, Direction::downwards));
  for (; at.row > row; --at.row) path.push_back(link_from(at, Direction::upwards));
}

LinkId Mesh::link_from(GridPlace from, Direction direction) const noexcept {
  // A link that serves both directions has the id of the link that leads to the right or down.
  if (link_sharing_ == LinkSharing::link_for_both_directions && direction == Direction::leftwards)
    return link_from({from.row, from.column - 1}, Direction::rightwards);
  if (link_sharing_ == LinkSharing::link_for_both_directions && direction == Direction::upwards)
    return link_from({from.row - 1, from.column}, Direction::downwards);
  return LinkId{4 * index(shape_.node_at(from)) + static_cast<std::uint32_t>(direction)};
}

std::uint32_t Mesh::distance(NodeId from, NodeId to) const noexcept {
  const GridPlace a = shape_.place_of(from), b = shape_.place_of(to);
  return (a.row > b.row ? a.row - b.row : b.row - a.row) +
         (a.column > b.column ? a.column - b.column : b.column - a.column);
}

Mesh::Direction Mesh::direction_of_next_link(NodeId at, const MeshRoutingHeader& routing_header) const noexcept {
  const GridPlace here = shape_.place_of(at), there = shape_.place_of(routing_header.destination);
  const bool rows_first = routing_header.route == Route::second;
  if (here.column != there.column && (!rows_first || here.row == there.row)) {
    return here.column < there.column ? Direction::rightwards : Direction::leftwards;
  }
  return here.row < there.row ? Direction::downwards : Direction::upwards;
}

NodeId Mesh::neighbour(NodeId node, Direction direction) const noexcept {
  switch (direction) {
    case Direction::rightwards:
      return NodeId{index(node) + 1};
    case Direction::leftwards:
      return NodeId{index(node) - 1};
    case Direction::downwards:
      return NodeId{index(node) + shape_.columns};
    case Direction::upwards:
      break;
  }
  return NodeId{index(node) - shape_.columns};
}

NodeId Mesh::next_node(NodeId at, const MeshRoutingHeader& routing_header) const noexcept {
  return neighbour(at, direction_of_next_link(at, routing_header));
}

std::optional<LinkEnds> Mesh::ends_of_link(LinkId link) const {
  const NodeId from{index(link) / 4};
  const GridPlace at = shape_.place_of(from);
  const auto direction = static_cast<Direction>(index(link) % 4);
  const bool has_id = link_sharing_ == LinkSharing::link_per_direction || direction == Direction::rightwards ||
                      direction == Direction::downwards;
  const bool is_wire = (direction == Direction::rightwards && at.column < shape_.columns) ||
                       (direction == Direction::downwards && at.row < shape_.rows) ||
                       (direction == Direction::leftwards && at.column > 1) ||
                       (direction == Direction::upwards && at.row > 1);
  if (!has_id || !is_wire) return std::nullopt;
  return LinkEnds{vertex_of(from), vertex_of(neighbour(from, direction))};
}

}  // namespace switchyard
