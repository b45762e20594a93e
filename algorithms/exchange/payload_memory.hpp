#pragma once
/// \file payload_memory.hpp
/// One piece of memory for the payloads of all nodes, zeroed, in large pages where it is large and the host has them:
/// messages of many nodes lie so far apart that finding their pages would cost about as much as their bytes.

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

namespace switchyard {

class PayloadMemory {
 public:
  explicit PayloadMemory(std::size_t bytes) : bytes_(bytes), data_(allocate(bytes)) {
    std::memset(data_.get(), 0, bytes);
  }
  std::byte* data() const noexcept { return data_.get(); }
  std::size_t size() const noexcept { return bytes_; }

 private:
  static constexpr std::size_t kLargePage = std::size_t{2} << 20U;

  struct Release {
    void operator()(std::byte* data) const noexcept { std::free(data); }
  };
  static std::byte* allocate(std::size_t bytes) {
    const std::size_t unit = bytes < kLargePage ? 64 : kLargePage;
    const std::size_t whole = std::max(unit, (bytes + unit - 1) / unit * unit);
    auto* const data = static_cast<std::byte*>(std::aligned_alloc(unit, whole));
    if (data == nullptr) throw std::bad_alloc();
    if (unit == kLargePage) ::madvise(data, whole, MADV_HUGEPAGE);  // a host that refuses is slower, not wrong
    return data;
  }

  std::size_t bytes_;
  std::unique_ptr<std::byte, Release> data_;
};

}  // namespace switchyard
