#pragma once
/// \file heap.hpp
/// The memory that a program has allocated. It lies in regions of its own, so that a program that writes beyond its
/// blocks damages no memory of the emulator, and so that all blocks can be given back when the program's node is done.
/// In runs that look for defects, blocks are guarded: a few bytes behind each block show whether the program has
/// written there, and freed blocks are kept for a while, so that a later use of them is found.

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

/// The memory allocated by one program, as blocks. Small blocks are cut off from large regions of memory, and are kept
/// in a list for each size when they are freed; a large block has a region of its own. The list of regions is stored
/// outside of the regions. The program may overwrite anything in its regions, so that the headers of blocks are checked
/// before they are used. Only the thread that runs the program may use this object.
class Heap {
 public:
  Heap() noexcept { forget_all_blocks(); }
  ~Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  /// Sets whether blocks that are allocated from now on are guarded, so that the program's writes behind their end are
  /// detected.
  void set_block_guarding(bool is_guarded) noexcept { guards_new_blocks_ = is_guarded; }
  /// Returns a new block, or null if there is no memory. `alignment` is a power of two. `caller` is the address in the
  /// program's code that has asked for the block, or null if the emulator has asked for it.
  void* allocate(std::size_t bytes, std::size_t alignment = kDefaultAlignment, const void* caller = nullptr) noexcept;
  /// Returns a new block of zeros, or null if there is no memory.
  void* allocate_zeros(std::size_t bytes, const void* caller = nullptr) noexcept;
  /// Frees a block for the program. A guarded block of up to 16 MiB is only marked as freed, and kept for a while.
  /// Returns false if `block` is no block, or if the program has overwritten the header in front of it.
  bool release_block_memory(void* block) noexcept;
  void free_all_blocks() noexcept;
  /// Returns the size of a guarded block of this heap behind whose end the program has written, or nothing if there is
  /// no such block.
  std::optional<std::size_t> size_of_overrun_block() const noexcept;
  /// A block that the program has freed, and in which it has written since: its size, and the address in the program's
  /// code that has asked for the block (null if it is not known).
  struct ChangedFreedBlock {
    std::size_t bytes = 0;
    const void* allocation_return_address = nullptr;
  };
  /// Returns a guarded block of this heap in which the program has written after it has freed the block, or nothing if
  /// there is no such block. Blocks in which the program has written only after the heap has stopped keeping them are
  /// not found.
  std::optional<ChangedFreedBlock> changed_freed_block() const noexcept;
  /// Returns the number of blocks of this heap that are allocated at present.
  std::size_t allocated_block_count() const noexcept;

  /// The number of several blocks of a heap, and the sum of their sizes.
  struct BlockTotals {
    std::size_t count = 0, bytes = 0;
  };
  /// Returns the guarded blocks that are allocated at present, by the address in the program's code that has asked for
  /// them. Blocks that the emulator has asked for are left out.
  std::map<const void*, BlockTotals> guarded_blocks_by_caller() const;

  /// Returns the number of bytes of memory in which the heap has blocks, or has had blocks in this run.
  std::size_t used_bytes() const noexcept;
  /// Adds the contents of the heap to the hash, together with the state that decides where later blocks will lie.
  void add_heap_state_to_hash(StateHash& hash) const noexcept;

  /// Returns whether `memory` points into a region of this heap.
  bool contains(const void* memory) const noexcept {
    const auto place =
        reinterpret_cast<std::uintptr_t>(memory) - reinterpret_cast<std::uintptr_t>(newest_region_begin_);
    return place < newest_region_bytes_ || is_in_first_or_listed_heap_region(memory);
  }
  /// Returns whether `block` points to an allocated block of this heap.
  bool is_allocated_block(const void* block) const noexcept { return contains(block) && state_of(block) < kFreedBlock; }
  /// Returns whether `block` points to a block of any program's heap, rather than of the host's malloc.
  static bool is_block_of_any_program_heap(const void* block) noexcept;
  static bool is_guarded(const void* block) noexcept { return state_of(block) == kGuardedBlock; }
  /// Returns whether the program has freed the heap block `block`.
  static bool is_freed(const void* block) noexcept { return state_of(block) == kFreedBlock; }
  /// Returns whether the program has written behind the end of the guarded heap block `block`.
  static bool is_overrun(const void* block) noexcept;
  /// Returns the number of bytes for which the memory of a block has room. Needs: `block` is an allocated block of a
  /// Heap.
  static std::size_t capacity_of_block(const void* block) noexcept;
  /// Changes the size of a block without moving the block. Returns false, and changes nothing, if the block's memory is
  /// too small, or much larger than needed. Needs: `block` is an allocated block of a Heap.
  static bool resize_in_place(void* block, std::size_t bytes) noexcept;

