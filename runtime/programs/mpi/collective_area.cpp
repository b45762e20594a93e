/// \file collective_area.cpp

#include "runtime/programs/mpi/collective_area.hpp"

#include <algorithm>
#include <functional>

#include "runtime/programs/crash.hpp"
#include "runtime/programs/mpi/packing.hpp"

namespace switchyard::mpi {
namespace {

std::byte* begin_of_values(const Values& values) { return begin_of_dense_values(values.buffer, *values.type); }
bool is_dense(const Values& values) { return values.type->is_dense(values.count); }

/// Adds the ranges of bytes in which values lie to `ranges`. Returns false if there are too many
/// ranges to store.
bool add(ByteRanges& ranges, const Values& values) {
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
    if (each.bytes() > 0 && !add(ranges, each)) break;
  }
  ranges.sort();
  return ranges;
}
ByteRanges byte_ranges_of(const Values& values) { return byte_ranges_of(std::span(&values, 1)); }

Values values_from_offset(const Values& base, std::int64_t offset, std::uint64_t count) {
  auto* const buffer = static_cast<std::byte*>(base.buffer) + offset * base.type->extent();
  return {buffer, count, base.type};
}

bool overlap(const Values& a, const Values& b) {
  if (a.bytes() == 0 || b.bytes() == 0) return false;
  const std::byte *const at = begin_of_values(a), *const bt = begin_of_values(b);
  if (at == bt) return true;
  if (!is_dense(a) || !is_dense(b)) return false;
  const std::less<> before;
  return before(at, bt) ? before(bt, at + a.bytes()) : before(at, bt + b.bytes());
}

CollectiveArea::CollectiveArea(Values all, std::size_t blocks) : rows_{std::move(all)}, equal_blocks_(blocks) {
  if (is_dense(rows_.front())) {
    bytes_ = {begin_of_values(rows_.front()), rows_.front().bytes()};
  } else {
    use_packed_copy();
  }
}

CollectiveArea::CollectiveArea(std::vector<Values> blocks) : rows_(std::move(blocks)) {
  if (std::all_of(rows_.begin(), rows_.end(), is_dense)) {
    use_program_memory();
  } else {
    use_packed_copy();
  }
}

void CollectiveArea::use_program_memory() {
  std::byte *first = nullptr, *end = nullptr;
  const std::less<> before;
  for (const Values& row : rows_) {
    if (row.bytes() == 0) continue;
    std::byte* const begin = begin_of_values(row);
    if (first == nullptr || before(begin, first)) first = begin;
    if (end == nullptr || before(end, begin + row.bytes())) end = begin + row.bytes();
  }
  bytes_ = {first, end};
  for (const Values& row : rows_) {
    places_.counts.push_back(row.bytes());
    places_.offsets.push_back(row.bytes() == 0 ? 0 : static_cast<std::size_t>(begin_of_values(row) - first));
  }
}

void CollectiveArea::use_packed_copy() {
  std::vector<std::size_t> counts;
  for (const Values& row : rows_) counts.push_back(row.bytes());
  places_ = contiguous_blocks(std::move(counts));
  packed_copy_.resize(places_.offsets.back() + places_.counts.back());
  bytes_ = packed_copy_;
}

void CollectiveArea::force_packed_copy() {
  if (!packed_copy_.empty() || rows_.empty()) return;
  use_packed_copy();
  is_diverted_ = true;
}

std::span<std::byte> CollectiveArea::block(std::size_t rank) const noexcept {
  if (equal_blocks_ == 0) return bytes_.subspan(places_.offsets[rank], places_.counts[rank]);
  const std::size_t each = bytes_.size() / equal_blocks_;
  return bytes_.subspan(rank * each, each);
}

Values CollectiveArea::values_of_block(std::size_t rank) const {
  if (equal_blocks_ == 0) return rows_[rank];
  const std::uint64_t each = rows_.front().count / equal_blocks_;
  return values_from_offset(rows_.front(), static_cast<std::int64_t>(rank * each), each);
}

void CollectiveArea::check_readable() const {
  if (!packed_copy_.empty()) return;
  for (const Values& row : rows_) switchyard::check_readable(begin_of_values(row), row.bytes());
}

void CollectiveArea::check_writable() const {
  if (!packed_copy_.empty()) return;
  for (const Values& row : rows_) switchyard::check_writable(begin_of_values(row), row.bytes());
}

void CollectiveArea::load_from_program_memory() {
  if (packed_copy_.empty()) return;
  std::span<std::byte> rest = packed_copy_;
  for (const Values& row : rows_) {
    pack(row.buffer, row.count, *row.type, rest);
    rest = rest.subspan(row.bytes());
  }
}

void CollectiveArea::load_from_program_memory(std::size_t rank) {
  if (packed_copy_.empty()) return;
  const Values values = values_of_block(rank);
  pack(values.buffer, values.count, *values.type, block(rank));
}

void CollectiveArea::store_to_program_memory() const {
  if (packed_copy_.empty()) return;
  std::span<const std::byte> rest = packed_copy_;
  for (const Values& row : rows_) {
    unpack(rest.first(row.bytes()), row.buffer, row.count, *row.type);
    rest = rest.subspan(row.bytes());
  }
}

}  // namespace switchyard::mpi
