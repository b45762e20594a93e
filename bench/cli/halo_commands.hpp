#pragma once
/// \file halo_commands.hpp
/// `switchyard matrix from-mesh` and `from-matrix`: the messages between nodes that share out a mesh or a sparse
/// matrix.

#include "bench/cli/command_line.hpp"

namespace switchyard::cli {

Command from_mesh_command();
Command from_matrix_command();

}  // namespace switchyard::cli
