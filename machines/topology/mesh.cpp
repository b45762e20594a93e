#include "machines/topology/mesh.hpp"

#include <fmt/format.h>

#include "runtime/error.hpp"

namespace switchyard {

Mesh::Mesh(GridShape shape, LinkSharing wires, AllowedTurns turns)
    : shape_(shape), link_sharing_(wires), allowed_turns_(turns) {
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
    case Direction::right:
      ++to.column;
      break;
    case Direction::down:
      ++to.row;
      break;
    case Direction::left:
      --to.column;
      break;
    case Direction::up:
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
  if (!differs || (allowed_turns_ == AllowedTurns::no_turns_to_lower_columns && !can_take_yx_route(from, to)))
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
  for (; at.column < column; ++at.column) path.push_back(link_from(at, Direction::right));
  for (; at.column > column; --at.column) path.push_back(link_from(at, Direction::left));
}

void Mesh::append_links_along_column(GridPlace& at, std::uint32_t row, std::vector<LinkId>& path) const {
  for (; at.row < row; ++at.row) path.push_back(link_from(at, Direction::down));
  for (; at.row > row; --at.row) path.push_back(link_from(at, Direction::up));
}

LinkId Mesh::link_from(GridPlace from, Direction direction) const noexcept {
  // A link that serves both directions has the id of the link that leads to the right or down.
  if (link_sharing_ == LinkSharing::link_for_both_directions && direction == Direction::left)
    return link_from({from.row, from.column - 1}, Direction::right);
  if (link_sharing_ == LinkSharing::link_for_both_directions && direction == Direction::up)
    return link_from({from.row - 1, from.column}, Direction::down);
  return LinkId{4 * index(shape_.node_at(from)) + static_cast<std::uint32_t>(direction)};
}

std::uint32_t Mesh::distance(NodeId from, NodeId to) const noexcept {
  const GridPlace a = shape_.place_of(from), b = shape_.place_of(to);
  return (a.row > b.row ? a.row - b.row : b.row - a.row) +
         (a.column > b.column ? a.column - b.column : b.column - a.column);
}

Mesh::Direction Mesh::direction_of_next_link(NodeId at, const MeshHeading& heading) const noexcept {
  const GridPlace here = shape_.place_of(at), there = shape_.place_of(heading.destination);
  const bool rows_first = heading.route == Route::second;
  if (here.column != there.column && (!rows_first || here.row == there.row)) {
    return here.column < there.column ? Direction::right : Direction::left;
  }
  return here.row < there.row ? Direction::down : Direction::up;
}

NodeId Mesh::neighbour(NodeId node, Direction direction) const noexcept {
  switch (direction) {
    case Direction::right:
      return NodeId{index(node) + 1};
    case Direction::left:
      return NodeId{index(node) - 1};
    case Direction::down:
      return NodeId{index(node) + shape_.columns};
    case Direction::up:
      break;
  }
  return NodeId{index(node) - shape_.columns};
}

NodeId Mesh::next_node(NodeId at, const MeshHeading& heading) const noexcept {
  return neighbour(at, direction_of_next_link(at, heading));
}

std::optional<LinkEnds> Mesh::ends_of_link(LinkId link) const {
  const NodeId from{index(link) / 4};
  const GridPlace at = shape_.place_of(from);
  const auto direction = static_cast<Direction>(index(link) % 4);
  const bool has_id =
      link_sharing_ == LinkSharing::link_per_direction || direction == Direction::right || direction == Direction::down;
  const bool is_wire = (direction == Direction::right && at.column < shape_.columns) ||
                       (direction == Direction::down && at.row < shape_.rows) ||
                       (direction == Direction::left && at.column > 1) || (direction == Direction::up && at.row > 1);
  if (!has_id || !is_wire) return std::nullopt;
  return LinkEnds{vertex_of(from), vertex_of(neighbour(from, direction))};
}

}  // namespace switchyard
