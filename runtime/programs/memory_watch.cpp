#include "runtime/programs/memory_watch.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace switchyard {
namespace {

const char* access_verb_of(ReadOrWrite touch) noexcept { return touch == ReadOrWrite::reads ? "reads" : "writes"; }

}  // namespace

ByteRanges::ByteRanges(std::span<const std::byte> bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(bytes.data());
  if (!bytes.empty()) add(begin, begin + bytes.size());
}

bool ByteRanges::add(std::uintptr_t begin, std::uintptr_t end) {
  constexpr std::size_t kMost = std::size_t{1} << 14U;
  if (has_too_many_ranges_) return false;
  if (!byte_ranges_.empty() && byte_ranges_.back().second == begin) {
    byte_ranges_.back().second = end;
  } else {
    byte_ranges_.emplace_back(begin, end);
  }
  has_too_many_ranges_ = byte_ranges_.size() > kMost;
  if (has_too_many_ranges_) byte_ranges_.clear();
  return !has_too_many_ranges_;
}

void ByteRanges::sort() {
  if (byte_ranges_.size() > 1) std::ranges::sort(byte_ranges_);
}

bool ByteRanges::overlap_each_other() const noexcept {
  return std::ranges::adjacent_find(byte_ranges_, [](const Range& one, const Range& next) {
           return one.second > next.first;
         }) != byte_ranges_.end();
}

bool ByteRanges::overlap(const ByteRanges& other) const noexcept {
  if (empty() || other.empty()) return false;
  for (auto mine = byte_ranges_.begin(), theirs = other.byte_ranges_.begin();
       mine != byte_ranges_.end() && theirs != other.byte_ranges_.end();) {
    if (mine->second <= theirs->first) {
      ++mine;
    } else if (theirs->second <= mine->first) {
      ++theirs;
    } else {
      return true;
    }
  }
  return false;
}

bool ByteRanges::overlap(std::uintptr_t begin, std::uintptr_t end) const noexcept {
  const auto behind = std::ranges::upper_bound(byte_ranges_, begin, {}, &Range::second);
  return behind != byte_ranges_.end() && behind->first < end;
}

ByteRanges ByteRanges::subrange_with_shifted_addresses(std::uintptr_t begin, std::uintptr_t end,
                                                       std::uintptr_t moved) const {
  ByteRanges part;
  for (const auto& [first, last] : byte_ranges_) {
    const std::uintptr_t from = std::max(first, begin), to = std::min(last, end);
    if (from < to) part.add(from - begin + moved, to - begin + moved);
  }
  return part;
}

std::vector<std::byte> ByteRanges::copy_of_contents() const {
  std::vector<std::byte> all;
  for (const auto& [begin, end] : byte_ranges_) {
    const auto* const from = reinterpret_cast<const std::byte*>(begin);
    all.insert(all.end(), from, from + (end - begin));
  }
  return all;
}

void MemoryWatch::clear() noexcept {
  calls_under_way_.clear();
  watched_areas_.clear();
  update_watched_address_range();
}

/// Computes lowest_watched_address_ and watched_end_address_, the bounds of the range of addresses that contains all
/// watched memory. The range is empty if the program does not report its loads and stores.
void MemoryWatch::update_watched_address_range() noexcept {
  lowest_watched_address_ = std::numeric_limits<std::uintptr_t>::max();
  watched_end_address_ = 0;
  if (!does_program_report_accesses_) return;
  const auto take_in = [&](std::uintptr_t begin, std::uintptr_t end) {
    lowest_watched_address_ = std::min(lowest_watched_address_, begin);
    watched_end_address_ = std::max(watched_end_address_, end);
  };
  for (const WatchedCall& each : calls_under_way_) {
    if (!each.ranges.empty()) take_in(each.ranges.address_range().first, each.ranges.address_range().second);
  }
  for (const WatchedArea& area : watched_areas_) take_in(area.begin, area.end);
}

/// Returns, as a list of one element, the call that has made a persistent request (such as MPI_Send_init), if `call`
/// has only started that request; otherwise returns an empty list.
std::vector<CallOfNode> MemoryWatch::creating_calls_of_persistent_request(const Node& node, const WatchedCall& call) {
  if (call.start.request_creation_site == CallSite{}) return {};
  return {{node.id(), call.start.request_creation_site}};
}

void MemoryWatch::check_memory_of_call(Node& node, NodeDefectRecorder& notes,
                                       const MemoryAccessListener::CallUsingBuffer& call,
                                       const ByteRanges& ranges) const {
  for (const WatchedCall& other : calls_under_way_) {
    if (call.read_or_write == ReadOrWrite::reads && other.read_or_write == ReadOrWrite::reads) continue;
    if (!ranges.overlap(other.ranges)) continue;
    const CallOfNode caller{node.id(), other.start.site};
    std::vector<CallOfNode> others = creating_calls_of_persistent_request(node, other);
    others.insert(others.begin(), caller);
    notes.note_defect(node, DefectClass::local_concurrency, call.site,
                      fmt::format("it {} memory that {} {} and is not complete", access_verb_of(call.read_or_write),
                                  caller.text(), access_verb_of(other.read_or_write)),
                      std::move(others));
  }
  for (const WatchedArea& area : watched_areas_) {
    if (ranges.overlap(area.begin, area.end)) area.memory_access_listener->on_buffer_call(call, ranges);
  }
}

