/// \file threads.cpp
/// Runs each node on an OS thread of its own. Threads are kept between runs, because making and
/// joining a thread takes as long as thirty switches from one node's thread to another's.

#include <fmt/format.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <map>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "runtime/error.hpp"
#include "runtime/executor.hpp"
#include "runtime/executor/running_body.hpp"
#include "runtime/executor/stack_overflow.hpp"
#include "runtime/parking_spot.hpp"

namespace switchyard {
namespace {

/// The set of cores that a thread may use.
class CoreSet {
 public:
  static CoreSet cores_of_this_thread() {
    CoreSet set;
    sched_getaffinity(0, sizeof(set.cores_), &set.cores_);
    return set;
  }
  static CoreSet single_core(int core) {
    CoreSet set;
    CPU_SET(static_cast<unsigned>(core), &set.cores_);
    return set;
  }
  /// Returns a set that contains only one core of this set: core number `place`, where counting begins at 0, and begins
  /// again with the first core after the last. Needs: this set is not empty.
  CoreSet single_core_set_by_index(std::uint32_t place) const {
    std::uint32_t left = place % static_cast<std::uint32_t>(core_count());
    int core = 0;
    while (!CPU_ISSET(static_cast<unsigned>(core), &cores_) || left-- > 0) ++core;
    return single_core(core);
  }
  int core_count() const { return CPU_COUNT(&cores_); }
  /// Confines the calling thread to the cores of this set. If the host refuses, the thread may run on any core, which
  /// is slower but not wrong.
  void bind_this_thread_to_cores() const { sched_setaffinity(0, sizeof(cores_), &cores_); }
  friend bool operator==(const CoreSet& a, const CoreSet& b) { return CPU_EQUAL(&a.cores_, &b.cores_); }

