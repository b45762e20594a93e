#include "runtime/programs/mpi/mpi.hpp"

#include <vector>

#include "runtime/programs/mpi/collective_calls.hpp"
#include "runtime/programs/mpi/file.hpp"
#include "runtime/programs/mpi/operation.hpp"
#include "runtime/programs/mpi/type_calls.hpp"
#include "runtime/programs/mpi/window.hpp"

namespace switchyard {

SymbolBindings mpi_bindings() {
  static const std::vector<SymbolBinding> all = [] {
    std::vector<SymbolBinding> list;
    for (const SymbolBindings& part : {mpi::bindings_of_unimplemented_functions(),
                                       mpi::environment_bindings(),
                                       mpi::error_bindings(),
                                       mpi::info_bindings(),
                                       mpi::message_bindings(),
                                       mpi::request_bindings(),
                                       mpi::request_completion_bindings(),
                                       mpi::partitioned_bindings(),
                                       mpi::session_bindings(),
                                       mpi::group_bindings(),
                                       mpi::communicator_bindings(),
                                       mpi::intercommunicator_bindings(),
                                       mpi::topology_bindings(),
                                       mpi::type_bindings(),
                                       mpi::packing_bindings(),
                                       mpi::operation_bindings(),
                                       mpi::collective_bindings(),
                                       mpi::neighbor_bindings(),
                                       mpi::window_bindings(),
                                       mpi::window_epoch_bindings(),
                                       mpi::window_lock_bindings(),
                                       mpi::window_access_bindings(),
                                       mpi::file_bindings(),
                                       mpi::file_access_bindings(),
                                       mpi::tool_bindings()}) {
      list.insert(list.end(), part.begin(), part.end());
    }
    return list;
  }();
  return all;
}

}  // namespace switchyard
