#pragma once
/// \file writable_pages.hpp
/// Makes read-only memory writable for a time.

#include <sys/mman.h>

#include <cstddef>

namespace switchyard {

/// As long as this object exists, a range of read-only pages is writable.
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
