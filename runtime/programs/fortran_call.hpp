#pragma once
/// \file fortran_call.hpp
/// The functions of NX and CMMD as Fortran programs call them, such as csend_: each takes its numbers by reference, and
/// calls the function that C programs use.
///
/// Source: Paragon Fortran System Calls Reference Manual, Intel; CMMD Reference Manual, version 3, Thinking Machines.
/// The functions have the names that gfortran gives them: in small letters, with an underscore at the end. An INTEGER
/// has 32 bits.

#include <array>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "runtime/programs/binding.hpp"
#include "runtime/programs/calls_in_code.hpp"

namespace switchyard {

/// The type that a Fortran program uses for a number of which the type in C is `Number`.
template <class Number>
using FortranTypeOfCNumber = std::conditional_t<std::is_floating_point_v<Number>, Number, std::int32_t>;

/// How a Fortran program passes an argument of which the type in C is `Argument`. Memory and functions are passed by
/// their addresses, as in C; numbers are passed by reference.
template <class Argument>
struct FortranArgument {
  using TypePassedByFortran = Argument;
  static Argument c_value_of_passed_argument(TypePassedByFortran passed) noexcept { return passed; }
};
template <class Argument>
  requires(std::is_arithmetic_v<Argument> || std::is_enum_v<Argument>)
struct FortranArgument<Argument> {
  using TypePassedByFortran = const FortranTypeOfCNumber<Argument>*;
  static Argument c_value_of_passed_argument(TypePassedByFortran passed) noexcept {
    return static_cast<Argument>(*passed);
  }
};

/// The name by which a Fortran program calls the function `name`: in small letters, with an underscore at the end.
template <FunctionName name>
inline constexpr std::array kFortranName = [] {
  std::array<char, name.view().size() + 1> letters{};
  for (std::size_t i = 0; i < name.view().size(); ++i) {
    const char letter = name.letters[i];
    letters[i] = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  }
  letters.back() = '_';
  return letters;
}();

/// The function that a Fortran program calls instead of the C function `function`, whose name in C is `name`.
template <FunctionName name, auto function>
struct FortranCall;
template <FunctionName name, class Result, class... Arguments, Result (*function)(const NamedCall*, Arguments...)>
struct FortranCall<name, function> {
  using FortranResult = typename std::conditional_t<std::is_void_v<Result>, std::type_identity<void>,
                                                    std::type_identity<FortranTypeOfCNumber<Result>>>::type;

  static FortranResult call_from_fortran(typename FortranArgument<Arguments>::TypePassedByFortran... passed) {
    const NamedCall* const place = call_of_running_program(name.letters, __builtin_return_address(0));
    return static_cast<FortranResult>(
        function(place, FortranArgument<Arguments>::c_value_of_passed_argument(passed)...));
  }
};

/// Returns the binding of the Fortran name of a C function, `function`, whose name in C is `name`.
template <FunctionName name, auto function>
SymbolBinding make_fortran_binding() noexcept {
  return SymbolBinding::make_function_binding({kFortranName<name>.data(), kFortranName<name>.size()},
                                              FortranCall<name, function>::call_from_fortran);
}
/// Returns the binding of a Fortran name for a function that takes its arguments as Fortran passes them, and does not
/// need the place of its call. A Fortran program reads a result of 64 bits as an INTEGER of 32 bits.
template <FunctionName name, class Function>
SymbolBinding make_plain_fortran_binding(Function* function) noexcept {
  return SymbolBinding::make_function_binding({kFortranName<name>.data(), kFortranName<name>.size()}, function);
}

}  // namespace switchyard
