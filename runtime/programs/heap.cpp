#include "runtime/programs/heap.hpp"

#include <fmt/format.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <utility>

#include "runtime/call_text.hpp"
#include "runtime/programs/binding.hpp"
#include "runtime/programs/consists_of_byte.hpp"
#include "runtime/programs/own_accesses.hpp"
#include "runtime/programs/process.hpp"
#include "runtime/programs/small_blocks.hpp"
#include "runtime/programs/state_hash.hpp"

namespace switchyard {

namespace {

// Behind each guarded block of a program's heap lie kGuardBytes bytes with the value kGuardValue, and then the address
// in the program of the call that has allocated the block. Freed blocks are filled with kFreedValue.
constexpr std::size_t kGuardBytes = 64 - sizeof(void*);
constexpr std::size_t kBytesBehindGuardedBlock = kGuardBytes + sizeof(void*);
constexpr unsigned char kGuardValue = 0xA5, kFreedValue = 0xDD;

constexpr std::size_t kFirstRegionBytes = std::size_t{128} << 10U, kSecondRegionBytes = std::size_t{1} << 20U,
                      kLargestRegionBytes = std::size_t{4} << 20U;
/// Pieces of a heap's memory with more bytes than this have regions of their own.
constexpr std::size_t kLargestPieceInSharedRegion = std::size_t{256} << 10U;
// The heap keeps the memory regions of freed large blocks for new blocks, within these limits: bytes of one region,
// bytes of all kept regions, and number of kept regions.
constexpr std::size_t kLargestKeptRegionBytes = std::size_t{32} << 20U, kMostKeptBytes = std::size_t{64} << 20U,
                      kMostKeptRegions = 16;

/// The size of a piece of heap memory (a block with its header), and the index of this size in the list of sizes. Up to
/// 1 KiB, the sizes are the multiples of 16 bytes; beyond it, there are eight sizes between a power of two and the next
/// one, so that a block that grows step by step is moved only a few times.
struct MemoryPieceSize {
  std::size_t index;
  std::size_t bytes;
};
MemoryPieceSize memory_piece_size_for(std::size_t bytes) noexcept {
  constexpr std::size_t kLastOfMultiples = 1024;
  if (bytes <= kLastOfMultiples) {
    const std::size_t count = (bytes + 15) / 16;
    return {count, 16 * count};
  }
  const auto exponent = static_cast<std::size_t>(std::bit_width(bytes - 1)) - 1;
  const std::size_t steps = (bytes - 1) >> (exponent - 3);  // between 8 and 15
  return {65 + (exponent - 10) * 8 + (steps - 8), (steps + 1) << (exponent - 3)};
}

/// As long as this object exists, memory comes from the host's malloc instead of the program's heap, as with
/// EmulatorCodeScope.
class HostMemoryScope {
 public:
  HostMemoryScope() noexcept : process_(std::exchange(t_process, nullptr)) {}
  ~HostMemoryScope() { t_process = process_; }
  HostMemoryScope(const HostMemoryScope&) = delete;
  HostMemoryScope& operator=(const HostMemoryScope&) = delete;

