#include "runtime/programs/mpi/packed_history.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace switchyard::mpi {
namespace {

/// Returns the sequence of basic types that consists of those of `before`, followed by those of `behind`.
TypeSignature joined_signature(const TypeSignature& before, const TypeSignature& behind) {
  if (before.type() == nullptr) return behind;
  const std::array<std::uint64_t, 2> lengths{before.value_count(), behind.value_count()};
  const std::array<std::int64_t, 2> displacements{0, static_cast<std::int64_t>(before.bytes())};
  const std::array<LayoutPtr, 2> types{before.type(), behind.type()};
  return {struct_layout(lengths, displacements, types), 1};
}

bool has_bytes(const PackedValueHistory::PackedValueRecord& packing, std::span<const std::byte> bytes) {
  return std::ranges::equal(packing.bytes, bytes);
}

}  // namespace

void PackedValueHistory::add_packed_values(std::span<const std::byte> packed, std::size_t before,
                                           const TypeSignature& signature, const CallOfNode& originating_call) {
  constexpr std::size_t kMost = 256, kMostBytes = std::size_t{1} << 16U;
  if (packed.size() == before) return;
  const std::lock_guard lock(mutex_);
  if (has_too_many_packed_records_ || packed.size() > kMostBytes || packed_value_records_.size() >= kMost) {
    has_too_many_packed_records_ = true;
    packed_value_records_.clear();
    return;
  }
  std::vector<PackedValueRecord> fronts;
  if (before == 0) fronts.emplace_back();
  for (const PackedValueRecord& each : packed_value_records_) {
    if (before > 0 && has_bytes(each, packed.first(before))) fronts.push_back(each);
  }
  for (PackedValueRecord& front : fronts) {
    front.signature = joined_signature(front.signature, signature);
    front.bytes.assign(packed.begin(), packed.end());
    front.callers.push_back(originating_call);
    const auto is_same = [&](const PackedValueRecord& each) {
      return has_bytes(each, packed) && each.signature == front.signature;
    };
    if (std::ranges::none_of(packed_value_records_, is_same)) packed_value_records_.push_back(std::move(front));
  }
}

std::optional<PackedValueHistory::PackedValueRecord> PackedValueHistory::find_record_of_packed_bytes(
    std::span<const std::byte> packed) const {
  const std::lock_guard lock(mutex_);
  const PackedValueRecord* found = nullptr;
  for (const PackedValueRecord& each : packed_value_records_) {
    if (!has_bytes(each, packed)) continue;
    if (found != nullptr) return std::nullopt;
    found = &each;
  }
  return found == nullptr ? std::nullopt : std::optional(*found);
}

bool PackedValueHistory::may_be_prefix_of_packed_values(std::span<const std::byte> packed) const {
  const std::lock_guard lock(mutex_);
  const auto begins_with_packed = [&](const PackedValueRecord& each) {
    return each.bytes.size() >= packed.size() && std::ranges::equal(std::span(each.bytes).first(packed.size()), packed);
  };
  return has_too_many_packed_records_ || std::ranges::any_of(packed_value_records_, begins_with_packed);
}

std::optional<PackedValueHistory::PackedValueRecord> PackedValueHistory::find_packing_of_other_types(
    std::span<const std::byte> buffer, std::size_t offset, const TypeSignature& signature) const {
  const std::lock_guard lock(mutex_);
  const PackedValueRecord* other = nullptr;
  for (const PackedValueRecord& each : packed_value_records_) {
    const std::size_t bytes = each.bytes.size();
    if (bytes < offset + signature.bytes() || bytes > buffer.size() || !has_bytes(each, buffer.first(bytes))) continue;
    if (each.signature.has_values_at(offset, signature)) return std::nullopt;
    other = &each;
  }
  return other == nullptr ? std::nullopt : std::optional(*other);
}

}  // namespace switchyard::mpi
