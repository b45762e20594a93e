#pragma once
/// \file trace_hash.hpp
/// A 64-bit number for the whole sequence of events of a run. Equal sequences have equal numbers.

#include <cstdint>

#include "runtime/event.hpp"

namespace switchyard {

/// Hashes the events of a run in their order, so that swapping two of them changes the hash. The
/// sequence numbers of events are left out, because they say nothing beyond the order.
class TraceHash {
 public:
  void add(const Event& event) noexcept {
    const auto what = (static_cast<std::uint64_t>(event.kind) << 32U) | event.subject_number;
    hash_value_ =
        (hash_value_ ^ static_cast<std::uint64_t>(event.time) ^ (what * 0x9e3779b97f4a7c15ULL)) * 0xff51afd7ed558ccdULL;
    hash_value_ ^= (hash_value_ >> 32U) + index(event.node());
  }
  std::uint64_t value() const noexcept { return hash_value_; }

 private:
  std::uint64_t hash_value_ = 0x5851f42d4c957f2dULL;
};

}  // namespace switchyard
