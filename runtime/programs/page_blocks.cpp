#include "runtime/programs/page_blocks.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "runtime/programs/consists_of_byte.hpp"
#include "runtime/programs/state_hash.hpp"

namespace switchyard {
namespace {

constexpr std::uintptr_t kPageBytes = 4096;
/// The unusable pages before and behind the pages of each block, in bytes.
constexpr std::uintptr_t kGuardBytes = kPageBytes;
constexpr std::uintptr_t kBlockAlignment = 16;
/// The range of addresses that each object reserves for its blocks. It takes no memory.
constexpr std::size_t kReservedBytes = std::size_t{1} << 30U;
/// The value of the bytes of a block's pages that lie outside of the block.
constexpr unsigned char kFillByteOutsideBlock = 0xA5;

constexpr std::uintptr_t round_up(std::uintptr_t number, std::uintptr_t step) noexcept {
  return (number + step - 1) / step * step;
}

/// The beginnings of the reserved ranges of all objects, for signal handlers; 0 where there is none.
constinit std::array<std::atomic<std::uintptr_t>, 4096> g_reserved_ranges{};

/// Enters the beginning of a reserved range into the table of all ranges in place of `old`. Returns false if the table
/// does not contain `old`.
bool replace_reserved_range(std::uintptr_t old, std::uintptr_t begin) noexcept {
  return std::ranges::any_of(g_reserved_ranges, [&](std::atomic<std::uintptr_t>& each) {
    std::uintptr_t expected = old;
    return each.load() == old && each.compare_exchange_strong(expected, begin);
  });
}

void* map_unusable_pages(void* at, std::size_t bytes, int flags) noexcept {
  return mmap(at, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags, -1, 0);
}

void fill_page_bytes_outside_block(const PageGuardedMemoryBlock& block) noexcept {
  std::memset(reinterpret_cast<void*>(block.pages_begin), kFillByteOutsideBlock, block.begin - block.pages_begin);
  std::memset(reinterpret_cast<void*>(block.end), kFillByteOutsideBlock, block.pages_end - block.end);
}

bool are_outside_bytes_unchanged(std::uintptr_t begin, std::uintptr_t end) noexcept {
  return are_all_bytes_equal_to_value(reinterpret_cast<const unsigned char*>(begin), end - begin,
                                      kFillByteOutsideBlock);
}

}  // namespace

PageBlocks::~PageBlocks() {
  if (reserved_begin_ == nullptr) return;
  replace_reserved_range(reinterpret_cast<std::uintptr_t>(reserved_begin_), 0);
  munmap(reserved_begin_, kReservedBytes);
}

bool PageBlocks::reserve_addresses() noexcept {
  if (reserved_begin_ != nullptr) return true;
  void* const range = map_unusable_pages(nullptr, kReservedBytes, 0);
  if (range == MAP_FAILED) return false;
  if (!replace_reserved_range(0, reinterpret_cast<std::uintptr_t>(range))) {
    munmap(range, kReservedBytes);
    return false;
  }
  reserved_begin_ = static_cast<char*>(range);
  return true;
}

/// Makes pages usable behind those of the last block, with unusable pages around them. Returns null if that fails.
char* PageBlocks::take_pages(std::size_t bytes) noexcept {
  const std::size_t more = bytes + 2 * kGuardBytes;
  if (bytes > kReservedBytes || !reserve_addresses() || used_bytes_of_reserved_range_ + more > kReservedBytes)
    return nullptr;
  char* const begin = reserved_begin_ + used_bytes_of_reserved_range_ + kGuardBytes;
  if (mprotect(begin, bytes, PROT_READ | PROT_WRITE) != 0) return nullptr;
  used_bytes_of_reserved_range_ += more;
  return begin;
}

PageGuardedMemoryBlock* PageBlocks::allocate(std::size_t bytes, CallSite site, Placement placement,
                                             std::uint32_t sharing_nodes) {
  const std::uintptr_t aligned = round_up(std::max<std::size_t>(bytes, 1), kBlockAlignment);
  const std::size_t page_bytes = round_up(aligned, kPageBytes);
  char* const pages = bytes > kReservedBytes ? nullptr : take_pages(page_bytes);
  if (pages == nullptr) return nullptr;
  PageGuardedMemoryBlock& block = own_blocks_.emplace_back();
  block.pages_begin = reinterpret_cast<std::uintptr_t>(pages);
  block.pages_end = block.pages_begin + page_bytes;
  block.begin = placement == Placement::block_ends_at_page_end ? block.pages_end - aligned : block.pages_begin;
  block.end = block.begin + bytes;
  block.block_sharing_node_count = sharing_nodes;
  fill_page_bytes_outside_block(block);
  share(block, site);
  return &block;
}

void PageBlocks::share(PageGuardedMemoryBlock& block, CallSite site) {
  const auto place = std::ranges::upper_bound(blocks_in_use_, block.begin, {},
                                              [](const MemoryBlockWithCallSites& each) { return each.block->begin; });
  blocks_in_use_.insert(place, {&block, site, std::nullopt});
}

void PageBlocks::free(PageGuardedMemoryBlock& block, CallSite site) noexcept {
  const auto found = std::ranges::lower_bound(blocks_in_use_, block.begin, {},
                                              [](const MemoryBlockWithCallSites& each) { return each.block->begin; });
  if (found != blocks_in_use_.end() && found->block == &block) found->freeing_site = site;
  if (block.block_freeing_node_count < block.block_sharing_node_count || block.must_keep_pages_usable) return;
  void* const pages = reinterpret_cast<void*>(block.pages_begin);
  const std::size_t bytes = block.pages_end - block.pages_begin;
  mprotect(pages, bytes, PROT_NONE);
  // A few freed pages are kept until the end of the run, because giving them back takes longer.
  constexpr std::size_t kMostKeptBytes = std::size_t{256} << 10U;
  if (kept_freed_bytes_ + bytes > kMostKeptBytes) {
    madvise(pages, bytes, MADV_DONTNEED);
  } else {
    kept_freed_bytes_ += bytes;
  }
}

const PageBlocks::MemoryBlockWithCallSites* PageBlocks::find_page_block_around_address(
    const void* address) const noexcept {
  if (blocks_in_use_.empty()) [[likely]]
    return nullptr;
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const auto found = std::ranges::upper_bound(blocks_in_use_, at, {}, [](const MemoryBlockWithCallSites& each) {
    return each.block->pages_end + kGuardBytes - 1;
  });
  return found == blocks_in_use_.end() || at + kGuardBytes < found->block->pages_begin ? nullptr : &*found;
}

PageGuardedMemoryBlock* PageBlocks::block_at(const void* address) const noexcept {
  const MemoryBlockWithCallSites* const found = find_page_block_around_address(address);
  const bool is_begin = found != nullptr && found->block->first_byte() == address && !found->freeing_site;
  return is_begin ? found->block : nullptr;
}

std::string PageBlocks::text_of_memory_misuse(std::span<const std::byte> memory) const {
  const MemoryBlockWithCallSites& used = *find_page_block_around_address(memory.data());
  if (used.freeing_site) return "the buffer is in memory that the program has freed";
  const auto begin = reinterpret_cast<std::uintptr_t>(memory.data());
  const auto [first, end] = std::pair(used.block->begin, used.block->end);
  if (begin < first || begin >= end) return "the buffer begins in memory that the program has not allocated";
  if (begin + memory.size() <= end) return {};
  return fmt::format("the buffer goes {} B beyond the end of the memory of {} B that the program has allocated",
                     begin + memory.size() - end, end - first);
}

bool PageBlocks::is_overrun(const PageGuardedMemoryBlock& block) noexcept {
  return !are_outside_bytes_unchanged(block.pages_begin, block.begin) ||
         !are_outside_bytes_unchanged(block.end, block.pages_end);
}

const PageGuardedMemoryBlock* PageBlocks::overrun_block() const noexcept {
  const auto found = std::ranges::find_if(own_blocks_, [](const PageGuardedMemoryBlock& each) {
    return each.block_freeing_node_count == 0 && is_overrun(each);
  });
  return found == own_blocks_.end() ? nullptr : &*found;
}

std::size_t PageBlocks::used_bytes() const noexcept {
  std::size_t bytes = 0;
  for (const MemoryBlockWithCallSites& each : blocks_in_use_)
    bytes += each.freeing_site ? 0 : each.block->pages_end - each.block->pages_begin;
  return bytes;
}

void PageBlocks::add_block_contents_to_hash(StateHash& hash) const noexcept {
  hash.add_number(used_bytes_of_reserved_range_);
  for (const auto& [block, made, freed] : blocks_in_use_) {
    hash.add_number(block->begin);
    if (freed || block->block_freeing_node_count > 0) continue;
    hash.add_bytes(reinterpret_cast<const void*>(block->pages_begin), block->pages_end - block->pages_begin);
  }
}

void PageBlocks::forget_all_blocks() noexcept {
  blocks_in_use_.clear();
  own_blocks_.clear();
  if (used_bytes_of_reserved_range_ > 0) map_unusable_pages(reserved_begin_, used_bytes_of_reserved_range_, MAP_FIXED);
  used_bytes_of_reserved_range_ = kept_freed_bytes_ = 0;
}

bool PageBlocks::make_page_usable(const void* address) noexcept {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const bool is_inside = std::ranges::any_of(g_reserved_ranges, [at](const std::atomic<std::uintptr_t>& each) {
    const std::uintptr_t begin = each.load();
    return begin != 0 && at - begin < kReservedBytes;
  });
  void* const page = reinterpret_cast<void*>(at & ~(kPageBytes - 1));
  return is_inside && mprotect(page, kPageBytes, PROT_READ | PROT_WRITE) == 0;
}

}  // namespace switchyard
