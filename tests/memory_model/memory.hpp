#pragma once
/// \file memory.hpp
/// Atomics, fences, plain data and futexes for the threads of an explored program. They follow the C++ memory model,
/// and let the exploration decide which store a read finds.
///
/// The model is C++20 without reads from the future, in the operational form of views: J. Kang, C.-K. Hur, O. Lahav, V.
/// Vafeiadis, D. Dreyer, "A Promising Semantics for Relaxed-Memory Concurrency", POPL 2017, without its promises. A
/// location keeps all its stores. The view of a thread says for each location which is the oldest store that the thread
/// may still read. A store with release carries its thread's view, and a read with acquire joins that view with its
/// own. Sequentially consistent operations and fences share one more view. [atomics.order] paragraph 4 of C++20 asks
/// for no more if they are executed in the order that it calls S.
///
/// The model does not show two results that C++20 allows: load buffering, and stores that come into a location's
/// modification order in another order than that of the execution (2+2W with relaxed stores). It has no
/// memory_order_consume.

#include <concepts>
#include <cstring>
#include <type_traits>

#include "tests/memory_model/explorer.hpp"

namespace switchyard::memory_model {

/// A memory location of an explored program. An Atomic of any type stores its value in one.
class MemoryLocation {
 public:
  explicit MemoryLocation(StoredBits initial) : stores_{{initial, {}}} {}
  StoredBits load(std::memory_order order, SourceLocation where) const;
  void store(StoredBits value, std::memory_order order, SourceLocation where);
  /// Atomically replaces the latest value by what `change` makes of it, and returns the value before the change.
  template <class Change>
  StoredBits read_modify_write(const char* what, Change change, std::memory_order order, SourceLocation where) {
    order = prepare_atomic_operation(order, where);
    const StoredBits before = read_store_by_distance_from_latest(0, order);
    write(change(before), order, true);
    record_operation(what, stores_.back().value, "", order, where);
    return before;
  }
  bool compare_exchange(bool weak, StoredBits& expected, StoredBits desired, std::memory_order order,
                        SourceLocation where);
  /// Sleeps as futex_wait() does, as long as the location has the value `value`. Returns false if the deadline has
  /// passed.
  bool sleep_on_futex(StoredBits value, bool has_deadline, SourceLocation where);
  void wake(SourceLocation where);

 private:
  struct RecordedStoreOperation {
    StoredBits value;
    /// The view that a thread joins with its own if it reads this store with acquire.
    MemoryViewOfThread view_published_by_store;
  };
  std::memory_order prepare_atomic_operation(std::memory_order order, SourceLocation where) const;
  void reset_for_new_execution() const;
  std::uint32_t newest_store_index() const { return static_cast<std::uint32_t>(stores_.size() - 1); }
  std::uint32_t most_stores_behind_latest(std::memory_order order) const;
  StoredBits read_store_by_distance_from_latest(std::uint32_t back, std::memory_order order) const;
  void write(StoredBits value, std::memory_order order, bool is_update);
  void record_operation(const char* what, StoredBits value, const char* remark, std::memory_order order,
                        SourceLocation where) const;

  // All stores to the location in modification order. When an execution starts, only the latest store of the previous
  // one is kept.
  mutable std::vector<RecordedStoreOperation> stores_;
  mutable std::uint64_t execution_number_ = 0;
  mutable std::uint32_t location_number_ = 0;
};

void fence(std::memory_order order, SourceLocation where = SourceLocation::current());

/// Replaces std::atomic in an explored program.
template <class T>
class Atomic {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(StoredBits));
  static constexpr std::memory_order kStrongestOrder = std::memory_order_seq_cst;

 public:
  Atomic(T value = T{}) : memory_location_(to_bits(value)) {}
  Atomic(const Atomic&) = delete;
  Atomic& operator=(const Atomic&) = delete;

