#pragma once
/// \file writable_pages.hpp
/// Writes to memory that is read-only otherwise.

#include <sys/mman.h>

#include <cstddef>

namespace switchyard {

/// Makes read-only pages writable for as long as this object exists.
class WritablePages {
 public:
  WritablePages(char* begin, std::size_t bytes) : begin_(begin), bytes_(bytes) {
    set_protection(PROT_READ | PROT_WRITE);
  }
  ~WritablePages() { set_protection(PROT_READ); }
  WritablePages(const WritablePages&) = delete;
  WritablePages& operator=(const WritablePages&) = delete;

 private:
  void set_protection(int protection) const {
    if (bytes_ > 0) mprotect(begin_, bytes_, protection);
  }
  char* begin_;
  std::size_t bytes_;
};

}  // namespace switchyard
