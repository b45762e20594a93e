#pragma once
/// \file waiting_call.hpp
/// The calls of Node that may wait for requests which another call has posted, and the probes. Deadlock reports name
/// these calls.

#include <array>
#include <cstddef>
#include <cstdint>

#include "runtime/call_site.hpp"

namespace switchyard {

enum class WaitingCall : std::uint8_t {
  wait,
  wait_all,
  wait_any,
  wait_some,
  wait_later,
  wait_all_later,
  test,
  test_all,
  test_any,
  test_some,
  probe,
  try_probe,
  matched_probe,
  try_matched_probe,
  wait_freed,
  detach_buffer,
  /// Not a call: the program has returned, but messages that it has sent, or requests that it has freed, are not done.
  program_end,
};

namespace detail {

/// The names of the calls in WaitingCall, in the same order. The array is a constant outside of name_of(), because
/// compilers would build an array inside the function anew at each call.
inline constexpr std::array kWaitingCallNames{"wait",
                                              "wait_all",
                                              "wait_any",
                                              "wait_some",
                                              "wait_later",
                                              "wait_all_later",
                                              "test",
                                              "test_all",
                                              "test_any",
                                              "test_some",
                                              "probe",
                                              "try_probe",
                                              "matched_probe",
                                              "try_matched_probe",
                                              "wait_freed",
                                              "detach_buffer",
                                              "the end of the program"};

}  // namespace detail

constexpr const char* name_of(WaitingCall call) noexcept {
  return detail::kWaitingCallNames[static_cast<std::size_t>(call)];
}

/// The call in which a program waits, and its place in the source. A call that waits only for requests that it has
/// posted itself, such as receive, leaves `waiting_call` as it is.
struct WaitSite {
  CallSite site;
  WaitingCall waiting_call = WaitingCall::wait;
  /// Whether the call, which is a test or probe, may return kResultTestMustBeRepeated (session.hpp): then its caller
  /// lets collectives under way continue, and makes the test or probe again.
  bool is_repeated = false;
};

}  // namespace switchyard
