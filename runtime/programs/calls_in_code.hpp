#pragma once
/// \file calls_in_code.hpp
/// Calls of MPI, NX and CMMD by Fortran programs. Only their return addresses are known, because no macro of a header
/// passes the source line, as it does in C.

#include <unordered_map>

#include "runtime/call_site.hpp"

namespace switchyard {

class Process;

/// The calls of MPI, NX and CMMD functions that one node's program has made, by their return addresses.
class CallsByReturnAddress {
 public:
  /// Returns the call of the function `name` that returns to `return_address`. The object exists until the emulator
  /// ends, as reports may refer to it, and its source line is looked up when a report first asks for it. Needs: code of
  /// the emulator runs (EmulatorCodeScope), so that memory comes from the host and not from the program's heap.
  const NamedCall* call_at(const Process& process, const char* name, const void* return_address);

 private:
  std::unordered_map<const void*, const NamedCall*> calls_;
};

/// Returns the call of the function `name`, made by the program of the running node, that returns to `return_address`.
/// It may be called while the program's own code runs, outside of any EmulatorCodeScope.
const NamedCall* call_of_running_program(const char* name, const void* return_address);

}  // namespace switchyard
