/// \file collective_area.cpp

#include "runtime/programs/mpi/collective_area.hpp"

#include <algorithm>
#include <functional>

#include "runtime/programs/crash.hpp"
#include "runtime/programs/mpi/packing.hpp"

namespace switchyard::mpi {
namespace {

std::byte* address_of_first_byte_of_values(const Values& values) {
  return begin_of_dense_values(values.buffer, *values.type);
}
bool is_dense(const Values& values) { return values.type->is_dense(values.count); }

/// Adds the ranges of bytes in which values lie to `ranges`. Returns false if there are too many
/// ranges to store.
bool add_ranges_of_values(ByteRanges& ranges, const Values& values) {
  if (is_dense(values)) {
    const auto begin = reinterpret_cast<std::uintptr_t>(address_of_first_byte_of_values(values));
    return ranges.add(begin, begin + values.bytes());
  }
  bool fits = true;
  const auto whole = [](const TypeLayout& type) { return type.is_dense(); };
  const auto put = [&](const std::byte* begin, std::uint64_t count, std::int64_t stride, const TypeLayout& piece) {
    const bool in_a_row = stride == static_cast<std::int64_t>(piece.size());
    for (std::uint64_t i = 0; fits && i < (in_a_row ? 1 : count); ++i, begin += stride) {
      const auto from = reinterpret_cast<std::uintptr_t>(begin);
      fits = ranges.add(from, from + piece.size() * (in_a_row ? count : 1));
    }
    return fits;
  };
  detail::for_each_part_of_layout(static_cast<std::byte*>(values.buffer), values.count, values.type->extent(),
                                  *values.type, whole, put);
  return fits;
}

}  // namespace

ByteRanges byte_ranges_of(std::span<const Values> values) {
  ByteRanges ranges;
  for (const Values& each : values) {
    if (each.bytes() > 0 && !add_ranges_of_values(ranges, each)) break;
  }
  ranges.sort();
  return ranges;
}
ByteRanges byte_ranges_of(const Values& values) { return byte_ranges_of(std::span(&values, 1)); }

Values values_from_offset(const Values& base, std::int64_t offset, std::uint64_t count) {
  auto* const buffer = static_cast<std::byte*>(base.buffer) + offset * base.type->extent();
  return {buffer, count, base.type};
}

bool do_values_overlap(const Values& a, const Values& b) {
  if (a.bytes() == 0 || b.bytes() == 0) return false;
  const std::byte *const at = address_of_first_byte_of_values(a), *const bt = address_of_first_byte_of_values(b);
  if (at == bt) return true;
  if (!is_dense(a) || !is_dense(b)) return false;
  const std::less<> before;
  return before(at, bt) ? before(bt, at + a.bytes()) : before(at, bt + b.bytes());
}

CollectiveDataBlocks::CollectiveDataBlocks(Values all, std::size_t blocks)
    : program_values_{std::move(all)}, equal_block_count_(blocks) {
  if (is_dense(program_values_.front())) {
    bytes_ = {address_of_first_byte_of_values(program_values_.front()), program_values_.front().bytes()};
  } else {
    use_packed_copy();
  }
}

CollectiveDataBlocks::CollectiveDataBlocks(std::vector<Values> blocks) : program_values_(std::move(blocks)) {
  if (std::all_of(program_values_.begin(), program_values_.end(), is_dense)) {
    use_program_memory();
  } else {
    use_packed_copy();
  }
}

void CollectiveDataBlocks::use_program_memory() {
  std::byte *first = nullptr, *end = nullptr;
  const std::less<> before;
  for (const Values& row : program_values_) {
    if (row.bytes() == 0) continue;
    std::byte* const begin = address_of_first_byte_of_values(row);
    if (first == nullptr || before(begin, first)) first = begin;
    if (end == nullptr || before(end, begin + row.bytes())) end = begin + row.bytes();
  }
  bytes_ = {first, end};
  for (const Values& row : program_values_) {
    block_sizes_and_offsets_.counts.push_back(row.bytes());
    block_sizes_and_offsets_.offsets.push_back(
        row.bytes() == 0 ? 0 : static_cast<std::size_t>(address_of_first_byte_of_values(row) - first));
  }
}

void CollectiveDataBlocks::use_packed_copy() {
  std::vector<std::size_t> counts;
  for (const Values& row : program_values_) counts.push_back(row.bytes());
  block_sizes_and_offsets_ = contiguous_blocks(std::move(counts));
  packed_copy_.resize(block_sizes_and_offsets_.offsets.back() + block_sizes_and_offsets_.counts.back());
  bytes_ = packed_copy_;
}

void CollectiveDataBlocks::force_packed_copy() {
  if (!packed_copy_.empty() || program_values_.empty()) return;
  use_packed_copy();
  is_copy_forced_ = true;
}

std::span<std::byte> CollectiveDataBlocks::block_of_rank(std::size_t rank) const noexcept {
  if (equal_block_count_ == 0)
    return bytes_.subspan(block_sizes_and_offsets_.offsets[rank], block_sizes_and_offsets_.counts[rank]);
  const std::size_t each = bytes_.size() / equal_block_count_;
  return bytes_.subspan(rank * each, each);
}

Values CollectiveDataBlocks::values_of_block(std::size_t rank) const {
  if (equal_block_count_ == 0) return program_values_[rank];
  const std::uint64_t each = program_values_.front().count / equal_block_count_;
  return values_from_offset(program_values_.front(), static_cast<std::int64_t>(rank * each), each);
}

void CollectiveDataBlocks::check_readable() const {
  if (!packed_copy_.empty()) return;
  for (const Values& row : program_values_)
    switchyard::check_readable(address_of_first_byte_of_values(row), row.bytes());
}

void CollectiveDataBlocks::check_writable() const {
  if (!packed_copy_.empty()) return;
  for (const Values& row : program_values_)
    switchyard::check_writable(address_of_first_byte_of_values(row), row.bytes());
}

void CollectiveDataBlocks::load_from_program_memory() {
  if (packed_copy_.empty()) return;
  std::span<std::byte> rest = packed_copy_;
  for (const Values& row : program_values_) {
    pack(row.buffer, row.count, *row.type, rest);
    rest = rest.subspan(row.bytes());
  }
}

void CollectiveDataBlocks::load_from_program_memory(std::size_t rank) {
  if (packed_copy_.empty()) return;
  const Values values = values_of_block(rank);
  pack(values.buffer, values.count, *values.type, block_of_rank(rank));
}

void CollectiveDataBlocks::store_to_program_memory() const {
  if (packed_copy_.empty()) return;
  std::span<const std::byte> rest = packed_copy_;
  for (const Values& row : program_values_) {
    unpack(rest.first(row.bytes()), row.buffer, row.count, *row.type);
    rest = rest.subspan(row.bytes());
  }
}

}  // namespace switchyard::mpi
