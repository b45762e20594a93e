#pragma once
/// \file layout_message.hpp
/// Encodes the layout of a datatype (where its values lie in memory) as the bytes of a message. By such a message, the
/// target of a one-sided access learns where in its memory the accessed values are.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "runtime/programs/mpi/datatype.hpp"

namespace switchyard::mpi {

/// Appends the layout of a datatype, with its lower and upper bound, to the bytes of a message.
void write_layout(const TypeLayout& layout, std::vector<std::byte>& to);
/// Reads the layout of a datatype from the bytes of a message. Needs: write_layout() has written the bytes.
LayoutPtr read_layout(std::span<const std::byte> from);

/// Returns the predefined datatype that all values of a layout have (it may be a pair, such as MPI_DOUBLE_INT), or
/// nothing if they have several types.
std::optional<NamedType> common_predefined_type_of(const TypeLayout& layout);

}  // namespace switchyard::mpi
