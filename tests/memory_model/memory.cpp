#include "tests/memory_model/memory.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace switchyard::memory_model {
namespace {

using enum std::memory_order;

bool has_acquire(std::memory_order order) { return order == acquire || order == acq_rel || order == seq_cst; }
bool has_release(std::memory_order order) { return order == release || order == acq_rel || order == seq_cst; }

Explorer& explorer() { return *Explorer::explorer_of_calling_thread(); }

/// Waits until the explorer lets this thread make its next step. Returns the memory order of the operation, which is
/// another one if a test has planted a fault.
std::memory_order prepare_step(std::memory_order order, const SourceLocation& where) {
  explorer().prepare_step();
  const InjectedFaults& injected_faults = explorer().injected_faults();
  if (injected_faults.function_with_replaced_memory_order.empty()) return order;
  const bool weak = std::string_view(where.function_name()).find(injected_faults.function_with_replaced_memory_order) !=
                    std::string_view::npos;
  return weak ? injected_faults.replacement_memory_order : order;
}

/// Increments the running thread's own entry in its vector clock, so that the later steps of the thread do not happen
/// before those who read what it has released so far.
void increment_own_clock_entry() {
  ModelThread& me = explorer().running_thread();
  me.current_view.steps_happened_before.raise_number_to(
      me.number, me.current_view.steps_happened_before.number_at_index(me.number) + 1);
}

}  // namespace

// --- atomics -------------------------------------------------------------------------------------------------------

std::memory_order MemoryLocation::prepare_atomic_operation(std::memory_order order, SourceLocation where) const {
  if (!Explorer::is_thread_of_program()) return order;
  order = prepare_step(order, where);
  reset_for_new_execution();
  return order;
}

void MemoryLocation::reset_for_new_execution() const {
  if (execution_number_ == explorer().index_of_current_execution()) return;
  execution_number_ = explorer().index_of_current_execution();
  location_number_ = explorer().assign_number_to_new_location();
  stores_ = {{stores_.back().value, {}}};
}

void MemoryLocation::record_operation(const char* what, StoredBits value, const char* remark, std::memory_order order,
                                      SourceLocation where) const {
  if (Explorer::is_thread_of_program())
    explorer().record_event(what, fmt::format("a{}", location_number_), value, remark, order, where);
}

/// Returns how many stores older than the latest one a read with this memory order may find.
std::uint32_t MemoryLocation::most_stores_behind_latest(std::memory_order order) const {
  if (!Explorer::is_thread_of_program()) return 0;
  std::uint32_t oldest =
      explorer().running_thread().current_view.oldest_readable_stores.number_at_index(location_number_);
  if (order == seq_cst)
    oldest = std::max(oldest, explorer().oldest_sequential_stores.number_at_index(location_number_));
  return newest_store_index() - oldest;
}

StoredBits MemoryLocation::read_store_by_distance_from_latest(std::uint32_t back, std::memory_order order) const {
  const std::uint32_t place = newest_store_index() - back;
  if (Explorer::is_thread_of_program()) {
    ModelThread& me = explorer().running_thread();
    me.current_view.oldest_readable_stores.raise_number_to(location_number_, place);
    (has_acquire(order) ? me.current_view : me.view_of_acquire_fence).join(stores_[place].view_published_by_store);
    if (order == seq_cst) explorer().oldest_sequential_stores.raise_number_to(location_number_, place);
  }
  return stores_[place].value;
}

void MemoryLocation::write(StoredBits value, std::memory_order order, bool is_update) {
  if (!Explorer::is_thread_of_program()) {
    stores_ = {{value, {}}};
    return;
  }
  ModelThread& me = explorer().running_thread();
  me.current_view.oldest_readable_stores.raise_number_to(location_number_, newest_store_index() + 1);
  MemoryViewOfThread view = has_release(order) ? me.current_view : me.view_at_release_fence;
  // A read-modify-write operation continues the release sequence of the store that it reads.
  if (is_update) view.join(stores_.back().view_published_by_store);
  stores_.push_back({value, std::move(view)});
  if (order == seq_cst) explorer().oldest_sequential_stores.raise_number_to(location_number_, newest_store_index());
  increment_own_clock_entry();
}

StoredBits MemoryLocation::load(std::memory_order order, SourceLocation where) const {
  order = prepare_atomic_operation(order, where);
  const std::uint32_t most = most_stores_behind_latest(order);
  const std::uint32_t back = most == 0 ? 0 : explorer().choose_stale_store(most);
  const StoredBits value = read_store_by_distance_from_latest(back, order);
  record_operation("load", value, back > 0 ? "(stale)" : "", order, where);
  return value;
}

