#pragma once
/// \file interface_call.hpp
/// Carries out calls that programs make to an interface such as MPI, NX or CMMD.

#include "runtime/call_site.hpp"
#include "runtime/defect.hpp"
#include "runtime/error.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard {

/// Carries out a call that a program makes to an interface such as MPI: runs `work(process)` as code of the emulator
/// instead of the program (EmulatorCodeScope), and records the source line of the call. A UsageError without a defect
/// class gets the class of a wrong argument.
template <class Work>
auto interface_call(const NamedCall* call, Work work) {
  Process& process = *t_process;
  process.has_place_of_current_call = call != nullptr;
  if (call != nullptr) process.last_call = CallSite(*call);
  return run_as_emulator_code(process, [&work](Process& p) {
    try {
      return work(p);
    } catch (UsageError& error) {
      if (!error.defect()) error.set_defect_class(DefectClass::invalid_parameter);
      throw;
    }
  });
}

inline CallSite site_of(const NamedCall* call) noexcept { return call == nullptr ? CallSite{} : CallSite(*call); }

/// A variant of an interface's function, such as MPI_Send, for programs that call it without the macro of its header,
/// or take its address. The source line of such a call is not known.
template <auto function>
struct CallWithoutSourceLine;
template <class Result, class... Arguments, Result (*function)(const NamedCall*, Arguments...)>
struct CallWithoutSourceLine<function> {
  static Result call_without_source_line(Arguments... arguments) { return function(nullptr, arguments...); }
};

}  // namespace switchyard