 private:
  CoreSet() { CPU_ZERO(&cores_); }
  cpu_set_t cores_;
};

/// A job for several workers, each of which runs the body of one node. `busy_worker_count` is the number of workers
/// that are still busy with it.
struct WorkerJob {
  Executor* executor;
  const std::function<void(NodeId)>* node_body;
  CoreSet allowed_cores;
  bool is_bound;  ///< whether each worker stays on one of the allowed cores
  std::atomic<std::uint32_t> busy_worker_count;
  ParkingSpot caller_parking_spot;
};

/// A thread that runs the body of one node after another, as jobs ask for them.
class Worker {
 public:
  /// Starts the thread with a stack of `asked_stack` bytes, or of the operating system's usual size if `asked_stack` is
  /// 0. Throws std::system_error if the thread cannot be made.
  explicit Worker(std::size_t asked_stack) : requested_stack_bytes_(asked_stack) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    int error = asked_stack == 0 ? 0 : pthread_attr_setstacksize(&attributes, asked_stack);
    if (error == 0) error = pthread_create(&thread_, &attributes, &Worker::run_thread, this);
    pthread_attr_destroy(&attributes);
    if (error != 0) throw std::system_error(error, std::generic_category());
  }
  ~Worker() {
    job_ = nullptr;
    thread_start_signal_.unpark();
    pthread_join(thread_, nullptr);
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  void start_node_program(WorkerJob& job, NodeId node) {
    job_ = &job;
    node_ = node;
    thread_start_signal_.unpark();
  }

  /// Ends the worker's thread, and with it the worker's part of the job, without returning from the node's body that it
  /// runs. Called on the worker's own thread.
  [[noreturn]] void abandon_node_program_and_end_thread() noexcept {
    has_abandoned_node_program_ = true;
    mark_worker_as_done();
    end_thread();
  }
  bool has_abandoned_node_program() const noexcept { return has_abandoned_node_program_; }
  std::size_t requested_stack_bytes() const noexcept { return requested_stack_bytes_; }
  void interrupt_thread() noexcept { ::pthread_kill(thread_, SIGURG); }
  /// Describes the worker's stack if `address` is just below it; otherwise returns nothing. Called on the worker's own
  /// thread.
  std::optional<Executor::StackOverflow> stack_overflow_at(const void* address) const noexcept {
    const auto distance = lowest_address_ - reinterpret_cast<std::uintptr_t>(address);
    if (distance > kGuardBytes) return std::nullopt;
    return Executor::StackOverflow{stack_bytes_, kLargerStacksAdvice};
  }

  ParkingSpot parking_spot;

 private:
  void mark_worker_as_done() noexcept {
    WorkerJob& job = *job_;
    if (job.busy_worker_count.fetch_sub(1) == 1) job.caller_parking_spot.unpark();
  }

  /// Ends the calling thread without unwinding it. The thread can be joined like any other.
  [[noreturn]] static void end_thread() noexcept {
// Under a sanitizer the thread sleeps for ever instead, because the sanitizer would not notice the end of the thread.
#ifndef SWITCHYARD_SANITIZED
    ::syscall(SYS_exit, 0);
#endif
    for (;;) ::pause();
  }

  void note_stack_bounds() noexcept {
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
    void* low = nullptr;
    pthread_attr_getstack(&attributes, &low, &stack_bytes_);
    lowest_address_ = reinterpret_cast<std::uintptr_t>(low);
    pthread_attr_destroy(&attributes);
  }

  static void* run_thread(void* worker) {
    static_cast<Worker*>(worker)->run_jobs_until_stopped();
    return nullptr;
  }

  void run_jobs_until_stopped() {
    const SignalStack for_overflows;
    note_stack_bounds();
    for (;;) {
      thread_start_signal_.park();
      if (job_ == nullptr) return;
      const std::uint32_t node = index(node_);
      const CoreSet cores = job_->is_bound ? job_->allowed_cores.single_core_set_by_index(node) : job_->allowed_cores;
      if (!(current_cores_ == cores)) (current_cores_ = cores).bind_this_thread_to_cores();
      {
        const RunningNodeProgramScope here(*job_->executor, node);
        (*job_->node_body)(node_);
      }
      mark_worker_as_done();
    }
  }

  ParkingSpot thread_start_signal_;
  WorkerJob* job_ = nullptr;
  NodeId node_{};
  std::uintptr_t lowest_address_ = 0;  ///< lowest address of the thread's stack
  std::size_t stack_bytes_ = 0;
  bool has_abandoned_node_program_ = false;
  CoreSet current_cores_ = CoreSet::cores_of_this_thread();
  const std::size_t requested_stack_bytes_;
  pthread_t thread_{};
};

/// The idle workers (threads that run node programs) of the process, which wait for later runs.
class WorkerStore {
 public:
  static WorkerStore& instance() {
    static WorkerStore store;
    return store;
  }

  WorkerStore() {
    ::pthread_atfork([] { instance().mutex_.lock(); }, [] { instance().mutex_.unlock(); },
                     [] { instance().reset_in_forked_child(); });
  }

  std::vector<std::unique_ptr<Worker>> take_idle_or_new_workers(std::uint32_t count, std::size_t asked_stack) {
    std::vector<std::unique_ptr<Worker>> taken;
    taken.reserve(count);
    {
      const std::lock_guard lock(mutex_);
      std::vector<std::unique_ptr<Worker>>& idle = idle_workers_[asked_stack];
      while (taken.size() < count && !idle.empty()) {
        taken.push_back(std::move(idle.back()));
        idle.pop_back();
      }
    }
    try {
      while (taken.size() < count) taken.push_back(std::make_unique<Worker>(asked_stack));
    } catch (const std::system_error& error) {
      throw HostError(fmt::format("cannot start {} threads ({} started: {}); the fibers executor needs none", count,
                                  taken.size(), error.what()));
    }
    return taken;
  }