void MemoryWatch::check_memory_used_by_call_at_site(Node& node, NodeDefectRecorder& notes, CallSite site,
                                                    const ByteRanges& ranges, ReadOrWrite touch) const {
  check_memory_of_call(node, notes, {.site = site, .read_or_write = touch}, ranges);
}

MemoryWatch::CallId MemoryWatch::begin_watching(Node& node, NodeDefectRecorder& notes, const StartingCall& start,
                                                ByteRanges ranges, ReadOrWrite touch) {
  check_memory_of_call(node, notes, {.site = start.site, .read_or_write = touch, .id = ++last_call_id_}, ranges);
  std::vector<std::byte> before = ranges.copy_of_contents();
  calls_under_way_.push_back({last_call_id_, start, touch, std::move(ranges), std::move(before)});
  update_watched_address_range();
  return last_call_id_;
}

void MemoryWatch::note_freed_memory(Node& node, NodeDefectRecorder& notes, const WatchedCall& call,
                                    std::vector<CallOfNode> others) {
  notes.note_defect(node, DefectClass::memory, call.start.site,
                    "the program has freed the memory that it uses before it was complete", std::move(others));
}

void MemoryWatch::check_and_stop_watching_call(Node& node, NodeDefectRecorder& notes, CallSite site, CallId id) {
  const auto found = std::ranges::find(calls_under_way_, id, &WatchedCall::id);
  if (id == 0 || found == calls_under_way_.end()) return;
  std::vector<CallOfNode> others = creating_calls_of_persistent_request(node, *found);
  others.push_back({node.id(), site});
  if (found->is_freed) {
    note_freed_memory(node, notes, *found, std::move(others));
  } else if (!found->is_changed_by_other_node && found->ranges.copy_of_contents() != found->contents_at_start) {
    notes.note_defect(node, DefectClass::local_concurrency, found->start.site,
                      fmt::format("the program has changed the memory that it {} before it was complete",
                                  access_verb_of(found->read_or_write)),
                      std::move(others));
  }
  stop_watching_call(id);
}

void MemoryWatch::note_freed_memory(Node& node, NodeDefectRecorder& notes) const {
  for (const WatchedCall& each : calls_under_way_) {
    if (each.is_freed) note_freed_memory(node, notes, each, creating_calls_of_persistent_request(node, each));
  }
}

void MemoryWatch::stop_watching_call(CallId id) {
  const auto found = std::ranges::find(calls_under_way_, id, &WatchedCall::id);
  if (found == calls_under_way_.end()) return;
  for (const WatchedArea& area : watched_areas_) {
    if (found->ranges.overlap(area.begin, area.end)) area.memory_access_listener->on_end_of_buffer_call(id);
  }
  calls_under_way_.erase(found);
  update_watched_address_range();
}

void MemoryWatch::note_memory_change_by_another_node(const ByteRanges& ranges) {
  for (WatchedCall& each : calls_under_way_)
    each.is_changed_by_other_node = each.is_changed_by_other_node || each.ranges.overlap(ranges);
}

void MemoryWatch::start_watching_memory_area(std::uintptr_t begin, std::uintptr_t end, MemoryAccessListener& listener) {
  watched_areas_.push_back({begin, end, &listener});
  update_watched_address_range();
}

void MemoryWatch::stop_watching_memory_area(const MemoryAccessListener& listener) {
  std::erase_if(watched_areas_, [&](const WatchedArea& area) { return area.memory_access_listener == &listener; });
  update_watched_address_range();
}

std::optional<MemoryWatch::CallUsingMemory> MemoryWatch::conflicting_call_under_way(
    const ProgramLoadOrStore& access) const {
  const auto disturbed = std::ranges::find_if(calls_under_way_, [&](const WatchedCall& each) {
    return (access.writes || each.read_or_write == ReadOrWrite::writes) &&
           each.ranges.overlap(access.begin, access.end);
  });
  if (disturbed == calls_under_way_.end()) return std::nullopt;
  return CallUsingMemory{disturbed->start, disturbed->read_or_write};
}

void MemoryWatch::notify_memory_access_listeners(const ProgramLoadOrStore& access) const {
  for (const WatchedArea& area : watched_areas_) {
    if (access.begin < area.end && access.end > area.begin) area.memory_access_listener->on_program_access(access);
  }
}

void MemoryWatch::notify_memory_access_listeners(const ProgramAtomicAccess& atomic) const {
  for (const WatchedArea& area : watched_areas_) {
    if (atomic.load_or_store.begin < area.end && atomic.load_or_store.end > area.begin)
      area.memory_access_listener->on_atomic_access(atomic);
  }
}

void MemoryWatch::notify_memory_access_listeners_of_fence(ProgramMemoryOrder order) const {
  for (const WatchedArea& area : watched_areas_) area.memory_access_listener->on_atomic_fence(order);
}

bool MemoryWatch::is_used(std::uintptr_t begin, std::uintptr_t end) const noexcept {
  return std::ranges::any_of(calls_under_way_,
                             [&](const WatchedCall& each) { return each.ranges.overlap(begin, end); });
}

void MemoryWatch::on_memory_free(std::uintptr_t begin, std::uintptr_t end) {
  for (const WatchedArea& area : watched_areas_) {
    if (begin < area.end && end > area.begin) area.memory_access_listener->on_memory_free();
  }
  for (WatchedCall& each : calls_under_way_) each.is_freed = each.is_freed || each.ranges.overlap(begin, end);
}

}  // namespace switchyard
