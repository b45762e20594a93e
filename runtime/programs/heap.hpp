#pragma once
/// \file heap.hpp
/// The memory that a program has allocated, in regions of its own, so that a program that writes
/// beyond its blocks damages no memory of the emulator, and so that all blocks can be given back
/// when its node is done. In runs that look for defects, blocks are guarded: a few bytes behind
/// each block show whether the program has written there, and freed blocks are kept for a while,
/// so that a later use of them is found.

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace switchyard {

class StateHash;

/// The blocks allocated by one program. Small blocks are cut off from regions and kept in a list for each size when
/// they are freed; a large block has a region of its own. The list of regions is stored outside of the regions. The
/// contents of a region belong to the program and may be damaged, so that they are checked before they are used. Only
/// the thread that runs the program may use this object.
class Heap {
 public:
  Heap() noexcept { forget_all_blocks(); }
  ~Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  /// Sets whether blocks that are allocated from now on are guarded (writes behind their end are
  /// detected).
  void set_block_guarding(bool is_guarded) noexcept { guards_new_blocks_ = is_guarded; }
  /// Returns a new block, or null if there is no memory. `alignment` is a power of two. `caller` is the place in the
  /// program that has asked for the block, or null if the emulator has.
  void* allocate(std::size_t bytes, std::size_t alignment = kDefaultAlignment, const void* caller = nullptr) noexcept;
  /// Returns a new block of zeros, or null if there is no memory.
  void* allocate_zeros(std::size_t bytes, const void* caller = nullptr) noexcept;
  /// Frees a block for the program. A guarded block of up to 16 MiB is only marked as freed, and kept for a while.
  /// Returns false if this memory is no block, or the program has overwritten what is in front of
  /// it.
  bool release_block_memory(void* block) noexcept;
  void free_all_blocks() noexcept;
  /// Returns the size of a guarded heap block behind whose end the program has written, or nothing if there is no such
  /// block.
  std::optional<std::size_t> size_of_overrun_block() const noexcept;
  /// Returns the number of blocks that are allocated at present.
  std::size_t allocated_block_count() const noexcept;

  /// The number and size of several blocks.
  struct BlockTotals {
    std::size_t count = 0, bytes = 0;
  };
  /// Returns the guarded blocks that are allocated at present, by the caller that has asked for them. Blocks that the
  /// emulator has asked for are left out.
  std::map<const void*, BlockTotals> guarded_blocks_by_caller() const;

  /// Returns the number of bytes of memory in which the heap has blocks, or has had them in this run.
  std::size_t used_bytes() const noexcept;
  /// Adds this memory to the hash, with what decides where later blocks will lie.
  void add_to(StateHash& hash) const noexcept;

  /// Returns whether this memory is in a region of this heap.
  bool contains(const void* memory) const noexcept {
    const auto place =
        reinterpret_cast<std::uintptr_t>(memory) - reinterpret_cast<std::uintptr_t>(newest_region_begin_);
    return place < newest_region_bytes_ || is_in_older_region(memory);
  }
  /// Returns whether this is an allocated block of this heap.
  bool is_allocated_block(const void* block) const noexcept { return contains(block) && state_of(block) < kFreedBlock; }
  /// Returns whether this is a block of any Heap, rather than of the host's malloc.
  static bool is_of_some_heap(const void* block) noexcept;
  static bool is_guarded(const void* block) noexcept { return state_of(block) == kGuardedBlock; }
  /// Returns whether the program has freed this block.
  static bool is_freed(const void* block) noexcept { return state_of(block) == kFreedBlock; }
  /// Returns whether the program has written behind the end of this guarded block.
  static bool is_overrun(const void* block) noexcept;
  /// Returns the number of bytes for which the block has room. Needs: the block is an allocated block of a Heap.
  static std::size_t capacity_of_block(const void* block) noexcept;
  /// Changes the size of a block without moving it. Returns false if the block would be left with much more room than
  /// it needs, or with too little. Needs: the block is an allocated block of a Heap.
  static bool resize_in_place(void* block, std::size_t bytes) noexcept;

  /// The address of a block's first byte, and the address behind its last byte, according to the size that the program
  /// asked for.
  struct BlockBounds {
    std::uintptr_t begin = 0, end = 0;
    bool is_freed = false;
  };
  /// Returns the bounds of the block that contains this byte. Returns nothing if no block does, or
  /// if the search stops because too many blocks are newer.
  std::optional<BlockBounds> bounds_of_block_at(const void* byte) const noexcept;
  /// Returns why a program must not pass this memory to a call, as far as the heap can tell: the memory was freed,
  /// begins outside of all blocks, or extends beyond the end of a block. Returns an empty text if nothing is wrong.
  std::string misuse_of_memory(std::span<const std::byte> memory) const;

  static constexpr std::size_t kDefaultAlignment = 16;

 private:
  struct BlockLink {
    BlockLink* next;
    BlockLink* previous;
  };
  /// The header in front of a block. `state_mark` is directly in front of the block.
  struct BlockHeader {
    BlockLink link;
    std::uint64_t bytes_before : 24;  ///< bytes between the beginning of the block's piece of memory and the block
    std::uint64_t bytes : 40;
    std::uint64_t
        state_mark;  ///< a number that depends on the address, so that other memory does not have it by chance
  };
  /// A range of memory that the heap has got from the host.
  struct HeapRegion {
    char* begin;
    char* end;
    bool is_for_one_large_block;
  };
  /// A piece of memory for a block with its header, and whether it consists of zeros.
  struct MemoryPiece {
    char* begin = nullptr;
    bool consists_of_zeros = false;
  };
  /// A new block, and whether it consists of zeros.
  struct NewBlock {
    void* block = nullptr;
    bool consists_of_zeros = false;
  };
  static constexpr std::size_t kMostBlockBytes = (std::size_t{1} << 40U) - 1;
  static constexpr std::size_t kMostBytesBeforeBlock = (std::size_t{1} << 24U) - 1;
  /// The number of sizes of pieces for each of which there is a list of freed pieces.
  static constexpr std::size_t kMemoryPieceSizeCount = 129;
  static char* memory_piece_of(const void* block) noexcept {
    return reinterpret_cast<char*>(reinterpret_cast<std::uintptr_t>(block) - block_header_of(block)->bytes_before);
  }
  static BlockHeader* block_header_of(const void* block) noexcept {
    return reinterpret_cast<BlockHeader*>(reinterpret_cast<std::uintptr_t>(block) - sizeof(BlockHeader));
  }
  /// The state of a block, which is stored in its header's mark, combined by exclusive or with
  /// header_mark_of_block() of its address. If the result is none of these values, the memory is not a block of
  /// a Heap.
  enum BlockState : std::uint64_t { kPlainBlock, kGuardedBlock, kFreedBlock };
  static std::uint64_t header_mark_of_block(const void* block) noexcept;
  static std::uint64_t state_of(const void* block) noexcept {
    return block_header_of(block)->state_mark ^ header_mark_of_block(block);
  }
  static std::size_t used_piece_bytes_of(const void* block) noexcept;
  bool is_linked(const BlockHeader& header) const noexcept;
  static void unlink_from_list(BlockHeader& header) noexcept;
  static void link_into_list(BlockLink& list, BlockHeader& header) noexcept;
  NewBlock make_block(std::size_t bytes, std::size_t alignment, const void* caller) noexcept;
  MemoryPiece take_piece(std::size_t bytes) noexcept;
  MemoryPiece take_large_block_region(std::size_t bytes) noexcept;
  MemoryPiece cut_off_memory_piece(std::size_t bytes) noexcept;
  template <class Visit>
  void visit_used_memory(Visit visit) const;
  char* add_region(std::size_t bytes, bool has_one_block) noexcept;
  void insert_region(const HeapRegion& region) noexcept;
  void give_back_large_block_region(char* begin) noexcept;
  void free_block(void* block) noexcept;
  void forget_all_blocks() noexcept;
  bool is_in_older_region(const void* memory) const noexcept;
  template <class Visit>
  bool visit_blocks_of_list(const BlockLink& list, BlockLink* BlockLink::*direction, Visit visit) const;
  std::optional<BlockBounds> block_bounds_in_list(const BlockLink& list, const void* byte) const noexcept;
  bool is_outside_all_blocks(const void* byte) const noexcept;

  BlockLink allocated_blocks_;
  BlockLink freed_blocks_;  ///< guarded blocks that the program has freed and that are kept, the last one first
  std::size_t kept_freed_bytes_ = 0;
  bool guards_new_blocks_ = false;
  std::array<BlockLink*, kMemoryPieceSizeCount> free_memory_pieces_;  ///< freed pieces of each size, the last one first
  char* newest_region_begin_ = nullptr;                               ///< the newest region of small blocks
  std::uintptr_t newest_region_bytes_ = 0;                            ///< the size of the newest region of small blocks
  char* next_piece_begin_ = nullptr;           ///< where the next piece is cut off the newest region
  char* newest_region_end_ = nullptr;          ///< the end of the newest region of small blocks
  char* newest_region_zeros_begin_ = nullptr;  ///< address from which on the newest region consists of zeros
  std::vector<HeapRegion> heap_regions_;       ///< all regions of the heap, sorted by address
  /// Regions of freed large blocks, kept for new large blocks; the last freed one is last.
  std::vector<HeapRegion> kept_large_regions_;
  HeapRegion first_region_{};                 ///< the first region of small blocks, which is kept from run to run
  char* first_region_zeros_begin_ = nullptr;  ///< address from which on the first region consists of zeros
};

/// Allocates a block of the running program's heap, or of the host's malloc if no program runs. Returns null, and sets
/// errno, if there is no memory. `caller` is the place in the program that asks for the block.
void* allocate_for_caller(const void* caller, std::size_t bytes);
/// Does the same for a block whose address is a multiple of `alignment`.
void* allocate_aligned_for_caller(const void* caller, std::size_t alignment, std::size_t bytes);

/// Frees a block of the program's heap, on behalf of the function with this name. A block that the program's libraries
/// have from the host's malloc is freed by the host's free. Without a running program, a block of a program's heap
/// stays allocated until the end of the program's run.
void release_block(const char* function, void* block);

/// Carries out realloc for programs: changes the size of a block, either of the program's heap or of the host's malloc.
void* reallocate(void* block, std::size_t bytes);

}  // namespace switchyard