  T load(std::memory_order order = kStrongestOrder, SourceLocation where = SourceLocation::current()) const {
    return from_bits(memory_location_.load(order, where));
  }
  void store(T desired, std::memory_order order = kStrongestOrder, SourceLocation where = SourceLocation::current()) {
    memory_location_.store(to_bits(desired), order, where);
  }
  T exchange(T desired, std::memory_order order = kStrongestOrder, SourceLocation where = SourceLocation::current()) {
    return from_bits(memory_location_.read_modify_write(
        "exchange", [&](StoredBits) { return to_bits(desired); }, order, where));
  }
  T fetch_add(T by, std::memory_order order = kStrongestOrder, SourceLocation where = SourceLocation::current())
    requires std::integral<T>
  {
    const auto add = [&](StoredBits before) { return to_bits(static_cast<T>(from_bits(before) + by)); };
    return from_bits(memory_location_.read_modify_write("add", add, order, where));
  }
  T fetch_sub(T by, std::memory_order order = kStrongestOrder, SourceLocation where = SourceLocation::current())
    requires std::integral<T>
  {
    return fetch_add(static_cast<T>(T{0} - by), order, where);
  }
  /// Compares and exchanges as std::atomic does. `expected` may also be a RaceCheckedVariable<T>, whose accesses are
  /// checked for data races.
  template <class Expected>
  bool compare_exchange_weak(Expected& expected, T desired, std::memory_order order = kStrongestOrder,
                             SourceLocation where = SourceLocation::current()) {
    return compare_exchange(true, expected, desired, order, where);
  }
  template <class Expected>
  bool compare_exchange_strong(Expected& expected, T desired, std::memory_order order = kStrongestOrder,
                               SourceLocation where = SourceLocation::current()) {
    return compare_exchange(false, expected, desired, order, where);
  }

  MemoryLocation& location() { return memory_location_; }

 private:
  template <class Expected>
  bool compare_exchange(bool weak, Expected& expected, T desired, std::memory_order order, SourceLocation where) {
    const T looked_for = expected;
    StoredBits found = to_bits(looked_for);
    if (memory_location_.compare_exchange(weak, found, to_bits(desired), order, where)) return true;
    expected = from_bits(found);
    return false;
  }
  static StoredBits to_bits(T value) {
    StoredBits bits = 0;
    std::memcpy(&bits, &value, sizeof(value));
    return bits;
  }
  static T from_bits(StoredBits bits) {
    T value;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
  }
  MemoryLocation memory_location_;
};

/// Finds data races: detects that one thread accesses plain data while another thread may write it.
class RaceDetector {
 public:
  void check_read() const;
  void check_write();

 private:
  void reset_for_new_execution() const;
  void record_access(const char* what) const;
  void check_happened_before(const VectorClock& earlier, const char* what) const;
  mutable std::uint64_t execution_number_ = 0;
  mutable std::uint32_t variable_number_ = 0;
  /// The step of the last write, at the index of the thread that wrote; 0 for all other threads.
  mutable VectorClock last_write_clock_;
  mutable VectorClock last_read_clock_;  ///< for each thread, the step of its last read since the last write
};

/// Replaces a variable of type T that is not atomic, so that data races on it are found. The destructor counts as a
/// write.
template <class T>
class RaceCheckedVariable {
 public:
  RaceCheckedVariable(T value = T{}) : value_(value) { race_detector_.check_write(); }
  RaceCheckedVariable(const RaceCheckedVariable& other) : RaceCheckedVariable(static_cast<T>(other)) {}
  RaceCheckedVariable& operator=(const RaceCheckedVariable& other) { return *this = static_cast<T>(other); }
  RaceCheckedVariable& operator=(T value) {
    race_detector_.check_write();
    value_ = value;
    return *this;
  }
  ~RaceCheckedVariable() { race_detector_.check_write(); }
  operator T() const {
    race_detector_.check_read();
    return value_;
  }
  T operator->() const
    requires std::is_pointer_v<T>
  {
    return *this;
  }

 private:
  T value_;
  RaceDetector race_detector_;
};

}  // namespace switchyard::memory_model
