#pragma once
/// \file binding.hpp
/// Bindings: the functions and variables that a node gives to the names that a program uses but
/// does not define, in place of the C library's.

#include <cstddef>
#include <span>
#include <string_view>

namespace switchyard {

/// The binding of one name that a program uses but does not define. The name stands either for a
/// function that all nodes share, which looks up the calling process, or for a variable that each
/// process has.
struct Binding {
  std::string_view name;
  void* function = nullptr;
  std::ptrdiff_t variable = -1;  ///< offset of the variable in ProcessVariables

  template <class Function>
  static Binding make_function_binding(std::string_view name, Function* function) noexcept {
    return {name, reinterpret_cast<void*>(function), -1};
  }
  static Binding make_variable_binding(std::string_view name, std::size_t place) noexcept {
    return {name, nullptr, static_cast<std::ptrdiff_t>(place)};
  }
};

using Bindings = std::span<const Binding>;

// The bindings of C library functions that keep state for each process. Each table below has a
// source file of its own.
Bindings environment_variable_bindings();
Bindings heap_bindings();
Bindings exit_function_bindings();
Bindings stream_bindings();
Bindings descriptor_bindings();
Bindings standard_descriptor_bindings();
Bindings random_bindings();
Bindings getopt_bindings();
Bindings text_function_bindings();
Bindings clock_bindings();
Bindings openmp_bindings();
Bindings refused_bindings();
Bindings lock_bindings();
Bindings signal_bindings();
Bindings warning_bindings();
/// Returns the bindings of the functions by which programs report their loads and stores (switchyard-cc --check).
Bindings load_and_store_bindings();

/// Returns the bindings of the functions that libstdc++ uses as well as programs. All nodes share one libstdc++, which
/// allocates memory and ends programs on behalf of a node.
Bindings shared_library_bindings();

}  // namespace switchyard
