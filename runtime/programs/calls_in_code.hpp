#pragma once
/// \file calls_in_code.hpp
/// The calls of interfaces by programs in Fortran, of which only the return address is known: no macro of a header
/// gives their lines in the source.

#include <unordered_map>

#include "runtime/call_site.hpp"

namespace switchyard {

class Process;

/// The calls of interfaces that one node's program has made, by their return addresses.
class CallsInCode {
 public:
  /// Returns the call of the function `name` that returns to `return_address`. It exists until the emulator ends, as
  /// reports may refer to it, and its line is looked up when a report first asks for it. Needs: code of the emulator
  /// runs.
  const NamedCall* call_at(const Process& process, const char* name, const void* return_address);

 private:
  std::unordered_map<const void*, const NamedCall*> calls_;
};

/// Returns the call of the function `name` by the program of this node that returns to `return_address`. May be called
/// while code of the program runs.
const NamedCall* call_of_running_program(const char* name, const void* return_address);

}  // namespace switchyard
