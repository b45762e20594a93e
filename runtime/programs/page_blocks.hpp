#pragma once
/// \file page_blocks.hpp
/// Memory that an interface such as MPI allocates for a program, in runs that look for defects. Each block has pages of
/// its own, with unusable pages before and behind them, and its pages become unusable when it is freed. So the
/// processor itself reports a program's loads and stores that miss a block by much, or that come after its end, and
/// nothing has to be checked as long as there are none.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/call_site.hpp"

namespace switchyard {

class StateHash;

/// A block in pages of its own. Several nodes may share it; their threads use only its atomic members.
struct PageGuardedMemoryBlock {
  std::uintptr_t begin = 0, end = 0;              ///< the bytes that the program has asked for
  std::uintptr_t pages_begin = 0, pages_end = 0;  ///< the block's pages
  std::uint32_t block_sharing_node_count = 1;
  /// The number of sharing nodes that have begun to free the block. Memory orders are the default.
  std::atomic<std::uint32_t> block_freeing_node_count{0};
  /// Whether the block's pages must remain usable because a call under way uses them.
  std::atomic<bool> must_keep_pages_usable{false};

  std::byte* first_byte() const noexcept { return reinterpret_cast<std::byte*>(begin); }
};

/// The blocks that one program uses: those allocated here, and those of other nodes that it shares. Only the thread
/// that runs the program may use this object. The blocks exist until forget_all_blocks() is called, which must not
/// happen before the programs of all nodes are done.
class PageBlocks {
 public:
  PageBlocks() = default;
  ~PageBlocks();
  PageBlocks(const PageBlocks&) = delete;
  PageBlocks& operator=(const PageBlocks&) = delete;

  /// Where a block lies in its pages. A load or store just behind the block is reported by the processor if the block
  /// ends with its last page, except for the few bytes that alignment takes; just before the block, if it begins with
  /// its first page.
  enum class Placement : std::uint8_t { block_ends_at_page_end, block_begins_at_page_start };

  /// Makes a block of zeros that `sharing_nodes` nodes use, of which this one is the first. `site` is the program's
  /// call that has asked for the memory. Returns null if no room is left in the range of addresses of this object, or
  /// if the host has no memory.
  PageGuardedMemoryBlock* allocate(std::size_t bytes, CallSite site,
                                   Placement placement = Placement::block_ends_at_page_end,
                                   std::uint32_t sharing_nodes = 1);
  /// Makes a block of another node known as one that this program uses, too.
  void share(PageGuardedMemoryBlock& block, CallSite site);
  /// Frees a block for this program, whose call `site` frees it. The pages become unusable when all sharing nodes have
  /// begun to free the block (PageGuardedMemoryBlock::block_freeing_node_count).
  void free(PageGuardedMemoryBlock& block, CallSite site) noexcept;

  /// A block as this program uses it.
  struct MemoryBlockWithCallSites {
    PageGuardedMemoryBlock* block = nullptr;
    CallSite allocation_call_site;
    std::optional<CallSite> freeing_site;
  };
  /// Returns the block to whose pages, or to the unusable pages around them, `address` belongs; null if there is none.
  /// A signal handler may call this function.
  const MemoryBlockWithCallSites* find_page_block_around_address(const void* address) const noexcept;
  /// Returns the block that begins at `address` and that this program has not freed; null if there is none.
  PageGuardedMemoryBlock* block_at(const void* address) const noexcept;
  /// Returns why a program must not pass this memory to a call, or an empty text if it may. Needs:
  /// find_page_block_around_address() has found a block for the beginning of the memory.
  std::string text_of_memory_misuse(std::span<const std::byte> memory) const;
  /// Returns a block made by allocate(), and that nobody has begun to free, in whose pages the program has written
  /// outside of the block; null if there is none.
  const PageGuardedMemoryBlock* overrun_block() const noexcept;
  /// Returns whether somebody has written outside of the block in its pages. Needs: its pages are usable.
  static bool is_overrun(const PageGuardedMemoryBlock& block) noexcept;

  std::size_t used_bytes() const noexcept;
  /// Adds the contents of the blocks to the hash, together with the addresses of later blocks.
  void add_block_contents_to_hash(StateHash& hash) const noexcept;
  void forget_all_blocks() noexcept;

  /// Makes the page at `address` usable if it lies in pages of any program's blocks, because the emulator itself has
  /// accessed it. Returns false if it does not. A signal handler may call this function.
  static bool make_page_usable(const void* address) noexcept;

 private:
  char* take_pages(std::size_t bytes) noexcept;
  bool reserve_addresses() noexcept;

  char* reserved_begin_ = nullptr;  ///< beginning of the range of addresses in which the blocks lie; null if none
  std::size_t used_bytes_of_reserved_range_ = 0;
  std::size_t kept_freed_bytes_ = 0;  ///< bytes of the pages of freed blocks that have not been given back to the host
  std::deque<PageGuardedMemoryBlock> own_blocks_;
  std::vector<MemoryBlockWithCallSites> blocks_in_use_;  ///< sorted by address
};

}  // namespace switchyard
