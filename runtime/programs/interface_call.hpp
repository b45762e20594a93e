#pragma once
/// \file interface_call.hpp
/// How the functions of an interface are called by programs.

#include "runtime/call_site.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard {

/// `work(process)` in the host, with the call's place noted.
template <class Work>
auto interface_call(const NamedCall* call, Work work) {
  Process& process = *t_process;
  process.is_noted = call != nullptr;
  if (call != nullptr) process.last_call = CallSite(*call);
  return in_host(process, work);
}

inline CallSite site_of(const NamedCall* call) noexcept { return call == nullptr ? CallSite{} : CallSite(*call); }

/// The function as a program calls that knows no macros, or takes its address: without a place.
template <auto function>
struct WithoutPlace;
template <class Result, class... Arguments, Result (*function)(const NamedCall*, Arguments...)>
struct WithoutPlace<function> {
  static Result call(Arguments... arguments) { return function(nullptr, arguments...); }
};

}  // namespace switchyard
