#include "bench/experiment/noted_file.hpp"

#include <unistd.h>

#include <atomic>

namespace switchyard {

/// An entry of the list that signal handlers read: it is never freed, and only `is_there` changes. A command makes few
/// files.
struct NotedFile::Entry {
  const std::string path;
  std::atomic<bool> is_there{true};
  Entry* next = nullptr;
};

namespace {

// An atomic is needed here, outside of runtime/, as a signal handler cannot wait for a lock.
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
