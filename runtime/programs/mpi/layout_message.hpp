#pragma once
/// \file layout_message.hpp
/// Layouts of datatypes as bytes of a message. By such a message, the target of a one-sided access
/// learns where in its memory the values are.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "runtime/programs/mpi/datatype.hpp"

namespace switchyard::mpi {

/// Appends a layout, with its bounds, to the bytes of a message.
void write_layout(const TypeLayout& layout, std::vector<std::byte>& to);
/// Reads a layout from the bytes of a message. Needs: write_layout() has written them.
LayoutPtr read_layout(std::span<const std::byte> from);

/// Returns the predefined type (which may be a pair) that all values of a layout have, or nothing
/// if they have several types.
std::optional<NamedType> common_predefined_type_of(const TypeLayout& layout);

}  // namespace switchyard::mpi
