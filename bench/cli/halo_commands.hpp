#pragma once
/// \file halo_commands.hpp
/// The commands `switchyard matrix from-mesh` and `from-matrix`. They make the communication matrix of a halo exchange,
/// in which nodes exchange values because a mesh or a sparse matrix is divided among them.

#include "bench/cli/command_line.hpp"

namespace switchyard::cli {

Command definition_of_mesh_halo_command();
Command definition_of_matrix_halo_command();

}  // namespace switchyard::cli
