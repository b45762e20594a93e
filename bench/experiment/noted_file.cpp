#include "bench/experiment/noted_file.hpp"

#include <unistd.h>

#include <atomic>

namespace switchyard {

/// An entry of the list of temporary files that signal handlers read. It is never freed, and only `is_there` changes.
/// The list stays short, as a command makes few files.
struct NotedFile::Entry {
  const std::string path;
  std::atomic<bool> is_there{true};
  Entry* next = nullptr;
};

namespace {

// The head of the list is an atomic, although other code outside of runtime/ uses none: a signal handler cannot wait
// for a lock.
std::atomic<NotedFile::Entry*> newest{nullptr};
static_assert(std::atomic<NotedFile::Entry*>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

}  // namespace

NotedFile::NotedFile(const std::string& path) : entry_(new Entry{path}) {
  entry_->next = newest;
  while (!newest.compare_exchange_weak(entry_->next, entry_)) {
  }
}

NotedFile::~NotedFile() { entry_->is_there = false; }

void remove_noted_files() noexcept {
  for (const NotedFile::Entry* entry = newest; entry != nullptr; entry = entry->next) {
    if (entry->is_there) ::unlink(entry->path.c_str());
  }
}

}  // namespace switchyard
