#pragma once
/// \file binding.hpp
/// What a program's undefined names stand for on a node: functions and variables of ours in place of a process's.

#include <cstddef>
#include <span>
#include <string_view>

namespace switchyard {

/// One name. Either a function that all nodes share and that asks for the calling process, or a variable that each
/// process has.
struct Binding {
  std::string_view name;
  void* function = nullptr;
  std::ptrdiff_t variable = -1;  ///< its place in ProcessVariables

  template <class Function>
  static Binding to(std::string_view name, Function* function) noexcept {
    return {name, reinterpret_cast<void*>(function), -1};
  }
  static Binding to_variable(std::string_view name, std::size_t place) noexcept {
    return {name, nullptr, static_cast<std::ptrdiff_t>(place)};
  }
};

using Bindings = std::span<const Binding>;

// What belongs to a process, a file for each.
Bindings heap_bindings();
Bindings ending_bindings();
Bindings stream_bindings();
Bindings random_bindings();
Bindings option_bindings();
Bindings text_bindings();
Bindings clock_bindings();
Bindings refused_bindings();

/// Those that libstdc++, which all nodes share, has to be bound to as well: it allocates and ends on their behalf.
Bindings shared_library_bindings();

}  // namespace switchyard