  /// Where a block of the heap begins and ends: the address of its first byte, and the address behind its last byte,
  /// according to the size that the program asked for.
  struct BlockBounds {
    std::uintptr_t begin = 0, end = 0;
    bool is_freed = false;
  };
  /// Returns the bounds of the block that contains this byte. Returns nothing if the byte lies in no block, or if the
  /// search gives up because too many blocks were allocated after the block.
  std::optional<BlockBounds> bounds_of_block_at(const void* byte) const noexcept;
  /// Returns why a program must not pass this memory to a call, as far as the heap can tell: the memory was freed,
  /// begins outside of all blocks, or extends beyond the end of a block. Returns an empty text if nothing is wrong.
  std::string text_of_memory_misuse(std::span<const std::byte> memory) const;

  static constexpr std::size_t kDefaultAlignment = 16;

 private:
  struct HeapBlockListLink {
    HeapBlockListLink* next;
    HeapBlockListLink* previous;
  };
  /// The header in front of a block of the heap. `address_masked_block_state` lies directly in front of the block's
  /// first byte.
  struct BlockHeader {
    HeapBlockListLink link;
    /// Bytes between the beginning of the block's piece of memory and the block's first byte.
    std::uint64_t bytes_before_block : 24;
    std::uint64_t bytes : 40;
    /// The block's state, combined by exclusive or with a number that depends on the block's address, so that memory
    /// which is no block does not have such a mark by chance.
    std::uint64_t address_masked_block_state;
  };
  /// A range of memory that the heap has got from the host, and from which it cuts blocks.
  struct HeapRegion {
    char* begin;
    char* end;
    bool is_for_one_large_block;
  };
  /// A piece of memory with room for a block and its header, and whether the memory consists of zeros.
  struct MemoryPiece {
    char* begin = nullptr;
    bool consists_of_zeros = false;
  };
  /// A new block of the heap, and whether its memory consists of zeros.
  struct NewHeapBlock {
    void* block = nullptr;
    bool consists_of_zeros = false;
  };
  static constexpr std::size_t kMostBlockBytes = (std::size_t{1} << 40U) - 1;
  static constexpr std::size_t kMostBytesBeforeBlock = (std::size_t{1} << 24U) - 1;
  /// The number of different sizes of memory pieces; for each size the heap has a list of freed pieces.
  static constexpr std::size_t kMemoryPieceSizeCount = 129;
  static char* memory_piece_of(const void* block) noexcept {
    return reinterpret_cast<char*>(reinterpret_cast<std::uintptr_t>(block) -
                                   block_header_of(block)->bytes_before_block);
  }
  static BlockHeader* block_header_of(const void* block) noexcept {
    return reinterpret_cast<BlockHeader*>(reinterpret_cast<std::uintptr_t>(block) - sizeof(BlockHeader));
  }
  /// The state of a block of a heap, which is stored in the mark of the block's header, combined by exclusive or with
  /// header_mark_of_block(). If the mark gives none of these states, the memory is not a block of any heap.
  enum HeapBlockState : std::uint64_t { kUnguardedBlock, kGuardedBlock, kFreedBlock };
  static std::uint64_t header_mark_of_block(const void* block) noexcept;
  static std::uint64_t state_of(const void* block) noexcept {
    return block_header_of(block)->address_masked_block_state ^ header_mark_of_block(block);
  }
  static std::size_t used_piece_bytes_of(const void* block) noexcept;
  bool has_intact_block_list_links(const BlockHeader& header) const noexcept;
  static void unlink_from_list(BlockHeader& header) noexcept;
  static void link_into_list(HeapBlockListLink& list, BlockHeader& header) noexcept;
  NewHeapBlock make_block(std::size_t bytes, std::size_t alignment, const void* caller) noexcept;
  MemoryPiece take_piece(std::size_t bytes) noexcept;
  MemoryPiece take_large_block_region(std::size_t bytes) noexcept;
  MemoryPiece cut_off_memory_piece(std::size_t bytes) noexcept;
  template <class Visit>
  void visit_used_memory(Visit visit) const;
  char* map_new_heap_region(std::size_t bytes, bool has_one_block) noexcept;
  void insert_region(const HeapRegion& region) noexcept;
  void give_back_large_block_region(char* begin) noexcept;
  void free_block(void* block) noexcept;
  void forget_all_blocks() noexcept;
  bool is_in_first_or_listed_heap_region(const void* memory) const noexcept;
  template <class Visit>
  bool visit_heap_blocks_in_list(const HeapBlockListLink& list, HeapBlockListLink* HeapBlockListLink::*direction,
                                 Visit visit) const;
  std::optional<BlockBounds> block_bounds_in_list(const HeapBlockListLink& list, const void* byte) const noexcept;
  bool is_outside_all_blocks(const void* byte) const noexcept;
  std::optional<ChangedFreedBlock> find_change_of_freed_block(const BlockHeader& header) const noexcept;

