#pragma once
/// \file stop_point.hpp
/// What `switchyard verify --replay FILE --gdb` offers a debugger: a function that is called as soon as something is
/// found to be wrong, while the stack frames of the node programs still exist; and a list of the loaded images of
/// programs with their files, which a debugger does not know, because the images are loaded from memory.

#include <string>

/// A function that does nothing, so that a debugger can set a breakpoint at it. It is called when an error has been
/// found; `what` describes the error. Any thread may call it.
extern "C" void switchyard_stop_here(const char* what) noexcept;

namespace switchyard {

/// Keeps the loaded image (copy in memory) of a program in the list for debuggers, for as long as this object exists.
/// Any thread may make such an object.
class ProgramImageForDebugger {
 public:
  /// Adds the image of the program `file` to the list for debuggers. `base` is the address at which the image begins.
  ProgramImageForDebugger(std::string file, const void* base);
  ~ProgramImageForDebugger();
  ProgramImageForDebugger(const ProgramImageForDebugger&) = delete;
  ProgramImageForDebugger& operator=(const ProgramImageForDebugger&) = delete;

 private:
  /// An image (copy in memory) of a program, as an entry of the list that a debugger's script reads. The script knows
  /// the offsets of the fields, because a release build has no debug information about types.
  struct ImageListEntry {
    const char* file;
    const void* base;
    ImageListEntry* next;
  };
  friend struct ProgramImageListForDebugger;

  std::string file_;
  ImageListEntry program_image_list_entry_;
};

}  // namespace switchyard
