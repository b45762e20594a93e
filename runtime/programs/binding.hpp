#pragma once
/// \file binding.hpp
/// The functions and variables that the undefined names of a program are bound to on a node, in place of those that the
/// C library has for a process.

#include <cstddef>
#include <span>
#include <string_view>

namespace switchyard {

/// What one undefined name of a program is bound to: either a function that all nodes share and that asks for the
/// calling process, or a variable that each process has.
struct Binding {
  std::string_view name;
  void* function = nullptr;
  std::ptrdiff_t variable = -1;  ///< offset of the variable in ProcessVariables

  template <class Function>
  static Binding to(std::string_view name, Function* function) noexcept {
    return {name, reinterpret_cast<void*>(function), -1};
  }
  static Binding to_variable(std::string_view name, std::size_t place) noexcept {
    return {name, nullptr, static_cast<std::ptrdiff_t>(place)};
  }
};

using Bindings = std::span<const Binding>;

// Bindings of the C library's functions whose state belongs to a process. Each of these tables has a source file of its
// own.
Bindings environment_variable_bindings();
Bindings heap_bindings();
Bindings ending_bindings();
Bindings stream_bindings();
Bindings random_bindings();
Bindings option_bindings();
Bindings text_bindings();
Bindings clock_bindings();
Bindings openmp_bindings();
Bindings refused_bindings();
Bindings signal_bindings();
Bindings warning_bindings();
/// Returns the bindings of the functions by which programs report their loads and stores (switchyard-cc --check).
Bindings access_bindings();

/// Returns the bindings that libstdc++ needs as well: all nodes share it, and it allocates memory and ends programs on
/// their behalf.
Bindings shared_library_bindings();

}  // namespace switchyard
