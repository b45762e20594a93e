#pragma once
/// \file stop_point.hpp
/// What `switchyard verify --replay FILE --gdb` offers a debugger: a function that is called as soon as something is
/// found to be wrong, while the frames of the node programs are still there, and a list of the images of programs,
/// which come from memory, so that a debugger does not know their files.

#include <string>

/// A place for a breakpoint: it does nothing. Any thread may call it.
extern "C" void switchyard_stop_here(const char* what) noexcept;

namespace switchyard {

/// Keeps an image in the list for as long as this object exists. Any thread may make one.
class ImageForDebugger {
 public:
  /// Takes the file of the program, and the address at which the image begins.
  ImageForDebugger(std::string file, const void* base);
  ~ImageForDebugger();
  ImageForDebugger(const ImageForDebugger&) = delete;
  ImageForDebugger& operator=(const ImageForDebugger&) = delete;

 private:
  /// Fields at places that the debugger's script knows, as a release has no description of types.
  struct Entry {
    const char* file;
    const void* base;
    Entry* next;
  };
  friend struct ImagesForDebugger;

  std::string file_;
  Entry entry_;
};

}  // namespace switchyard
