#include "tests/memory_model/memory.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace switchyard::memory_model {
namespace {

using enum std::memory_order;

bool acquires(std::memory_order order) { return order == acquire || order == acq_rel || order == seq_cst; }
bool releases(std::memory_order order) { return order == release || order == acq_rel || order == seq_cst; }

Explorer& explorer() { return *Explorer::current(); }

/// Waits until it is this thread's turn. Returns the memory order of the operation, which a planted fault may have
/// changed.
std::memory_order reach_step(std::memory_order order, const SourcePlace& where) {
  explorer().reach_step();
  const Faults& faults = explorer().faults();
  if (faults.weak_function.empty()) return order;
  const bool weak = std::string_view(where.function_name()).find(faults.weak_function) != std::string_view::npos;
  return weak ? faults.weak_order : order;
}

/// Begins a new moment of the running thread, so that what the thread does from now on is later than what it has
/// released so far.
void end_moment() {
  ModelThread& me = explorer().running_thread();
  me.now.last_steps_before.raise(me.number, me.now.last_steps_before.of(me.number) + 1);
}

}  // namespace

// --- atomics -------------------------------------------------------------------------------------------------------

std::memory_order MemoryLocation::begin(std::memory_order order, SourcePlace where) const {
  if (!Explorer::stepping()) return order;
  order = reach_step(order, where);
  enter_operation();
  return order;
}

void MemoryLocation::enter_operation() const {
  if (execution_ == explorer().execution()) return;
  execution_ = explorer().execution();
  number_ = explorer().new_location();
  stores_ = {{stores_.back().value, {}}};
}

void MemoryLocation::note(const char* what, StoredBits value, const char* remark, std::memory_order order,
                          SourcePlace where) const {
  if (Explorer::stepping()) explorer().note(what, fmt::format("a{}", number_), value, remark, order, where);
}

/// Returns how many stores before the latest store a read with this memory order may go back.
std::uint32_t MemoryLocation::oldest_readable_store(std::memory_order order) const {
  if (!Explorer::stepping()) return 0;
  std::uint32_t oldest = explorer().running_thread().now.oldest_readable_stores.of(number_);
  if (order == seq_cst) oldest = std::max(oldest, explorer().sequential.of(number_));
  return newest() - oldest;
}

StoredBits MemoryLocation::read_back(std::uint32_t back, std::memory_order order) const {
  const std::uint32_t place = newest() - back;
  if (Explorer::stepping()) {
    ModelThread& me = explorer().running_thread();
    me.now.oldest_readable_stores.raise(number_, place);
    (acquires(order) ? me.now : me.acquired).join(stores_[place].released);
    if (order == seq_cst) explorer().sequential.raise(number_, place);
  }
  return stores_[place].value;
}

void MemoryLocation::write(StoredBits value, std::memory_order order, bool is_update) {
  if (!Explorer::stepping()) {
    stores_ = {{value, {}}};
    return;
  }
  ModelThread& me = explorer().running_thread();
  me.now.oldest_readable_stores.raise(number_, newest() + 1);
  ThreadView view = releases(order) ? me.now : me.released;
  if (is_update) view.join(stores_.back().released);  // An update continues a release sequence.
  stores_.push_back({value, std::move(view)});
  if (order == seq_cst) explorer().sequential.raise(number_, newest());
  end_moment();
}

StoredBits MemoryLocation::load(std::memory_order order, SourcePlace where) const {
  order = begin(order, where);
  const std::uint32_t most = oldest_readable_store(order);
  const std::uint32_t back = most == 0 ? 0 : explorer().choose_stale_store(most);
  const StoredBits value = read_back(back, order);
  note("load", value, back > 0 ? "(stale)" : "", order, where);
  return value;
}

void MemoryLocation::store(StoredBits value, std::memory_order order, SourcePlace where) {
  order = begin(order, where);
  write(value, order, false);
  note("store", value, "", order, where);
}

