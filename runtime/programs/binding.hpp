#pragma once
/// \file binding.hpp
/// Bindings: the functions and variables that a node gives to the names that a program uses but
/// does not define, in place of the C library's.

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

namespace switchyard {

/// The binding of one name that a program uses but does not define. The name stands either for a
/// function that all nodes share, which looks up the calling process, or for a variable that each
/// process has.
struct SymbolBinding {
  std::string_view name;
  void* function = nullptr;
  std::ptrdiff_t variable_offset = -1;  ///< offset of the variable in ProcessVariables; -1 if the name is a function's

  template <class Function>
  static SymbolBinding make_function_binding(std::string_view name, Function* function) noexcept {
    return {name, reinterpret_cast<void*>(function), -1};
  }
  static SymbolBinding make_variable_binding(std::string_view name, std::size_t place) noexcept {
    return {name, nullptr, static_cast<std::ptrdiff_t>(place)};
  }
};

using SymbolBindings = std::span<const SymbolBinding>;

/// The name of a function as a template argument.
template <std::size_t N>
struct FunctionName {
  constexpr FunctionName(const char (&text)[N]) { std::copy_n(text, N, letters); }
  constexpr std::string_view view() const noexcept { return {letters, N - 1}; }
  char letters[N];
};

// The following functions return the bindings of C library functions that keep state for each process, one table for
// each source file.
SymbolBindings environment_variable_bindings();
SymbolBindings heap_bindings();
SymbolBindings exit_function_bindings();
SymbolBindings stream_bindings();
SymbolBindings descriptor_bindings();
SymbolBindings standard_descriptor_bindings();
SymbolBindings random_bindings();
SymbolBindings getopt_bindings();
SymbolBindings text_function_bindings();
SymbolBindings clock_bindings();
SymbolBindings openmp_bindings();
SymbolBindings refused_bindings();
SymbolBindings lock_bindings();
SymbolBindings signal_bindings();
SymbolBindings warning_bindings();
/// Returns the bindings of the functions by which programs report their loads and stores (switchyard-cc --check).
SymbolBindings load_and_store_bindings();

/// Returns the bindings of the functions that libstdc++ uses as well as programs. All nodes share one libstdc++, which
/// allocates memory and ends programs on behalf of a node.
SymbolBindings shared_library_bindings();

}  // namespace switchyard
