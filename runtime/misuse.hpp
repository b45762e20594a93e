#pragma once
/// \file misuse.hpp
/// Makes the errors that calls of a node program throw when the program uses them wrongly.

#include <fmt/format.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/call_text.hpp"
#include "runtime/defect.hpp"
#include "runtime/error.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// Returns `error` with the list `calls` of the calls of node programs that have part in it.
template <class ItsError>
ItsError error_with_involved_calls(ItsError error, std::vector<CallInvolvedInDefect> calls) {
  error.set_calls_involved_in_error(std::make_shared<const std::vector<CallInvolvedInDefect>>(std::move(calls)));
  return error;
}

/// Returns the error for a wrong call of a node program, with a text such as "wait (ring.cpp:12):
/// WHAT". The code that runs the program adds the node's number in front.
inline UsageError misuse_error(std::string_view call, CallSite site, const std::string& what) {
  return error_with_involved_calls(UsageError(fmt::format("{}: {}", call_text(call, site), what)),
                                   {make_defect_call(kAnyNode, site, call)});
}

/// Returns `error` with `defect` as the class of what is wrong with the node program.
template <class ItsError>
ItsError error_with_defect_class(ItsError error, DefectClass defect) {
  error.set_defect_class(defect);
  return error;
}

/// Returns `error`, which the program of `node` has caused, as a NodeError that names the node at
/// the beginning of its text.
inline NodeError error_of_node(NodeId node, const Error& error) {
  const ExitCode code = error.exit_code() == ExitCode::wrong_use ? ExitCode::failed : error.exit_code();
  NodeError named(node, fmt::format("node {}: {}", index(node), error.what()), code);
  named.set_defect_class(error.defect());
  if (error.calls()) return error_with_involved_calls(named, calls_of_node(*error.calls(), node));
  return named;
}

}  // namespace switchyard
