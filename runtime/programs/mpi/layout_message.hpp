#pragma once
/// \file layout_message.hpp
/// Layouts of datatypes as bytes of a message: how the target of a one-sided call learns where its values are.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "runtime/programs/mpi/datatype.hpp"

namespace switchyard::mpi {

/// Appends the layout, with its bounds.
void write_layout(const TypeLayout& layout, std::vector<std::byte>& to);
/// Needs: what write_layout has written.
LayoutPtr read_layout(std::span<const std::byte> from);

/// The predefined type that all values of a layout are of, pairs included; nothing if there are several.
std::optional<NamedType> only_predefined_in(const TypeLayout& layout);

}  // namespace switchyard::mpi
