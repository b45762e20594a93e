#pragma once
/// \file grid_shape.hpp
/// Rows and columns of a mesh, and the numbers of its nodes.

#include <cstdint>

#include "runtime/units.hpp"

namespace switchyard {

/// A place in a mesh. Rows and columns count from 1, as in the paper of Surma and Sha.
struct GridPlace {
  std::uint32_t row = 1;
  std::uint32_t column = 1;
  friend bool operator==(const GridPlace&, const GridPlace&) = default;
};

/// The shape of a mesh whose nodes are numbered row after row: node 0 is in row 1 and column 1, node 1 in row 1 and
/// column 2.
struct GridShape {
  std::uint32_t rows = 1;
  std::uint32_t columns = 1;

  constexpr std::uint32_t node_count() const noexcept { return rows * columns; }
  /// Returns the node at `place`. Needs 1 <= row <= rows and 1 <= column <= columns.
  constexpr NodeId node_at(GridPlace place) const noexcept {
    return NodeId{(place.row - 1) * columns + (place.column - 1)};
  }
  constexpr GridPlace place_of(NodeId node) const noexcept {
    return {index(node) / columns + 1, index(node) % columns + 1};
  }
  friend bool operator==(const GridShape&, const GridShape&) = default;
};

}  // namespace switchyard
