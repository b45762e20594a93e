#pragma once
/// \file misuse.hpp
/// What a call of a node program throws when it is used wrongly.

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

/// The same error, with the calls that have part in it.
template <class ItsError>
ItsError with_calls(ItsError error, std::vector<DefectCall> calls) {
  error.set_calls(std::make_shared<const std::vector<DefectCall>>(std::move(calls)));
  return error;
}

/// Returns the error "wait (ring.cpp:12): WHAT". The run puts the node in front.
inline UsageError misuse(std::string_view call, CallSite site, const std::string& what) {
  return with_calls(UsageError(fmt::format("{}: {}", call_text(call, site), what)), {call_at(kAnyNode, site, call)});
}

/// The same error, which says that this is wrong with the program.
template <class ItsError>
ItsError with_defect(ItsError error, DefectClass defect) {
  error.set_defect(defect);
  return error;
}

/// The error that `node`'s program has made, with the node in front.
inline NodeError error_of_node(NodeId node, const Error& error) {
  const ExitCode code = error.exit_code() == ExitCode::wrong_use ? ExitCode::failed : error.exit_code();
  NodeError named(node, fmt::format("node {}: {}", index(node), error.what()), code);
  named.set_defect(error.defect());
  if (error.calls()) return with_calls(named, calls_of_node(*error.calls(), node));
  return named;
}

}  // namespace switchyard
