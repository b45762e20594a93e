#include "bench/experiment/temporary_file_entry.hpp"

#include <unistd.h>

#include <atomic>

namespace switchyard {

/// An entry of the list of temporary files that signal handlers read. An entry is never freed; after it is in the list,
/// only its flag, which says whether the file exists, changes. The list stays short, as a command makes few files.
struct TemporaryFileEntry::Entry {
  const std::string path;
  std::atomic<bool> is_there{true};
  Entry* next = nullptr;
};

namespace {

// The head of the list of temporary files is an atomic, because a signal handler cannot wait for a lock.
std::atomic<TemporaryFileEntry::Entry*> newest_entry{nullptr};
static_assert(std::atomic<TemporaryFileEntry::Entry*>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

}  // namespace

TemporaryFileEntry::TemporaryFileEntry(const std::string& path) : entry_(new Entry{path}) {
  entry_->next = newest_entry;
  while (!newest_entry.compare_exchange_weak(entry_->next, entry_)) {
  }
}

TemporaryFileEntry::~TemporaryFileEntry() { entry_->is_there = false; }

void remove_temporary_files() noexcept {
  for (const TemporaryFileEntry::Entry* entry = newest_entry; entry != nullptr; entry = entry->next) {
    if (entry->is_there) ::unlink(entry->path.c_str());
  }
}

}  // namespace switchyard
