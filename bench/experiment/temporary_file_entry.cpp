#include "bench/experiment/temporary_file_entry.hpp"

#include <unistd.h>

#include <atomic>

namespace switchyard {

/// An entry of the list of temporary files, which signal handlers read without a lock. An entry is never freed; once it
/// is in the list, only the flag changes that says whether the file exists. The list stays short, as a command makes
/// few files.
struct TemporaryFileEntry::TemporaryFileListEntry {
  const std::string path;
  std::atomic<bool> is_file_present{true};
  TemporaryFileListEntry* next_entry = nullptr;
};

namespace {

// The head of the list of temporary files is an atomic, because a signal handler cannot wait for a lock.
std::atomic<TemporaryFileEntry::TemporaryFileListEntry*> newest_temporary_file{nullptr};
static_assert(std::atomic<TemporaryFileEntry::TemporaryFileListEntry*>::is_always_lock_free &&
              std::atomic<bool>::is_always_lock_free);

}  // namespace

TemporaryFileEntry::TemporaryFileEntry(const std::string& path) : list_entry_(new TemporaryFileListEntry{path}) {
  list_entry_->next_entry = newest_temporary_file;
  while (!newest_temporary_file.compare_exchange_weak(list_entry_->next_entry, list_entry_)) {
  }
}

TemporaryFileEntry::~TemporaryFileEntry() { list_entry_->is_file_present = false; }

void remove_temporary_files() noexcept {
  for (const TemporaryFileEntry::TemporaryFileListEntry* entry = newest_temporary_file; entry != nullptr;
       entry = entry->next_entry) {
    if (entry->is_file_present) ::unlink(entry->path.c_str());
  }
}

}  // namespace switchyard
