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

struct ImagesForDebugger {
  using Entry = ImageForDebugger::Entry;
  static std::mutex& mutex() {
    static std::mutex of_list;  // guards the list of images
    return of_list;
  }
  static void add(Entry& entry) {
    const std::lock_guard lock(mutex());
    entry.next = static_cast<Entry*>(switchyard_images);
    switchyard_images = &entry;
  }
  static void remove(Entry& entry) {
    const std::lock_guard lock(mutex());
    if (switchyard_images == &entry) {
      switchyard_images = entry.next;
      return;
    }
    for (auto* at = static_cast<Entry*>(switchyard_images); at != nullptr; at = at->next) {
      if (at->next == &entry) at->next = entry.next;
    }
  }
};

ImageForDebugger::ImageForDebugger(std::string file, const void* base)
    : file_(std::move(file)), image_entry_{file_.c_str(), base, nullptr} {
  ImagesForDebugger::add(image_entry_);
}
ImageForDebugger::~ImageForDebugger() { ImagesForDebugger::remove(image_entry_); }

}  // namespace switchyard
