#pragma once
/// \file heap.hpp
/// The memory that a program has allocated, as a list of blocks, so that all of them can be freed
/// when its node is done. In runs that look for defects, blocks are guarded: a few bytes behind
/// each block show whether the program has written there, and freed blocks are kept for a while,
/// so that a later use of them is found.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace switchyard {

/// The blocks allocated by one program. Each is a block of the host's malloc that begins with a
/// header of one cache line. Only the thread that runs the program may use this object.
class Heap {
 public:
  Heap() noexcept {
    list_.next = list_.previous = &list_;
    freed_.next = freed_.previous = &freed_;
  }
  ~Heap() { free_all_blocks(); }
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  /// Sets whether blocks that are allocated from now on are guarded (writes behind their end are
  /// detected).
  void guard(bool is_guarded) noexcept { is_guarded_ = is_guarded; }
  /// Returns a new block, or null if there is no memory. `alignment` is a power of two.
  void* allocate(std::size_t bytes, std::size_t alignment = kUsualAlignment) noexcept;
  /// Returns a new block of zeros, or null if there is no memory.
  void* allocate_zeros(std::size_t bytes) noexcept;
  /// Frees a block for the program. A guarded block is only marked as freed, and kept for a while.
  /// Needs: owns(block).
  void release(void* block) noexcept;
  void free_all_blocks() noexcept;
  /// Returns the size of a guarded heap block behind whose end the program has written, or nothing if there is no such
  /// block.
  std::optional<std::size_t> size_of_overrun_block() const noexcept;
  /// Returns the number of blocks that are allocated at present.
  std::size_t allocated_block_count() const noexcept;

  /// Returns whether the block is from a Heap rather than from the host's malloc.
  static bool owns(const void* block) noexcept { return state_of(block) < kFreed; }
  static bool is_guarded(const void* block) noexcept { return state_of(block) == kGuarded; }
  /// Returns whether the program has freed this block, and the block is still kept to detect later
  /// uses.
  static bool is_freed(const void* block) noexcept { return state_of(block) == kFreed; }
  /// Returns whether the program has written behind the end of this guarded block.
  static bool is_overrun(const void* block) noexcept;
  static void free(void* block) noexcept;
  /// Returns the number of bytes for which the block has room. Needs: owns(block).
  static std::size_t capacity_of_block(const void* block) noexcept;
  /// Changes the size of a block without moving it. Needs: owns(block), and bytes <=
  /// capacity_of_block(block).
  static void resize(void* block, std::size_t bytes) noexcept { header_of(block)->bytes = bytes & kMostBytes; }

  /// The address of a block's first byte, and that behind its last one, according to the size that
  /// the program asked for.
  struct Bounds {
    std::uintptr_t begin = 0, end = 0;
    bool is_freed = false;
  };
  /// Returns the bounds of the block that contains this byte. Returns nothing if no block does, or
  /// if the search stops because too many blocks are newer.
  std::optional<Bounds> bounds_of_block_at(const void* byte) const noexcept;
  /// Returns why a program must not pass this memory to a call, as far as the heap can tell: the
  /// memory was freed, or it extends beyond the end of a block. Returns an empty text if nothing
  /// is wrong.
  std::string misuse_of_memory(std::span<const std::byte> memory) const;

  static constexpr std::size_t kUsualAlignment = 16;

 private:
  struct Link {
    Link* next;
    Link* previous;
  };
  /// The header in front of a block. `mark` is directly in front of the block, so that a test for
  /// it reads no further back than the host's malloc keeps data in front of its own blocks.
  struct Header {
    Link link;
    std::uint64_t before : 24;  ///< bytes between the address that the host's malloc gave and the block
    std::uint64_t bytes : 40;
    std::uint64_t mark;  ///< a number that depends on the address, so that other memory does not have it by chance
  };
  static constexpr std::size_t kMostBytes = (std::size_t{1} << 40U) - 1;
  static constexpr std::size_t kMostBefore = (std::size_t{1} << 24U) - 1;
  static void* malloc_block_of(const void* block) noexcept {
    return reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(block) - header_of(block)->before);
  }
  static Header* header_of(const void* block) noexcept {
    return reinterpret_cast<Header*>(reinterpret_cast<std::uintptr_t>(block) - sizeof(Header));
  }
  /// The state of a block, which is stored in its header's mark, combined by exclusive or with
  /// header_mark_of_block() of its address. If the result is none of these values, the memory is not a block of
  /// a Heap.
  enum State : std::uint64_t { kPlain, kGuarded, kFreed };
  static std::uint64_t header_mark_of_block(const void* block) noexcept;
  static std::uint64_t state_of(const void* block) noexcept {
    return header_of(block)->mark ^ header_mark_of_block(block);
  }
  void* make_block_in(void* whole, std::size_t bytes, std::size_t extra, std::size_t alignment) noexcept;
  static void unlink(Header& header) noexcept;
  static void link(Link& list, Header& header) noexcept;
  static std::optional<Bounds> bounds_in_list(const Link& list, const void* byte) noexcept;

  Link list_;
  Link freed_;  ///< blocks that the program has freed and that are kept, the last one first
  std::size_t freed_bytes_ = 0;
  bool is_guarded_ = false;
};

/// realloc as programs call it: changes the size of a block, either of the program's heap or of
/// the host's malloc.
void* reallocate(void* block, std::size_t bytes);

}  // namespace switchyard
