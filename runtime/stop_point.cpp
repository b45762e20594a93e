#include "runtime/stop_point.hpp"

#include <mutex>
#include <utility>

extern "C" {

[[gnu::noinline]] void switchyard_stop_here(const char* what) noexcept {
  asm volatile("" : : "r"(what) : "memory");  // keeps the compiler from leaving out calls of this function
}

/// The first entry of the list of program images that a debugger's script reads, or null if the list is empty.
void* switchyard_images = nullptr;

}  // extern "C"

namespace switchyard {

struct ProgramImageListForDebugger {
  using ImageListEntry = ProgramImageForDebugger::ImageListEntry;
  static std::mutex& mutex() {
    static std::mutex of_list;  // guards the list of images
    return of_list;
  }
  static void add(ImageListEntry& entry) {
    const std::lock_guard lock(mutex());
    entry.next = static_cast<ImageListEntry*>(switchyard_images);
    switchyard_images = &entry;
  }
  static void remove(ImageListEntry& entry) {
    const std::lock_guard lock(mutex());
    if (switchyard_images == &entry) {
      switchyard_images = entry.next;
      return;
    }
    for (auto* at = static_cast<ImageListEntry*>(switchyard_images); at != nullptr; at = at->next) {
      if (at->next == &entry) at->next = entry.next;
    }
  }
};

ProgramImageForDebugger::ProgramImageForDebugger(std::string file, const void* base)
    : file_(std::move(file)), program_image_list_entry_{file_.c_str(), base, nullptr} {
  ProgramImageListForDebugger::add(program_image_list_entry_);
}
ProgramImageForDebugger::~ProgramImageForDebugger() { ProgramImageListForDebugger::remove(program_image_list_entry_); }

}  // namespace switchyard
