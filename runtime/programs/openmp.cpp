/// \file openmp.cpp
/// Provides OpenMP with teams of one thread: the functions that GCC calls in a program compiled with -fopenmp, and
/// those that programs call themselves. The node's own thread carries out all parallel regions, loops, sections and
/// tasks, in order and without delay. So no library that starts threads is needed.
///
/// Source: the OpenMP functions in this file have the names and arguments of libgomp's manual and headers (GCC 4.9 to
/// 14), OpenMP 5.0.
///
/// A region that the program leaves by exit ends with the run, so that nothing has to be undone in
/// this file.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "runtime/error.hpp"
#include "runtime/programs/binding.hpp"
#include "runtime/programs/clock.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard {
namespace {

using ParallelRegion = void (*)(void* data);
using UnsignedLongLong = unsigned long long;

[[noreturn]] void end_run_with_error(const char* what) {
  std::exception_ptr error;
  {
    const EmulatorCodeScope host(*t_process);
    error = std::make_exception_ptr(Error(what));
  }
  t_process->leave_program_with_error(std::move(error));
}

OpenMpWorkShares& work_shares_of_process() { return t_process->openmp_work_shares; }

/// Begins an OpenMP loop or group of sections. Later calls of the program get the iterations or sections with the
/// numbers from `begin` to `end` - 1, unless `is_given` says that all were handed out already.
void push_work_share(UnsignedLongLong begin, UnsignedLongLong end, bool is_given) {
  OpenMpWorkShares& all = work_shares_of_process();
  if (all.open_work_share_count == all.open_work_shares.size())
    end_run_with_error("the program nests more OpenMP loops and sections than there is room for");
  all.open_work_shares[all.open_work_share_count++] = {begin, end, is_given};
}
void pop_work_share() {
  OpenMpWorkShares& all = work_shares_of_process();
  if (all.open_work_share_count > 0) --all.open_work_share_count;
}

/// Calls the body of an OpenMP parallel region. Loops and sections that the body has left open are closed at its end.
void call_region_body(ParallelRegion body, void* data, unsigned threads) {
  const std::size_t depth = work_shares_of_process().open_work_share_count;
  t_process->openmp_team.begin_region(threads);
  body(data);
  t_process->openmp_team.end_region();
  work_shares_of_process().open_work_share_count = depth;
}
void run_parallel_region(ParallelRegion body, void* data, unsigned threads, unsigned /*flags*/) {
  call_region_body(body, data, threads);
}
/// The functions begin_parallel_region() and end_parallel_region() are called before and after the body of a parallel
/// region by programs compiled by GCC up to version 4.8, which call the body themselves.
void begin_parallel_region(ParallelRegion /*body*/, void* /*data*/, unsigned threads) {
  t_process->openmp_team.begin_region(threads);
}
void end_parallel_region() { t_process->openmp_team.end_region(); }
void run_teams_region(ParallelRegion body, void* data, unsigned /*teams*/, unsigned /*threads*/, unsigned /*flags*/) {
  body(data);
}

// --- OpenMP loops: the first request gets all iterations -------------------------------------------------------------

template <class Number>
bool is_loop_empty(bool up, Number begin, Number end) {
  return up ? begin >= end : begin <= end;
}

template <class Number>
bool hand_out_all_iterations(bool up, Number begin, Number end, Number* first, Number* last) {
  push_work_share(0, 0, true);
  if (is_loop_empty(up, begin, end)) return false;
  *first = begin;
  *last = end;
  return true;
}
bool begin_loop(long begin, long end, long step, long /*chunk*/, long* first, long* last) {
  return hand_out_all_iterations(step > 0, begin, end, first, last);
}
// A loop with schedule(runtime) has no argument for the chunk size.
bool begin_loop_of_runtime_schedule(long begin, long end, long step, long* first, long* last) {
  return hand_out_all_iterations(step > 0, begin, end, first, last);
}
bool begin_unsigned_loop(bool up, UnsignedLongLong begin, UnsignedLongLong end, UnsignedLongLong /*step*/,
                         UnsignedLongLong /*chunk*/, UnsignedLongLong* first, UnsignedLongLong* last) {
  return hand_out_all_iterations(up, begin, end, first, last);
}
bool begin_unsigned_loop_of_runtime_schedule(bool up, UnsignedLongLong begin, UnsignedLongLong end,
                                             UnsignedLongLong /*step*/, UnsignedLongLong* first,
                                             UnsignedLongLong* last) {
  return hand_out_all_iterations(up, begin, end, first, last);
}
/// Allocates zeroed memory for an OpenMP loop. `*memory` contains the number of bytes, and is set to the address. If
/// `memory` is null, nothing is allocated.
void allocate_loop_memory(void** memory) {
  if (memory == nullptr) return;
  const auto bytes = reinterpret_cast<std::uintptr_t>(*memory);
  *memory = t_process->heap.allocate(bytes == 0 ? 1 : bytes);
  if (*memory == nullptr) end_run_with_error("there is no memory for an OpenMP loop");
  std::memset(*memory, 0, bytes);
}
void refuse_task_reductions(const void* reductions) {
  if (reductions != nullptr)
    end_run_with_error("the program reduces over OpenMP tasks, which a node does not do; leave that out");
}
template <class Number>
bool begin_loop_and_allocate_loop_memory(bool up, Number begin, Number end, Number* first, Number* last,
                                         const void* reductions, void** memory) {
  refuse_task_reductions(reductions);
  allocate_loop_memory(memory);
  if (first != nullptr) return hand_out_all_iterations(up, begin, end, first, last);
  push_work_share(0, 0, true);
  return true;
}
bool begin_loop_of_any_kind(long begin, long end, long step, long /*schedule*/, long /*chunk*/, long* first, long* last,
                            std::uintptr_t* reductions, void** memory) {
  return begin_loop_and_allocate_loop_memory(step > 0, begin, end, first, last, reductions, memory);
}
bool begin_unsigned_loop_of_any_kind(bool up, UnsignedLongLong begin, UnsignedLongLong end, UnsignedLongLong /*step*/,
                                     long /*schedule*/, UnsignedLongLong /*chunk*/, UnsignedLongLong* first,
                                     UnsignedLongLong* last, std::uintptr_t* reductions, void** memory) {
  return begin_loop_and_allocate_loop_memory(up, begin, end, first, last, reductions, memory);
}
template <class Number>
bool begin_doacross_loop(unsigned /*counters*/, Number* counts, Number /*chunk*/, Number* first, Number* last) {
  return hand_out_all_iterations(true, Number{0}, counts[0], first, last);
}
template <class Number>
bool begin_runtime_doacross_loop(unsigned /*counters*/, Number* counts, Number* first, Number* last) {
  return hand_out_all_iterations(true, Number{0}, counts[0], first, last);
}

template <class Number>
bool take_next_iterations(Number* first, Number* last) {
  OpenMpWorkShares& all = work_shares_of_process();
  if (all.open_work_share_count == 0 || all.open_work_shares[all.open_work_share_count - 1].is_handed_out) return false;
  OpenMpWorkShare& share = all.open_work_shares[all.open_work_share_count - 1];
  share.is_handed_out = true;
  *first = static_cast<Number>(share.next_iteration_or_section);
  *last = static_cast<Number>(share.end_iteration_or_section);
  return true;
}
void run_parallel_loop(ParallelRegion body, void* data, unsigned threads, long begin, long end, long step,
                       long /*chunk*/, unsigned /*flags*/) {
  const std::size_t depth = work_shares_of_process().open_work_share_count;
  push_work_share(static_cast<UnsignedLongLong>(begin), static_cast<UnsignedLongLong>(end),
                  is_loop_empty(step > 0, begin, end));
  call_region_body(body, data, threads);
  work_shares_of_process().open_work_share_count = depth;
}
void run_parallel_runtime_loop(ParallelRegion body, void* data, unsigned threads, long begin, long end, long step,
                               unsigned flags) {
  run_parallel_loop(body, data, threads, begin, end, step, 0, flags);
}
bool end_cancellable_loop() {
  pop_work_share();
  return false;
}

// --- OpenMP sections and single --------------------------------------------------------------------------------------

unsigned take_next_section() {
  OpenMpWorkShares& all = work_shares_of_process();
  if (all.open_work_share_count == 0) return 0;
  OpenMpWorkShare& share = all.open_work_shares[all.open_work_share_count - 1];
  return share.next_iteration_or_section > share.end_iteration_or_section
             ? 0
             : static_cast<unsigned>(share.next_iteration_or_section++);
}
unsigned begin_sections(unsigned count) {
  push_work_share(1, count, true);
  return take_next_section();
}
unsigned begin_sections_and_allocate_memory(unsigned count, std::uintptr_t* reductions, void** memory) {
  refuse_task_reductions(reductions);
  allocate_loop_memory(memory);
  return begin_sections(count);
}
void run_parallel_sections(ParallelRegion body, void* data, unsigned threads, unsigned count, unsigned /*flags*/) {
  const std::size_t depth = work_shares_of_process().open_work_share_count;
  push_work_share(1, count, true);
  call_region_body(body, data, threads);
  work_shares_of_process().open_work_share_count = depth;
}
bool is_thread_chosen_for_single_block() { return true; }
void* return_null_copyprivate_data() { return nullptr; }

// --- OpenMP tasks: a thread carries out each task at once, where the program creates it ------------------------------

/// A copy of the data of an OpenMP task, at an address that is a multiple of `alignment`. It is freed when the task is
/// done.
class OpenMpTaskData {
 public:
  OpenMpTaskData(void* data, void (*copy)(void*, void*), long bytes, long alignment)
      : block_(t_process->heap.allocate(static_cast<std::size_t>(bytes + alignment))) {
    if (block_ == nullptr) end_run_with_error("there is no memory for an OpenMP task");
    const auto step = static_cast<std::uintptr_t>(alignment > 0 ? alignment : 1);
    data_ = reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(block_) + step - 1) & ~(step - 1));
    if (copy != nullptr) {
      copy(data_, data);
    } else {
      std::memcpy(data_, data, static_cast<std::size_t>(bytes));
    }
  }
  ~OpenMpTaskData() { t_process->heap.release_block_memory(block_); }
  OpenMpTaskData(const OpenMpTaskData&) = delete;
  OpenMpTaskData& operator=(const OpenMpTaskData&) = delete;
  void* aligned_data() const { return data_; }

 private:
  void* block_;
  void* data_;
};