/// Compares and exchanges. An exchange succeeds only with the latest store. It may fail with an older store, which it
/// then reads as a load with the same memory order would.
bool MemoryLocation::compare_exchange(bool weak, StoredBits& expected, StoredBits desired, std::memory_order order,
                                      SourcePlace where) {
  order = begin(order, where);
  const std::uint32_t most = oldest_readable_store(order);
  std::uint32_t back = most == 0 ? 0 : explorer().choose_stale_store(most);
  if (stores_[newest() - back].value == expected) back = 0;
  const bool differs = stores_[newest() - back].value != expected;
  if (differs || (weak && Explorer::stepping() && explorer().is_spurious_event_chosen())) {
    expected = read_back(back, order);
    note("exchange", expected, back > 0 ? "(stale, fails)" : "(fails)", order, where);
    return false;
  }
  read_back(0, order);
  write(desired, order, true);
  note("exchange", desired, "", order, where);
  return true;
}

void fence(std::memory_order order, SourcePlace where) {
  if (!Explorer::stepping()) return;
  order = reach_step(order, where);
  ModelThread& me = explorer().running_thread();
  if (acquires(order)) me.now.join(me.acquired);
  if (order == seq_cst) {
    me.now.oldest_readable_stores.join(explorer().sequential);
    explorer().sequential.join(me.now.oldest_readable_stores);
  }
  if (releases(order)) me.released = me.now;
  end_moment();
  explorer().note("fence", "", 0, "", order, where);
}

// --- futexes -------------------------------------------------------------------------------------------------------

/// Sleeps as futex_wait does. The kernel compares the word and puts the thread to sleep under a lock that wakers take
/// as well. So it sees the latest store that a waker can have made, but the read is relaxed.
bool MemoryLocation::wait(StoredBits value, bool has_deadline, SourcePlace where) {
  begin(relaxed, where);
  const bool sleeps = stores_.back().value == value || explorer().faults().futex_never_looks;
  note(sleeps ? "sleep" : "no sleep", stores_.back().value, "", relaxed, where);
  if (!sleeps) return true;
  explorer().sleep_on(this, has_deadline);
  note(explorer().running_thread().timed_out ? "time out" : "awake", stores_.back().value, "", relaxed, where);
  return !explorer().running_thread().timed_out;
}

void MemoryLocation::wake(SourcePlace where) {
  if (!Explorer::stepping()) return;
  begin(relaxed, where);
  note("wake", stores_.back().value, "", relaxed, where);
  explorer().wake_one(this);
}

// --- plain data ----------------------------------------------------------------------------------------------------

void RaceDetector::enter_access() const {
  if (execution_ == explorer().execution()) return;
  execution_ = explorer().execution();
  number_ = explorer().number_new_plain_variable();
  written_ = {};
  read_ = {};
}

void RaceDetector::reach_access(const char* what) const {
  enter_access();
  explorer().note(what, fmt::format("p{}", number_), 0, "", {}, {});
}

void RaceDetector::check(const ThreadMoments& earlier, const char* what) const {
  if (earlier.within(explorer().running_thread().now.last_steps_before)) return;
  explorer().fail(fmt::format("data race: nothing orders the last line and the {} of p{}", what, number_));
}

void RaceDetector::read() const {
  if (!Explorer::stepping()) return;
  reach_access("reads");
  check(written_, "write");
  const ModelThread& me = explorer().running_thread();
  read_.raise(me.number, me.now.last_steps_before.of(me.number));
}

void RaceDetector::write() {
  if (!Explorer::stepping()) return;
  reach_access("writes");
  check(written_, "other write");
  check(read_, "read");
  read_ = {};
  written_ = {};
  const ModelThread& me = explorer().running_thread();
  written_.raise(me.number, me.now.last_steps_before.of(me.number));
}

}  // namespace switchyard::memory_model
