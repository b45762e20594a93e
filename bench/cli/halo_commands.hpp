#pragma once
/// \file halo_commands.hpp
/// The commands `switchyard matrix from-mesh` and `from-matrix`. They make the communication matrix of a halo exchange,
/// in which nodes exchange values because a mesh or a sparse matrix is divided among them.

#include "bench/cli/command_line.hpp"

namespace switchyard::cli {

Command from_mesh_command_definition();
Command from_matrix_command_definition();

}  // namespace switchyard::cli
