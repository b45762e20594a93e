#pragma once
/// \file halo_commands.hpp
/// `switchyard matrix from-mesh` and `from-matrix`: make the communication matrix of a halo exchange between nodes
/// among which a mesh or a sparse matrix is divided.

#include "bench/cli/command_line.hpp"

namespace switchyard::cli {

Command from_mesh_command_definition();
Command from_matrix_command_definition();

}  // namespace switchyard::cli