  void give_back_workers(std::vector<std::unique_ptr<Worker>> workers) {
    const std::lock_guard lock(mutex_);
    for (auto& worker : workers) {
      if (!worker->has_abandoned_node_program()) {
        idle_workers_[worker->requested_stack_bytes()].push_back(std::move(worker));
        continue;
      }
// Under a sanitizer the thread of an abandoned worker still exists, and uses the Worker object, which must not be
// destroyed.
#ifdef SWITCHYARD_SANITIZED
      static_cast<void>(worker.release());
#endif
    }
  }

 private:
  /// Called in the child process after a fork: forgets the idle workers, because the child has none of their threads
  /// and so cannot join them.
  void reset_in_forked_child() {
    for (auto& [stack, workers] : idle_workers_) {
      for (auto& worker : workers) static_cast<void>(worker.release());
    }
    idle_workers_.clear();
    mutex_.unlock();
  }

  std::mutex mutex_;
  /// The idle workers, by the number of bytes that was asked for as the size of their stacks.
  std::map<std::size_t, std::vector<std::unique_ptr<Worker>>> idle_workers_;
};

class ThreadExecutor final : public Executor {
 public:
  ThreadExecutor(Placement placement, std::size_t asked_stack)
      : requested_stack_bytes_(asked_stack * kSanitizerStackFactor),
        are_threads_bound_to_cores_(placement == Placement::bound),
        all_cores_(CoreSet::cores_of_this_thread()),
        initial_cores_(placement == Placement::together && all_cores_.core_count() > 1
                           ? CoreSet::single_core(sched_getcpu())
                           : all_cores_) {}

  ~ThreadExecutor() override { WorkerStore::instance().give_back_workers(std::move(workers_)); }

  void make_threads_or_fibers(std::uint32_t count) override {
    workers_ = WorkerStore::instance().take_idle_or_new_workers(count, requested_stack_bytes_);
  }

  void run(const std::function<void(NodeId)>& body) override {
    const auto count = static_cast<std::uint32_t>(workers_.size());
    WorkerJob job{this, &body, initial_cores_, are_threads_bound_to_cores_, count, {}};
    // All parking spots are reset before the first body can unpark another body.
    for (const auto& worker : workers_) worker->parking_spot.reset();
    for (std::uint32_t i = 0; i < count; ++i) workers_[i]->start_node_program(job, NodeId{i});
    job.caller_parking_spot.park();
  }

  void park(NodeId node) override { workers_[index(node)]->parking_spot.park(); }
  void unpark(NodeId node) override { workers_[index(node)]->parking_spot.unpark(); }
  void yield(NodeId /*node*/) override { std::this_thread::yield(); }
  [[noreturn]] void abandon_node_program(NodeId node) noexcept override {
    workers_[index(node)]->abandon_node_program_and_end_thread();
  }
  void interrupt_threads_of_node_programs() noexcept override {
    for (const auto& worker : workers_) worker->interrupt_thread();
  }
  std::optional<StackOverflow> stack_overflow_at(NodeId node, const void* address) const noexcept override {
    return workers_[index(node)]->stack_overflow_at(address);
  }

  void begin_work_on_host(NodeId /*node*/) override {
    if (initial_cores_ == all_cores_) return;
    all_cores_.bind_this_thread_to_cores();
    // Yields, so that an idle core can take this thread now, while other threads wait for the core that all threads
    // have shared.
    std::this_thread::yield();
  }
  void end_work_on_host(NodeId /*node*/) override {
    if (!(initial_cores_ == all_cores_)) initial_cores_.bind_this_thread_to_cores();
  }

 private:
  const std::size_t requested_stack_bytes_;
  const bool are_threads_bound_to_cores_;
  CoreSet all_cores_;
  CoreSet initial_cores_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace

std::unique_ptr<Executor> make_thread_executor(Placement placement, std::size_t stack_bytes) {
  return std::make_unique<ThreadExecutor>(placement, stack_bytes);
}

}  // namespace switchyard
