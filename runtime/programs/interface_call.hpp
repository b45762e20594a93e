#pragma once
/// \file interface_call.hpp
/// How the functions of an interface are called by programs.

#include "runtime/call_site.hpp"
#include "runtime/defect.hpp"
#include "runtime/error.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard {

/// Runs `work(process)` in the host, with the call's place noted. A misuse error without a class of its own is classed
/// as one of the call's arguments.
template <class Work>
auto interface_call(const NamedCall* call, Work work) {
  Process& process = *t_process;
  process.is_noted = call != nullptr;
  if (call != nullptr) process.last_call = CallSite(*call);
  return in_host(process, [&work](Process& p) {
    try {
      return work(p);
    } catch (UsageError& error) {
      if (!error.defect()) error.set_defect(DefectClass::invalid_parameter);
      throw;
    }
  });
}

inline CallSite site_of(const NamedCall* call) noexcept { return call == nullptr ? CallSite{} : CallSite(*call); }

/// The function for programs that call it without the header's macro, or take its address: the call has no place.
template <auto function>
struct WithoutPlace;
template <class Result, class... Arguments, Result (*function)(const NamedCall*, Arguments...)>
struct WithoutPlace<function> {
  static Result call(Arguments... arguments) { return function(nullptr, arguments...); }
};

}  // namespace switchyard
