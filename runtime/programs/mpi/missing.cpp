/// \file missing.cpp
/// The functions that mpi.h declares and that are not implemented: those that start processes, or connect to other
/// processes, while a program runs. Programs that refer to these functions can be loaded, but a call fails with an
/// error.

#include <string_view>

#include "runtime/call_text.hpp"
#include "runtime/programs/mpi/mpi.hpp"
#include "runtime/programs/mpi/state.hpp"

namespace switchyard::mpi {
namespace {

// clang-format off
#define SWITCHYARD_MPI_MISSING(X) \
    X(Comm_spawn) X(Comm_spawn_multiple) X(Open_port) X(Close_port) X(Comm_accept) X(Comm_connect) X(Comm_join) \
    X(Publish_name) X(Unpublish_name) X(Lookup_name)
// clang-format on

/// A function that only fails with an error. It stands for a function of mpi.h that is not implemented and has the type
/// `Declared`.
template <FunctionName name, class Declared>
struct UnimplementedFunction;
template <FunctionName name, class... A>
struct UnimplementedFunction<name, int(const switchyard_call*, A...)> {
  static void fail_as_unsupported(Call& call, A...) {
    constexpr std::string_view kWhy =
        "this function is not there: the nodes of a run are all there from the start, and no others join them";
    // The program may be correct, so that a run that looks for defects ends here without a verdict on the program.
    if (call.node.defects() != nullptr)
      throw UnfinishedError(fmt::format("{}: {}", call_text(call.function_name, call.site), kWhy));
    fail(MPI_ERR_UNSUPPORTED_OPERATION, "{}", kWhy);
  }
};

}  // namespace

SymbolBindings bindings_of_unimplemented_functions() {
  static const std::vector<SymbolBinding> all = [] {
    std::vector<SymbolBinding> list;
#define SWITCHYARD_MPI_REFUSE(function) \
  SWITCHYARD_MPI_BIND(                  \
      list, function,                   \
      (UnimplementedFunction<"MPI_" #function, decltype(::switchyard_mpi_##function)>::fail_as_unsupported));
    SWITCHYARD_MPI_MISSING(SWITCHYARD_MPI_REFUSE)
#undef SWITCHYARD_MPI_REFUSE
    return list;
  }();
  return all;
}

}  // namespace switchyard::mpi