void run_task(ParallelRegion body, void* data, void (*copy)(void*, void*), long bytes, long alignment, bool /*later*/,
              unsigned /*flags*/, void** /*depends*/, int /*priority*/, void* /*event*/) {
  if (copy == nullptr) return body(data);
  const OpenMpTaskData own(data, copy, bytes, alignment);
  body(own.aligned_data());
}
/// Carries out an OpenMP task loop. The data of the task begins with two numbers: the first iteration, and the one
/// behind the last iteration.
template <class Number>
void call_task_loop_body(ParallelRegion body, void* data, void (*copy)(void*, void*), long bytes, long alignment,
                         Number begin, Number end) {
  const OpenMpTaskData own(data, copy, bytes, alignment);
  static_cast<Number*>(own.aligned_data())[0] = begin;
  static_cast<Number*>(own.aligned_data())[1] = end;
  body(own.aligned_data());
}
constexpr unsigned kLoopGoesUpFlag = 1U << 8U, kTaskReductionFlag = 1U << 12U;
void run_task_loop(ParallelRegion body, void* data, void (*copy)(void*, void*), long bytes, long alignment,
                   unsigned flags, unsigned long /*tasks*/, int /*priority*/, long begin, long end, long step) {
  if ((flags & kTaskReductionFlag) != 0) refuse_task_reductions(data);
  if (!is_loop_empty(step > 0, begin, end)) call_task_loop_body(body, data, copy, bytes, alignment, begin, end);
}
void run_unsigned_task_loop(ParallelRegion body, void* data, void (*copy)(void*, void*), long bytes, long alignment,
                            unsigned flags, unsigned long /*tasks*/, int /*priority*/, UnsignedLongLong begin,
                            UnsignedLongLong end, UnsignedLongLong /*step*/) {
  if ((flags & kTaskReductionFlag) != 0) refuse_task_reductions(data);
  if (!is_loop_empty((flags & kLoopGoesUpFlag) != 0, begin, end))
    call_task_loop_body(body, data, copy, bytes, alignment, begin, end);
}