void MemoryLocation::store(StoredBits value, std::memory_order order, SourceLocation where) {
  order = prepare_atomic_operation(order, where);
  write(value, order, false);
  record_operation("store", value, "", order, where);
}

/// Implements compare_exchange. It can succeed only on the latest store. If it fails, it may have read an older store,
/// just as a load with the same memory order may.
bool MemoryLocation::compare_exchange(bool weak, StoredBits& expected, StoredBits desired, std::memory_order order,
                                      SourceLocation where) {
  order = prepare_atomic_operation(order, where);
  const std::uint32_t most = most_stores_behind_latest(order);
  std::uint32_t back = most == 0 ? 0 : explorer().choose_stale_store(most);
  if (stores_[newest_store_index() - back].value == expected) back = 0;
  const bool differs = stores_[newest_store_index() - back].value != expected;
  if (differs || (weak && Explorer::is_thread_of_program() && explorer().is_spurious_event_chosen())) {
    expected = read_store_by_distance_from_latest(back, order);
    record_operation("exchange", expected, back > 0 ? "(stale, fails)" : "(fails)", order, where);
    return false;
  }
  read_store_by_distance_from_latest(0, order);
  write(desired, order, true);
  record_operation("exchange", desired, "", order, where);
  return true;
}

void fence(std::memory_order order, SourceLocation where) {
  if (!Explorer::is_thread_of_program()) return;
  order = prepare_step(order, where);
  ModelThread& me = explorer().running_thread();
  if (has_acquire(order)) me.current_view.join(me.view_of_acquire_fence);
  if (order == seq_cst) {
    me.current_view.oldest_readable_stores.join(explorer().oldest_sequential_stores);
    explorer().oldest_sequential_stores.join(me.current_view.oldest_readable_stores);
  }
  if (has_release(order)) me.view_at_release_fence = me.current_view;
  increment_own_clock_entry();
  explorer().record_event("fence", "", 0, "", order, where);
}

// --- futexes -------------------------------------------------------------------------------------------------------

/// Sleeps as futex_wait() does. The kernel compares the word and puts the thread to sleep under a lock that wakers take
/// as well. So the comparison sees the latest store that a waker can have made, but it orders memory like a relaxed
/// read.
bool MemoryLocation::sleep_on_futex(StoredBits value, bool has_deadline, SourceLocation where) {
  prepare_atomic_operation(relaxed, where);
  const bool sleeps = stores_.back().value == value || explorer().injected_faults().futex_ignores_word;
  record_operation(sleeps ? "sleep" : "no sleep", stores_.back().value, "", relaxed, where);
  if (!sleeps) return true;
  explorer().sleep_on_futex(this, has_deadline);
  record_operation(explorer().running_thread().timed_out ? "time out" : "awake", stores_.back().value, "", relaxed,
                   where);
  return !explorer().running_thread().timed_out;
}

void MemoryLocation::wake(SourceLocation where) {
  if (!Explorer::is_thread_of_program()) return;
  prepare_atomic_operation(relaxed, where);
  record_operation("wake", stores_.back().value, "", relaxed, where);
  explorer().wake_one(this);
}

// --- plain data ----------------------------------------------------------------------------------------------------

void RaceDetector::reset_for_new_execution() const {
  if (execution_number_ == explorer().index_of_current_execution()) return;
  execution_number_ = explorer().index_of_current_execution();
  variable_number_ = explorer().assign_number_to_new_nonatomic_variable();
  last_write_clock_ = {};
  last_read_clock_ = {};
}

void RaceDetector::record_access(const char* what) const {
  reset_for_new_execution();
  explorer().record_event(what, fmt::format("p{}", variable_number_), 0, "", {}, {});
}

void RaceDetector::check_happened_before(const VectorClock& earlier, const char* what) const {
  if (earlier.is_elementwise_less_or_equal(explorer().running_thread().current_view.steps_happened_before)) return;
  explorer().fail(fmt::format("data race: nothing orders the last line and the {} of p{}", what, variable_number_));
}

void RaceDetector::check_read() const {
  if (!Explorer::is_thread_of_program()) return;
  record_access("reads");
  check_happened_before(last_write_clock_, "write");
  const ModelThread& me = explorer().running_thread();
  last_read_clock_.raise_number_to(me.number, me.current_view.steps_happened_before.number_at_index(me.number));
}

void RaceDetector::check_write() {
  if (!Explorer::is_thread_of_program()) return;
  record_access("writes");
  check_happened_before(last_write_clock_, "other write");
  check_happened_before(last_read_clock_, "read");
  last_read_clock_ = {};
  last_write_clock_ = {};
  const ModelThread& me = explorer().running_thread();
  last_write_clock_.raise_number_to(me.number, me.current_view.steps_happened_before.number_at_index(me.number));
}

}  // namespace switchyard::memory_model
