/// \file locks.cpp
/// Provides functions that wait until another thread releases a lock, or wakes up the calling thread. A program has
/// only one thread, so that the wait would never end: these functions end the program with an error that names the
/// function.

#include <fmt/format.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

#include <cerrno>

#include "runtime/error.hpp"
#include "runtime/programs/binding.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard {
namespace {

[[noreturn]] void fail_for_endless_wait(const char* function, const char* why) {
  std::exception_ptr error;
  {
    Process& process = *t_process;
    const EmulatorCodeScope host(process);
    error = std::make_exception_ptr(
        Error(fmt::format("the program calls {}: {}, and it has no other thread to end that", function, why)));
  }
  t_process->leave_program_with_error(std::move(error));
}

constexpr const char* kLockHeldByProgram = "the program holds the lock itself";

int lock_mutex(pthread_mutex_t* mutex) {
  const int result = pthread_mutex_trylock(mutex);
  if (result != EBUSY) return result;
  const int kind = mutex->__data.__kind & 3;
  if (kind == PTHREAD_MUTEX_ERRORCHECK) return EDEADLK;
  fail_for_endless_wait("pthread_mutex_lock", kLockHeldByProgram);
}
int lock_c_mutex(mtx_t* mutex) {
  const int result = mtx_trylock(mutex);
  if (result == thrd_busy) fail_for_endless_wait("mtx_lock", kLockHeldByProgram);
  return result;
}
int lock_for_reading(pthread_rwlock_t* lock) {
  const int result = pthread_rwlock_tryrdlock(lock);
  if (result == EBUSY) fail_for_endless_wait("pthread_rwlock_rdlock", kLockHeldByProgram);
  return result;
}
int lock_for_writing(pthread_rwlock_t* lock) {
  const int result = pthread_rwlock_trywrlock(lock);
  if (result == EBUSY) fail_for_endless_wait("pthread_rwlock_wrlock", kLockHeldByProgram);
  return result;
}
int lock_spinning(pthread_spinlock_t* lock) {
  const int result = pthread_spin_trylock(lock);
  if (result == EBUSY) fail_for_endless_wait("pthread_spin_lock", kLockHeldByProgram);
  return result;
}
int wait_for_semaphore(sem_t* semaphore) {
  const int result = sem_trywait(semaphore);
  if (result != 0 && errno == EAGAIN) fail_for_endless_wait("sem_wait", "the semaphore is 0");
  return result;
}
/// Carries out pthread_cond_wait. The call is refused for a program, and carried out for the emulator, which may make
/// it by way of libstdc++.
int wait_for_condition(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  if (t_process == nullptr) return pthread_cond_wait(condition, mutex);
  fail_for_endless_wait("pthread_cond_wait", "it waits to be signalled");
}
int wait_for_c_condition(cnd_t* /*condition*/, mtx_t* /*mutex*/) {
  fail_for_endless_wait("cnd_wait", "it waits to be signalled");
}

const SymbolBinding kLockBindings[] = {
    SymbolBinding::make_function_binding("pthread_mutex_lock", lock_mutex),
    SymbolBinding::make_function_binding("mtx_lock", lock_c_mutex),
    SymbolBinding::make_function_binding("pthread_rwlock_rdlock", lock_for_reading),
    SymbolBinding::make_function_binding("pthread_rwlock_wrlock", lock_for_writing),
    SymbolBinding::make_function_binding("pthread_spin_lock", lock_spinning),
    SymbolBinding::make_function_binding("sem_wait", wait_for_semaphore),
    SymbolBinding::make_function_binding("pthread_cond_wait", wait_for_condition),
    SymbolBinding::make_function_binding("cnd_wait", wait_for_c_condition),
};

}  // namespace

SymbolBindings lock_bindings() { return kLockBindings; }

}  // namespace switchyard