// --- functions of OpenMP that programs call themselves ---------------------------------------------------------------

void ignore_call() {}
bool return_false() { return false; }
int return_zero() { return 0; }
int return_one() { return 1; }
// The answers to these questions would differ if a region had several threads.
int note_thread_query_and_return_zero() {
  t_process->openmp_team.note_query_about_threads();
  return 0;
}
int note_thread_query_and_return_one() {
  t_process->openmp_team.note_query_about_threads();
  return 1;
}
void ignore_integer_argument(int /*number*/) {}
void set_thread_count(int threads) { t_process->openmp_team.set_thread_count(threads); }
void ignore_schedule(int /*kind*/, int /*chunk*/) {}
void get_schedule(int* kind, int* chunk) {
  *kind = 1;  // omp_sched_static
  *chunk = 0;
}
int number_of_open_regions() { return static_cast<int>(t_process->openmp_team.nested_region_count()); }
int thread_of_level(int which) {
  return which >= 0 && which <= number_of_open_regions() ? note_thread_query_and_return_zero() : -1;
}
int team_size_of_level(int which) {
  return which >= 0 && which <= number_of_open_regions() ? note_thread_query_and_return_one() : -1;
}
double get_time_in_seconds() {
  const Duration time = read_program_clock(*t_process, {"omp_get_wtime", __builtin_return_address(0)});
  return std::chrono::duration<double>(time).count();
}
double get_clock_resolution_in_seconds() { return 1e-9; }