 private:
  Process* process_;
};

/// Whether the heap of any program has ever had memory. Relaxed accesses suffice: a thread that gets a block from
/// another thread has synchronised with that thread.
constinit std::atomic<bool> has_any_program_heap_had_memory{false};

char* map_zeroed_memory(std::size_t bytes) noexcept {
  has_any_program_heap_had_memory.store(true, std::memory_order_relaxed);
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<char*>(memory);
}

}  // namespace

std::uint64_t Heap::header_mark_of_block(const void* block) noexcept {
  return reinterpret_cast<std::uintptr_t>(block) ^ 0x9e3779b97f4a7c15U;
}

Heap::~Heap() {
  free_all_blocks();
  if (first_region_.begin != nullptr)
    munmap(first_region_.begin, static_cast<std::size_t>(first_region_.end - first_region_.begin));
}

// --- regions (large ranges of memory, from which blocks are cut) -----------------------------------------------------

bool Heap::is_in_first_or_listed_heap_region(const void* memory) const noexcept {
  const auto* const at = static_cast<const char*>(memory);
  const auto contains_it = [at](const HeapRegion& region) { return at >= region.begin && at < region.end; };
  if (contains_it(first_region_)) return true;
  const auto behind = std::ranges::upper_bound(heap_regions_, at, std::less<>(), &HeapRegion::begin);
  return behind != heap_regions_.begin() && contains_it(*(behind - 1));
}

void Heap::insert_region(const HeapRegion& region) noexcept {
  const HostMemoryScope host;
  heap_regions_.insert(std::ranges::upper_bound(heap_regions_, region.begin, {}, &HeapRegion::begin), region);
}

char* Heap::map_new_heap_region(std::size_t bytes, bool has_one_block) noexcept {
  char* const begin = map_zeroed_memory(bytes);
  if (begin != nullptr) insert_region({begin, begin + bytes, has_one_block});
  return begin;
}

/// Returns a memory region for a large block: one that a freed large block has left, or a new one.
Heap::MemoryPiece Heap::take_large_block_region(std::size_t bytes) noexcept {
  const auto fits = [bytes](const HeapRegion& region) {
    const auto size = static_cast<std::size_t>(region.end - region.begin);
    return bytes <= size && size <= 2 * bytes;
  };
  const auto found = std::ranges::find_if(kept_large_regions_, fits);
  if (found == kept_large_regions_.end()) return {map_new_heap_region(bytes, true), true};
  const HeapRegion region = *found;
  kept_large_regions_.erase(found);
  insert_region(region);
  return {region.begin, false};
}

void Heap::give_back_large_block_region(char* begin) noexcept {
  const auto found = std::ranges::find(heap_regions_, begin, &HeapRegion::begin);
  if (found == heap_regions_.end() || !found->is_for_one_large_block) return;
  const HeapRegion region = *found;
  heap_regions_.erase(found);
  const auto size_of = [](const HeapRegion& each) { return static_cast<std::size_t>(each.end - each.begin); };
  const HostMemoryScope host;
  kept_large_regions_.push_back(region);
  std::size_t all = 0;
  for (const HeapRegion& each : kept_large_regions_) all += size_of(each);
  while (!kept_large_regions_.empty() && (size_of(kept_large_regions_.back()) > kLargestKeptRegionBytes ||
                                          all > kMostKeptBytes || kept_large_regions_.size() > kMostKeptRegions)) {
    const auto leaves = size_of(kept_large_regions_.back()) > kLargestKeptRegionBytes ? kept_large_regions_.end() - 1
                                                                                      : kept_large_regions_.begin();
    all -= size_of(*leaves);
    munmap(leaves->begin, size_of(*leaves));
    kept_large_regions_.erase(leaves);
  }
}

/// Calls `visit` with the beginning and the end of the used part of each memory region of the heap: where blocks lie,
/// or have lain in this run.
template <class Visit>
void Heap::visit_used_memory(Visit visit) const {
  const auto visit_region = [&](const HeapRegion& region) {
    visit(region.begin, region.begin == newest_region_begin_ ? next_piece_begin_ : region.end);
  };
  visit_region(first_region_);
  for (const HeapRegion& region : heap_regions_) visit_region(region);
}

std::size_t Heap::used_bytes() const noexcept {
  std::size_t bytes = 0;
  visit_used_memory([&](const char* begin, const char* end) { bytes += static_cast<std::size_t>(end - begin); });
  return bytes;
}

void Heap::add_heap_state_to_hash(StateHash& hash) const noexcept {
  visit_used_memory([&](const char* begin, const char* end) {
    hash.add_number(reinterpret_cast<std::uintptr_t>(begin));
    hash.add_bytes(begin, static_cast<std::size_t>(end - begin));
  });
  for (const HeapRegion& region : kept_large_regions_) hash.add_number(reinterpret_cast<std::uintptr_t>(region.begin));
  hash.add_object_bytes_to_hash(free_memory_pieces_);
  hash.add_number(kept_freed_bytes_);
}

// --- blocks (the memory that the program has allocated) --------------------------------------------------------------

void Heap::link_into_list(HeapBlockListLink& list, BlockHeader& header) noexcept {
  header.link = {list.next, &list};
  list.next->previous = &header.link;
  list.next = &header.link;
}

void Heap::unlink_from_list(BlockHeader& header) noexcept {
  header.link.previous->next = header.link.next;
  header.link.next->previous = header.link.previous;
}

/// Returns whether the two links in a block's header belong to a list of blocks, and were not overwritten by the
/// program.
bool Heap::has_intact_block_list_links(const BlockHeader& header) const noexcept {
  const auto is_valid = [this](const HeapBlockListLink* link) {
    return link == &allocated_blocks_ || link == &freed_blocks_ || contains(link);
  };
  const auto [next, previous] = header.link;
  return is_valid(next) && is_valid(previous) && next->previous == &header.link && previous->next == &header.link;
}

/// Calls `visit` with the header of each block in a list. Stops where `visit` returns true, or where the program has
/// overwritten a header. Returns whether it came to the end of the list.
template <class Visit>
bool Heap::visit_heap_blocks_in_list(const HeapBlockListLink& list, HeapBlockListLink* HeapBlockListLink::*direction,
                                     Visit visit) const {
  for (const HeapBlockListLink* link = list.*direction; link != &list; link = link->*direction) {
    const auto* const header = reinterpret_cast<const BlockHeader*>(link);
    if (!contains(header) || state_of(header + 1) > kFreedBlock || visit(*header)) return false;
  }
  return true;
}

/// Cuts a piece of memory off the heap's newest region, or off a new region if the newest one has too little left.
Heap::MemoryPiece Heap::cut_off_memory_piece(std::size_t bytes) noexcept {
  if (static_cast<std::size_t>(newest_region_end_ - next_piece_begin_) < bytes) {
    const bool is_first = first_region_.begin == nullptr;
    const std::size_t more =
        is_first ? kFirstRegionBytes : std::clamp(2 * newest_region_bytes_, kSecondRegionBytes, kLargestRegionBytes);
    char* const begin = is_first ? map_zeroed_memory(more) : map_new_heap_region(more, false);
    if (begin == nullptr) return {};
    if (is_first) first_region_ = {begin, begin + more, false};
    if (newest_region_begin_ == first_region_.begin) start_of_zeros_in_first_region_ = first_region_.end;
    newest_region_begin_ = next_piece_begin_ = start_of_zeros_in_newest_region_ = begin;
    newest_region_end_ = begin + more;
    newest_region_bytes_ = more;
    if (bytes > more) return cut_off_memory_piece(bytes);
  }
  const MemoryPiece piece{next_piece_begin_, next_piece_begin_ >= start_of_zeros_in_newest_region_};
  next_piece_begin_ += bytes;
  start_of_zeros_in_newest_region_ = std::max(start_of_zeros_in_newest_region_, next_piece_begin_);
  return piece;
}

Heap::MemoryPiece Heap::take_piece(std::size_t bytes) noexcept {
  const MemoryPieceSize size = memory_piece_size_for(bytes);
  if (size.bytes > kLargestPieceInSharedRegion) return take_large_block_region(size.bytes);
  HeapBlockListLink*& freed = free_memory_pieces_[size.index];
  if (freed == nullptr) return cut_off_memory_piece(size.bytes);
  auto* const begin = reinterpret_cast<char*>(freed);
  if (!contains(begin) || !contains(begin + size.bytes - 1)) {
    freed = nullptr;  // the list of freed pieces is damaged: the program has written into freed memory
    return cut_off_memory_piece(size.bytes);
  }
  freed = freed->next;
  return {begin, false};
}

/// Makes a new block, without changing what its memory contains.
Heap::NewHeapBlock Heap::make_block(std::size_t bytes, std::size_t alignment, const void* caller) noexcept {
  const std::size_t extra = sizeof(BlockHeader) + (alignment > kDefaultAlignment ? alignment : 0);
  if (bytes > kMostBlockBytes || extra > kMostBytesBeforeBlock) return {};
  const MemoryPiece piece = take_piece(bytes + extra + (guards_new_blocks_ ? kBytesBehindGuardedBlock : 0));
  if (piece.begin == nullptr) return {};
  const auto mask = ~(static_cast<std::uintptr_t>(alignment) - 1);
  auto* const block = reinterpret_cast<char*>((reinterpret_cast<std::uintptr_t>(piece.begin) + extra) & mask);
  BlockHeader* const header = block_header_of(block);
  link_into_list(allocated_blocks_, *header);
  header->bytes_before_block = static_cast<std::uint64_t>(block - piece.begin) & kMostBytesBeforeBlock;
  header->bytes = bytes & kMostBlockBytes;
  header->address_masked_block_state =
      header_mark_of_block(block) ^ (guards_new_blocks_ ? kGuardedBlock : kUnguardedBlock);
  if (guards_new_blocks_) {
    std::memset(block + bytes, kGuardValue, kGuardBytes);
    std::memcpy(block + bytes + kGuardBytes, &caller, sizeof(caller));
  }
  return {block, piece.consists_of_zeros};
}

void* Heap::allocate(std::size_t bytes, std::size_t alignment, const void* caller) noexcept {
  return make_block(bytes, alignment, caller).block;
}

/// Returns a new block of zeros. Pages that are fresh from the host are zeros already, and are not written to, so that
/// a large table of which the program uses only a few places needs little memory.
void* Heap::allocate_zeros(std::size_t bytes, const void* caller) noexcept {
  const NewHeapBlock made = make_block(bytes, kDefaultAlignment, caller);
  return made.block == nullptr || made.consists_of_zeros ? made.block : std::memset(made.block, 0, bytes);
}

std::map<const void*, Heap::BlockTotals> Heap::guarded_blocks_by_caller() const {
  std::map<const void*, BlockTotals> all;
  visit_heap_blocks_in_list(allocated_blocks_, &HeapBlockListLink::next, [&](const BlockHeader& header) {
    const char* const end = reinterpret_cast<const char*>(&header + 1) + header.bytes;
    const void* caller = nullptr;
    if (is_guarded(&header + 1) && contains(end)) std::memcpy(&caller, end + kGuardBytes, sizeof(caller));
    if (caller == nullptr) return false;
    ++all[caller].count;
    all[caller].bytes += header.bytes;
    return false;
  });
  return all;
}

bool Heap::is_block_of_any_program_heap(const void* block) noexcept {
  if (!has_any_program_heap_had_memory.load(std::memory_order_relaxed)) return false;
  constexpr std::uintptr_t kPageBytes = 4096;
  std::uint64_t mark = 0;
  if (reinterpret_cast<std::uintptr_t>(block) % kPageBytes >= sizeof(mark)) return state_of(block) <= kFreedBlock;
  // If the host's allocator has made the block, and the block begins a page, the page before it may not exist. The
  // header is therefore read by the kernel, which reports an error instead of raising a signal.
  const iovec into{&mark, sizeof(mark)}, from{&block_header_of(block)->address_masked_block_state, sizeof(mark)};
  const int saved_errno = errno;
  const ssize_t bytes_read = ::process_vm_readv(::getpid(), &into, 1, &from, 1, 0);
  const int error = bytes_read < 0 ? std::exchange(errno, saved_errno) : 0;
  // The kernel does not permit process_vm_readv, so that the header is read directly.
  if (error != 0 && error != EFAULT) return state_of(block) <= kFreedBlock;
  return bytes_read == sizeof(mark) && (mark ^ header_mark_of_block(block)) <= kFreedBlock;
}

bool Heap::is_overrun(const void* block) noexcept {
  const auto* const guard = static_cast<const unsigned char*>(block) + block_header_of(block)->bytes;
  return is_guarded(block) && !are_all_bytes_equal_to_value(guard, kGuardBytes, kGuardValue);
}

std::optional<std::size_t> Heap::size_of_overrun_block() const noexcept {
  std::optional<std::size_t> found;
  // Visits the list of blocks from both ends, because a write beyond the end of a block may have overwritten the links
  // of the next block.
  for (HeapBlockListLink* HeapBlockListLink::*const direction :
       {&HeapBlockListLink::next, &HeapBlockListLink::previous}) {
    visit_heap_blocks_in_list(allocated_blocks_, direction, [&](const BlockHeader& header) {
      if (!found && contains(reinterpret_cast<const char*>(&header + 1) + header.bytes) && is_overrun(&header + 1))
        found = header.bytes;
      return found.has_value();
    });
  }
  return found;
}

/// Returns the freed block with this header if the program has written in it since it has freed the block.
std::optional<Heap::ChangedFreedBlock> Heap::find_change_of_freed_block(const BlockHeader& header) const noexcept {
  const auto* const begin = reinterpret_cast<const unsigned char*>(&header + 1);
  const auto* const end = begin + header.bytes;
  if (!contains(end) || are_all_bytes_equal_to_value(begin, header.bytes, kFreedValue)) return std::nullopt;
  ChangedFreedBlock found{.bytes = header.bytes};
  if (are_all_bytes_equal_to_value(end, kGuardBytes, kGuardValue))
    std::memcpy(&found.allocation_return_address, end + kGuardBytes, sizeof(found.allocation_return_address));
  return found;
}

std::optional<Heap::ChangedFreedBlock> Heap::changed_freed_block() const noexcept {
  std::optional<ChangedFreedBlock> found = earlier_changed_block_;
  if (found) return found;
  visit_heap_blocks_in_list(freed_blocks_, &HeapBlockListLink::next, [&](const BlockHeader& header) {
    found = find_change_of_freed_block(header);
    return found.has_value();
  });
  return found;
}

void Heap::free_block(void* block) noexcept {
  char* const piece = memory_piece_of(block);
  const MemoryPieceSize size = memory_piece_size_for(used_piece_bytes_of(block));
  block_header_of(block)->address_masked_block_state = header_mark_of_block(block) ^ kFreedBlock;
  if (size.bytes > kLargestPieceInSharedRegion) return give_back_large_block_region(piece);
  auto* const link = reinterpret_cast<HeapBlockListLink*>(piece);
  link->next = std::exchange(free_memory_pieces_[size.index], link);
}

bool Heap::release_block_memory(void* block) noexcept {
  constexpr std::size_t kMostKept = std::size_t{16} << 20U;
  if (!is_allocated_block(block) || !contains(memory_piece_of(block))) return false;
  BlockHeader* const header = block_header_of(block);
  if (!has_intact_block_list_links(*header)) return false;
  unlink_from_list(*header);
  if (!is_guarded(block) || header->bytes > kMostKept) {
    free_block(block);
    return true;
  }
  link_into_list(freed_blocks_, *header);
  header->address_masked_block_state = header_mark_of_block(block) ^ kFreedBlock;
  std::memset(block, kFreedValue, header->bytes);
  kept_freed_bytes_ += header->bytes;
  while (kept_freed_bytes_ > kMostKept) {
    auto* const oldest = reinterpret_cast<BlockHeader*>(freed_blocks_.previous);
    if (!contains(oldest) || !has_intact_block_list_links(*oldest)) break;
    if (!earlier_changed_block_) earlier_changed_block_ = find_change_of_freed_block(*oldest);
    kept_freed_bytes_ -= oldest->bytes;
    unlink_from_list(*oldest);
    free_block(oldest + 1);
  }
  return true;
}

/// Returns how many bytes of its piece of memory a block uses, including its header and its guard bytes.
std::size_t Heap::used_piece_bytes_of(const void* block) noexcept {
  const BlockHeader& header = *block_header_of(block);
  return header.bytes_before_block + header.bytes + (is_guarded(block) ? kBytesBehindGuardedBlock : 0);
}

std::size_t Heap::capacity_of_block(const void* block) noexcept {
  if (is_guarded(block)) return block_header_of(block)->bytes;
  return memory_piece_size_for(used_piece_bytes_of(block)).bytes - block_header_of(block)->bytes_before_block;
}

bool Heap::resize_in_place(void* block, std::size_t bytes) noexcept {
  BlockHeader& header = *block_header_of(block);
  if (is_guarded(block) || bytes > kMostBlockBytes) return false;
  if (memory_piece_size_for(header.bytes_before_block + bytes).bytes !=
      memory_piece_size_for(used_piece_bytes_of(block)).bytes)
    return false;
  header.bytes = bytes & kMostBlockBytes;
  return true;
}

void Heap::free_all_blocks() noexcept {
  const HostMemoryScope host;
  for (std::vector<HeapRegion>* const regions : {&heap_regions_, &kept_large_regions_}) {
    for (const HeapRegion& each : *regions) munmap(each.begin, static_cast<std::size_t>(each.end - each.begin));
    regions->clear();
  }
  if (newest_region_begin_ == first_region_.begin) start_of_zeros_in_first_region_ = start_of_zeros_in_newest_region_;
  forget_all_blocks();
}

/// Makes the heap empty. Only the heap's first memory region is kept.
void Heap::forget_all_blocks() noexcept {
  for (HeapBlockListLink* const list : {&allocated_blocks_, &freed_blocks_}) list->next = list->previous = list;
  kept_freed_bytes_ = 0;
  earlier_changed_block_.reset();
  free_memory_pieces_.fill(nullptr);
  newest_region_begin_ = next_piece_begin_ = first_region_.begin;
  newest_region_end_ = first_region_.end;
  newest_region_bytes_ = static_cast<std::uintptr_t>(first_region_.end - first_region_.begin);
  start_of_zeros_in_newest_region_ = start_of_zeros_in_first_region_;
}

std::optional<Heap::BlockBounds> Heap::block_bounds_in_list(const HeapBlockListLink& list,
                                                            const void* byte) const noexcept {
  constexpr int kMostLooks = 4096;
  const auto at = reinterpret_cast<std::uintptr_t>(byte);
  int looks = 0;
  std::optional<BlockBounds> found;
  visit_heap_blocks_in_list(list, &HeapBlockListLink::next, [&](const BlockHeader& header) {
    const auto begin = reinterpret_cast<std::uintptr_t>(&header + 1);
    if (at >= begin && at < begin + header.bytes) found = {begin, begin + header.bytes};
    return found.has_value() || ++looks == kMostLooks;
  });
  return found;
}

std::optional<Heap::BlockBounds> Heap::bounds_of_block_at(const void* byte) const noexcept {
  if (!contains(byte)) return std::nullopt;
  if (const auto own = block_bounds_in_list(allocated_blocks_, byte)) return own;
  auto freed = block_bounds_in_list(freed_blocks_, byte);
  if (freed) freed->is_freed = true;
  return freed;
}

/// Returns whether the byte certainly lies in no block, allocated or freed. Returns false also if that is not known,
/// because the program has overwritten the links between the blocks.
bool Heap::is_outside_all_blocks(const void* byte) const noexcept {
  const auto at = reinterpret_cast<std::uintptr_t>(byte);
  const auto is_at_byte = [&](const BlockHeader& header) {
    const auto begin = reinterpret_cast<std::uintptr_t>(&header + 1);
    return at >= begin && at < begin + header.bytes;
  };
  return contains(byte) && visit_heap_blocks_in_list(allocated_blocks_, &HeapBlockListLink::next, is_at_byte) &&
         visit_heap_blocks_in_list(freed_blocks_, &HeapBlockListLink::next, is_at_byte);
}

std::string Heap::text_of_memory_misuse(std::span<const std::byte> memory) const {
  const auto block = bounds_of_block_at(memory.data());
  if (!block) {
    return is_outside_all_blocks(memory.data()) ? "the buffer begins in memory that the program has not allocated"
                                                : std::string();
  }
  if (block->is_freed) return "the buffer is in memory that the program has freed";
  const std::uintptr_t end = reinterpret_cast<std::uintptr_t>(memory.data()) + memory.size();
  if (end <= block->end) return {};
  return fmt::format("the buffer goes {} B beyond the end of the memory of {} B that the program has allocated",
                     end - block->end, block->end - block->begin);
}

std::size_t Heap::allocated_block_count() const noexcept {
  std::size_t count = 0;
  visit_heap_blocks_in_list(allocated_blocks_, &HeapBlockListLink::next,
                            [&](const BlockHeader&) { return ++count == 0; });
  return count;
}

// --- functions that programs call: malloc, free and the like ---------------------------------------------------------

void* allocate_for_caller(const void* caller, std::size_t bytes) {
  if (t_process == nullptr) return std::malloc(bytes);
  void* const block = t_process->heap.allocate(bytes, Heap::kDefaultAlignment, caller);
  if (block == nullptr) errno = ENOMEM;
  return block;
}

void* allocate_aligned_for_caller(const void* caller, std::size_t alignment, std::size_t bytes) {
  if (t_process == nullptr) return std::aligned_alloc(alignment, bytes);
  return t_process->heap.allocate(bytes, alignment, caller);
}

namespace {

void* program_malloc(std::size_t bytes) { return allocate_for_caller(__builtin_return_address(0), bytes); }

/// Returns in words which memory the program has passed to a function of the heap that does not accept it.
std::string text_of_misused_block(const Process& process, const void* block) {
  const PageBlocks::MemoryBlockWithCallSites* const page_block =
      process.page_blocks.find_page_block_around_address(block);
  const bool is_freed = page_block != nullptr ? page_block->freeing_site.has_value() : Heap::is_freed(block);
  if (is_freed) return "memory that it has freed already";
  if (page_block == nullptr) return "memory that it has not allocated, or whose bounds it has overwritten";
  return fmt::format("memory that {} has allocated, and that another function has to free",
                     call_text("a call", page_block->allocation_call_site));
}

[[noreturn]] void fail_for_misuse_of_heap(const char* function, void* block) {
  Process& process = *t_process;
  std::exception_ptr error;
  {
    const EmulatorCodeScope host(process);
    error = process.error_of_misused_block(function, text_of_misused_block(process, block));
  }
  process.leave_program_with_error(std::move(error));
}

}  // namespace

void release_block(const char* function, void* block) {
  Process* const process = t_process;
  if (process == nullptr || !process->heap.contains(block)) {
    if (SmallMemoryBlockAllocator::release(block)) return;
    if (process != nullptr && process->page_blocks.find_page_block_around_address(block) != nullptr)
      fail_for_misuse_of_heap(function, block);
    if (!Heap::is_block_of_any_program_heap(block)) return std::free(block);
    if (process != nullptr) fail_for_misuse_of_heap(function, block);
    return;
  }
  const bool is_watched = process->is_run_checked_for_defects() && Heap::is_block_of_any_program_heap(block);
  if (is_watched && !process->note_misuse_of_freed_block(block)) return;
  if (!process->heap.release_block_memory(block)) fail_for_misuse_of_heap(function, block);
}

namespace {

void free_block_for_program(void* block) {
  if (block != nullptr) release_block("free", block);
}

void* program_calloc(std::size_t count, std::size_t size) {
  if (t_process == nullptr) return std::calloc(count, size);
  std::size_t bytes = 0;
  void* const block = __builtin_mul_overflow(count, size, &bytes)
                          ? nullptr
                          : t_process->heap.allocate_zeros(bytes, __builtin_return_address(0));
  if (block == nullptr) errno = ENOMEM;
  return block;
}

}  // namespace

void* reallocate(void* block, std::size_t bytes) {
  const void* const caller = __builtin_return_address(0);
  if (block == nullptr) return allocate_for_caller(caller, bytes);
  if (t_process != nullptr && t_process->page_blocks.find_page_block_around_address(block) != nullptr)
    fail_for_misuse_of_heap("realloc", block);
  if (t_process == nullptr || (!t_process->heap.contains(block) && !Heap::is_block_of_any_program_heap(block)))
    return std::realloc(block, bytes);
  if (!t_process->heap.is_allocated_block(block)) fail_for_misuse_of_heap("realloc", block);
  if (bytes == 0) {
    release_block("realloc", block);
    return nullptr;
  }
  if (Heap::resize_in_place(block, bytes)) return block;
  void* const larger = allocate_for_caller(caller, bytes);
  if (larger == nullptr) return nullptr;
  std::memcpy(larger, block, std::min(bytes, Heap::capacity_of_block(block)));
  release_block("realloc", block);
  return larger;
}

namespace {

void* reallocate_array(void* block, std::size_t count, std::size_t size) {
  std::size_t bytes = 0;
  if (!__builtin_mul_overflow(count, size, &bytes)) return reallocate(block, bytes);
  errno = ENOMEM;
  return nullptr;
}

void* allocate_aligned(std::size_t alignment, std::size_t bytes) {
  return allocate_aligned_for_caller(__builtin_return_address(0), alignment, bytes);
}

int allocate_aligned_into(void** block, std::size_t alignment, std::size_t bytes) {
  if (alignment % sizeof(void*) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
  *block = allocate_aligned(alignment, bytes);
  return *block == nullptr ? ENOMEM : 0;
}

void* allocate_pages(std::size_t bytes) { return allocate_aligned(4096, bytes); }

std::size_t usable_size_of_block(void* block) {
  if (block == nullptr) return 0;
  return t_process->heap.is_allocated_block(block) ? Heap::capacity_of_block(block) : malloc_usable_size(block);
}

char* copy_text(const char* text) {
  const std::size_t bytes = std::strlen(text) + 1;
  note_library_access(text, bytes, ReadOrWrite::reads, __builtin_return_address(0));
  auto* const copy = static_cast<char*>(allocate_for_caller(__builtin_return_address(0), bytes));
  return copy == nullptr ? nullptr : static_cast<char*>(std::memcpy(copy, text, bytes));
}

char* copy_text_up_to(const char* text, std::size_t most) {
  const std::size_t length = strnlen(text, most);
  auto* const copy = static_cast<char*>(allocate_for_caller(__builtin_return_address(0), length + 1));
  if (copy == nullptr) return nullptr;
  std::memcpy(copy, text, length);
  copy[length] = '\0';
  return copy;
}

const SymbolBinding kHeapBindings[] = {
    SymbolBinding::make_function_binding("malloc", program_malloc),
    SymbolBinding::make_function_binding("calloc", program_calloc),
    SymbolBinding::make_function_binding("realloc", reallocate),
    SymbolBinding::make_function_binding("reallocarray", reallocate_array),
    SymbolBinding::make_function_binding("free", free_block_for_program),
    SymbolBinding::make_function_binding("cfree", free_block_for_program),
    SymbolBinding::make_function_binding("aligned_alloc", allocate_aligned),
    SymbolBinding::make_function_binding("memalign", allocate_aligned),
    SymbolBinding::make_function_binding("valloc", allocate_pages),
    SymbolBinding::make_function_binding("posix_memalign", allocate_aligned_into),
    SymbolBinding::make_function_binding("malloc_usable_size", usable_size_of_block),
    SymbolBinding::make_function_binding("strdup", copy_text),
    SymbolBinding::make_function_binding("__strdup", copy_text),
    SymbolBinding::make_function_binding("strndup", copy_text_up_to),
};

}  // namespace

SymbolBindings heap_bindings() { return kHeapBindings; }

}  // namespace switchyard
