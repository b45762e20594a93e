#pragma once
/// \file heap.hpp
/// The memory that a program has allocated: a list, so that all of it can be freed when its node is done.

#include <cstddef>
#include <cstdint>

namespace switchyard {

/// Blocks of the host's malloc with a line of ours in front. Owner thread only.
class Heap {
 public:
  Heap() noexcept { list_.next = list_.previous = &list_; }
  ~Heap() { free_all(); }
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  /// Null if there is no memory. `alignment`: a power of two.
  void* allocate(std::size_t bytes, std::size_t alignment = kUsualAlignment) noexcept;
  void free_all() noexcept;
  /// What is allocated now.
  std::size_t blocks() const noexcept;

  /// False if the block is not from any Heap, but from the host's malloc.
  static bool owns(const void* block) noexcept;
  static void free(void* block) noexcept;
  /// Needs: owns(block). How many bytes it has room for.
  static std::size_t room_of(const void* block) noexcept;

  static constexpr std::size_t kUsualAlignment = 16;

 private:
  struct Link {
    Link* next;
    Link* previous;
  };
  /// In front of each block; `mark` is next to it, so that looking for it reads no more than the host's malloc itself
  /// has in front of its own blocks.
  struct Header {
    Link link;
    void* whole;         ///< what the host's malloc has given
    std::uint64_t mark;  ///< depends on the address: no other block has it by chance
  };
  static Header* header_of(const void* block) noexcept {
    return reinterpret_cast<Header*>(reinterpret_cast<std::uintptr_t>(block) - sizeof(Header));
  }
  static std::uint64_t mark_of(const void* block) noexcept;

  Link list_;
};

}  // namespace switchyard