  HeapBlockListLink allocated_blocks_;
  /// Guarded blocks that the program has freed and that the heap keeps, the last freed one first.
  HeapBlockListLink freed_blocks_;
  std::size_t kept_freed_bytes_ = 0;
  /// The first block that turned out to be changed when the heap stopped keeping it.
  std::optional<ChangedFreedBlock> earlier_changed_block_;
  bool guards_new_blocks_ = false;
  /// For each size, the list of freed pieces of memory, the last freed one first.
  std::array<HeapBlockListLink*, kMemoryPieceSizeCount> free_memory_pieces_;
  char* newest_region_begin_ = nullptr;     ///< the beginning of the heap's newest region of small blocks
  std::uintptr_t newest_region_bytes_ = 0;  ///< size in bytes of the newest region of small blocks
  char* next_piece_begin_ = nullptr;        ///< where the next piece of memory is cut off the newest region
  char* newest_region_end_ = nullptr;       ///< the end of the newest region of small blocks
  char* start_of_zeros_in_newest_region_ =
      nullptr;                            ///< address from which on the newest region still consists of zeros
  std::vector<HeapRegion> heap_regions_;  ///< all memory regions of the heap, sorted by address
  /// Regions of freed large blocks, kept for new large blocks; the last freed one is last.
  std::vector<HeapRegion> kept_large_regions_;
  HeapRegion first_region_{};  ///< the heap's first region of small blocks, which is kept from run to run
  char* start_of_zeros_in_first_region_ = nullptr;  ///< address from which on the first region still consists of zeros
};

/// Allocates a block from the heap of the running program, or from the host's malloc if no program runs. Returns null,
/// and sets errno, if there is no memory. `caller` is the address in the program's code that asks for the block.
void* allocate_for_caller(const void* caller, std::size_t bytes);
/// Allocates a block as allocate_for_caller() does, at an address that is a multiple of `alignment`.
void* allocate_aligned_for_caller(const void* caller, std::size_t alignment, std::size_t bytes);

/// Frees a block for a program that has called the function `function`, such as free. A block that came from the host's
/// malloc, as those of the program's libraries may, is freed by the host's free. If no program runs, a block of a
/// program's heap stays allocated until the end of the program's run.
void release_block(const char* function, void* block);

/// Carries out realloc for programs: changes the size of a block, either of the program's heap or of the host's malloc.
void* reallocate(void* block, std::size_t bytes);

}  // namespace switchyard
