#pragma once
/// \file binding.hpp
/// Bindings: the functions and variables of the emulator that stand for names which a program uses but does not define,
/// in place of the C library's functions and variables.

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

namespace switchyard {

/// The binding of one name that a program uses but does not define. The name stands either for a function of the
/// emulator that all nodes share, and that finds out which node's process has called it, or for a variable of which
/// each node's process has its own.
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

/// A template argument that holds the name of a function as text.
template <std::size_t N>
struct FunctionName {
  constexpr FunctionName(const char (&text)[N]) { std::copy_n(text, N, letters); }
  constexpr std::string_view view() const noexcept { return {letters, N - 1}; }
  char letters[N];
};

// Each of the following functions returns the bindings for the C library functions that one source file replaces,
// because these functions keep state for each process.
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

/// Returns the bindings of the functions that are called by libstdc++ as well as by programs. All nodes share one copy
/// of libstdc++, which allocates memory and ends programs on behalf of a node.
SymbolBindings shared_library_bindings();

}  // namespace switchyard
