#include "bench/experiment/noted_file.hpp"

#include <unistd.h>

#include <atomic>

namespace switchyard {

/// Never freed and never changed but for `is_there`, as a handler may be looking at it: a command makes few files.
struct NotedFile::Entry {
  const std::string path;
  std::atomic<bool> is_there{true};
  Entry* next = nullptr;
};

namespace {

// An atomic outside of runtime/, as no handler can wait for a lock.
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
