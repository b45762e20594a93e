/// \file collective_area.cpp

#include "runtime/programs/mpi/collective_area.hpp"

#include <algorithm>
#include <functional>

namespace switchyard::mpi {
namespace {

std::byte* begin_of(const Values& values) { return dense_begin(values.buffer, *values.type); }
bool is_dense(const Values& values) { return values.type->is_dense(values.count); }

}  // namespace

bool overlap(const Values& a, const Values& b) {
  if (a.bytes() == 0 || b.bytes() == 0) return false;
  const std::byte *const at = begin_of(a), *const bt = begin_of(b);
  if (at == bt) return true;
  if (!is_dense(a) || !is_dense(b)) return false;
  const std::less<> before;
  return before(at, bt) ? before(bt, at + a.bytes()) : before(at, bt + b.bytes());
}

Area::Area(std::vector<Values> blocks, bool adjacent) : blocks_(std::move(blocks)) {
  if (lies_as_it_is(adjacent)) {
    use_memory();
  } else {
    use_copy();
  }
}

bool Area::lies_as_it_is(bool adjacent) const {
  const std::byte* end = nullptr;
  for (const Values& block : blocks_) {
    if (block.bytes() == 0) continue;
    if (!is_dense(block)) return false;
    if (adjacent && end != nullptr && end != begin_of(block)) return false;
    end = begin_of(block) + block.bytes();
  }
  return true;
}

void Area::use_memory() {
  std::byte *first = nullptr, *end = nullptr;
  const std::less<> before;
  for (const Values& block : blocks_) {
    if (block.bytes() == 0) continue;
    std::byte* const begin = begin_of(block);
    if (first == nullptr || before(begin, first)) first = begin;
    if (end == nullptr || before(end, begin + block.bytes())) end = begin + block.bytes();
  }
  bytes_ = {first, end};
  for (const Values& block : blocks_) {
    places_.counts.push_back(block.bytes());
    places_.offsets.push_back(block.bytes() == 0 ? 0 : static_cast<std::size_t>(begin_of(block) - first));
  }
}

void Area::use_copy() {
  std::size_t bytes = 0;
  for (const Values& block : blocks_) {
    places_.counts.push_back(block.bytes());
    places_.offsets.push_back(bytes);
    bytes += block.bytes();
  }
  copy_.resize(bytes);
  bytes_ = copy_;
}

void Area::load(std::size_t rank) {
  if (copy_.empty()) return;
  pack(blocks_[rank].buffer, blocks_[rank].count, *blocks_[rank].type, block(rank));
}

void Area::load() {
  for (std::size_t rank = 0; rank < blocks_.size(); ++rank) load(rank);
}

void Area::store() const {
  if (copy_.empty()) return;
  for (std::size_t rank = 0; rank < blocks_.size(); ++rank) {
    unpack(block(rank), blocks_[rank].buffer, blocks_[rank].count, *blocks_[rank].type);
  }
}

}  // namespace switchyard::mpi