// An OpenMP lock is a number in the program's memory that says how many times the lock is held.
void mark_lock_as_free(int* lock) { *lock = 0; }
void acquire_lock(int* lock) {
  if (*lock != 0) end_run_with_error("the program waits for an OpenMP lock that it holds itself");
  *lock = 1;
}
int try_to_acquire_lock(int* lock) {
  if (*lock != 0) return 0;
  *lock = 1;
  return 1;
}
void acquire_nested_lock(int* lock) { ++*lock; }
int try_to_acquire_nested_lock(int* lock) { return ++*lock; }
void release_nested_lock(int* lock) { --*lock; }

#define OF_SCHEDULE(kind)                                                                           \
  SymbolBinding::make_function_binding("GOMP_loop_" #kind "_start", begin_loop),                    \
      SymbolBinding::make_function_binding("GOMP_loop_" #kind "_next", take_next_iterations<long>), \
      SymbolBinding::make_function_binding("GOMP_loop_ull_" #kind "_start", begin_unsigned_loop),   \
      SymbolBinding::make_function_binding("GOMP_loop_ull_" #kind "_next", take_next_iterations<UnsignedLongLong>)
#define OF_SET_SCHEDULE(kind)                                                                                         \
  SymbolBinding::make_function_binding("GOMP_loop_" #kind "_start", begin_loop_of_runtime_schedule),                  \
      SymbolBinding::make_function_binding("GOMP_loop_" #kind "_next", take_next_iterations<long>),                   \
      SymbolBinding::make_function_binding("GOMP_loop_ull_" #kind "_start", begin_unsigned_loop_of_runtime_schedule), \
      SymbolBinding::make_function_binding("GOMP_loop_ull_" #kind "_next", take_next_iterations<UnsignedLongLong>)

const SymbolBinding kOpenMpBindings[] = {
    SymbolBinding::make_function_binding("GOMP_parallel", run_parallel_region),
    SymbolBinding::make_function_binding("GOMP_parallel_start", begin_parallel_region),
    SymbolBinding::make_function_binding("GOMP_parallel_end", end_parallel_region),
    SymbolBinding::make_function_binding("GOMP_teams_reg", run_teams_region),
    SymbolBinding::make_function_binding("GOMP_barrier", ignore_call),
    SymbolBinding::make_function_binding("GOMP_barrier_cancel", return_false),
    SymbolBinding::make_function_binding("GOMP_cancel", return_false),
    SymbolBinding::make_function_binding("GOMP_cancellation_point", return_false),
    SymbolBinding::make_function_binding("GOMP_critical_start", ignore_call),
    SymbolBinding::make_function_binding("GOMP_critical_end", ignore_call),
    SymbolBinding::make_function_binding("GOMP_critical_name_start", ignore_call),
    SymbolBinding::make_function_binding("GOMP_critical_name_end", ignore_call),
    SymbolBinding::make_function_binding("GOMP_atomic_start", ignore_call),
    SymbolBinding::make_function_binding("GOMP_atomic_end", ignore_call),
    SymbolBinding::make_function_binding("GOMP_ordered_start", ignore_call),
    SymbolBinding::make_function_binding("GOMP_ordered_end", ignore_call),
    SymbolBinding::make_function_binding("GOMP_single_start", is_thread_chosen_for_single_block),
    SymbolBinding::make_function_binding("GOMP_single_copy_start", return_null_copyprivate_data),
    SymbolBinding::make_function_binding("GOMP_single_copy_end", ignore_call),
    SymbolBinding::make_function_binding("GOMP_scope_start", refuse_task_reductions),
    OF_SCHEDULE(static),
    OF_SCHEDULE(dynamic),
    OF_SCHEDULE(guided),
    OF_SCHEDULE(nonmonotonic_dynamic),
    OF_SCHEDULE(nonmonotonic_guided),
    OF_SCHEDULE(ordered_static),
    OF_SCHEDULE(ordered_dynamic),
    OF_SCHEDULE(ordered_guided),
    OF_SET_SCHEDULE(runtime),
    OF_SET_SCHEDULE(ordered_runtime),
    OF_SET_SCHEDULE(nonmonotonic_runtime),
    OF_SET_SCHEDULE(maybe_nonmonotonic_runtime),
    SymbolBinding::make_function_binding("GOMP_loop_start", begin_loop_of_any_kind),
    SymbolBinding::make_function_binding("GOMP_loop_ordered_start", begin_loop_of_any_kind),
    SymbolBinding::make_function_binding("GOMP_loop_ull_start", begin_unsigned_loop_of_any_kind),
    SymbolBinding::make_function_binding("GOMP_loop_ull_ordered_start", begin_unsigned_loop_of_any_kind),
    SymbolBinding::make_function_binding("GOMP_loop_doacross_static_start", begin_doacross_loop<long>),
    SymbolBinding::make_function_binding("GOMP_loop_doacross_dynamic_start", begin_doacross_loop<long>),
    SymbolBinding::make_function_binding("GOMP_loop_doacross_guided_start", begin_doacross_loop<long>),
    SymbolBinding::make_function_binding("GOMP_loop_doacross_runtime_start", begin_runtime_doacross_loop<long>),
    SymbolBinding::make_function_binding("GOMP_loop_ull_doacross_static_start", begin_doacross_loop<UnsignedLongLong>),
    SymbolBinding::make_function_binding("GOMP_loop_ull_doacross_dynamic_start", begin_doacross_loop<UnsignedLongLong>),
    SymbolBinding::make_function_binding("GOMP_loop_ull_doacross_guided_start", begin_doacross_loop<UnsignedLongLong>),
    SymbolBinding::make_function_binding("GOMP_loop_ull_doacross_runtime_start",
                                         begin_runtime_doacross_loop<UnsignedLongLong>),
    SymbolBinding::make_function_binding("GOMP_doacross_post", ignore_call),
    SymbolBinding::make_function_binding("GOMP_doacross_wait", ignore_call),
    SymbolBinding::make_function_binding("GOMP_doacross_ull_post", ignore_call),
    SymbolBinding::make_function_binding("GOMP_doacross_ull_wait", ignore_call),
    SymbolBinding::make_function_binding("GOMP_loop_end", pop_work_share),
    SymbolBinding::make_function_binding("GOMP_loop_end_nowait", pop_work_share),
    SymbolBinding::make_function_binding("GOMP_loop_end_cancel", end_cancellable_loop),
    SymbolBinding::make_function_binding("GOMP_parallel_loop_static", run_parallel_loop),
    SymbolBinding::make_function_binding("GOMP_parallel_loop_dynamic", run_parallel_loop),
    SymbolBinding::make_function_binding("GOMP_parallel_loop_guided", run_parallel_loop),
    SymbolBinding::make_function_binding("GOMP_parallel_loop_nonmonotonic_dynamic", run_parallel_loop),
    SymbolBinding::make_function_binding("GOMP_parallel_loop_nonmonotonic_guided", run_parallel_loop),
    SymbolBinding::make_function_binding("GOMP_parallel_loop_runtime", run_parallel_runtime_loop),
    SymbolBinding::make_function_binding("GOMP_parallel_loop_nonmonotonic_runtime", run_parallel_runtime_loop),
    SymbolBinding::make_function_binding("GOMP_parallel_loop_maybe_nonmonotonic_runtime", run_parallel_runtime_loop),
    SymbolBinding::make_function_binding("GOMP_sections_start", begin_sections),
    SymbolBinding::make_function_binding("GOMP_sections2_start", begin_sections_and_allocate_memory),
    SymbolBinding::make_function_binding("GOMP_sections_next", take_next_section),
    SymbolBinding::make_function_binding("GOMP_sections_end", pop_work_share),
    SymbolBinding::make_function_binding("GOMP_sections_end_nowait", pop_work_share),
    SymbolBinding::make_function_binding("GOMP_sections_end_cancel", end_cancellable_loop),
    SymbolBinding::make_function_binding("GOMP_parallel_sections", run_parallel_sections),
    SymbolBinding::make_function_binding("GOMP_task", run_task),
    SymbolBinding::make_function_binding("GOMP_taskloop", run_task_loop),
    SymbolBinding::make_function_binding("GOMP_taskloop_ull", run_unsigned_task_loop),
    SymbolBinding::make_function_binding("GOMP_taskwait", ignore_call),
    SymbolBinding::make_function_binding("GOMP_taskwait_depend", ignore_call),
    SymbolBinding::make_function_binding("GOMP_taskyield", ignore_call),
    SymbolBinding::make_function_binding("GOMP_taskgroup_start", ignore_call),
    SymbolBinding::make_function_binding("GOMP_taskgroup_end", ignore_call),
    SymbolBinding::make_function_binding("omp_get_thread_num", note_thread_query_and_return_zero),
    SymbolBinding::make_function_binding("omp_get_num_threads", note_thread_query_and_return_one),
    SymbolBinding::make_function_binding("omp_get_max_threads", note_thread_query_and_return_one),
    SymbolBinding::make_function_binding("omp_get_num_procs", note_thread_query_and_return_one),
    SymbolBinding::make_function_binding("omp_get_thread_limit", note_thread_query_and_return_one),
    SymbolBinding::make_function_binding("omp_set_num_threads", set_thread_count),
    SymbolBinding::make_function_binding("omp_in_parallel", note_thread_query_and_return_zero),
    SymbolBinding::make_function_binding("omp_get_dynamic", note_thread_query_and_return_zero),
    SymbolBinding::make_function_binding("omp_set_dynamic", ignore_integer_argument),
    SymbolBinding::make_function_binding("omp_get_nested", return_zero),
    SymbolBinding::make_function_binding("omp_set_nested", ignore_integer_argument),
    SymbolBinding::make_function_binding("omp_get_cancellation", return_zero),
    SymbolBinding::make_function_binding("omp_get_max_active_levels", return_one),
    SymbolBinding::make_function_binding("omp_get_supported_active_levels", return_one),
    SymbolBinding::make_function_binding("omp_set_max_active_levels", ignore_integer_argument),
    SymbolBinding::make_function_binding("omp_get_level", number_of_open_regions),
    SymbolBinding::make_function_binding("omp_get_active_level", note_thread_query_and_return_zero),
    SymbolBinding::make_function_binding("omp_get_ancestor_thread_num", thread_of_level),
    SymbolBinding::make_function_binding("omp_get_team_size", team_size_of_level),
    SymbolBinding::make_function_binding("omp_set_schedule", ignore_schedule),
    SymbolBinding::make_function_binding("omp_get_schedule", get_schedule),
    SymbolBinding::make_function_binding("omp_get_proc_bind", return_zero),
    SymbolBinding::make_function_binding("omp_get_num_places", note_thread_query_and_return_zero),
    SymbolBinding::make_function_binding("omp_in_final", return_zero),
    SymbolBinding::make_function_binding("omp_get_max_task_priority", return_zero),
    SymbolBinding::make_function_binding("omp_get_num_teams", return_one),
    SymbolBinding::make_function_binding("omp_get_team_num", return_zero),
    SymbolBinding::make_function_binding("omp_get_num_devices", return_zero),
    SymbolBinding::make_function_binding("omp_get_default_device", return_zero),
    SymbolBinding::make_function_binding("omp_set_default_device", ignore_integer_argument),
    SymbolBinding::make_function_binding("omp_is_initial_device", return_one),
    SymbolBinding::make_function_binding("omp_get_initial_device", return_zero),
    SymbolBinding::make_function_binding("omp_get_wtime", get_time_in_seconds),
    SymbolBinding::make_function_binding("omp_get_wtick", get_clock_resolution_in_seconds),
    SymbolBinding::make_function_binding("omp_init_lock", mark_lock_as_free),
    SymbolBinding::make_function_binding("omp_destroy_lock", mark_lock_as_free),
    SymbolBinding::make_function_binding("omp_set_lock", acquire_lock),
    SymbolBinding::make_function_binding("omp_unset_lock", mark_lock_as_free),
    SymbolBinding::make_function_binding("omp_test_lock", try_to_acquire_lock),
    SymbolBinding::make_function_binding("omp_init_nest_lock", mark_lock_as_free),
    SymbolBinding::make_function_binding("omp_destroy_nest_lock", mark_lock_as_free),
    SymbolBinding::make_function_binding("omp_set_nest_lock", acquire_nested_lock),
    SymbolBinding::make_function_binding("omp_unset_nest_lock", release_nested_lock),
    SymbolBinding::make_function_binding("omp_test_nest_lock", try_to_acquire_nested_lock),
};
#undef OF_SCHEDULE
#undef OF_SET_SCHEDULE

/// Returns the number of threads that the user has asked for by the environment variable OMP_NUM_THREADS; 0 if none.
int thread_count_of_environment() {
  const char* const text = std::getenv("OMP_NUM_THREADS");
  return text == nullptr ? 0 : std::atoi(text);
}

}  // namespace

void OpenMpTeam::begin_region(unsigned threads) noexcept {
  ++depth_;
  if (depth_of_first_team_ > 0) return;
  if (threads == 0) threads = static_cast<unsigned>(set_thread_count_.value_or(thread_count_of_environment()));
  if (threads == 1 && !has_asked_for_thread_count_) return;
  depth_of_first_team_ = depth_;
  is_team_certainly_multithreaded_ = threads != 1;
  has_queried_threads_in_region_ = false;
}

void OpenMpTeam::end_region() noexcept {
  if (depth_ == depth_of_first_team_) depth_of_first_team_ = 0;
  --depth_;
}

OpenMpTeam::ExecutingThreads OpenMpTeam::threads_executing_current_code() const noexcept {
  if (depth_of_first_team_ == 0) return ExecutingThreads::main_thread;
  return is_team_certainly_multithreaded_ && !has_queried_threads_in_region_
             ? ExecutingThreads::threads_besides_main_thread
             : ExecutingThreads::executing_threads_unknown;
}

SymbolBindings openmp_bindings() { return kOpenMpBindings; }

}  // namespace switchyard
